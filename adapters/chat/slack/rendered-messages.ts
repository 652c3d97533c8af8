/** What posted messages look like, so that an edit changes only what changed. Lost with the process: an edit then replaces everything. */

import { keepNewest, RENDERED_KEPT } from '../shared/keep-newest.ts';

export interface RenderedMessage {
  /** Messages before this one that hold the first parts of a long text. */
  readonly earlier: readonly string[];
  /** `file`: a file that was sent, with its words. */
  readonly shape: 'message' | 'file';
  /** Hash of words and buttons: equal for messages that look the same. */
  readonly fingerprint: string;
  /** The picture in it; null without one. */
  readonly picture: { readonly hash: string; readonly fileId: string } | null;
}

export interface RenderedMessages {
  /** null when it is not remembered. */
  find(channelId: string, ts: string): RenderedMessage | null;
  remember(channelId: string, ts: string, message: RenderedMessage): void;
}

export function createRenderedMessages(): RenderedMessages {
  const rendered = new Map<string, RenderedMessage>();
  return {
    find: (channelId, ts) => rendered.get(`${channelId} ${ts}`) ?? null,
    remember(channelId, ts, message) {
      keepNewest(rendered, `${channelId} ${ts}`, message, RENDERED_KEPT);
    },
  };
}
