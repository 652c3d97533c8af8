/** A model that answers as a script says. It keeps the contract of the port, aborts included. */
import type { Model, ModelRequest, ModelResponse, ModelStop, Usage } from '../../src/ports/model.ts';

/** An object is sent as a reply's JSON, a string as it is; `hang` answers only to an abort. */
export type FakeAnswer =
  | Readonly<Record<string, unknown>>
  | string
  | 'hang'
  | { readonly stop: Exclude<ModelStop, 'complete'>; readonly detail: string };

export interface FakeModel extends Model {
  /** Every question, oldest first. */
  readonly asked: readonly ModelRequest[];
}

export interface FakeModelOptions {
  readonly name?: string;
  readonly usage?: Usage;
  readonly costUsd?: number | null;
  /** Whether `answer` is also asked to judge the effects of acts; otherwise every act worked, at no cost. */
  readonly answersEffects?: boolean;
}

const USAGE: Usage = { input: 1500, output: 80, cacheRead: 1500, cacheWrite: 0 };

const IT_WORKED: Omit<ModelResponse, 'model'> = {
  text: JSON.stringify({ screen: 'A window.', reasons: ['It worked'], score: 90 }),
  stop: 'complete',
  detail: '',
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  costUsd: 0,
};

/** `answer` is called once a question; `index` counts them from 0. */
export function createFakeModel(
  answer: (request: ModelRequest, index: number) => FakeAnswer | Promise<FakeAnswer>,
  options: FakeModelOptions = {},
): FakeModel {
  const { name = 'fake', usage = USAGE, costUsd = 0.004, answersEffects = false } = options;
  const asked: ModelRequest[] = [];
  return {
    name,
    asked,
    async ask(request, signal): Promise<ModelResponse> {
      signal.throwIfAborted();
      if (request.purpose === 'effect' && !answersEffects) return { ...IT_WORKED, model: name };
      const cut = (): void => request.onCut?.({ usage, costUsd, model: name });
      const answered = await untilAborted(Promise.resolve(answer(request, asked.push(request) - 1)), signal, cut);
      if (answered === 'hang') return untilAborted(new Promise(() => {}), signal, cut);
      const response = { text: '', stop: 'complete', detail: '', usage, costUsd, model: name } as const;
      if (typeof answered !== 'string' && isStop(answered)) return { ...response, ...answered };
      const text = typeof answered === 'string' ? answered : JSON.stringify(answered);
      request.onText?.(text);
      return { ...response, text };
    },
  };
}

function isStop(answered: object): answered is Extract<FakeAnswer, { readonly stop: unknown }> {
  return 'stop' in answered && 'detail' in answered;
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal, onCut: () => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      onCut();
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
