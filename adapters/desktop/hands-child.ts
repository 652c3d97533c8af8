/** One hands process as the bot sees it: calls with limits and aborts, and the reason of its end. */
import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import type { z } from 'zod';
import { DesktopLost, Refused } from '../../src/ports/desktop.ts';
import { SaidError } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';
import { type HandsReply, type HandsRequest, replySchema } from './hands-protocol.ts';
import { limitStart } from './start-limit.ts';

export interface ChildOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Why a hands process ended: `stopped` by us because a call ignored its abort, `closed` by us, `hung`, or `died` by itself. */
export interface ChildEnd {
  readonly how: 'stopped' | 'closed' | 'hung' | 'died';
  readonly why: Text;
}

export interface HandsChild {
  readonly pid: number | null;
  /** Resolves when it can work; rejects with `DesktopLost` when it ends before that. */
  readonly ready: Promise<void>;
  readonly ended: Promise<ChildEnd>;
  /**
   * Rejects with the signal's reason once the child has stopped or is dead, for a look at once; with `Refused` or `DesktopLost` as the child says; with
   * `DesktopLost` after `limitMs`, when the child is taken to hang and ended.
   */
  call<Value>(request: CallRequest<Value>, signal: AbortSignal): Promise<Value>;
  close(): Promise<void>;
}

export interface CallRequest<Value> {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly value: z.ZodType<Value>;
  readonly limitMs: number;
  /** Whether the call only looks, so that a stop need not end the process for it. */
  readonly isLook: boolean;
}

/** How long an aborted call may take to answer before the process is killed. */
const ABORT_GRACE_MS = 100;
/** How long the start may take, in the process's own time. */
const READY_LIMIT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 1500;
const STDERR_TAIL_CHARACTERS = 500;
/**
 * A screenshot is 5–21 MB. With glibc's defaults each one is fresh memory from the kernel, and paging it in takes longer than
 * the capture itself (17 against 3 ms at 1440×900); kept in the heap it is there already.
 */
const KEEP_LARGE_BLOCKS = {
  MALLOC_MMAP_THRESHOLD_: '1000000000',
  MALLOC_TRIM_THRESHOLD_: '1000000000',
  MALLOC_TOP_PAD_: '67108864',
  MALLOC_ARENA_MAX: '1',
};

/**
 * Without early collections (collect-early.ts) the heap grows to 220 MB over 2,000 pictures, most of it read once. After a collection V8
 * would take each picture as a reason for the next, which takes as long as a picture, unless the heap may grow to three times what is
 * needed first.
 */
const SMALL_HEAP = ['--max-semi-space-size=2', '--expose-gc', '--heap-growing-percent=200'];

interface Waiting {
  done(value: unknown): void;
  failed(error: unknown): void;
}

export function startChild({ program, args, env }: ChildOptions): HandsChild {
  const compileCache = getCompileCacheDir();
  const child = fork(program, args, {
    env: { ...env, ...KEEP_LARGE_BLOCKS, ...(compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache }) },
    execArgv: [...SMALL_HEAP],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const waiting = new Map<number, Waiting>();
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<ChildEnd>();
  // Somebody always waits for `ended`; `ready` may have no listener when the child is closed at once.
  ready.promise.catch(() => undefined);
  const readStderr = keepTail(child);
  let nextId = 1;
  /** Set when the end is our doing or the child has named its reason; the exit only confirms it. */
  let end: ChildEnd | null = null;

  const kill = (reason: ChildEnd): void => {
    end ??= reason;
    child.kill('SIGKILL');
  };
  const send = (message: HandsRequest): void => {
    // The exit is on its way when the channel is already closed; it fails what waits.
    if (child.connected) child.send(message, () => undefined);
  };
  const finish = (exit: ChildEnd): void => {
    stopLimit();
    const final = end ?? exit;
    const lost = new DesktopLost(final.why, { cause: readStderr() });
    ready.reject(lost);
    for (const call of waiting.values()) call.failed(lost);
    waiting.clear();
    ended.resolve(final);
  };
  const receive = (reply: HandsReply): void => {
    if (reply.kind === 'ready') {
      stopLimit();
      ready.resolve();
    }
    if (reply.kind === 'lost') end ??= { how: 'died', why: reply.why };
    if (reply.kind === 'done') waiting.get(reply.id)?.done(reply.value);
    if (reply.kind === 'failed') waiting.get(reply.id)?.failed(toError(reply));
  };

  const stopLimit = limitStart(child.pid, READY_LIMIT_MS, () =>
    kill({ how: 'hung', why: say`my screen helper didn't start` }),
  );
  child.on('message', (message) => receive(replySchema.parse(message)));
  child.on('error', (error) =>
    finish({ how: 'died', why: say`my screen helper couldn't be started: ${error.message}` }),
  );
  child.on('exit', (code, signal) => finish({ how: 'died', why: describeExit(code, signal) }));

  const call = <Value>(
    { name, args, value, limitMs, isLook }: CallRequest<Value>,
    signal: AbortSignal,
  ): Promise<Value> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const id = nextId;
      nextId += 1;
      const stop = (): void => {
        send({ kind: 'abort', id });
        if (isLook) {
          // Its own limit still holds; that a busy machine is late must not end the desktop.
          reject(signal.reason);
          return;
        }
        clearTimeout(timer);
        timer = setTimeout(
          () => kill({ how: 'stopped', why: say`my screen helper was restarted to stop what it was doing` }),
          ABORT_GRACE_MS,
        );
      };
      let timer = setTimeout(
        () =>
          kill({
            how: 'hung',
            why: say`my screen helper didn't finish "${name}" in ${Math.round(limitMs / 1000)} s`,
          }),
        limitMs,
      );
      const settle = (conclude: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        waiting.delete(id);
        if (signal.aborted) reject(signal.reason);
        else conclude();
      };
      signal.addEventListener('abort', stop, { once: true });
      waiting.set(id, {
        done: (received) =>
          settle(() => {
            const parsed = value.safeParse(received);
            if (parsed.success) resolve(parsed.data);
            else reject(parsed.error);
          }),
        failed: (error) => settle(() => reject(error)),
      });
      send({ kind: 'call', id, name, args: [...args] });
      if (!child.connected) waiting.get(id)?.failed(new DesktopLost(end?.why ?? say`my screen helper has ended`));
    });

  return {
    pid: child.pid ?? null,
    ready: ready.promise,
    ended: ended.promise,
    call,
    close: async () => {
      end ??= { how: 'closed', why: say`my screen helper was closed` };
      send({ kind: 'close' });
      const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
      await ended.promise;
      clearTimeout(timer);
    },
  };
}

function toError(reply: Extract<HandsReply, { kind: 'failed' }>): Error {
  if (reply.failure === 'refused') return new Refused(reply.text);
  if (reply.failure === 'lost') return new DesktopLost(reply.text);
  return typeof reply.text === 'string' ? new Error(reply.text) : new SaidError(reply.text);
}

function describeExit(code: number | null, signal: NodeJS.Signals | null): Text {
  return signal === null
    ? say`my screen helper ended with code ${code ?? ''}`
    : say`my screen helper was ended by ${signal}`;
}

/** The last of what the child wrote to its standard error: the cause of a crash. */
function keepTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-STDERR_TAIL_CHARACTERS);
  });
  return () => tail;
}
