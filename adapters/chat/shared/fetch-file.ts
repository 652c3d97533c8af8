/** Brings the bytes of a file that was received, never more than wanted. */

import type { Attachment, Fetched } from '../../../src/ports/chat.ts';
import { say } from '../../../src/words/say.ts';

export type FetchFile = (attachment: Attachment, maxBytes: number, signal: AbortSignal) => Promise<Fetched>;

/** `fetch` resolves to null for a file that is larger than the limit. `name` of the platform; `mostBytes`: it hands out no larger ones. */
export function createLimitedFetch(
  name: string,
  mostBytes: number,
  fetch: (ref: string, limit: number, signal: AbortSignal) => Promise<Fetched | null>,
): FetchFile {
  return async ({ ref, bytes }, maxBytes, signal) => {
    signal.throwIfAborted();
    const limit = Math.min(maxBytes, mostBytes);
    const isTooLarge = bytes !== null && bytes > limit;
    const why = say`it is larger than the ${limit / 1024 / 1024} MB that I can take from ${name}`;
    return (isTooLarge ? null : await fetch(ref, limit, signal)) ?? { result: 'lost', why };
  };
}
