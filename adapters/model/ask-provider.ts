/** Asks a provider: the same for every one of them. Retries, schema as text, a second try for a cut reply, tokens and cost. */

import type { Clock } from '../../src/ports/clock.ts';
import type {
  Effort,
  Model,
  ModelIds,
  ModelRequest,
  ModelResponse,
  ModelStop,
  ModelTier,
  PictureWish,
} from '../../src/ports/model.ts';
import { isSameModel } from '../../src/ports/model-id.ts';
import { isNothing } from '../../src/ports/usage.ts';
import { say, type Text } from '../../src/words/say.ts';
import { english } from '../../src/words/speak.ts';
import { type Account, createAccount } from './account.ts';
import { findPictureFault } from './check-pictures.ts';
import { extractJson } from './extract-json.ts';
import type { ModelFacts } from './model-facts.ts';
import { costOf, findModelFacts, listLike, type PricePair } from './models.ts';
import type { Answer, Call, Failure, Provider } from './provider.ts';
import { TRUNCATED } from './provider.ts';
import { OutOfAttempts, PROBE_LIMITS, RETRY_LIMITS, type RetryLimits, withRetries } from './retry.ts';

/** What every provider's factory takes beside its own settings. */
export interface AskOptions {
  /** Ids by tier; `main` answers steps, `fast` checks results and risks, `strong` what was too hard. */
  readonly models: { readonly main: string; readonly fast: string; readonly strong?: string };
  /** MODEL_PRICES: wins over the built-in table. */
  readonly prices: Readonly<Record<string, PricePair>>;
  /** MODEL_PICTURES, by id: wins over the table. */
  readonly pictures?: Readonly<Record<string, PictureOverride>>;
  readonly clock: Clock;
  /** Waits and fallbacks; never a key, never a prompt. */
  readonly log: { warn(fields: Readonly<Record<string, unknown>>, message: string): void };
  readonly limits?: Partial<RetryLimits>;
  /** MODEL_TOOLS: `hosted` asks a step with the provider's own computer-use tool where the model takes one. */
  readonly tools?: 'json' | 'hosted';
}

export type PictureOverride = Partial<Pick<PictureWish, 'longestSidePx' | 'quality'>> & { readonly numbers?: boolean };

/** Longer than any reply; whatever is longer is no reply, and reading it would take time. */
const MOST_CHARACTERS = 200_000;

/** The model name that a server reports is shown to people and stored, so anything but an id is ignored. */
const MODEL_ID = /^[\w.:@/ -]{1,120}$/;
const MOST_SUBSTITUTES = 100;

const VARIABLES: Readonly<Record<ModelTier, string>> = {
  main: 'MODEL_MAIN',
  fast: 'MODEL_FAST',
  strong: 'MODEL_STRONG',
};

/** What one question carries through its attempts. */
interface Question {
  readonly request: ModelRequest;
  readonly model: string;
  readonly variable: string;
  readonly startedAt: number;
  readonly account: Account;
  readonly signal: AbortSignal;
}

type Sent =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | Extract<Failure, { readonly kind: 'schema' | 'effort' | 'tool' | 'final' }>;

export function createProviderModel(provider: Provider, options: AskOptions): Model {
  const { clock, log, models } = options;
  const { host } = provider;
  /** Ids that refused a schema as a grammar: they get it as text from then on. */
  const withoutGrammar = new Set<string>();
  /** Ids that refused an effort setting. */
  const withoutEffort = new Set<string>();
  /** Ids that answered in place of another one, so that each is warned of once. */
  const substitutes = new Set<string>();
  /** Ids that did not take the computer-use tool: they answer with JSON. */
  const withoutTool = new Set<string>();
  /**
   * The circuit breaker. A question that used up its attempts opens it; until something comes back, every question is a single short
   * attempt, so that a person who pressed Retry, and everyone else, is told at once.
   */
  let isDown = false;

  return {
    name: models.main,
    offers: {
      ids: { ...models, strong: models.strong ?? models.main },
      known: listLike(models.main),
      priceOf: (id) => findModelFacts(id, options.prices).price,
    },
    pictureWish({ tier = 'main', ids }) {
      const id = idFor(tier, ids);
      const { numbers, ...size } = options.pictures?.[id] ?? {};
      const { sent } = findModelFacts(id, {});
      return { ...sent, ...size, ...(numbers === undefined ? {} : { hasNumbers: numbers }) };
    },
    ask(request, signal) {
      const tier = request.tier ?? (request.purpose === 'step' ? 'main' : 'fast');
      const model = idFor(tier, request.ids);
      const account = createAccount();
      const question: Question = {
        request,
        model,
        account,
        variable: VARIABLES[tier],
        startedAt: clock.elapsed(),
        signal,
      };
      const noteCut = (): void => {
        const usage = account.used();
        if (!isNothing(usage))
          request.onCut?.({ usage, costUsd: costOf(usage, findModelFacts(model, options.prices).price), model });
      };
      return untilAborted(() => answer(question), signal, noteCut);
    },
  };

  function idFor(tier: ModelTier, ids?: ModelIds): string {
    return ids?.[tier] ?? (tier === 'strong' ? models.strong : models[tier]) ?? models.main;
  }

  async function answer(question: Question): Promise<ModelResponse> {
    const { account, model, request } = question;
    /** The cost that the provider itself reported for the answers. */
    let reportedUsd: number | null = null;
    const facts = findModelFacts(model, options.prices);
    const fault = provider.fault ?? findPictureFault(request.pictures, facts.picture);
    if (fault !== null) return respond('rejected', fault);

    let maxTokens = request.maxTokens + facts.thinkingTokens;
    let isSecondTry = false;
    for (;;) {
      const isStructured = facts.hasStructuredOutput && provider.hasGrammar !== false && !withoutGrammar.has(model);
      const effort = chooseEffort(request, facts, withoutEffort.has(model));
      const wantsTool = options.tools === 'hosted' && request.purpose === 'step' && !withoutTool.has(model);
      const tool = wantsTool ? (provider.toolFor?.(facts) ?? null) : null;
      const call = { request, model, facts, effort, maxTokens, isStructured, tool };
      const sent = await send(question, call);
      if (sent.kind === 'final') return respond(sent.stop, sent.detail);
      if (sent.kind === 'effort') {
        withoutEffort.add(model);
        log.warn({ model }, 'The model takes no effort; from now on it thinks as much as it likes');
        continue;
      }
      if (sent.kind === 'tool') {
        withoutTool.add(model);
        log.warn({ model, tool }, 'The model does not take this computer-use tool; from now on it answers with JSON');
        continue;
      }
      if (sent.kind === 'schema') {
        useText(model);
        continue;
      }
      const { stop, detail } = sent.answer;
      if (sent.answer.costUsd !== undefined) reportedUsd = (reportedUsd ?? 0) + sent.answer.costUsd;
      const usage = account.used();
      const isUnfinished = (stop === 'truncated' || stop === 'paused') && !isSecondTry;
      if (isUnfinished && request.mayAskAgain?.(usage, costOf(usage, facts.price)) !== false) {
        isSecondTry = true;
        if (stop === 'truncated') maxTokens *= 2;
        request.onText?.('');
        continue;
      }
      if (sent.answer.text.length > MOST_CHARACTERS) return respond('truncated', TRUNCATED);
      // Some servers accept a schema and ignore it.
      const json = extractJson(sent.answer.text);
      if (stop === 'complete' && isStructured && tool === null && json.isWrapped) useText(model);
      return {
        ...respond(stop === 'paused' ? 'unavailable' : stop, detail),
        text: json.text,
        ...nameAnswered(sent.answer.model, model),
      };
    }

    function respond(stop: ModelStop, detail: Text): ModelResponse {
      const usage = account.used();
      return { text: '', stop, detail, usage, costUsd: reportedUsd ?? costOf(usage, facts.price), model };
    }
  }

  function nameAnswered(said: string, model: string): Pick<ModelResponse, 'model' | 'asked'> {
    if (!MODEL_ID.test(said)) return { model };
    if (isSameModel(said, model)) return { model: said };
    if (!substitutes.has(said)) log.warn({ model, said }, 'Another model than the one asked says that it answered');
    if (substitutes.size < MOST_SUBSTITUTES) substitutes.add(said);
    return { model: said, asked: model };
  }

  function useText(model: string): void {
    withoutGrammar.add(model);
    log.warn({ model }, 'The model refused the schema as a grammar; from now on it gets it as text');
  }

  async function send(question: Question, call: Omit<Call, 'noteSign' | 'noteUsage'>): Promise<Sent> {
    const { account, model, request, signal, startedAt, variable } = question;
    const classify = (error: unknown): Failure =>
      provider.classify(error, {
        model,
        variable,
        isStructured: call.isStructured && call.tool === null,
        hasTool: call.tool !== null,
        hasEffort: call.effort !== null,
        now: clock.now(),
      });
    const limits = { ...RETRY_LIMITS, ...options.limits, ...(isDown ? PROBE_LIMITS : {}) };
    try {
      const answered = await withRetries(
        async (attemptSignal, noteSign) => {
          const noteBoth = (): void => {
            noteSign();
            account.noteSign();
          };
          try {
            const answer = await provider.send({ ...call, noteSign: noteBoth, noteUsage: account.note }, attemptSignal);
            account.close(answer.usage);
            return answer;
          } catch (error) {
            account.fail();
            throw error;
          }
        },
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
            log.warn({ model, waitMs: Math.round(waitMs) }, `Asking the model again: ${english(why)}`);
            request.onText?.('');
            request.onDelay?.(why);
          },
        },
        signal,
      );
      isDown = false;
      return { kind: 'answer', answer: answered };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof OutOfAttempts) {
        isDown = true;
        const seconds = Math.round((clock.elapsed() - startedAt) / 1000);
        return {
          kind: 'final',
          stop: 'unavailable',
          detail: say`Nothing came from ${host}: ${error.text}. Tried for ${seconds} s. Check the internet connection or try again later.`,
        };
      }
      const failure = classify(error);
      if (failure.kind === 'again' || failure.kind === 'surprise') throw error;
      isDown = false;
      return failure;
    }
  }
}

/** null: the provider's own choice. */
function chooseEffort({ effort }: ModelRequest, { efforts }: ModelFacts, isRefused: boolean): Effort | null {
  return effort !== undefined && !isRefused && efforts.includes(effort) ? effort : null;
}

/** Settles with the signal's reason the moment it aborts, `onCut` called before; whatever the work comes to later is dropped. */
function untilAborted<Value>(work: () => Promise<Value>, signal: AbortSignal, onCut: () => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      onCut();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
