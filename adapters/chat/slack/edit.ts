/**
 * Changes a posted message in place: words, picture and buttons together.
 *
 * A message cannot grow by a further one, so a text that needs more than one is cut with `…`; the earlier parts of a long message,
 * whose words would contradict it, are removed.
 */

import type { Delivery, OutboundMessage, PostedMessage } from '../../../src/ports/chat.ts';
import { say } from '../../../src/words/say.ts';
import { hashOf } from '../shared/keep-newest.ts';
import { isRefused } from './answer.ts';
import type { Sent } from './api-calls.ts';
import { toDelivery } from './delivery.ts';
import { cutToOne, escapeMrkdwn, type Piece } from './markup.ts';
import { readMessageId } from './message-id.ts';
import { type PictureMessagePorts, sendPictureMessage } from './picture-message.ts';
import { fingerprintOf } from './post.ts';
import type { RenderedMessages } from './rendered-messages.ts';

export type Edit = (posted: PostedMessage, message: OutboundMessage, signal: AbortSignal) => Promise<Delivery>;

/** Slack's codes for a message that already looks like this. */
const UNCHANGED = ['no_change', 'message_not_modified'];

export function createEdit(ports: PictureMessagePorts, rendered: RenderedMessages): Edit {
  return async (posted, message, signal) => {
    signal.throwIfAborted();
    const sent = readMessageId(posted)?.sent;
    if (sent === undefined) return { result: 'lost', why: say`this is not a Slack message` };
    const before = rendered.find(sent.channelId, sent.ts);
    const fingerprint = fingerprintOf(message);
    const hash = message.picture === null ? null : hashOf(message.picture);
    if (before?.fingerprint === fingerprint && (before.picture?.hash ?? null) === hash) {
      return { result: 'sent', message: posted };
    }
    const pieces = cutToOne(message.text) ?? [];
    if (pieces.length === 0 && message.picture === null) {
      return { result: 'lost', why: say`there is nothing in this message to see` };
    }
    if (before?.shape === 'file') return editFileWords(sent, posted, pieces, signal);
    const pictureMessage = {
      pieces,
      language: message.language,
      picture: message.picture === null ? null : { jpeg: message.picture, alt: message.pictureAlt },
      rows: message.buttons,
    };
    const answer = await sendPictureMessage(
      ports,
      pictureMessage,
      null,
      (body) => ports.api.update(sent, body, signal),
      signal,
    );
    if (!answer.ok && !isRefused(answer, UNCHANGED)) return toDelivery(answer.failure);
    const picture = answer.ok ? answer.value.picture : (before?.picture ?? null);
    rendered.remember(sent.channelId, sent.ts, { earlier: [], shape: 'message', fingerprint, picture });
    if (before?.picture && before.picture.fileId !== picture?.fileId) ports.pictures.drop(before.picture);
    // A left-over part is untidy, not wrong: whether its removal succeeds does not matter.
    for (const ts of before?.earlier ?? []) await ports.api.remove({ ...sent, ts }, signal);
    return { result: 'sent', message: posted };
  };

  async function editFileWords(
    sent: Sent,
    posted: PostedMessage,
    pieces: readonly Piece[],
    signal: AbortSignal,
  ): Promise<Delivery> {
    const fallback = escapeMrkdwn(pieces.map(({ text }) => text).join(''));
    const answer = await ports.api.update(sent, { blocks: [], fallback }, signal);
    return answer.ok ? { result: 'sent', message: posted } : toDelivery(answer.failure);
  }
}
