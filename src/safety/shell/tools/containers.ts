/** Containers and clusters: docker, podman, kubectl, helm. They talk to a server, so what only reads is moderate. */
import { type Sentence, say } from '../../../words/say.ts';
import type { CallSite, Tool, ToolCall, ToolRule } from '../tool-rule.ts';

/** Lists and looks: filters and formats are all its options. */
const LOOKS: ToolRule = {
  options:
    '-aqfnstlw -l= --all --quiet --no-trunc --format= --filter= --size --tree --digests --latest --last= --no-stream --follow --tail= --since= --until= --timestamps --details --human? --verbose --type= --services --status= --pretty --raw --json --orphans? --hash= --images --volumes --profiles --limit= --index',
  operands: 'text',
};

/** The project file of the folder may include others from anywhere, which are fetched before anything is shown. */
function findIncluded(_: ToolCall, site: CallSite): Sentence | null {
  return site.isTyped ? say`It follows the project file of the folder, which can fetch others` : null;
}

const DOCKER_GROUPS: Readonly<Record<string, ToolRule>> = {
  container: { commands: { 'ls|ps|list|inspect|logs|top|stats|port|diff': LOOKS } },
  image: { commands: { 'ls|list|inspect|history': LOOKS } },
  'network|volume|plugin|config|secret|service|node|stack|context': {
    commands: { 'ls|list|inspect|ps|show|services|logs': LOOKS },
  },
  system: { commands: { 'df|info|events': LOOKS } },
  compose: {
    options: '-f=@ -p= --file=@ --project-name= --profile= --ansi= --progress= --project-directory=@',
    commands: {
      'ls|version': LOOKS,
      'ps|logs|top|images|port|events|stats|volumes': { ...LOOKS, check: findIncluded },
    },
  },
  buildx: { commands: { 'ls|inspect|du|version': LOOKS } },
};

/** With a host before the first slash it is that computer which is asked. */
function findRegistryReason(call: ToolCall): Sentence | null {
  return call.operands.every(({ text }) => /^[a-z0-9_-]+(?:\/[a-z0-9_-]+)?$/.test(text) && !/^localhost\//.test(text))
    ? null
    : say`It asks a registry that anybody could run`;
}

const DOCKER: ToolRule = {
  options: '--version -v --help',
  isBareHarmless: true,
  operands: 'none',
  commands: {
    'ps|images|inspect|logs|top|stats|port|diff|version|info|history|events|ls': LOOKS,
    search: { ...LOOKS, least: 1, most: 1, check: findRegistryReason },
    ...DOCKER_GROUPS,
  },
};

const KUBECTL_GLOBALS = '-n= -A --namespace= --context= --cluster= --all-namespaces --request-timeout= --v= -v=';

/** Reading secrets, and raw reading from the server. */
function findKubectlReason(call: ToolCall): Sentence | null {
  const words = call.operands.map((word) => word.text.toLowerCase());
  if (words.some((word) => /(?:^|[,/])(?:secrets?|all)(?:[./,]|$)|secret|token|^\//.test(word)))
    return say`It can show what is kept secret in the cluster`;
  // Only for `logs` -f means following; elsewhere it names a file or an address.
  if (call.options.has('-f') && !call.name.endsWith(' logs')) return say`It reads a file or an address`;
  if (/-file/.test(`${call.options.get('-o') ?? ''} ${call.options.get('--output') ?? ''}`))
    return say`It prints a file`;
  return call.options.has('--raw') ? say`It reads raw data from the server` : null;
}

const KUBECTL_LOOKS: ToolRule = {
  options: `${KUBECTL_GLOBALS} -o= -l= -L= -c= -f -p -w -R --output= --selector= --watch --watch-only --show-labels --sort-by= --field-selector= --no-headers --label-columns= --show-kind --follow --previous --container= --tail= --since= --since-time= --timestamps --all-containers --containers --limit-bytes= --ignore-not-found --chunk-size= --recursive --api-version= --api-group= --namespaced? --verbs= --client --short --cached --minify --revision= --for= --types= --max-log-requests= --prefix --list --quiet --subresource= --show-managed-fields --use-protocol-buffers`,
  operands: 'text',
  check: findKubectlReason,
};

export const CONTAINER_TOOLS: readonly Tool[] = [
  {
    names: 'docker|podman|nerdctl',
    ...DOCKER,
    risk: 'moderate',
    runs: [
      'docker ps',
      'docker ps -a',
      'docker images',
      'docker logs -f web',
      'docker inspect web',
      'docker compose ps',
      'docker compose -f a.yml logs web',
      'docker image ls',
      'docker version',
      'docker network ls',
      'docker system df',
      'docker stats --no-stream',
      'docker --version',
      'docker container ls -a',
    ],
    asks: [
      'docker run x',
      'docker rm x',
      'docker exec web sh',
      'docker -H tcp://x ps',
      'docker --context x ps',
      'docker system prune',
      'docker compose up',
      'docker compose config',
      'docker image pull x',
      'docker stack rm x',
      'docker context use x',
      'docker swarm join-token worker',
      'docker cp a b',
      'docker login',
      'docker build .',
      'docker kill x',
      'docker save x',
      'docker volume rm x',
      'docker --config x ps',
      'docker plugin install x',
      'docker search evil.example/x',
      'docker search evil:5000/x',
      'docker search EVIL/x',
    ],
  },
  {
    names: 'docker-compose|podman-compose',
    options: '-f=@ -p= --file=@ --project-name= --version -v',
    isBareHarmless: true,
    operands: 'none',
    commands: { 'ls|version': LOOKS, 'ps|logs|top|images|port|events': { ...LOOKS, check: findIncluded } },
    risk: 'moderate',
    runs: ['docker-compose ps', 'docker-compose logs web'],
    asks: ['docker-compose up', 'docker-compose down', 'docker-compose -H x ps'],
  },
  {
    names: 'kubectl|oc|k',
    options: KUBECTL_GLOBALS,
    commands: {
      'get|describe|logs|top|version|api-resources|api-versions|explain|events': KUBECTL_LOOKS,
      'cluster-info|options': { options: KUBECTL_GLOBALS, operands: 'none' },
      config: {
        options: KUBECTL_GLOBALS,
        commands: {
          'current-context|get-contexts|get-clusters|get-users': KUBECTL_LOOKS,
          view: { options: '-o= --output= --minify', operands: 'none' },
        },
      },
      auth: { options: KUBECTL_GLOBALS, commands: { 'can-i|whoami': KUBECTL_LOOKS } },
      rollout: { options: KUBECTL_GLOBALS, commands: { 'status|history': KUBECTL_LOOKS } },
      plugin: { commands: { list: { options: '--name-only', operands: 'none' } } },
    },
    risk: 'moderate',
    runs: [
      'kubectl get pods',
      'kubectl get pods -o wide -n prod',
      'kubectl describe pod web',
      'kubectl logs -f web',
      'kubectl config current-context',
      'kubectl config view',
      'kubectl -n prod get deploy',
      'kubectl version --client',
      'kubectl rollout status deploy/web',
      'kubectl auth can-i get pods',
      'kubectl cluster-info',
    ],
    asks: [
      'kubectl delete pod x',
      'kubectl apply -f x',
      'kubectl exec x',
      'kubectl get secret x',
      'kubectl get secrets',
      'kubectl get pods,secrets',
      'kubectl get --raw /api',
      'kubectl get -f https://x/y',
      'kubectl get pods -o go-template-file=x',
      'kubectl --kubeconfig x get pods',
      'kubectl --server x get pods',
      'kubectl config view --raw',
      'kubectl config set-context x',
      'kubectl cluster-info dump',
      'kubectl label pods a b=c',
      'kubectl taint nodes a b',
      'kubectl rollout restart x',
      'kubectl diff -f x',
      'kubectl proxy',
      'kubectl cp a b',
      'kubectl config delete-context x',
      'kubectl describe secret x',
      'kubectl auth reconcile -f x',
    ],
  },
  {
    names: 'helm',
    options: '-n= --namespace= --kube-context=',
    commands: {
      'list|ls|status|history|version|search|env': {
        options:
          '-aAqn -n= -o= --all-namespaces --all --output= --namespace= --max= --short --filter= --revision= --template= --versions --devel --version= --deployed --failed --pending --date --reverse',
        operands: 'text',
      },
      get: {
        commands: {
          'manifest|notes|hooks|metadata': { options: '-n= --namespace= --revision= -o=', operands: 'text' },
        },
      },
      repo: { commands: { 'list|ls': { options: '-o=', operands: 'none' } } },
      plugin: { commands: { 'list|ls': { operands: 'none' } } },
      'dependency|dep': { commands: { 'list|ls': { options: '' } } },
    },
    risk: 'moderate',
    runs: [
      'helm list -A',
      'helm status web',
      'helm history web',
      'helm version',
      'helm repo list',
      'helm dep list chart',
    ],
    asks: [
      'helm install a b',
      'helm uninstall x',
      'helm upgrade a b',
      'helm get values x',
      'helm rollback x',
      'helm repo add a b',
      'helm dep up x',
      'helm --kubeconfig x list',
      'helm template x',
      'helm plugin install x',
      'helm get all x',
      'helm show chart https://x/y',
    ],
  },
];
