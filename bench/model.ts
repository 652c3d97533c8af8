/** Figures of the model layer: its own time over the bare SDK, and the tokens of the prefix and of a plain step, counted on the wire. */
import { performance } from 'node:perf_hooks';
import { Anthropic } from '@anthropic-ai/sdk';
import { createSystemClock } from '../adapters/machine/clock.ts';
import { createAnthropicModel } from '../adapters/model/anthropic.ts';
import { parseReply } from '../src/action/reply.ts';
import type { ModelRequest } from '../src/ports/model.ts';
import { makeStepRequest } from '../tests/contracts/model.ts';
import { makePicture } from '../tests/fixtures/pictures.ts';
import { PROMPT_STATES } from '../tests/fixtures/prompt/states.ts';
import { type AnthropicServer, startAnthropicServer } from '../tests/servers/anthropic/server.ts';
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
const MAX_PREFIX_TOKENS = 2000;
const MAX_STEP_TOKENS = 2200;

export async function measureModel(): Promise<Figure[]> {
  const server = await startAnthropicServer({ key: KEY });
  try {
    const picture = await makePicture(1260, 784, null);
    const requests = STATES.map((state) => makeStepRequest(state, [picture]));
    return [await measureOwnTime(server, requests), ...countTokens(server)];
  } finally {
    await server.stop();
  }
}

/** The same requests through the model and through the SDK alone, in turn, so that both see the same machine. */
async function measureOwnTime(server: AnthropicServer, requests: readonly ModelRequest[]): Promise<Figure> {
  const quiet = new AbortController().signal;
  const model = createAnthropicModel({
    apiKey: KEY,
    baseUrl: server.url,
    models: { main: 'claude-sonnet-5-5', fast: 'claude-haiku-5-5' },
    prices: {},
    clock: createSystemClock(),
    log: { warn: () => {} },
  });
  const sdk = new Anthropic({ apiKey: KEY, baseURL: server.url, maxRetries: 0, openTelemetry: false, logLevel: 'off' });
  const askModel = async (request: ModelRequest): Promise<boolean> =>
    parseReply((await model.ask(request, quiet)).text).ok;
  const askSdk = async (request: ModelRequest): Promise<boolean> => {
    const message = await sdk.messages.create({
      model: 'claude-sonnet-5-5',
      max_tokens: request.maxTokens,
      system: [{ type: 'text', text: request.system, cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: request.text },
            ...request.pictures.map((picture) => ({
              type: 'image' as const,
              source: {
                type: 'base64' as const,
                media_type: 'image/jpeg' as const,
                data: Buffer.from(picture).toString('base64'),
              },
            })),
          ],
        },
      ],
      output_config: { format: { type: 'json_schema', schema: { ...request.schema } } },
    });
    return message.content.length === 1;
  };
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
    'model-own-time',
    'ms',
    round(median(differences)),
    MAX_OWN_MS,
    isCorrect && server.faults.length === 0,
    BLOCKS * ROUNDS * requests.length,
  );
}

/** As the server counted what it got: pictures ceil(w/28) · ceil(h/28), text as UTF-8 bytes / 3.5. */
function countTokens(server: AnthropicServer): Figure[] {
  const usages = server.exchanges.flatMap(({ usage }) => (usage === null ? [] : [usage]));
  const prefix = usages.map((usage) => usage.cache_read_input_tokens + usage.cache_creation_input_tokens);
  const step = usages.map((usage) => usage.input_tokens);
  // Everything was one prefix: written once, read ever after.
  const isCached = usages.filter((usage) => usage.cache_creation_input_tokens > 0).length === 1;
  return [
    bound('model-prefix-tokens', 'tokens', Math.max(...prefix), MAX_PREFIX_TOKENS, isCached, prefix.length),
    bound('model-step-tokens', 'tokens', Math.max(...step), MAX_STEP_TOKENS, isCached, step.length),
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
