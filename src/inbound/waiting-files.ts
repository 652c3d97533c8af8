/** Files that came without a goal: the next one from the same person in the same thread takes them along. */
import type { Sender, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';

export interface WaitingFiles {
  add(thread: Thread, sender: Sender, paths: readonly string[]): void;
  /** The paths that wait, oldest first. */
  find(thread: Thread, sender: Sender): readonly string[];
  forget(thread: Thread, sender: Sender): void;
}

/** After an hour the next goal is hardly about them. */
const KEPT_MS = 60 * 60_000;
const MOST = 20;

export function createWaitingFiles(clock: Clock): WaitingFiles {
  const waiting = new Map<string, readonly { readonly path: string; readonly at: number }[]>();
  const keyOf = (thread: Thread, sender: Sender): string => `${thread.key} ${sender.id}`;
  const fresh = (key: string) => (waiting.get(key) ?? []).filter(({ at }) => clock.elapsed() - at < KEPT_MS);
  return {
    add(thread, sender, paths) {
      const key = keyOf(thread, sender);
      const at = clock.elapsed();
      waiting.set(key, [...fresh(key), ...paths.map((path) => ({ path, at }))].slice(-MOST));
    },
    find: (thread, sender) => fresh(keyOf(thread, sender)).map(({ path }) => path),
    forget: (thread, sender) => void waiting.delete(keyOf(thread, sender)),
  };
}
