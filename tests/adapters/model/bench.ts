/** The Anthropic model against the strict server, with waits short enough for tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { type AnthropicOptions, createAnthropicModel } from '../../../adapters/model/anthropic.ts';
import type { Model, ModelRequest, ModelResponse } from '../../../src/ports/model.ts';
import type { FakeClock } from '../../fakes/clock.ts';
import {
  type AnthropicServer,
  type AnthropicServerOptions,
  startAnthropicServer,
} from '../../servers/anthropic/server.ts';

export const KEY = 'sk-ant-test-0123456789';

/** Short waits; an attempt keeps enough time for a machine under load. */
export const FAST_LIMITS = {
  attemptMs: 5000,
  totalMs: 15_000,
  firstWaitMs: 5,
  longestWaitMs: 40,
  retryAfterCapMs: 60,
} as const;

export interface AnthropicBench {
  readonly model: Model;
  readonly server: AnthropicServer;
  /** What was logged, as it would be written. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

export async function startBench(
  decide: NonNullable<AnthropicServerOptions['decide']> | null,
  options: Partial<AnthropicOptions> = {},
  serverOptions: Partial<AnthropicServerOptions> = {},
): Promise<AnthropicBench> {
  const server = await startAnthropicServer({ key: KEY, ...(decide === null ? {} : { decide }), ...serverOptions });
  const log: string[] = [];
  const model = createAnthropicModel({
    apiKey: KEY,
    baseUrl: server.url,
    models: { main: 'claude-sonnet-5-5', fast: 'claude-haiku-5-5' },
    prices: {},
    clock: createSystemClock(),
    log: { warn: (fields, message) => void log.push(JSON.stringify({ ...fields, message })) },
    limits: FAST_LIMITS,
    ...options,
  });
  return { model, server, log, close: () => server.stop() };
}

/** Asks while waits between attempts end as soon as they began: how many fit into the time does not hang on how busy the machine is. */
export async function askThroughWaits(
  { model, log }: Pick<AnthropicBench, 'model' | 'log'>,
  clock: FakeClock,
  request: ModelRequest,
): Promise<ModelResponse> {
  let isOver = false;
  const asked = model.ask(request, new AbortController().signal).finally(() => {
    isOver = true;
  });
  for (let passed = 0; !isOver; ) {
    if (log.length === passed) {
      await sleep(1);
      continue;
    }
    passed += 1;
    await clock.advance(FAST_LIMITS.longestWaitMs);
  }
  return await asked;
}
