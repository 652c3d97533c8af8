/** Turns the environment and `.env` into settings, or into every problem at once. */

import { closestWord } from '../words/closest.ts';
import { isKnownLanguage } from '../words/languages.ts';
import { plural, say, type Text } from '../words/say.ts';
import { sayIssue } from '../words/say-issue.ts';
import { findKnownAgent } from './known-agents.ts';
import { type Settings, settingsSchema, VARIABLE_NAMES } from './schema.ts';

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly Text[] };

/**
 * `environment` takes precedence over `envFile` (the parsed `.env`); an empty value counts as unset. An unknown name is a problem in `.env`, but
 * ignored in the environment. Each problem is one sentence: the variable and what to set.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  envFile: Readonly<Record<string, string | undefined>>,
): SettingsResult {
  const problems: Text[] = Object.keys(envFile)
    .filter((name) => !VARIABLE_NAMES.includes(name))
    .map(describeUnknown);
  const values: Record<string, string> = {};
  for (const name of VARIABLE_NAMES) {
    const value = firstSet(ownValue(name, environment[name]), envFile[name]);
    if (value !== null) values[name] = value;
  }
  const result = settingsSchema.safeParse(values);
  const byVariable = new Map(result.error?.issues.map((issue) => [String(issue.path[0]), sayIssue(issue)]));
  for (const [name, text] of byVariable) problems.push(say`${name}: ${text}`);
  problems.push(...findMissing(values));
  return result.success && problems.length === 0 ? { ok: true, settings: result.data } : { ok: false, problems };
}

/** A list of locales, in gettext(3)'s variable of the same name, which desktops set, such as `de_DE:de`. */
const LOCALES = /^[a-z]{2,3}(?:_[a-z]{2})?(?:[.@][\w-]+)?(?::[\w.@-]*)*$/i;

/** Ignores a value that other programs mean by the same name. */
function ownValue(name: string, value: string | undefined): string | undefined {
  if (name !== 'LANGUAGE' || value === undefined) return value;
  const word = value.trim().toLowerCase();
  if (word === 'auto' || isKnownLanguage(word)) return value;
  return LOCALES.test(value.trim()) ? undefined : value;
}

function firstSet(...values: readonly (string | undefined)[]): string | null {
  for (const value of values) if (value !== undefined && value.trim() !== '') return value.trim();
  return null;
}

/** Form of a setting's name. Anything else may be a piece of a token on a line of its own. */
const SETTING_LIKE = /^[A-Z][A-Z_]{0,39}$/i;

function describeUnknown(name: string): Text {
  const closest = closestWord(name, VARIABLE_NAMES);
  if (closest !== null) return say`${name} in .env is not a setting: did you mean ${closest}?`;
  if (SETTING_LIKE.test(name)) return say`${name} in .env is not a setting: remove it; .env.example lists all names`;
  return say`A name of ${name.length} characters in .env is not a setting, and not shown because it may be a secret: remove it; .env.example lists all names`;
}

/** Problems between variables: ones that need others. Checked on the raw values, valid or not, so that all problems are reported at once. */
function findMissing(values: Readonly<Record<string, string>>): readonly Text[] {
  const problems: Text[] = [];
  const provider = values.MODEL_PROVIDER?.toLowerCase();
  if (values.SLACK_BOT_TOKEN !== undefined && values.SLACK_APP_TOKEN === undefined) {
    problems.push(
      say`${'SLACK_APP_TOKEN'}: Slack needs it beside ${'SLACK_BOT_TOKEN'}; create one with ${'connections:write'} on your app's page "Basic Information"`,
    );
  }
  if (values.SLACK_APP_TOKEN !== undefined && values.SLACK_BOT_TOKEN === undefined) {
    problems.push(
      say`${'SLACK_BOT_TOKEN'}: Slack needs it beside ${'SLACK_APP_TOKEN'}; copy it from your app's page "OAuth & Permissions"`,
    );
  }
  problems.push(...findMissingOfFleet(values));
  const fallback = values.FALLBACK_MODEL_PROVIDER?.toLowerCase();
  problems.push(...findMissingOf(provider, 'MODEL_PROVIDER', values));
  if (fallback !== undefined && fallback === provider && values.FALLBACK_MODEL === undefined) {
    problems.push(
      say`${'FALLBACK_MODEL_PROVIDER'}: this is the main provider itself; set another one, or ${'FALLBACK_MODEL'}`,
    );
  } else if (fallback !== provider) problems.push(...findMissingOf(fallback, 'FALLBACK_MODEL_PROVIDER', values));
  if (fallback === undefined && values.FALLBACK_MODEL !== undefined) {
    problems.push(
      say`${'FALLBACK_MODEL_PROVIDER'}: ${'FALLBACK_MODEL'} is a model of it; set one of ${'anthropic, bedrock, vertex, openai, gemini, acp'}`,
    );
  }
  if (fallback === 'openai' && values.OPENAI_BASE_URL !== undefined && values.FALLBACK_MODEL === undefined) {
    problems.push(say`${'FALLBACK_MODEL'}: a server of your own needs the name of the model that it has`);
  }
  return problems;
}

/** Settings that a machine among several needs to reach the others. */
function findMissingOfFleet(values: Readonly<Record<string, string>>): readonly Text[] {
  const role = values.DESKHAND_ROLE?.toLowerCase() ?? 'both';
  const isAlone = values.NATS_URL === undefined;
  if (isAlone && role === 'both') return [];
  const why = say`${role === 'both' ? 'NATS_URL' : `DESKHAND_ROLE=${role}`} needs it`;
  return [
    ...(isAlone
      ? [say`${'NATS_URL'}: ${why}: the address of your NATS server, like ${'tls://nats.example.com:4222'}`]
      : []),
    ...(values.NATS_CREDS === undefined
      ? [say`${'NATS_CREDS'}: ${why}: the file with what signs this computer in there`]
      : []),
    ...(role !== 'gateway' && values.MACHINE_NAME === undefined
      ? [say`${'MACHINE_NAME'}: ${why}: what this computer is called in the chat, like studio`]
      : []),
  ];
}

/** Settings that this provider needs. `variable`: where it was named. */
function findMissingOf(
  provider: string | undefined,
  variable: string,
  values: Readonly<Record<string, string>>,
): readonly Text[] {
  const problems: Text[] = [];
  if (provider === 'anthropic' && values.ANTHROPIC_API_KEY === undefined) {
    problems.push(
      say`${'ANTHROPIC_API_KEY'}: ${`${variable}=anthropic`} needs it; create one at https://console.anthropic.com, page "API keys"`,
    );
  }
  if (provider === 'openai' && values.OPENAI_API_KEY === undefined && values.OPENAI_BASE_URL === undefined) {
    problems.push(
      say`${'OPENAI_API_KEY'}: ${`${variable}=openai`} needs it (or ${'OPENAI_BASE_URL'} for a server of your own); create one at https://platform.openai.com/api-keys`,
    );
  }
  if (provider === 'gemini' && values.GEMINI_API_KEY === undefined) {
    const missing = (['GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'] as const).filter(
      (name) => values[name] === undefined,
    );
    if (missing.length === 1)
      problems.push(say`${missing.join('')}: Gemini on Vertex AI needs it beside the other one`);
    if (missing.length === 2)
      problems.push(
        say`${'GEMINI_API_KEY'}: ${`${variable}=gemini`} needs it (or ${'GOOGLE_CLOUD_PROJECT'} and ${'GOOGLE_CLOUD_LOCATION'} for Vertex AI); create one at https://aistudio.google.com/apikey`,
      );
  }
  if (provider === 'acp' && values.ACP_COMMAND === undefined) {
    problems.push(
      say`${'ACP_COMMAND'}: ${`${variable}=acp`} needs it: the command that starts your agent, like ${'claude-agent-acp'}; docs/providers.md names some`,
    );
  }
  const isUnknownAgent = values.ACP_COMMAND !== undefined && findKnownAgent(values.ACP_COMMAND) === null;
  if (provider === 'acp' && isUnknownAgent && values.ACP_HOSTS === undefined) {
    problems.push(
      say`${'ACP_HOSTS'}: it is not known which hosts this agent needs, and it reaches no other; set those of its provider, like ${'api.example.com'}`,
    );
  }
  if (provider === 'bedrock' && values.AWS_REGION === undefined) {
    problems.push(say`${'AWS_REGION'}: ${`${variable}=bedrock`} needs it, for example us-east-1`);
  }
  if (provider === 'vertex') {
    const missing = (['ANTHROPIC_VERTEX_PROJECT_ID', 'CLOUD_ML_REGION'] as const).filter(
      (name) => values[name] === undefined,
    );
    if (missing.length > 0)
      problems.push(
        plural(
          missing.length,
          say`${missing.join('')}: ${`${variable}=vertex`} needs it, as your Google Cloud console shows it`,
          say`${missing[0] ?? ''} and ${missing[1] ?? ''}: ${`${variable}=vertex`} needs both, as your Google Cloud console shows them`,
        ),
      );
  }
  return problems;
}
