/** A look at a Mac's screen without a picture: what its windows are, and what the elements of the one in front say. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AxHelper } from './ax-helper.ts';
import { findFront, type MacWindow } from './native/windows.ts';

/** Longer than a walk: the child may have to be started. */
const ANSWER_MS = 1500;
const WALK_MS = 120;
/** `seen` null: not all of it could be read in time. */
const answerSchema = z.object({ is: z.literal('glimpse'), seen: z.string().nullable() });

export function createGlimpse(
  windows: () => readonly MacWindow[],
  helper: Pick<AxHelper, 'ask'>,
): (signal: AbortSignal) => Promise<string> {
  let known = { pid: -1, seen: '' };

  return async (signal) => {
    const list = windows();
    const pid = findFront(list)?.pid ?? null;
    if (pid !== null) {
      const answer = answerSchema.safeParse(await helper.ask({ do: 'glimpse', pid, ms: WALK_MS }, ANSWER_MS, signal));
      const seen = answer.data?.seen ?? null;
      // What cannot be read in time counts as unchanged, so that it does not look like something that moves.
      if (seen !== null) known = { pid, seen };
      else if (known.pid !== pid) known = { pid, seen: '' };
    }
    return createHash('sha1')
      .update(JSON.stringify([list.map(({ id, title, layer, alpha, box }) => [id, title, layer, alpha, box]), pid]))
      .update(pid === null ? '' : known.seen)
      .digest('base64');
  };
}
