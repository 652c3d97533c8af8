/** Files that came without a goal: the next one from the same person in the same thread takes them along. Kept through restarts. */
import { z } from 'zod';
import type { Sender, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { StateStore } from '../ports/state-store.ts';

export interface WaitingFiles {
  /** `button`: the one that leaves them out. Resolves when they are on the disk. */
  add(thread: Thread, sender: Sender, paths: readonly string[], button: string): Promise<void>;
  /** The paths that wait, oldest first. */
  find(thread: Thread, sender: Sender): readonly string[];
  /** They wait no more: those with this button, or all. The buttons of what waited until now. */
  drop(thread: Thread, sender: Sender, button?: string): ReadonlySet<string>;
}

/** After an hour the next goal is hardly about them. */
const KEPT_MS = 60 * 60_000;
const MOST = 20;
const KEY = 'waiting-files';
const schema = z.record(z.string(), z.array(z.strictObject({ path: z.string(), at: z.number(), button: z.string() })));

export function createWaitingFiles(clock: Clock, state: StateStore): WaitingFiles {
  const kept = schema.safeParse(state.get(KEY) ?? {});
  const waiting = new Map(Object.entries(kept.success ? kept.data : {}));
  const keyOf = (thread: Thread, { id }: Sender): string => `${thread.platform} ${thread.key} ${id}`;
  const fresh = (key: string) => (waiting.get(key) ?? []).filter(({ at }) => Math.abs(clock.now() - at) < KEPT_MS);

  function change(key: string, files: ReturnType<typeof fresh>): Promise<void> {
    if (files.length === 0) waiting.delete(key);
    else waiting.set(key, files);
    return state.set(KEY, Object.fromEntries(waiting));
  }

  return {
    add(thread, sender, paths, button) {
      const key = keyOf(thread, sender);
      const at = clock.now();
      return change(key, [...fresh(key), ...paths.map((path) => ({ path, at, button }))].slice(-MOST));
    },
    find: (thread, sender) => fresh(keyOf(thread, sender)).map(({ path }) => path),
    drop(thread, sender, button) {
      const key = keyOf(thread, sender);
      const files = fresh(key);
      const left = files.filter((file) => button !== undefined && file.button !== button);
      if (left.length === files.length) return new Set();
      // What cannot be noted waits again after a restart; the request that takes it along names it.
      change(key, left).catch(() => undefined);
      return new Set(files.flatMap((file) => (left.includes(file) ? [] : [file.button])));
    },
  };
}
