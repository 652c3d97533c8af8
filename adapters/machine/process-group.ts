/** A started program and all it started in turn: waited for and ended as one. */
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessRow } from './process-table.ts';

export interface Exit {
  /** null when it was ended by the time limit; 128 and the signal's number when a signal ended it. */
  readonly code: number | null;
  readonly isTimedOut: boolean;
}

/** The processes that run, those that have ended and only wait for their parent left out. */
export type ReadProcesses = () => Promise<readonly ProcessRow[]>;

/** What TERM leaves alive after this long is killed. */
const GRACE_MS = 100;
/** A killed process is gone within this, unless it hangs in the system. */
const KILLED_MS = 200;
const LOOK_EVERY_MS = 5;
/**
 * The least time between two readings of all processes, each of which takes 10–25 ms of processor time with a hundred processes. A reading
 * is needed only to tell ended processes that nobody has waited for.
 */
const READ_EVERY_MS = 40;

/**
 * Resolves when `child`, the leader of its own group, has ended. At the time limit, on `enough` and on abort the whole group is ended first;
 * then it resolves, or rejects with the reason of `signal`. Rejects when the program could not be started.
 */
export async function waitForExit(
  child: ChildProcess,
  limit: { readonly timeoutMs: number; readonly signal: AbortSignal; readonly enough?: AbortSignal | undefined },
  readProcesses: ReadProcesses,
): Promise<Exit> {
  const { timeoutMs, signal, enough } = limit;
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, name) => resolve({ code: code ?? 128 + numberOf(name), isTimedOut: false }));
  });
  const { promise: isEnding, resolve: end } = Promise.withResolvers<'ending'>();
  const endNow = (): void => end('ending');
  const timer = setTimeout(endNow, timeoutMs);
  for (const one of [signal, ...(enough === undefined ? [] : [enough])]) {
    one.addEventListener('abort', endNow, { once: true });
    if (one.aborted) endNow();
  }
  try {
    const first = await Promise.race([exited, isEnding]);
    if (first !== 'ending') return first;
    if (child.pid !== undefined)
      await endGroup(
        child.pid,
        readProcesses,
        exited.catch(() => undefined),
      );
    signal.throwIfAborted();
    return enough?.aborted === true
      ? { code: 128 + numberOf('SIGTERM'), isTimedOut: false }
      : { code: null, isTimedOut: true };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', endNow);
    enough?.removeEventListener('abort', endNow);
    exited.catch(() => undefined);
  }
}

/** Asks every process of the group to end, and kills what does not. `leaderEnded`: most groups are gone then. */
export async function endGroup(
  group: number,
  readProcesses: ReadProcesses,
  leaderEnded: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  if (!sendToGroup(group, 'SIGTERM')) return;
  await Promise.race([leaderEnded, sleep(READ_EVERY_MS)]);
  if (await isGoneWithin(group, GRACE_MS, readProcesses)) return;
  sendToGroup(group, 'SIGKILL');
  await isGoneWithin(group, KILLED_MS, readProcesses);
}

/** Those of the group that run. */
export async function readGroup(group: number, readProcesses: ReadProcesses): Promise<readonly ProcessRow[]> {
  if (!sendToGroup(group, 0)) return [];
  return (await readProcesses()).filter((row) => row.group === group);
}

/** False when there is no such group (any more). */
function sendToGroup(group: number, what: NodeJS.Signals | 0): boolean {
  if (group <= 1) return false;
  try {
    process.kill(-group, what);
    return true;
  } catch {
    return false;
  }
}

async function isGoneWithin(group: number, ms: number, readProcesses: ReadProcesses): Promise<boolean> {
  const start = performance.now();
  let readAt = start + READ_EVERY_MS;
  for (;;) {
    if (!sendToGroup(group, 0)) return true;
    const now = performance.now();
    const isLast = now - start >= ms;
    if (isLast || now >= readAt) {
      if ((await readGroup(group, readProcesses)).length === 0) return true;
      readAt = performance.now() + READ_EVERY_MS;
    }
    if (isLast) return false;
    await sleep(LOOK_EVERY_MS);
  }
}

function numberOf(name: NodeJS.Signals | null): number {
  return name === null ? 0 : constants.signals[name];
}
