/** Effects of programs for the person's own servers: containers, clusters, clouds, databases. */
import { say } from '../../../words/say.ts';
import { byVerb, type Effect, type Effects, has, operandsOf } from './use.ts';

const starts: Effect = (use) =>
  has(use, /^(?:-v|--volume|--mount|--privileged|--pid|--device|--cap-add|--net(?:work)?)/)
    ? say`It starts a container with access to this computer`
    : say`It starts a container`;

const CONTAINERS = byVerb({
  'run|start|restart|up|unpause': starts,
  create: say`It creates a container`,
  'stop|kill|pause|down': say`It stops a container`,
  exec: say`It runs a command in a container`,
  'build|buildx|bake': say`It builds an image`,
  pull: say`It downloads an image`,
  push: say`It uploads an image`,
  'rm|rmi|prune': say`It deletes containers, images or their data`,
  cp: say`It copies files`,
  'container|compose|image': (use) => CONTAINERS({ ...use, words: use.words.slice(1) }),
  'volume|network|context': (use) =>
    /^(?:create|rm|remove|prune|connect|disconnect|update|import|use)$/.test(operandsOf(use)[1]?.text ?? '')
      ? say`It changes networks, volumes or settings of containers`
      : null,
  'stack|service': (use) =>
    /^(?:deploy|up|down|rm|create|update|scale|rollback)$/.test(operandsOf(use)[1]?.text ?? '')
      ? say`It changes what runs in the cluster`
      : null,
});

const CLUSTER = byVerb({
  'apply|create|replace|patch|edit|label|annotate|set|scale|autoscale|taint|cordon|uncordon|drain|expose|run|install|upgrade|rollback|uninstall': say`It changes what runs in the cluster`,
  rollout: (use) =>
    /^(?:restart|undo|pause|resume)$/.test(operandsOf(use)[1]?.text ?? '')
      ? say`It changes what runs in the cluster`
      : null,
  delete: say`It deletes something in the cluster`,
  'exec|attach|debug': say`It runs a command in the cluster`,
  cp: say`It copies files`,
  'port-forward|proxy': say`It opens a way into the cluster`,
});

const TERRAFORM = byVerb({
  'apply|import|taint|untaint|refresh': say`It changes what runs in the cloud`,
  'init|get': say`It downloads what the project needs`,
  'plan|preview|output|show|state|providers|graph|validate|console': say`It works with the project's cloud account`,
});

const CHANGES_THERE =
  /^(?:create|put|update|modify|set|add|attach|detach|start|stop|restart|reboot|run|invoke|enable|register|deploy|upload|import|send|publish|tag|untag|associate|change|upgrade|assign|move|copy|sync|cp|mv|mb|upload-batch|resize|grant|unsubscribe|subscribe|export|restore)(?:-|$)/;

/** The action is among the first words. */
const cloud: Effect = (use) => {
  const end = use.words.findIndex(({ text }) => text.startsWith('-'));
  const verbs = (end < 0 ? use.words : use.words.slice(0, end)).slice(0, 5).map(({ text }) => text.toLowerCase());
  if (/^config/.test(verbs[0] ?? '')) return verbs.includes('set') ? say`It changes settings` : null;
  const isChange = verbs.some((verb) => CHANGES_THERE.test(verb) && verb !== 'update-kubeconfig');
  return isChange ? say`It changes or starts something in the cloud` : null;
};

const gh: Effect = (use) => {
  const [group = '', verb = ''] = operandsOf(use).map(({ text }) => text);
  const isChange =
    /^(?:create|comment|edit|close|reopen|merge|review|ready|lock|unlock|pin|unpin|transfer|delete|upload|rename|fork|sync|archive|run|rerun|cancel|enable|disable|set|add|remove|link|unlink|develop|mark-template|field-create|item-add|item-edit)$/.test(
      verb,
    );
  return isChange && /^(?:pr|issue|repo|release|gist|label|project|run|workflow|codespace|variable|cache)$/.test(group)
    ? say`It changes something on GitHub`
    : null;
};

const database: Effect = (use) => {
  // A backslash or a dot can begin an order to the program itself.
  if (has(use, /\\[!a-z]|(?:^|\s)\.\w|\bprogram\b/i)) return say`It can run commands from inside the program`;
  const isChange = has(
    use,
    /\b(?:insert|update|delete|create|alter|drop|truncate|replace|grant|revoke|merge|copy|attach|vacuum)\s/i,
  );
  return isChange ? say`It changes a database` : say`It works in a database`;
};

export const SERVER_EFFECTS: Effects = {
  'docker|podman|nerdctl|docker-compose': CONTAINERS,
  'kubectl|oc|helm': CLUSTER,
  'terraform|tofu|terragrunt|pulumi': TERRAFORM,
  'aws|az|gcloud|gsutil|doctl|flyctl|fly|heroku|vercel|netlify': cloud,
  gh,
  'psql|mysql|mariadb|mongosh|mongo|redis-cli|clickhouse-client': database,
};

/** A database that is a file. */
export const DATABASE_FILE_EFFECTS: Effects = { 'sqlite3|duckdb': database };
