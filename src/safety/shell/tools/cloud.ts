/** Cloud tools, by their verbs: describing and listing is moderate; revealing keys or changing anything asks. */
import { type Sentence, say } from '../../../words/say.ts';
import { cite } from '../../levels.ts';
import type { Tool, ToolCall } from '../tool-rule.ts';
import { unknownUse } from '../unknown-use.ts';

/** Words for things that give access to others. */
const KEYS =
  /key|secret|credential|token|passw|connection-string|connectionstring|sas|publishing|appsettings|login|kubeconfig|signed|presign|startup-script|user-data|userdata|environment-variable|getenv/;

/**
 * The first option that is not harmless. Only complete lower-case names count, as another spelling could mean another option (`--endpoint`,
 * `--Flags-File`).
 */
function findOption(call: ToolCall, harmless: RegExp): Sentence | null {
  const odd = call.words.find(({ text }) => text.startsWith('-') && !harmless.test(text.replace(/=.*$/s, '')));
  if (odd !== undefined) return say`${cite(`${call.name} ${odd.text}`)} may ask another computer, or change something`;
  return call.words.some(({ text }) => /(?:file|fileb|https?):\/\/|^@|=@/i.test(text))
    ? say`It sends a file or fetches an address`
    : null;
}

/** Options that select the resources and the output format. */
const AWS_OPTIONS =
  /^--(?:version|region|output|profile|query|color|page-size|max-items|max-results|starting-token|no-paginate|no-cli-pager|filters?|limit|owners|start-time|end-time|since|follow|format|clusters?|services?|tasks|human-readable|summarize|namespace|metric-name|dimensions|period|statistics|granularity|metrics|time-period|(?!cli-)[a-z0-9]+(?:-[a-z0-9]+)*-(?:ids?|names?|arns?|identifiers?|types?|prefix|status|statuses|state))$/;
const AZ_OPTIONS =
  /^(?:-o|-g|-n|-l|-d|-h|--(?:output|resource-group|name|location|query|subscription|ids|show-details|all|only-show-errors|verbose|help|version|tag|top))$/;
const GCLOUD_OPTIONS =
  /^(?:-q|-h|--(?:project|format|filter|limit|sort-by|zones?|regions?|locations?|page-size|uri|flatten|quiet|verbosity|organization|folder|cluster|namespace|service|instance|global|all|help|version))$/;

/** The subcommand: words before the first option. */
function verbsOf(call: ToolCall): readonly string[] {
  const end = call.words.findIndex((word) => word.text.startsWith('-'));
  return (end < 0 ? call.words : call.words.slice(0, end)).map((word) => word.text);
}

function findAwsReason(call: ToolCall): Sentence | null {
  const [service, operation, third] = skipGlobals(
    call,
    /^--(?:region|output|profile|query|color|page-size|max-items|cli-read-timeout|cli-connect-timeout)$/,
  );
  const option = findOption(call, AWS_OPTIONS);
  if (option !== null) return option;
  if (
    call.words.some(({ text }, at) => /^--region$/.test(call.words[at - 1]?.text ?? '') && !/^[a-z0-9-]+$/.test(text))
  )
    return say`That region can name another computer`;
  if (service === undefined) return call.words.some((word) => word.text === '--version') ? null : unknownUse('aws');
  if (service === 'help' || operation === 'help') return null;
  if (service === 'configure')
    return operation === 'list' || operation === 'list-profiles' ? null : say`It changes or shows credentials`;
  if (service === 's3') {
    const rest = call.words.slice(call.words.findIndex((word) => word.text === 'ls') + 1);
    const isBare = third === undefined && rest.every((word) => word.text.startsWith('-'));
    return operation === 'ls' && isBare ? null : say`It works on files in the cloud`;
  }
  if (service === 's3api' && operation !== 'list-buckets') return say`It works on files in the cloud`;
  if (service === 'sts') return operation === 'get-caller-identity' ? null : say`It hands out credentials`;
  if (operation === undefined || KEYS.test(operation) || KEYS.test(service.replace('secretsmanager', '')))
    return say`It can hand out keys`;
  const isRead =
    /^(?:describe|list|head|search)-/.test(operation) ||
    /^(?:describe|list|tail|filter-log-events|get-log-events|get-metric-statistics|get-metric-data|get-cost-and-usage|get-bucket-location|get-bucket-versioning|get-bucket-tagging|get-user|get-role|get-policy|get-group|get-account-summary|get-queue-attributes|get-topic-attributes|get-distribution|get-hosted-zone|get-rest-apis|get-stages|get-trail-status)$/.test(
      operation,
    );
  return isRead ? null : unknownUse('aws', service, operation);
}

/** The words that are neither options nor the values of these. */
function skipGlobals(call: ToolCall, takesValue: RegExp): readonly string[] {
  const words: string[] = [];
  for (let at = 0; at < call.words.length; at += 1) {
    const text = call.words[at]?.text ?? '';
    if (takesValue.test(text)) at += 1;
    else if (!text.startsWith('-')) words.push(text.toLowerCase());
    else if (words.length >= 2) break;
  }
  return words;
}

interface Groups {
  readonly options: RegExp;
  readonly groups: ReadonlySet<string>;
  readonly reads: RegExp;
}

/** Nested groups, then a reading verb, then at most one name. */
function findVerbReason(call: ToolCall, { options, groups, reads }: Groups): Sentence | null {
  const option = findOption(call, options);
  if (option !== null) return option;
  const verbs = verbsOf(call);
  if (verbs.length === 0)
    return call.words.length === 1 && /^(?:--version|--help|-h)$/.test(call.words[0]?.text ?? '')
      ? null
      : unknownUse(call.name);
  if (verbs.some((verb) => KEYS.test(verb.toLowerCase()))) return say`It can hand out keys`;
  const at = verbs.findIndex((verb) => !groups.has(verb));
  return at >= 0 && reads.test(verbs[at] ?? '') && at >= verbs.length - 2
    ? null
    : unknownUse(call.name, ...verbs.slice(0, 3));
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

const AZ: Groups = {
  options: AZ_OPTIONS,
  reads: /^(?:list|show|exists|version|list-[a-z-]+|show-[a-z-]+)$/,
  groups: wordSet(`
    account ad acr advisor aks appservice plan webapp functionapp group vm vmss disk snapshot image network vnet subnet nsg rule
    public-ip nic lb dns zone record-set storage container blob sql server db mysql postgres flexible-server cosmosdb redis
    resource provider feature lock tag policy definition assignment role monitor activity-log metrics alert deployment sub
    operation cloud extension ml bicep repository backup vault job app user sp identity consumption usage budget iot hub
    eventhubs eventgrid servicebus namespace queue topic batch search staticwebapp nodepool location
  `),
};

const GCLOUD: Groups = {
  options: GCLOUD_OPTIONS,
  reads: /^(?:list|describe|info|version|get-value|get-iam-policy|help)$/,
  groups: wordSet(`
    alpha beta auth config configurations projects organizations folders compute instances disks images snapshots networks
    subnets firewall-rules zones regions machine-types addresses routes routers forwarding-rules backend-services url-maps
    target-pools health-checks instance-groups managed instance-templates container clusters node-pools run services revisions
    jobs functions sql databases backups operations iam roles service-accounts pubsub topics subscriptions app versions logging
    logs sinks dns managed-zones record-sets storage buckets components artifacts repositories docker packages builds triggers
    deploy monitoring dashboards redis spanner dataproc dataflow scheduler tasks queues workflows firestore bigtable filestore
    billing accounts asset feeds
  `),
};

const GH_GROUPS =
  /^(?:pr|issue|repo|run|workflow|release|gist|label|org|project|ruleset|cache|codespace|extension|ext|alias|config|variable|search)$/;

function findGhReason(call: ToolCall): Sentence | null {
  const [group, verb] = verbsOf(call);
  const odd = call.words.find(
    (word) =>
      /^(?:--web|-w|--show-token|-t|--hostname)$/.test(word.text) &&
      !(word.text === '-t' && group !== 'auth') &&
      !(word.text === '-w' && group === 'run' && verb === 'list'),
  );
  if (odd !== undefined) return say`It opens a page or shows a token`;
  if (call.words.some(({ text }) => namesOtherHost(text.replace(/^(?:-R|--?[a-zA-Z-]+=)/, ''))))
    return say`It asks another computer`;
  if (group === undefined)
    return call.words.length === 1 && call.words[0]?.text === '--version' ? null : unknownUse('gh');
  if (group === 'status' || group === 'version' || group === 'help') return null;
  if (group === 'auth') return verb === 'status' ? null : say`It changes or shows credentials`;
  if (!GH_GROUPS.test(group)) return unknownUse('gh', group);
  if (group === 'config' && /token/.test(call.words.at(-1)?.text ?? '')) return say`That setting could be a secret`;
  const looks =
    group === 'search'
      ? /^(?:issues|prs|repos|code|commits)$/
      : /^(?:list|ls|view|status|checks|diff|get|check|field-list|item-list)$/;
  return looks.test(verb ?? '') ? null : unknownUse('gh', group, verb ?? '');
}

/** Whether it names another host, as `host/owner/name` or an address; GitHub does not count. */
function namesOtherHost(text: string): boolean {
  const path = text.replace(/^https:\/\/(?:www\.)?github\.com\//i, '').replace(/^github\.com\//i, '');
  if (/:\/\/|^[\w.-]+@|^git:/i.test(path)) return true;
  const [host = '', ...rest] = path.split('/');
  return (
    path === text && rest.length >= 2 && /^[\w.-]+(?::\d+)?$/.test(host) && (host.includes('.') || rest.length === 2)
  );
}

function findTerraformReason(call: ToolCall): Sentence | null {
  const [verb, next] = call.operands.map((word) => word.text.toLowerCase());
  if (call.words.length === 1 && /^-{1,2}(?:version|v|help|h)$/.test(call.words[0]?.text ?? '')) return null;
  if (call.words.some(({ text }) => text.startsWith('-chdir'))) return say`It works in another folder`;
  if (verb === 'version') return null;
  // State that is stored remotely is fetched from the place named in the folder.
  if (verb === 'state') return say`It asks the computer that the folder names for its state`;
  if (verb === 'workspace')
    return next === 'show' ? null : say`It asks the computer that the folder names for its state`;
  if (verb === 'fmt')
    return call.words.some((word) => word.text === '-check') && !call.words.some((word) => /^-write/.test(word.text))
      ? null
      : say`It changes files`;
  return unknownUse('terraform', verb ?? '');
}

export const CLOUD_TOOLS: readonly Tool[] = [
  {
    names: 'aws',
    style: 'words',
    options: '*',
    operands: 'text',
    check: findAwsReason,
    risk: 'moderate',
    runs: [
      'aws --version',
      'aws sts get-caller-identity',
      'aws s3 ls',
      'aws ec2 describe-instances --region eu-west-1',
      'aws --profile dev ec2 describe-instances',
      'aws iam list-users',
      'aws configure list',
      'aws ec2 help',
      'aws rds describe-db-instances --query x',
    ],
    asks: [
      'aws s3 rm s3://b',
      'aws s3 ls s3://b',
      'aws s3 ls --human-readable s3://b',
      'aws s3api list-objects-v2 --bucket b --prefix x',
      'aws ec2 terminate-instances --instance-ids i',
      'aws secretsmanager get-secret-value --secret-id x',
      'aws sts assume-role --role-arn x',
      'aws ssm get-parameter --name x --with-decryption',
      'aws ec2 describe-instances --endpoint-url http://x',
      'aws ec2 describe-instances --endpoint http://x',
      'aws ec2 describe-instances --endpoi=x',
      'aws ec2 describe-instances --Endpoint-Url x',
      'aws ec2 describe-instances --ca-b x',
      'aws ec2 describe-instances --filters Name=x,Values@=file:///etc/passwd',
      'aws ec2 describe-instances --region x.evil/',
      'aws iam list-access-keys',
      'aws ec2 describe-instances --cli-input-json file://x',
      'aws configure set a b',
      'aws lambda invoke x',
      'aws ecr get-login-password',
      'aws ec2 describe-key-pairs',
      'aws logs delete-log-group --log-group-name x',
      'aws ec2 get-password-data --instance-id x',
      'aws eks update-kubeconfig',
      'aws s3 sync a b',
      'aws ec2 run-instances',
    ],
  },
  {
    names: 'az',
    style: 'words',
    options: '*',
    operands: 'text',
    check: (call) => findVerbReason(call, AZ),
    risk: 'moderate',
    runs: [
      'az account show',
      'az vm list',
      'az group list -o table',
      'az version',
      'az vm show -g a -n b',
      'az group exists -n x',
      'az --version',
    ],
    asks: [
      'az vm delete x',
      'az vm redeploy list',
      'az storage blob list --Account-Name x',
      'az storage container list --blob-end x',
      'az vm list --OUTPUT table',
      'az storage blob list --account-name x --container-name y',
      'az keyvault secret show -n x',
      'az storage account keys list',
      'az login',
      'az account get-access-token',
      'az rest --uri x',
      'az vm run-command invoke',
      'az webapp config appsettings list',
      'az acr credential show',
      'az group wait --name x --created',
      'az cosmosdb list-connection-strings',
      'az vm start x',
      'az config set a=b',
    ],
  },
  {
    names: 'gcloud',
    style: 'words',
    options: '*',
    operands: 'text',
    check: (call) => findVerbReason(call, GCLOUD),
    risk: 'moderate',
    runs: [
      'gcloud info',
      'gcloud config list',
      'gcloud compute instances list',
      'gcloud projects describe x',
      'gcloud auth list',
      'gcloud version',
      'gcloud config get-value project',
      'gcloud projects list --format=json',
    ],
    asks: [
      'gcloud auth print-access-token',
      'gcloud compute ssh x',
      'gcloud compute instances simulate-maintenance-event list',
      'gcloud app browse list',
      'gcloud info --flags x',
      'gcloud info --FLAGS-FILE=x',
      'gcloud projects list --api-endpoint-overrides=x',
      'gcloud projects list --impersonate x',
      'gcloud secrets versions access latest',
      'gcloud compute instances delete x',
      'gcloud projects delete list',
      'gcloud container clusters get-credentials x',
      'gcloud config set a b',
      'gcloud info --flags-file=x',
      'gcloud sql export sql a b',
      'gcloud iam service-accounts keys list',
    ],
  },
  {
    names: 'gh',
    style: 'words',
    options: '*',
    operands: 'text',
    check: findGhReason,
    risk: 'moderate',
    runs: [
      'gh pr list',
      'gh pr view 12',
      'gh pr list -R cli/cli',
      'gh repo view https://github.com/cli/cli',
      'gh issue list --state open',
      'gh repo view',
      'gh run list',
      'gh auth status',
      'gh --version',
      'gh pr diff 3',
      'gh pr checks',
      'gh release list',
      'gh search issues bug',
      'gh workflow list',
      'gh status',
    ],
    asks: [
      'gh pr create',
      'gh pr list -R evil.example/a/b',
      'gh pr list -Revil.example/a/b',
      'gh pr list --repo=evil.example/a/b',
      'gh repo view https://evil.example/a/b',
      'gh issue list --repo ghes/a/b',
      'gh pr merge 1',
      'gh api repos/x',
      'gh auth token',
      'gh auth status --show-token',
      'gh pr view 1 --web',
      'gh run view 1 -w',
      'gh repo delete x',
      'gh secret list',
      'gh issue close 1',
      'gh extension install x',
      'gh codespace ssh',
      'gh release delete v1',
      'gh alias set a b',
      'gh auth login',
      'gh run rerun 1',
      'gh gist create a',
      'gh pr checkout 1',
      'gh ext install x',
      'gh codespace code -c x',
      'gh repo clone x',
    ],
  },
  {
    names: 'terraform|tofu',
    style: 'words',
    options: '*',
    operands: 'text',
    check: findTerraformReason,
    risk: 'moderate',
    runs: ['terraform version', 'terraform -version', 'terraform workspace show', 'terraform fmt -check'],
    asks: [
      'terraform apply',
      'terraform state list',
      'terraform workspace list',
      'terraform providers',
      'terraform -chdir=x version',
      'terraform destroy',
      'terraform init',
      'terraform plan',
      'terraform state show x',
      'terraform output',
      'terraform fmt',
      'terraform console',
      'terraform import a b',
      'terraform workspace new x',
      'terraform show',
      'terraform providers lock',
      'terraform state rm x',
      'terraform fmt -check -write=true',
    ],
  },
];
