/** The queue of commands: one desktop, one active run; the others wait, first in, first out. */
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { StopReason } from './control.ts';
import type { RunHandle } from './life/run-handle.ts';

export interface RunQueue {
  /** Adds a command and returns how many are before it; 0 starts at once. */
  add(command: QueuedCommand): number;
  /** Number of commands before one that would be added now. */
  ahead(): number;
  /** The active run; null also while an ended run takes its last picture and closes its files. */
  current(): RunHandle | null;
  /** Stops the current run, also one that is just being started; false when there is none. */
  stop(reason: StopReason): boolean;
  waiting(): readonly QueuedCommand[];
  /** Removes a waiting command; null when it does not wait any more. */
  cancel(update: string): QueuedCommand | null;
  /** Swaps a waiting command with the one before it and returns that one; null when there is none. */
  moveUp(update: string): QueuedCommand | null;
  /** Removes all waiting commands. */
  clear(): readonly QueuedCommand[];
  /** Starts no further run; the current one goes on. */
  close(): void;
  /** Resolves when no run is under way. */
  whenIdle(): Promise<void>;
}

/** `begin` starts a command's run, or resolves to null when there is none to start (and has said why). Must not reject. */
export function createRunQueue(begin: (command: QueuedCommand) => Promise<RunHandle | null>): RunQueue {
  const waiting: QueuedCommand[] = [];
  let current: RunHandle | null = null;
  /** Set by a stop that comes after a command was taken and before its run exists. */
  let stopAtStart: StopReason | null = null;
  let isBusy = false;
  let isClosed = false;
  let idle = Promise.resolve();

  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !isClosed; next = waiting.shift()) {
      stopAtStart = null;
      current = await begin(next);
      if (stopAtStart !== null) current?.stop(stopAtStart);
      await current?.ended.catch(() => undefined);
      current = null;
    }
  };

  const atWork = (): RunHandle | null => (current?.run.state().outcome === null ? current : null);
  const isAtWork = (): boolean => isBusy && (current === null || atWork() !== null);

  const ahead = (): number => waiting.length + (isAtWork() ? 1 : 0);

  const start = (): void => {
    if (isBusy || isClosed) return;
    isBusy = true;
    idle = work().finally(() => {
      isBusy = false;
      current = null;
      if (waiting.length > 0) start();
    });
  };

  return {
    add(command) {
      const before = ahead();
      waiting.push(command);
      start();
      return before;
    },
    ahead,
    current: atWork,
    stop(reason) {
      if (!isAtWork()) return false;
      if (current === null) stopAtStart = reason;
      current?.stop(reason);
      return true;
    },
    waiting: () => [...waiting],
    cancel(update) {
      const at = waiting.findIndex((command) => command.update === update);
      return (at < 0 ? undefined : waiting.splice(at, 1)[0]) ?? null;
    },
    moveUp(update) {
      const at = waiting.findIndex((command) => command.update === update);
      const [before, moved] = [waiting[at - 1], waiting[at]];
      if (before === undefined || moved === undefined) return null;
      waiting.splice(at - 1, 2, moved, before);
      return before;
    },
    clear: () => waiting.splice(0),
    close() {
      isClosed = true;
    },
    whenIdle: () => idle,
  };
}
