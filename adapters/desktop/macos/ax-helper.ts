/** The helper process that knows a Mac's elements: kept alive, asked one question at a time, started again when it hangs or dies. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** `ask` resolves to null when no answer comes in time, or the helper cannot be started. */
export interface AxHelper {
  /** Starts the helper ahead of the first question, which then need not wait for the start. */
  begin(): void;
  ask(question: Readonly<Record<string, unknown>>, limitMs: number, signal: AbortSignal): Promise<unknown>;
  close(): void;
}

/** After more failures in a row than this the helper is left alone for `REST_MS`. */
const TRIES = 3;
const REST_MS = 30_000;
/** How long a start may take: on a busy machine it takes its time without hanging. */
const START_MS = 15_000;

const answerSchema = z.looseObject({ id: z.number() });

interface Life {
  readonly child: ChildProcessWithoutNullStreams;
  readonly waiting: Map<number, (answer: unknown) => void>;
  /** Whether the helper has written its first line. */
  isReady: boolean;
}

export function createAxHelper([program, ...args]: readonly [string, ...string[]]): AxHelper {
  let life: Life | null = null;
  let failures = 0;
  let restUntil = 0;
  let nextId = 1;

  const end = (ended: Life): void => {
    if (life === ended) life = null;
    ended.child.kill('SIGKILL');
    for (const settle of ended.waiting.values()) settle(null);
    ended.waiting.clear();
  };
  const fail = (ended: Life): void => {
    if (life === ended) failures += 1;
    if (failures >= TRIES) {
      failures = 0;
      restUntil = performance.now() + REST_MS;
    }
    end(ended);
  };
  const start = (): Life => {
    const child = spawn(program, args, { stdio: 'pipe' });
    const born: Life = { child, waiting: new Map(), isReady: false };
    const late = setTimeout(() => fail(born), START_MS);
    child.on('exit', () => clearTimeout(late));
    child.on('error', () => {
      clearTimeout(late);
      fail(born);
    });
    child.on('exit', () => fail(born));
    child.stdin.on('error', () => undefined);
    child.stderr.resume();
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer = readAnswer(line);
      if (answer === null) return;
      born.isReady = true;
      clearTimeout(late);
      // The helper's first line says that it is ready and answers no question.
      if (answer.id === 0) return;
      failures = 0;
      const settle = born.waiting.get(answer.id);
      born.waiting.delete(answer.id);
      settle?.(answer);
    });
    return born;
  };

  return {
    begin() {
      life ??= start();
    },
    async ask(question, limitMs, signal) {
      signal.throwIfAborted();
      if (life === null && performance.now() < restUntil) return null;
      life ??= start();
      const asked = life;
      const id = nextId;
      nextId += 1;
      const answered = Promise.withResolvers<unknown>();
      asked.waiting.set(id, answered.resolve);
      const timer = setTimeout(() => {
        if (asked.isReady) fail(asked);
        else answered.resolve(null);
      }, limitMs);
      const stop = (): void => answered.reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      asked.child.stdin.write(`${JSON.stringify({ id, ...question })}\n`);
      try {
        return await answered.promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        asked.waiting.delete(id);
      }
    },
    close() {
      if (life !== null) end(life);
    },
  };
}

function readAnswer(line: string): z.infer<typeof answerSchema> | null {
  try {
    return answerSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
