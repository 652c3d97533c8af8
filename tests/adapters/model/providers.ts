/** Every provider's model against its strict server, with waits short enough for tests: what is true of all is tested on all. */
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { createAnthropicModel } from '../../../adapters/model/anthropic.ts';
import type { AskOptions } from '../../../adapters/model/ask-provider.ts';
import { createBedrockModel } from '../../../adapters/model/bedrock.ts';
import { createGeminiModel } from '../../../adapters/model/gemini.ts';
import {
  ANTHROPIC_DEFAULTS,
  BEDROCK_DEFAULTS,
  GEMINI_DEFAULTS,
  OPENAI_DEFAULTS,
} from '../../../adapters/model/models.ts';
import { createOpenAiModel } from '../../../adapters/model/openai.ts';
import { createVertexModel } from '../../../adapters/model/vertex.ts';
import type { Model } from '../../../src/ports/model.ts';
import { createBedrockDialect } from '../../servers/anthropic/bedrock.ts';
import { type AnthropicServerOptions, type Decision, startAnthropicServer } from '../../servers/anthropic/server.ts';
import { createVertexDialect } from '../../servers/anthropic/vertex.ts';
import { type GeminiServer, type GeminiServerOptions, startGeminiServer } from '../../servers/gemini/server.ts';
import { startGoogleIdentity } from '../../servers/google-identity.ts';
import { type OpenAiServerOptions, startOpenAiServer } from '../../servers/openai/server.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { FAST_LIMITS, KEY } from './bench.ts';

/** `schema` is that of the question, as JSON, wherever it stands in the request. */
export type Decide = (index: number, schema: string) => Decision | Promise<Decision>;

/** The parts of a request that can be compared between wire formats. */
export interface SeenQuestion {
  readonly model: string;
  readonly system: string;
  readonly text: string;
  readonly isStructured: boolean;
  readonly maxTokens: number;
  readonly pictures: number;
}

export interface ProviderBench {
  readonly model: Model;
  readonly log: readonly string[];
  /** Accepted requests, oldest first. */
  asked(): readonly SeenQuestion[];
  faults(): readonly string[];
  /** When the last one was given up by the client; null when it was not. */
  abortedAt(): number | null;
  close(): Promise<void>;
}

export interface ProviderCase {
  readonly name: string;
  /** How many times faster than real its clock may run; 200 by default. A real program needs real time to start. */
  readonly speed?: number;
  /**
   * Whether it has the API of an earlier case with another sign-in: long tests about the API alone use it only in `npm run test:repeats`.
   */
  readonly isKin?: true;
  /** Whether its reply comes in one piece even when streamed. */
  readonly comesWhole?: boolean;
  start(decide: Decide, options?: Partial<AskOptions>): Promise<ProviderBench>;
}

export const PROVIDERS: readonly ProviderCase[] = [
  { name: 'Anthropic', start: startAnthropic },
  { name: 'Bedrock', isKin: true, start: startBedrock },
  { name: 'Vertex AI', isKin: true, start: startVertex },
  {
    name: 'Anthropic with its computer toolset',
    start: (decide, options) => startAnthropic(decide, { ...options, tools: 'hosted' }),
  },
  {
    name: 'Bedrock with the computer tool before it',
    isKin: true,
    start: (decide, options) => startBedrock(decide, { ...options, tools: 'hosted' }),
  },
  {
    name: 'Vertex AI with the computer toolset',
    isKin: true,
    start: (decide, options) => startVertex(decide, { ...options, tools: 'hosted' }),
  },
  { name: 'Gemini', start: (decide, options) => startGemini(decide, options) },
  {
    name: 'Gemini with its computer-use tool',
    comesWhole: true,
    start: (decide, options) => startGemini(decide, { ...options, tools: 'hosted' }),
  },
  { name: 'Gemini on Vertex AI', isKin: true, start: startGeminiOnVertex },
  {
    name: 'Gemini on Vertex AI with its computer-use tool',
    isKin: true,
    comesWhole: true,
    start: (decide, options) => startGeminiOnVertex(decide, { ...options, tools: 'hosted' }),
  },
  { name: 'OpenAI', start: (decide, options) => startOpenAi(decide, {}, options) },
  {
    name: 'A server of one’s own without structured output, Responses or a key',
    start: (decide, options) =>
      startOpenAi(
        decide,
        { key: null, models: ['qwen-vl'], hasStructuredOutput: false, responses: 'missing' },
        { ...options, models: { main: 'qwen-vl', fast: 'qwen-vl', strong: 'qwen-vl' } },
      ),
  },
];

/**
 * Without the kin of an API, except in `npm run test:repeats`: what is their own, the sign-in and the path, is tested by itself. Bedrock
 * stays, since it frames its streams otherwise.
 */
export const EACH_ONCE: readonly ProviderCase[] = PROVIDERS.filter(
  ({ isKin, name }) => WITH_REPEATS || isKin !== true || name === 'Bedrock',
);

/** Each API once, and its kin by `npm run test:repeats`. */
export const APIS: readonly ProviderCase[] = PROVIDERS.filter(({ isKin }) => isKin !== true || WITH_REPEATS);

/** Each wire format once, as it is usually spoken, and all of `APIS` by `npm run test:repeats`. */
export const WIRES: readonly ProviderCase[] = APIS.filter(
  ({ name }) => ['Anthropic', 'Gemini', 'OpenAI'].includes(name) || WITH_REPEATS,
);

/** The environment before the first open bench. */
const outside = new Map<string, string | undefined>();
let lent = 0;

/** Sets environment variables; the returned function restores the old ones once no other bench needs them. */
function lend(values: Readonly<Record<string, string>>): () => void {
  for (const name of Object.keys(values)) if (!outside.has(name)) outside.set(name, process.env[name]);
  Object.assign(process.env, values);
  lent += 1;
  let isBack = false;
  return () => {
    if (isBack) return;
    isBack = true;
    lent -= 1;
    if (lent > 0) return;
    for (const [name, value] of outside) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else Object.assign(process.env, { [name]: value });
    }
    outside.clear();
  };
}

function common(log: string[], options: Partial<AskOptions>): Omit<AskOptions, 'models'> {
  const warn: AskOptions['log']['warn'] = (fields, message) => void log.push(JSON.stringify({ ...fields, message }));
  return { prices: {}, clock: createSystemClock(), log: { warn }, limits: FAST_LIMITS, ...options };
}

async function startAnthropic(decide: Decide, options: Partial<AskOptions> = {}): Promise<ProviderBench> {
  return startMessages(decide, {}, (url, log) =>
    createAnthropicModel({ apiKey: KEY, baseUrl: url, models: ANTHROPIC_DEFAULTS, ...common(log, options) }),
  );
}

const PROJECT = 'my-project';
const REGION = 'eu-central-1';
const ACCESS_KEY_ID = 'AKIADESKHANDTEST0001';
const SECRET_ACCESS_KEY = 'secret-for-tests';

/** Credentials come from the environment, as AWS's tools take them. */
export async function startBedrock(decide: Decide, options: Partial<AskOptions> = {}): Promise<ProviderBench> {
  const giveBack = lend({ AWS_ACCESS_KEY_ID: ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET_ACCESS_KEY });
  const known = { region: REGION, accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY };
  const dialect = createBedrockDialect(known);
  const models = Object.values(BEDROCK_DEFAULTS);
  const bench = await startMessages(decide, { dialect, models }, (url, log) =>
    createBedrockModel({ region: REGION, baseUrl: url, models: BEDROCK_DEFAULTS, ...common(log, options) }),
  );
  return {
    ...bench,
    async close() {
      await bench.close();
      giveBack();
    },
  };
}

export async function startVertex(decide: Decide, options: Partial<AskOptions> = {}): Promise<ProviderBench> {
  const google = await startGoogleIdentity(PROJECT);
  const giveBack = lend(google.env);
  const { accessToken } = google;
  const dialect = createVertexDialect({ projectId: PROJECT, region: 'europe-west1', accessToken });
  const bench = await startMessages(decide, { dialect }, (url, log) =>
    createVertexModel({
      projectId: PROJECT,
      region: 'europe-west1',
      baseUrl: `${url}/v1`,
      models: ANTHROPIC_DEFAULTS,
      ...common(log, options),
    }),
  );
  return {
    ...bench,
    async close() {
      await bench.close();
      await google.close();
      giveBack();
    },
  };
}

async function startMessages(
  decide: Decide,
  options: Partial<AnthropicServerOptions>,
  make: (url: string, log: string[]) => Model,
): Promise<ProviderBench> {
  const server = await startAnthropicServer({
    key: KEY,
    decide: ({ schema, tools, system }, index) => decide(index, JSON.stringify(schema ?? tools?.schema ?? system)),
    ...options,
  });
  const log: string[] = [];
  return {
    model: make(server.url, log),
    log,
    asked: () =>
      server.requests.map((seen) => describeQuestion({ ...seen, schema: seen.schema ?? seen.tools?.schema ?? null })),
    faults: () => server.faults,
    abortedAt: () => server.exchanges.at(-1)?.abortedAt ?? null,
    close: () => server.stop(),
  };
}

export async function startGemini(
  decide: Decide,
  options: Partial<AskOptions> = {},
  access: { readonly key?: string; readonly models?: readonly string[] } = {},
): Promise<ProviderBench & { readonly server: GeminiServer }> {
  const { key = KEY, ...rest } = access;
  const server = await startGeminiServer({ access: { kind: 'key', key: KEY }, decide: decideGemini(decide), ...rest });
  const log: string[] = [];
  const model = createGeminiModel({
    access: { kind: 'key', apiKey: key },
    baseUrl: server.url,
    models: GEMINI_DEFAULTS,
    ...common(log, options),
  });
  return { ...describeGemini(server, model, log), server };
}

async function startGeminiOnVertex(decide: Decide, options: Partial<AskOptions> = {}): Promise<ProviderBench> {
  const google = await startGoogleIdentity(PROJECT);
  const giveBack = lend(google.env);
  const place = { kind: 'vertex', project: PROJECT, location: 'europe-west1' } as const;
  const server = await startGeminiServer({
    access: { ...place, token: google.accessToken },
    decide: decideGemini(decide),
  });
  const log: string[] = [];
  const model = createGeminiModel({
    access: place,
    baseUrl: server.url,
    models: GEMINI_DEFAULTS,
    ...common(log, options),
  });
  const bench = describeGemini(server, model, log);
  return {
    ...bench,
    async close() {
      await bench.close();
      await google.close();
      giveBack();
    },
  };
}

function decideGemini(decide: Decide): NonNullable<GeminiServerOptions['decide']> {
  return ({ schema, tools, system }, index) => decide(index, JSON.stringify(schema ?? tools?.schema ?? system));
}

function describeGemini(server: GeminiServer, model: Model, log: readonly string[]): ProviderBench {
  return {
    model,
    log,
    asked: () =>
      server.calls.map((seen) => describeQuestion({ ...seen, schema: seen.schema ?? seen.tools?.schema ?? null })),
    faults: () => server.faults,
    abortedAt: () => server.exchanges.at(-1)?.abortedAt ?? null,
    close: () => server.stop(),
  };
}

export async function startOpenAi(
  decide: Decide,
  server: Partial<OpenAiServerOptions> = {},
  options: Partial<AskOptions> & { readonly apiKey?: string | null } = {},
): Promise<ProviderBench & { readonly server: Awaited<ReturnType<typeof startOpenAiServer>> }> {
  const opened = await startOpenAiServer({
    key: KEY,
    decide: ({ schema, system }, index) => decide(index, JSON.stringify(schema ?? system)),
    ...server,
  });
  const log: string[] = [];
  const { apiKey = server.key === null ? null : KEY, models = OPENAI_DEFAULTS, ...rest } = options;
  return {
    model: createOpenAiModel({ apiKey, baseUrl: opened.url, models, ...common(log, rest) }),
    log,
    server: opened,
    asked: () => opened.calls.map(describeQuestion),
    faults: () => opened.faults,
    abortedAt: () => opened.exchanges.at(-1)?.abortedAt ?? null,
    close: () => opened.stop(),
  };
}

function describeQuestion(
  seen: Omit<SeenQuestion, 'isStructured' | 'pictures'> & {
    readonly schema: object | null;
    readonly pictures: readonly unknown[];
  },
): SeenQuestion {
  const { model, system, text, schema, maxTokens, pictures } = seen;
  return { model, system, text, isStructured: schema !== null, maxTokens, pictures: pictures.length };
}
