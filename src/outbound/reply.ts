/** Plain replies: words in a thread, and nothing else. */
import type { Thread } from '../ports/chat.ts';
import type { Outbox } from './outbox.ts';
import type { Outgoing } from './outgoing.ts';
import type { SpokenSpan } from './spoken.ts';

/** With `settles` it is the final reply to that command. */
export type Reply = (thread: Thread, text: readonly SpokenSpan[], settles?: string) => void;

/** A message of text alone. */
export function wordsAlone(text: readonly SpokenSpan[]): Outgoing {
  return { kind: 'reply', text, picture: null, buttons: [], file: null, again: {} };
}

export function createReply(outbox: Pick<Outbox, 'post'>): Reply {
  return (thread, text, settles) => void outbox.post(thread, wordsAlone(text), settles);
}
