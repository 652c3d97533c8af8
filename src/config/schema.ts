/** Every setting, its meaning, its default, and what to say when it is wrong (design, section 3). */

import { z } from 'zod';
import { isLoneModifier, parseKeys } from '../action/keys.ts';
import { isKnownLanguage, knownLanguages } from '../words/languages.ts';
import { english } from '../words/speak.ts';
import { machineNameSchema } from './machine-name.ts';
import { modelPictures } from './model-pictures.ts';

const list = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .transform((items) => items.filter((item) => item !== ''));

function wholeNumber(low: number, high: number) {
  return z
    .string()
    .regex(/^\d+$/, `set a whole number from ${low} to ${high}`)
    .transform(Number)
    .refine((value) => value >= low && value <= high, `set a whole number from ${low} to ${high}`);
}

function amount(low: number, high: number) {
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, `set a number from ${low} to ${high}`)
    .transform(Number)
    .refine((value) => value >= low && value <= high, `set a number from ${low} to ${high}`);
}

function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.preprocess(
    (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    z.enum(words, { error: `set one of ${words.join(', ')}` }),
  );
}

/** Which ones there are is known when it is read: a file brings one. */
const language = z
  .string()
  .transform((value) => value.toLowerCase())
  .refine((value) => value === 'auto' || isKnownLanguage(value), {
    error: () => `set one of ${[...knownLanguages(), 'auto'].join(', ')}`,
  });

/** The two tokens of Slack are easily swapped. */
function sayKind(value: unknown, start: string, kind: string): string {
  return typeof value === 'string' && value.startsWith(start) ? `this is ${kind}; ` : '';
}

/** Applications would lose a key by itself for as long as something runs. */
const STOP_KEY_FORM =
  'set keys with at least one of ctrl, option (alt), cmd and shift in front, like ctrl+option+escape';

const stopKey = z.string().superRefine((keys, context) => {
  const parsed = parseKeys(keys);
  if (!parsed.ok) context.addIssue({ code: 'custom', message: `${STOP_KEY_FORM} (${english(parsed.reason)})` });
  else if (parsed.combo.modifiers.length === 0 || isLoneModifier(parsed.combo.key))
    context.addIssue({ code: 'custom', message: STOP_KEY_FORM });
});

const address = z.url({ protocol: /^https?$/, error: 'set a full address that starts with https:// or http://' });

const PRICES_FORM = 'set JSON like {"my-model":[2,10]}: USD per million tokens in and out';

const prices = z
  .string()
  .transform((value, context): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({
        code: 'custom',
        message: PRICES_FORM,
      });
      return z.NEVER;
    }
  })
  .pipe(
    z.record(z.string(), z.tuple([z.number().min(0), z.number().min(0)], PRICES_FORM), {
      error: PRICES_FORM,
    }),
  );

const LINKS_FORM =
  'set the same person in several chats like telegram:123=slack:T012AB:U345CD, several people apart by ;';
const identity = z.string().regex(/^(?:telegram:\d+|slack:[TE][A-Z0-9]*:[UW][A-Z0-9]*|web:owner)$/, LINKS_FORM);

const HOSTS_FORM =
  'set the hosts of the agent’s provider, comma separated, like api.anthropic.com or *.example.com:8443';
const host = z
  .string()
  .toLowerCase()
  .regex(/^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/, HOSTS_FORM);
const ENV_FORM = 'set names of variables, comma separated, like ANTHROPIC_API_KEY; their values stay where they are';

const NATS_FORM = 'set the address of your NATS server like tls://nats.example.com:4222';

/** Groups of sender ids, each one person. */
const links = z
  .string()
  .transform((value) => value.split(';').map((group) => group.split('=').map((id) => id.trim())))
  .transform((groups) => groups.filter((group) => group.some((id) => id !== '')))
  .pipe(z.array(z.array(identity).min(2, LINKS_FORM)));

/** Each variable by name. Values are strings; an empty one never gets here. */
const variables = {
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(
      /^\d+:\S+$/,
      'set the token @BotFather gave you (digits, a colon, letters); write /newbot to @BotFather to get one',
    )
    .optional(),
  TELEGRAM_ALLOWED_USERS: list
    .pipe(
      z.array(
        z
          .string()
          .regex(/^\d+$/, 'set numeric Telegram ids, comma separated (not @names); @userinfobot tells you yours'),
      ),
    )
    .default([]),
  TELEGRAM_API_ROOT: address.default('https://api.telegram.org'),
  SLACK_BOT_TOKEN: z
    .string()
    .startsWith('xoxb-', {
      error: ({ input }) =>
        `${sayKind(input, 'xapp-', 'the app-level token, which goes into SLACK_APP_TOKEN')}set the Bot User OAuth Token (xoxb-…) from your Slack app, page "OAuth & Permissions"`,
    })
    .optional(),
  SLACK_APP_TOKEN: z
    .string()
    .startsWith('xapp-', {
      error: ({ input }) =>
        `${sayKind(input, 'xoxb-', 'the bot token, which goes into SLACK_BOT_TOKEN')}set the app-level token (xapp-…) with connections:write from your Slack app, page "Basic Information"`,
    })
    .optional(),
  SLACK_ALLOWED_USERS: list
    .pipe(
      z.array(z.string().regex(/^[TE][A-Z0-9]*:[UW][A-Z0-9]*$/, 'set TEAM:USER, comma separated, like T012AB:U345CD')),
    )
    .default([]),
  SLACK_API_URL: address.default('https://slack.com/api/'),
  WEB_CHAT: choice(['on', 'off', 'auto']).default('auto'),
  WEB_CHAT_PORT: wholeNumber(0, 65_535).default(7780),
  TRIGGERS: choice(['on', 'off']).default('off'),
  TRIGGERS_PORT: wholeNumber(0, 65_535).default(7781),
  MODEL_PROVIDER: choice(['anthropic', 'bedrock', 'vertex', 'openai', 'gemini', 'acp', 'playbook']).optional(),
  FALLBACK_MODEL_PROVIDER: choice(['anthropic', 'bedrock', 'vertex', 'openai', 'gemini', 'acp']).optional(),
  FALLBACK_MODEL: z.string().optional(),
  ACP_COMMAND: z.string().optional(),
  ACP_HOSTS: list.pipe(z.array(host).min(1, HOSTS_FORM)).optional(),
  ACP_ENV: list.pipe(z.array(z.string().regex(/^\w+$/, ENV_FORM))).optional(),
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
  NATS_URL: z.url({ protocol: /^(?:tls|nats|wss)$/, error: NATS_FORM }).optional(),
  NATS_CREDS: z.string().optional(),
  MACHINE_NAME: z.string().toLowerCase().pipe(machineNameSchema).optional(),
  DESKHAND_ROLE: choice(['both', 'gateway', 'worker']).default('both'),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
} as const;

export const VARIABLE_NAMES: readonly string[] = Object.keys(variables);

export const settingsSchema = z.object(variables);

/** All settings, checked, with defaults. */
export type Settings = z.infer<typeof settingsSchema>;
