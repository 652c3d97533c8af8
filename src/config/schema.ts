/** Every setting, its meaning, its default, and the message when it is wrong (design, section 3). */

import { z } from 'zod';
import { isLoneModifier, parseKeys } from '../action/keys.ts';
import { isKnownLanguage, knownLanguages } from '../words/languages.ts';
import { join, say, type Text } from '../words/say.ts';
import { described } from '../words/say-issue.ts';
import { json } from './json.ts';
import { machineNameSchema } from './machine-name.ts';
import { modelPictures } from './model-pictures.ts';

const list = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .transform((items) => items.filter((item) => item !== ''));

function wholeNumber(low: number, high: number) {
  const number = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(low).max(high));
  return described(number, say`set a whole number from ${String(low)} to ${String(high)}`);
}

function amount(low: number, high: number) {
  const number = z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().min(low).max(high));
  return described(number, say`set a number from ${String(low)} to ${String(high)}`);
}

function oneOf(words: readonly string[]): Text {
  return say`set one of ${words.join(', ')}`;
}

function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return described(z.string().toLowerCase().pipe(z.enum(words)), oneOf(words));
}

/** The known languages are checked when the value is read, as files add some. */
const language = described(
  z
    .string()
    .toLowerCase()
    .refine((value) => value === 'auto' || isKnownLanguage(value)),
  () => oneOf([...knownLanguages(), 'auto']),
);

/** Applications would lose a key by itself for as long as something runs. */
const STOP_KEY_FORM = say`set keys with at least one of ctrl, option (alt), cmd and shift in front, like ${'ctrl+option+escape'}`;

const stopKey = described(
  z.string().refine((keys) => {
    const parsed = parseKeys(keys);
    return parsed.ok && parsed.combo.modifiers.length > 0 && !isLoneModifier(parsed.combo.key);
  }),
  (keys) => {
    const parsed = parseKeys(keys);
    return parsed.ok ? STOP_KEY_FORM : say`${STOP_KEY_FORM} (${parsed.reason})`;
  },
);

const address = described(
  z.url({ protocol: /^https?$/ }),
  say`set a full address that starts with https:// or http://`,
);

const prices = described(
  json.pipe(z.record(z.string(), z.tuple([z.number().min(0), z.number().min(0)]))),
  say`set JSON like ${'{"my-model":[2,10]}'}: USD per million tokens in and out`,
);

const identity = z.string().regex(/^(?:telegram:\d+|slack:[TE][A-Z0-9]*:[UW][A-Z0-9]*|web:owner)$/);

const HOST = /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;

function listOf(form: RegExp, least = 0) {
  return list.pipe(z.array(z.string().regex(form)).min(least));
}

/** Groups of sender ids, each one person. */
const links = described(
  z
    .string()
    .transform((value) => value.split(';').map((group) => group.split('=').map((id) => id.trim())))
    .transform((groups) => groups.filter((group) => group.some((id) => id !== '')))
    .pipe(z.array(z.array(identity).min(2))),
  say`set the same person in several chats like ${'telegram:123=slack:T012AB:U345CD'}, several people apart by ;`,
);

/** The two tokens of Slack are easily swapped. */
function slackToken(start: string, form: Text, other: string, swapped: Text) {
  const sayForm = (value: string): Text => (value.startsWith(other) ? join([swapped, form], ' ') : form);
  return described(z.string().startsWith(start), sayForm).optional();
}

/** All variables by name. Values are strings; empty ones are removed before. */
const variables = {
  TELEGRAM_BOT_TOKEN: described(
    z.string().regex(/^\d+:\S+$/),
    say`set the token @BotFather gave you (digits, a colon, letters); write /newbot to @BotFather to get one`,
  ).optional(),
  TELEGRAM_ALLOWED_USERS: described(
    listOf(/^\d+$/),
    say`set numeric Telegram ids, comma separated (not @names); @userinfobot tells you yours`,
  ).default([]),
  TELEGRAM_API_ROOT: address.default('https://api.telegram.org'),
  SLACK_BOT_TOKEN: slackToken(
    'xoxb-',
    say`set the Bot User OAuth Token (xoxb-…) from your Slack app, page "OAuth & Permissions"`,
    'xapp-',
    say`this is the app-level token, which goes into ${'SLACK_APP_TOKEN'};`,
  ),
  SLACK_APP_TOKEN: slackToken(
    'xapp-',
    say`set the app-level token (xapp-…) with ${'connections:write'} from your Slack app, page "Basic Information"`,
    'xoxb-',
    say`this is the bot token, which goes into ${'SLACK_BOT_TOKEN'};`,
  ),
  SLACK_ALLOWED_USERS: described(
    listOf(/^[TE][A-Z0-9]*:[UW][A-Z0-9]*$/),
    say`set TEAM:USER, comma separated, like ${'T012AB:U345CD'}`,
  ).default([]),
  SLACK_API_URL: address.default('https://slack.com/api/'),
  WEB_CHAT: choice(['on', 'off', 'auto']).default('auto'),
  WEB_CHAT_PORT: wholeNumber(0, 65_535).default(7780),
  TRIGGERS: choice(['on', 'off']).default('off'),
  TRIGGERS_PORT: wholeNumber(0, 65_535).default(7781),
  MODEL_PROVIDER: choice(['anthropic', 'bedrock', 'vertex', 'openai', 'gemini', 'acp', 'playbook']).optional(),
  FALLBACK_MODEL_PROVIDER: choice(['anthropic', 'bedrock', 'vertex', 'openai', 'gemini', 'acp']).optional(),
  FALLBACK_MODEL: z.string().optional(),
  ACP_COMMAND: z.string().optional(),
  ACP_HOSTS: described(
    z.string().toLowerCase().pipe(listOf(HOST, 1)),
    say`set the hosts of the agent’s provider, comma separated, like ${'api.anthropic.com'} or ${'*.example.com:8443'}`,
  ).optional(),
  ACP_ENV: described(
    listOf(/^\w+$/),
    say`set names of variables, comma separated, like ${'ANTHROPIC_API_KEY'}; their values stay where they are`,
  ).optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  ANTHROPIC_BASE_URL: address.optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: address.optional(),
  GEMINI_API_KEY: z.string().optional(),
  GEMINI_BASE_URL: address.optional(),
  GOOGLE_CLOUD_PROJECT: z.string().optional(),
  GOOGLE_CLOUD_LOCATION: z.string().optional(),
  AWS_REGION: z.string().optional(),
  ANTHROPIC_BEDROCK_BASE_URL: address.optional(),
  ANTHROPIC_VERTEX_PROJECT_ID: z.string().optional(),
  CLOUD_ML_REGION: z.string().optional(),
  ANTHROPIC_VERTEX_BASE_URL: address.optional(),
  MODEL_MAIN: z.string().optional(),
  MODEL_FAST: z.string().optional(),
  MODEL_STRONG: z.string().optional(),
  MODEL_PRICES: prices.default({}),
  MODEL_PICTURES: modelPictures.default({}),
  MODEL_TOOLS: choice(['json', 'hosted']).default('json'),
  MAX_ITERATIONS: wholeNumber(1, 1000).default(35),
  RUN_TIME_LIMIT_MIN: amount(0.05, 1440).default(60),
  RUN_TOKEN_BUDGET: wholeNumber(1, 1_000_000_000).default(300_000),
  RUN_COST_LIMIT_USD: amount(0, 100_000).default(1),
  DAY_COST_LIMIT_USD: amount(0, 100_000).default(10),
  CONFIRM_TIMEOUT_S: amount(1, 86_400).default(600),
  CONFIRM_STYLE: choice(['ask', 'countdown']).default('ask'),
  STOP_KEY: stopKey.default('ctrl+option+escape'),
  DISPLAY_INDEX: wholeNumber(1, 16).default(1),
  GROUP_PICTURES: choice(['on', 'off']).default('off'),
  PRIVATE_APPS: list.optional(),
  LINKED_USERS: links.default([]),
  VOICE_MODEL: z.string().optional(),
  READING: choice(['on', 'off']).default('on'),
  READING_MODEL: z.string().optional(),
  LANGUAGE: language.default('auto'),
  RECORDINGS_KEEP_DAYS: wholeNumber(1, 36_500).default(30),
  RECORDINGS_MAX_MB: wholeNumber(1, 10_000_000).default(2000),
  DATA_DIR: z.string().optional(),
  UPDATE_CHECK: choice(['off', 'on']).default('off'),
  UPDATE_SIGNERS: z.string().optional(),
  TELEMETRY_OTLP_ENDPOINT: address.optional(),
  NATS_URL: described(
    z.url({ protocol: /^(?:tls|nats|wss)$/ }),
    say`set the address of your NATS server like ${'tls://nats.example.com:4222'}`,
  ).optional(),
  NATS_CREDS: z.string().optional(),
  MACHINE_NAME: z.string().toLowerCase().pipe(machineNameSchema).optional(),
  DESKHAND_ROLE: choice(['both', 'gateway', 'worker']).default('both'),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
} as const;

export const VARIABLE_NAMES: readonly string[] = Object.keys(variables);

export const settingsSchema = z.object(variables);

/** All settings, checked, with defaults. */
export type Settings = z.infer<typeof settingsSchema>;
