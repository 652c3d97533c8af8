/** Cloud tools, by their verbs: describing and listing is moderate, what hands out keys or changes anything asks. */
import type { Tool, ToolCall } from '../tool-rule.ts';

/** Words that name things which open other things. */
const KEYS =
  /key|secret|credential|token|passw|connection-string|connectionstring|sas|publishing|appsettings|login|kubeconfig|signed|presign|startup-script|user-data|userdata|environment-variable|getenv/;

/** Options that send the request elsewhere, read files into it, or take it from a file. */
const REDIRECTS =
  /^--(?:endpoint-url|cli-input|no-verify-ssl|ca-bundle|debug|generate-cli-skeleton|cli-auto-prompt|flags-file|impersonate|access-token-file|configuration|query-from|use-profile|with-decryption|web|cli-binary-format|log-http|subscription-key|server|host|method|input|show-token|paginate-all)/;

function findSpread(call: ToolCall): string | null {
  const odd = call.words.find((word) => word.text.startsWith('-') && REDIRECTS.test(word.text));
  if (odd !== undefined) return `${call.name} ${odd.text.slice(0, 30)} may change something`;
  return call.words.some((word) => /^(?:file|fileb|https?):\/\/|^@/.test(word.text.replace(/^--[\w-]+=/, '')))
    ? 'it sends a file or fetches an address'
    : null;
}

/** Subcommand words: what stands before the first option. */
function verbsOf(call: ToolCall): readonly string[] {
  const end = call.words.findIndex((word) => word.text.startsWith('-'));
  return (end < 0 ? call.words : call.words.slice(0, end)).map((word) => word.text.toLowerCase());
}

function findAwsReason(call: ToolCall): string | null {
  const [service, operation, third] = skipGlobals(
    call,
    /^--(?:region|output|profile|query|color|page-size|max-items|cli-read-timeout|cli-connect-timeout)$/,
  );
  const spread = findSpread(call);
  if (spread !== null) return spread;
  if (service === undefined)
    return call.words.some((word) => word.text === '--version') ? null : 'aws alone is not understood';
  if (service === 'help' || operation === 'help') return null;
  if (service === 'configure')
    return operation === 'list' || operation === 'list-profiles' ? null : 'aws configure changes or shows credentials';
  if (service === 's3') {
    const rest = call.words.slice(call.words.findIndex((word) => word.text === 'ls') + 1);
    const isBare = third === undefined && rest.every((word) => word.text.startsWith('-'));
    return operation === 'ls' && isBare ? null : 'aws s3 with a place is not only local';
  }
  if (service === 's3api' && operation !== 'list-buckets') return 'aws s3api with a place is not only local';
  if (service === 'sts') return operation === 'get-caller-identity' ? null : 'aws sts hands out credentials';
  if (operation === undefined || KEYS.test(operation) || KEYS.test(service.replace('secretsmanager', '')))
    return 'it can hand out keys';
  const isRead =
    /^(?:describe|list|head|search)-/.test(operation) ||
    /^(?:describe|list|tail|filter-log-events|get-log-events|get-metric-statistics|get-metric-data|get-cost-and-usage|get-bucket-location|get-bucket-versioning|get-bucket-tagging|get-user|get-role|get-policy|get-group|get-account-summary|get-queue-attributes|get-topic-attributes|get-distribution|get-hosted-zone|get-rest-apis|get-stages|get-trail-status)$/.test(
      operation,
    );
  return isRead ? null : `aws ${service} ${operation.slice(0, 40)} may change something`;
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

function findLastVerbReason(call: ToolCall, reads: RegExp): string | null {
  const verbs = verbsOf(call);
  const spread = findSpread(call);
  if (spread !== null) return spread;
  if (verbs.length === 0)
    return call.words.length === 1 && /^(?:--version|-v|--help|-h)$/.test(call.words[0]?.text ?? '')
      ? null
      : `${call.name} alone is not understood`;
  if (verbs.some((verb) => KEYS.test(verb))) return 'it can hand out keys';
  const at = verbs.findIndex((verb) => reads.test(verb));
  return at >= 0 && at >= verbs.length - 2 && !verbs.some((verb) => CHANGES.test(verb))
    ? null
    : `${call.name} ${verbs.slice(0, 3).join(' ').slice(0, 40)} may change something`;
}

const CHANGES =
  /^(?:delete|remove|rm|create|update|set|add|run|start|stop|restart|deploy|destroy|apply|import|export|ssh|scp|exec|invoke|reset|cancel|move|patch|enable|disable|purge|wait|install|edit|access|call|rest|api|download|upload|copy|cp|sync)$/;

const GH_GROUPS =
  /^(?:pr|issue|repo|run|workflow|release|gist|label|org|project|ruleset|cache|codespace|extension|ext|alias|config|variable|search)$/;

function findGhReason(call: ToolCall): string | null {
  const [group, verb] = verbsOf(call);
  const odd = call.words.find(
    (word) =>
      /^(?:--web|-w|--show-token|-t|--hostname)$/.test(word.text) &&
      !(word.text === '-t' && group !== 'auth') &&
      !(word.text === '-w' && group === 'run' && verb === 'list'),
  );
  if (odd !== undefined) return `gh ${odd.text} opens a page or shows a token`;
  if (group === undefined)
    return call.words.length === 1 && call.words[0]?.text === '--version' ? null : 'gh alone is not understood';
  if (group === 'status' || group === 'version' || group === 'help') return null;
  if (group === 'auth') return verb === 'status' ? null : 'gh auth changes or shows credentials';
  if (!GH_GROUPS.test(group)) return `gh ${group.slice(0, 30)} may change something`;
  if (group === 'config' && /token/.test(call.words.at(-1)?.text ?? '')) return 'that setting is a secret';
  const looks =
    group === 'search'
      ? /^(?:issues|prs|repos|code|commits)$/
      : /^(?:list|ls|view|status|checks|diff|get|check|field-list|item-list)$/;
  return looks.test(verb ?? '') ? null : `gh ${group} ${verb?.slice(0, 30) ?? ''} may change something`;
}

function findTerraformReason(call: ToolCall): string | null {
  const [verb, next] = call.operands.map((word) => word.text.toLowerCase());
  if (call.words.length === 1 && /^-{1,2}(?:version|v|help|h)$/.test(call.words[0]?.text ?? '')) return null;
  if (verb === 'version' || (verb === 'providers' && next === undefined)) return null;
  if (verb === 'state') return next === 'list' ? null : 'the state holds secrets, or is changed';
  if (verb === 'workspace') return next === 'list' || next === 'show' ? null : 'it changes the workspace';
  if (verb === 'fmt')
    return call.words.some((word) => word.text === '-check') && !call.words.some((word) => /^-write/.test(word.text))
      ? null
      : 'terraform fmt writes files';
  return `terraform ${verb?.slice(0, 30) ?? 'alone'} may change something`;
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
    check: (call) =>
      call.words.some((word) =>
        /^--(?:account-name|blob-endpoint|vault-name|[a-z-]*url|[a-z-]*endpoint)/.test(word.text),
      )
        ? 'it asks a service that anybody could run'
        : findLastVerbReason(call, /^(?:list|show|exists|version|list-[a-z-]+|show-[a-z-]+)$/),
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
    check: (call) =>
      findLastVerbReason(call, /^(?:list|describe|info|version|get-value|get-iam-policy|help|list-[a-z-]+)$/),
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
    runs: [
      'terraform version',
      'terraform -version',
      'terraform state list',
      'terraform workspace list',
      'terraform fmt -check',
      'terraform providers',
    ],
    asks: [
      'terraform apply',
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
