/** Figures of the model layer: its own time over the bare SDKs, whole and streamed, and the tokens of the prefix and of a plain step, counted on the wire. */
import { performance } from 'node:perf_hooks';
import { Anthropic } from '@anthropic-ai/sdk';
import { OpenAI } from 'openai';
import { createSystemClock } from '../adapters/machine/clock.ts';
import { createAnthropicModel } from '../adapters/model/anthropic.ts';
import { ANTHROPIC_DEFAULTS, OPENAI_DEFAULTS } from '../adapters/model/models.ts';
import { createOpenAiModel } from '../adapters/model/openai.ts';
import { toStrictSchema } from '../adapters/model/strict-schema.ts';
import { parseReply } from '../src/action/reply.ts';
import { REPLY_SCHEMA } from '../src/action/wire-schema.ts';
import type { Model, ModelRequest } from '../src/ports/model.ts';
import { previewReply } from '../src/run/decide/reply-preview.ts';
import { renderSystemPrompt } from '../src/run/prompt/prompt.ts';
import { renderTools } from '../src/tools/choose-tools.ts';
import { makeStepRequest } from '../tests/contracts/model.ts';
import { makePicture } from '../tests/fixtures/pictures.ts';
import { PROMPT_STATES } from '../tests/fixtures/prompt/states.ts';
import { type AnthropicServer, startAnthropicServer } from '../tests/servers/anthropic/server.ts';
import { textTokens } from '../tests/servers/anthropic/usage.ts';
import { startOpenAiServer } from '../tests/servers/openai/server.ts';
import type { Figure } from './figure.ts';

const KEY = 'sk-ant-bench';
const BLOCKS = 3;
const ROUNDS = 7;

/** A first step, a plain one, and a plain one on a screen with more elements than are listed. */
const STATES = [
  PROMPT_STATES.first,
  PROMPT_STATES.plain,
  { ...PROMPT_STATES.plain, elements: PROMPT_STATES.full.elements },
];

const MAX_OWN_MS = 5;
const CACHE_READ = 0.1;
/** Tokens with JSON as a share of those with the toolset, at least. */
const MIN_HOSTED_RATIO = 0.5;
const MAX_PREFIX_TOKENS = 2000;
const MAX_STEP_TOKENS = 2200;
const MAX_TOOL_TOKENS = 600;

export async function measureModel(): Promise<Figure[]> {
  const picture = await makePicture(1260, 784, null);
  const requests = STATES.map((state) => makeStepRequest(state, [picture]));
  const anthropic = await startAnthropicServer({ key: KEY });
  const openai = await startOpenAiServer({ key: KEY });
  try {
    const figures: Figure[] = [];
    for (const [suffix, rival, faults] of [
      ['', rivalsAtAnthropic(anthropic.url), anthropic.faults],
      ['-openai', rivalsAtOpenAi(openai.url), openai.faults],
    ] as const) {
      figures.push(await measureOwnTime(`model-own-time${suffix}`, rival.whole, requests, faults));
      const streamed = requests.map((request) => ({ ...request, onText: previewReply([], () => {}) }));
      figures.push(await measureOwnTime(`model-own-time${suffix}-streamed`, rival.streamed, streamed, faults));
    }
    return [...figures, ...countTokens(anthropic), ...countTools(), await compareModes(requests)];
  } finally {
    await Promise.all([anthropic.stop(), openai.stop()]);
  }
}

/** The model, and the bare SDK with the same request; both tell whether they got an answer. */
interface Rival {
  readonly model: Model;
  askSdk(request: ModelRequest): Promise<boolean>;
}

interface Rivals {
  readonly whole: Rival;
  readonly streamed: Rival;
}

function rivalsAtAnthropic(url: string): Rivals {
  const model = createAnthropicModel({ apiKey: KEY, baseUrl: url, models: ANTHROPIC_DEFAULTS, ...QUIET });
  const sdk = new Anthropic({ apiKey: KEY, baseURL: url, maxRetries: 0, openTelemetry: false, logLevel: 'off' });
  const bodyOf = (request: ModelRequest) => ({
    model: ANTHROPIC_DEFAULTS.main,
    max_tokens: request.maxTokens,
    system: [{ type: 'text' as const, text: request.system, cache_control: { type: 'ephemeral' as const } }],
    messages: [
      {
        role: 'user' as const,
        content: [
          { type: 'text' as const, text: request.text },
          ...request.pictures.map((picture) => ({
            type: 'image' as const,
            source: { type: 'base64' as const, media_type: 'image/jpeg' as const, data: encode(picture) },
          })),
        ],
      },
    ],
    output_config: { format: { type: 'json_schema' as const, schema: { ...request.schema } } },
  });
  return {
    whole: {
      model,
      askSdk: async (request) => (await sdk.messages.create(bodyOf(request))).content.length === 1,
    },
    streamed: {
      model,
      askSdk: async (request) => countEvents(await sdk.messages.create({ ...bodyOf(request), stream: true })),
    },
  };
}

function rivalsAtOpenAi(url: string): Rivals {
  const model = createOpenAiModel({ apiKey: KEY, baseUrl: url, models: OPENAI_DEFAULTS, ...QUIET });
  const sdk = new OpenAI({ apiKey: KEY, baseURL: url, maxRetries: 0, logLevel: 'off' });
  const bodyOf = (request: ModelRequest) => ({
    model: OPENAI_DEFAULTS.main,
    instructions: request.system,
    input: [
      {
        role: 'user' as const,
        content: [
          { type: 'input_text' as const, text: request.text },
          ...request.pictures.map((picture) => ({
            type: 'input_image' as const,
            detail: 'high' as const,
            image_url: `data:image/jpeg;base64,${encode(picture)}`,
          })),
        ],
      },
    ],
    max_output_tokens: request.maxTokens,
    store: false,
    text: {
      format: {
        type: 'json_schema' as const,
        name: 'reply',
        strict: true,
        schema: { ...toStrictSchema(request.schema) },
      },
    },
  });
  return {
    whole: {
      model,
      askSdk: async (request) => (await sdk.responses.create(bodyOf(request))).output.length === 1,
    },
    streamed: {
      model,
      askSdk: async (request) => countEvents(await sdk.responses.create({ ...bodyOf(request), stream: true })),
    },
  };
}

const QUIET = { prices: {}, clock: createSystemClock(), log: { warn: () => {} } };

function encode(picture: Uint8Array): string {
  return Buffer.from(picture).toString('base64');
}

async function countEvents(events: AsyncIterable<unknown>): Promise<boolean> {
  let count = 0;
  for await (const _ of events) count += 1;
  return count > 3;
}

/** The same requests through the model and through the SDK alone, in turn, so that both see the same machine. */
async function measureOwnTime(
  figure: string,
  { model, askSdk }: Rival,
  requests: readonly ModelRequest[],
  faults: readonly string[],
): Promise<Figure> {
  const quiet = new AbortController().signal;
  const askModel = async (request: ModelRequest): Promise<boolean> =>
    parseReply((await model.ask(request, quiet)).text).ok;
  for (const request of requests) {
    await askModel(request);
    await askSdk(request);
  }
  let isCorrect = true;
  const differences: number[] = [];
  for (let block = 0; block < BLOCKS; block += 1) {
    const ours: number[] = [];
    const bare: number[] = [];
    for (const request of Array.from({ length: ROUNDS }, () => requests).flat()) {
      for (const [ask, times] of [
        [askModel, ours],
        [askSdk, bare],
      ] as const) {
        const startedAt = performance.now();
        isCorrect = (await ask(request)) && isCorrect;
        times.push(performance.now() - startedAt);
      }
    }
    differences.push(median(ours) - median(bare));
  }
  return bound(
    figure,
    'ms',
    round(median(differences)),
    MAX_OWN_MS,
    isCorrect && faults.length === 0,
    BLOCKS * ROUNDS * requests.length,
  );
}

/**
 * Input tokens of the same steps with the provider's computer toolset and with JSON, what is read from the cache counted as a tenth. A
 * figure to know, not to win: the toolset alone is 4,500 tokens.
 */
async function compareModes(requests: readonly ModelRequest[]): Promise<Figure> {
  const quiet = new AbortController().signal;
  const [json, hosted] = await Promise.all(
    (['json', 'hosted'] as const).map(async (tools) => {
      const server = await startAnthropicServer({ key: KEY });
      const model = createAnthropicModel({
        apiKey: KEY,
        baseUrl: server.url,
        models: ANTHROPIC_DEFAULTS,
        ...QUIET,
        tools,
      });
      let tokens = 0;
      for (const request of Array.from({ length: ROUNDS }, () => requests).flat()) {
        const { usage } = await model.ask(request, quiet);
        tokens += usage.input + usage.cacheWrite + usage.cacheRead * CACHE_READ;
      }
      await server.stop();
      return { tokens: Math.round(tokens), calls: server.requests.length, isGood: server.faults.length === 0 };
    }),
  );
  if (json === undefined || hosted === undefined) throw new Error('both modes are measured');
  const ratio = round(json.tokens / hosted.tokens);
  return {
    figure: 'model-tokens-hosted-against-json',
    unit: 'tokens',
    better: 'lower',
    ours: hosted.tokens,
    theirs: json.tokens,
    ratio,
    goal: MIN_HOSTED_RATIO,
    ok: ratio >= MIN_HOSTED_RATIO,
    correct: json.isGood && hosted.isGood && json.calls === hosted.calls,
    n: hosted.calls,
  };
}

/** As the server counted what it got: pictures ceil(w/28) · ceil(h/28), text as UTF-8 bytes / 3.5. */
function countTokens(server: AnthropicServer): Figure[] {
  const usages = server.exchanges.flatMap(({ usage }) => (usage === null ? [] : [usage]));
  const prefix = usages.map((usage) => usage.cache_read_input_tokens + usage.cache_creation_input_tokens);
  const step = usages.map((usage) => usage.input_tokens);
  // The prefix never changed: it was written to the cache once and read ever after.
  const isCached = usages.filter((usage) => usage.cache_creation_input_tokens > 0).length === 1;
  return [
    bound('model-prefix-tokens', 'tokens', Math.max(...prefix), MAX_PREFIX_TOKENS, isCached, prefix.length),
    bound('model-step-tokens', 'tokens', Math.max(...step), MAX_STEP_TOKENS, isCached, step.length),
  ];
}

/** What tools of servers add to the cached part: a bound with sixty of them, and nothing at all with none. */
function countTools(): Figure[] {
  const tools = Array.from({ length: 60 }, (_, at) => ({
    server: 'files',
    name: `read_text_file_${at}`,
    description: 'Read the complete contents of a file from the file system as text, with its encoding told. '.repeat(
      3,
    ),
    input: { type: 'object', properties: { path: { type: 'string' }, head: { type: 'number' } }, required: ['path'] },
    hints: {},
    hash: String(at),
  }));
  const run = { platform: 'x11', guidance: '' } as const;
  const bare = renderSystemPrompt(run);
  const none = textTokens(renderSystemPrompt({ ...run, tools: renderTools([], 'read a file') })) - textTokens(bare);
  const part = renderTools(tools, 'read a file');
  const isBare = !/find_tool/.test(bare + JSON.stringify(REPLY_SCHEMA));
  return [
    bound('tools-part-tokens', 'tokens', textTokens(part), MAX_TOOL_TOKENS, part.includes('files/read_text_file'), 60),
    bound('tools-none-tokens', 'tokens', none, 0, isBare, 1),
  ];
}

function bound(figure: string, unit: string, ours: number, goal: number, correct: boolean, n: number): Figure {
  return { figure, unit, better: 'lower', ours, theirs: null, ratio: null, goal, ok: ours <= goal, correct, n };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
