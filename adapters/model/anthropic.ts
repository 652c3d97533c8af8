/** Claude as the model: the Messages API through Anthropic's own SDK, which is loaded when first needed (it blocks for 150 ms). */
import type { Anthropic } from '@anthropic-ai/sdk';
import type { Clock } from '../../src/ports/clock.ts';
import type { Model, ModelRequest, ModelResponse, ModelStop, Usage } from '../../src/ports/model.ts';
import { type Answer, readAnswer } from './anthropic-answer.ts';
import { classifyFailure, type Failure } from './anthropic-errors.ts';
import { buildBody } from './anthropic-request.ts';
import { findPictureFault } from './check-pictures.ts';
import { costOf, findModelFacts, type Price } from './models.ts';
import { OutOfAttempts, RETRY_LIMITS, type RetryLimits, withRetries } from './retry.ts';

export interface AnthropicOptions {
  readonly apiKey: string;
  /** null: the public API. */
  readonly baseUrl: string | null;
  /** `main` answers steps, `fast` checks results and risks. */
  readonly models: { readonly main: string; readonly fast: string };
  /** MODEL_PRICES: wins over the built-in table. */
  readonly prices: Readonly<Record<string, Price>>;
  readonly clock: Clock;
  /** Waits and fallbacks; never a key, never a prompt. */
  readonly log: { warn(fields: Readonly<Record<string, unknown>>, message: string): void };
  readonly limits?: Partial<RetryLimits>;
}

const PUBLIC_API = 'https://api.anthropic.com';
const NO_TOKENS: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** What one question needs from here to there. */
interface Question {
  readonly request: ModelRequest;
  readonly model: string;
  readonly variable: string;
  readonly startedAt: number;
  readonly signal: AbortSignal;
}

type Sent =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | Extract<Failure, { readonly kind: 'schema' | 'final' }>;

export function createAnthropicModel(options: AnthropicOptions): Model {
  const { apiKey, clock, log, models } = options;
  const baseUrl = options.baseUrl ?? PUBLIC_API;
  const host = new URL(baseUrl).host;
  const limits = { ...RETRY_LIMITS, ...options.limits };
  /** Ids that refused a schema as a grammar: they get it as text from then on. */
  const withoutGrammar = new Set<string>();
  let client: Promise<Anthropic> | null = null;

  return {
    name: models.main,
    needsPicture: true,
    ask(request, signal) {
      const isStep = request.purpose === 'step';
      const question: Question = {
        request,
        model: isStep ? models.main : models.fast,
        variable: isStep ? 'MODEL_MAIN' : 'MODEL_FAST',
        startedAt: clock.elapsed(),
        signal,
      };
      return untilAborted(() => answer(question), signal);
    },
  };

  async function answer(question: Question): Promise<ModelResponse> {
    const { model, request } = question;
    const facts = findModelFacts(model, options.prices);
    const fault = findKeyFault(apiKey) ?? findPictureFault(request.pictures, facts.picture);
    if (fault !== null) return respond('rejected', fault, NO_TOKENS);

    let usage = NO_TOKENS;
    let maxTokens = request.maxTokens;
    let isSecondTry = false;
    for (;;) {
      const isStructured = !withoutGrammar.has(model);
      const sent = await send(question, maxTokens, isStructured);
      if (sent.kind === 'final') return respond(sent.stop, sent.detail, usage);
      if (sent.kind === 'schema') {
        withoutGrammar.add(model);
        log.warn({ model }, 'The model refused the schema as a grammar; from now on it gets it as text');
        continue;
      }
      const { stop, detail, text } = sent.answer;
      usage = addUsage(usage, sent.answer.usage);
      if ((stop === 'truncated' || stop === 'paused') && !isSecondTry) {
        isSecondTry = true;
        if (stop === 'truncated') maxTokens *= 2;
        continue;
      }
      return { ...respond(stop === 'paused' ? 'unavailable' : stop, detail, usage), text, model: sent.answer.model };
    }

    function respond(stop: ModelStop, detail: string, spent: Usage): ModelResponse {
      return { text: '', stop, detail, usage: spent, costUsd: costOf(spent, facts.price), model };
    }
  }

  async function send(question: Question, maxTokens: number, isStructured: boolean): Promise<Sent> {
    const { model, request, signal, startedAt, variable } = question;
    const body = buildBody(request, { model, maxTokens, isStructured });
    const classify = (error: unknown): Failure =>
      classifyFailure(error, { model, variable, host, apiKey, isStructured, now: clock.now() });
    client ??= loadClient(apiKey, baseUrl);
    const sdk = await client;
    try {
      const message = await withRetries(
        async (attemptSignal) => readAnswer(await sdk.messages.create(body, { signal: attemptSignal })),
        startedAt,
        limits,
        {
          clock,
          random: Math.random,
          judge: (error) => {
            const failure = classify(error);
            return failure.kind === 'again' ? failure : { kind: 'final' };
          },
          onWait: (why, waitMs) => {
            log.warn({ model, waitMs: Math.round(waitMs) }, `Asking the model again: ${why}`);
            request.onDelay?.(why);
          },
        },
        signal,
      );
      return { kind: 'answer', answer: message };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof OutOfAttempts) {
        const seconds = Math.round((clock.elapsed() - startedAt) / 1000);
        return {
          kind: 'final',
          stop: 'unavailable',
          detail: `Nothing came from ${host}: ${error.message}. Tried for ${seconds} s. Check the internet connection or try again later.`,
        };
      }
      const failure = classify(error);
      if (failure.kind === 'final' || failure.kind === 'schema') return failure;
      throw error;
    }
  }
}

/** A key that cannot stand in a header was pasted with something around it. */
function findKeyFault(apiKey: string): string | null {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return null;
  return 'ANTHROPIC_API_KEY holds a blank, a line break or a letter that no key has. Copy it again into .env.';
}

/** The key is handed over, so the SDK reads no other from the environment; retries and logs are ours. */
async function loadClient(apiKey: string, baseURL: string): Promise<Anthropic> {
  const sdk = await import('@anthropic-ai/sdk');
  return new sdk.Anthropic({ apiKey, baseURL, maxRetries: 0, logLevel: 'off', openTelemetry: false });
}

/** Settles with the signal's reason the moment it aborts; whatever the work comes to later is dropped. */
function untilAborted<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function addUsage(first: Usage, second: Usage): Usage {
  return {
    input: first.input + second.input,
    output: first.output + second.output,
    cacheRead: first.cacheRead + second.cacheRead,
    cacheWrite: first.cacheWrite + second.cacheWrite,
  };
}
