/** What posted messages look like, so that an edit changes only what changed. Lost with the process: an edit then replaces everything. */

import { createHash } from 'node:crypto';

export interface Look {
  /** Messages before this one that hold the first parts of a long text. */
  readonly earlier: readonly string[];
  /** `file`: the words beside a file that was sent. */
  readonly shape: 'message' | 'file';
  /** Of words and buttons; equal = the same to see. */
  readonly fingerprint: string;
  /** The picture in it; null without one. */
  readonly picture: { readonly hash: string; readonly fileId: string } | null;
}

export interface PostedLooks {
  /** null when it is not remembered. */
  find(channelId: string, ts: string): Look | null;
  remember(channelId: string, ts: string, look: Look): void;
}

/** More than anybody still edits. */
const REMEMBERED = 500;

export function createPostedLooks(): PostedLooks {
  const looks = new Map<string, Look>();
  return {
    find: (channelId, ts) => looks.get(`${channelId} ${ts}`) ?? null,
    remember(channelId, ts, look) {
      keepNewest(looks, `${channelId} ${ts}`, look, REMEMBERED);
    },
  };
}

/** Puts an entry last and drops the oldest when there are more than `limit`. */
export function keepNewest<V>(map: Map<string, V>, key: string, value: V, limit: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > limit && oldest !== undefined) map.delete(oldest);
}

export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64');
}
