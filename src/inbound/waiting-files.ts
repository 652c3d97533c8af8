/** Files sent without a goal: the next goal from the same person in the same thread includes them. Kept through restarts. */
import { z } from 'zod';
import type { Sender, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { StateStore } from '../ports/state-store.ts';

export interface WaitingFiles {
  /** `button`: the one that drops the files. Resolves when they are on the disk. */
  add(thread: Thread, sender: Sender, paths: readonly string[], button: string): Promise<void>;
  /** The paths that wait, oldest first. */
  find(thread: Thread, sender: Sender): readonly string[];
  /** Removes the files with this button, or all; returns the buttons of the removed ones. */
  drop(thread: Thread, sender: Sender, button?: string): ReadonlySet<string>;
}

/** A goal more than an hour later is hardly about them. */
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
      // Files whose removal is not stored wait again after a restart; the request that used them names them.
      change(key, left).catch(() => undefined);
      return new Set(files.flatMap((file) => (left.includes(file) ? [] : [file.button])));
    },
  };
}
