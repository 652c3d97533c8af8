/** Recall over a worker thread: started on first need, let go when it has not been needed for a while. */
import { Worker } from 'node:worker_threads';
import type { Recall, RecallState } from '../../src/ports/recall.ts';
import { SaidError, textOf } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';
import { type Request, type Response, responseSchema, type WorkerData } from './protocol.ts';

export interface RecallOptions extends Omit<WorkerData, 'library'> {
  /** The program of the thread: `worker.ts` beside this file, or what was made of it. */
  readonly worker: string;
  /** Asked when the thread starts: where transformers can be imported from, a URL; null when it is not installed. */
  readonly library: () => string | null;
  /** Milliseconds without a question after which the thread and its memory are given back (not while it holds MiniLM); 2 minutes unless said otherwise. */
  readonly idleMs?: number;
}

type Asked = Request extends infer One ? (One extends Request ? Omit<One, 'id'> : never) : never;
type Answered = Extract<Response, { readonly ok: true }>;

interface Thread {
  readonly worker: Worker;
  readonly open: Map<number, PromiseWithResolvers<Answered>>;
}

const IDLE_MS = 120_000;
const ASLEEP: RecallState = { embedder: 'asleep', detail: say`not needed so far` };

export function createRecall({ worker: program, library, idleMs = IDLE_MS, ...data }: RecallOptions): Recall {
  let thread: Thread | null = null;
  let state = ASLEEP;
  let asked = 0;
  let idle: NodeJS.Timeout | null = null;

  const start = (): Thread => {
    const worker = new Worker(program, {
      workerData: { ...data, library: library() },
      stdout: true,
      stderr: true,
    });
    const started: Thread = { worker, open: new Map() };
    worker.on('message', (message: unknown) => {
      const response = responseSchema.parse(message);
      const waiting = started.open.get(response.id);
      started.open.delete(response.id);
      if (!response.ok) return waiting?.reject(new SaidError(response.why));
      state = response.state;
      waiting?.resolve(response);
    });
    const end = (why: Text): void => {
      if (thread === started) thread = null;
      for (const waiting of started.open.values()) waiting.reject(new SaidError(why));
      started.open.clear();
    };
    worker.on('error', (error) => end(say`the search in earlier tasks failed: ${textOf(error)}`));
    worker.on('exit', () => end(say`the search in earlier tasks broke off`));
    return started;
  };

  const rest = (): void => {
    if (idle !== null) clearTimeout(idle);
    idle = setTimeout(() => {
      // A native library of MiniLM's cannot be loaded a second time in one process.
      if (thread === null || thread.open.size > 0 || state.embedder === 'minilm') return;
      const { worker } = thread;
      thread = null;
      worker.terminate().catch(() => undefined);
    }, idleMs);
    idle.unref();
  };

  const ask = async (request: Asked, signal: AbortSignal): Promise<Answered> => {
    signal.throwIfAborted();
    thread ??= start();
    const { worker, open } = thread;
    asked += 1;
    const id = asked;
    const answered = Promise.withResolvers<Answered>();
    const giveUp = (): void => answered.reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    open.set(id, answered);
    worker.ref();
    worker.postMessage({ ...request, id });
    try {
      return await answered.promise;
    } finally {
      open.delete(id);
      // The thread keeps the process alive only while a question is open.
      if (open.size === 0) worker.unref();
      signal.removeEventListener('abort', giveUp);
      rest();
    }
  };

  return {
    query: async (text, signal) => (await ask({ kind: 'query', text }, signal)).found,
    refresh: async (signal) => (await ask({ kind: 'refresh' }, signal)).count,
    rebuild: async (signal) => (await ask({ kind: 'rebuild' }, signal)).count,
    state: () => state,
    async close() {
      if (idle !== null) clearTimeout(idle);
      await thread?.worker.terminate();
      thread = null;
    },
  };
}
