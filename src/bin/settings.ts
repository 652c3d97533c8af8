/** Reads `.env` and the environment; on errors reports all of them and ends with exit code 2. */
import { existsSync, readFileSync } from 'node:fs';
import { KeychainShut, readSecrets } from '../../adapters/secrets/secret-store.ts';
import { environmentOfAgent } from '../config/known-agents.ts';
import { parseEnvFile } from '../config/parse-env-file.ts';
import { readSettings, type SettingsResult } from '../config/read-settings.ts';
import { type Settings, VARIABLE_NAMES } from '../config/schema.ts';
import { textOf } from '../words/said-error.ts';
import { join, say, type Text } from '../words/say.ts';
import { findDataFolder, findSettingsFile } from './data-folder.ts';
import { EXIT, ExitError } from './exit.ts';
import { secretPlace } from './secrets.ts';

/** `note` gets a sentence for each misleading line of `.env`; readable values count all the same. */
export function loadSettings(
  environment: Readonly<Record<string, string | undefined>>,
  note: (problem: Text) => void = () => undefined,
): Settings {
  const odd: Text[] = [];
  const result = readAll(environment, odd);
  if (result.ok) {
    odd.forEach(note);
    return result.settings;
  }
  const problems = join(
    [...result.problems, ...odd].map((problem) => join(['  ', problem], '')),
    '\n',
  );
  throw new ExitError(EXIT.configuration, say`Deskhand cannot start with these settings:\n${problems}`);
}

function readAll(environment: Readonly<Record<string, string | undefined>>, odd: Text[]): SettingsResult {
  const path = findSettingsFile(environment);
  try {
    const { values, problems } = parseEnvFile(existsSync(path) ? readFileSync(path, 'utf8') : '');
    odd.push(...problems);
    const dataFolder = findDataFolder(environment.DATA_DIR?.trim() || values.DATA_DIR, environment);
    // The environment takes precedence over stored secrets, and these over `.env`.
    return readSettings(environment, { ...values, ...readSecrets(secretPlace(dataFolder, environment)) });
  } catch (error) {
    if (error instanceof KeychainShut) throw new ExitError(EXIT.configuration, error.text, { cause: error });
    const why = textOf(error);
    return {
      ok: false,
      problems: [say`${path} cannot be read (${why}); make it readable for you: ${`chmod 600 "${path}"`}`],
    };
  }
}

/** Text of `.env`; '' when there is none, or it cannot be read. */
export function readEnvText(): string {
  try {
    return readFileSync(findSettingsFile(), 'utf8');
  } catch {
    return '';
  }
}

/** Without Deskhand's own settings, so that other programs get no token. */
export function withoutSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !VARIABLE_NAMES.includes(name)));
}

/** Variables by which cloud tools find their credentials. */
const CLOUD_SECRETS = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_BEARER_TOKEN_BEDROCK'];

/** Names of an agent's variables that hold secrets; other values, such as addresses, are none. */
const SECRET_LIKE = /KEY|TOKEN|SECRET|PASS|AUTH|CREDENTIAL/i;

function secretsOfAgent(
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (![settings.MODEL_PROVIDER, settings.FALLBACK_MODEL_PROVIDER].includes('acp')) return [];
  return Object.entries(environmentOfAgent(settings, environment))
    .filter(([name]) => SECRET_LIKE.test(name))
    .map(([, value]) => value);
}

/** Deskhand's own tokens, and cloud credentials in the environment: values that must never be stored or sent. */
export function secretsOf(
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const { TELEGRAM_BOT_TOKEN, SLACK_BOT_TOKEN, SLACK_APP_TOKEN, ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY } =
    settings;
  // A Telegram token's second half is as good as the whole; the first is the bot's public number.
  const telegramSecret = TELEGRAM_BOT_TOKEN?.split(':')[1];
  return [
    TELEGRAM_BOT_TOKEN,
    telegramSecret,
    SLACK_BOT_TOKEN,
    SLACK_APP_TOKEN,
    ANTHROPIC_API_KEY,
    OPENAI_API_KEY,
    GEMINI_API_KEY,
    ...CLOUD_SECRETS.map((name) => environment[name]),
    ...secretsOfAgent(settings, environment),
  ].flatMap((secret) => (secret === undefined || secret === '' ? [] : [secret]));
}
