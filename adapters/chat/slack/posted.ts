/** What posted messages look like, so that an edit changes only what changed. Lost with the process: an edit then replaces everything. */

import { keepNewest, LOOKS_KEPT } from '../shared/keep-newest.ts';

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

export function createPostedLooks(): PostedLooks {
  const looks = new Map<string, Look>();
  return {
    find: (channelId, ts) => looks.get(`${channelId} ${ts}`) ?? null,
    remember(channelId, ts, look) {
      keepNewest(looks, `${channelId} ${ts}`, look, LOOKS_KEPT);
    },
  };
}
