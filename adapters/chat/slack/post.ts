/** Posts a message: a text in as many parts as it needs, picture and buttons on the last, a file after it. */

import type { Delivery, OutboundMessage, Thread } from '../../../src/ports/chat.ts';
import { say, type Text } from '../../../src/words/say.ts';
import { hashOf, keepNewest } from '../shared/keep-newest.ts';
import type { Answer } from './answer.ts';
import { MAX_BLOCKS } from './blocks.ts';
import { toDelivery } from './delivery.ts';
import { cutText, escapeMrkdwn, type Piece } from './markup.ts';
import { toMessageId } from './message-id.ts';
import { type PictureMessagePorts, type ShownPictureMessage, sendPictureMessage } from './picture-message.ts';
import type { RenderedMessages } from './rendered-messages.ts';
import { type Address, toAddress } from './thread.ts';

export type Post = (thread: Thread, message: OutboundMessage, signal: AbortSignal) => Promise<Delivery>;

/** The longest text that goes beside a file; a longer one becomes a message of its own. */
const MAX_COMMENT = 3_000;
/** Slack takes up to 1 GB, but a file is held in memory twice here. */
const MAX_FILE_BYTES = 200 * 1024 * 1024;
/** Messages that broke off in the middle, and how far they got. */
const REMEMBERED_PROGRESS = 100;

/**
 * A post that broke off in the middle goes on where it stopped when the same message is posted to the same thread again: nobody gets
 * the first half twice.
 */
export function createPost(ports: PictureMessagePorts, rendered: RenderedMessages): Post {
  const progress = new Map<string, readonly ShownPictureMessage[]>();

  async function sendParts(
    to: Address,
    message: OutboundMessage,
    parts: readonly (readonly Piece[])[],
    key: string,
    signal: AbortSignal,
  ): Promise<Answer<readonly ShownPictureMessage[]>> {
    let done = progress.get(key) ?? [];
    for (const [index, pieces] of parts.entries()) {
      if (index < done.length) continue;
      const isLast = index === parts.length - 1;
      const pictureMessage = {
        pieces,
        language: message.language,
        picture: isLast && message.picture !== null ? { jpeg: message.picture, alt: message.pictureAlt } : null,
        rows: isLast ? message.buttons : [],
      };
      const answer = await sendPictureMessage(
        ports,
        pictureMessage,
        to,
        (body) => ports.api.post(to, body, signal),
        signal,
      );
      if (!answer.ok) return answer;
      done = [...done, answer.value];
      keepNewest(progress, key, done, REMEMBERED_PROGRESS);
    }
    return { ok: true, value: done };
  }

  async function sendFileOnly(
    thread: Thread,
    to: Address,
    message: OutboundMessage,
    signal: AbortSignal,
  ): Promise<Delivery> {
    const words = wordsOf(message);
    const answer = await ports.api.share(
      to,
      { name: '', alt: '', bytes: new Uint8Array(), ...message.file },
      words,
      signal,
    );
    if (!answer.ok) return toDelivery(answer.failure);
    const { channelId, ts, fileId } = answer.value;
    if (ts === '') return { result: 'sent', message: { thread, messageId: fileId } };
    rendered.remember(channelId, ts, { earlier: [], shape: 'file', fingerprint: '', picture: null });
    return { result: 'sent', message: { thread, messageId: ts } };
  }

  return async (thread, message, signal) => {
    signal.throwIfAborted();
    const to = toAddress(thread);
    if (to === null) return { result: 'lost', why: say`this is not a Slack thread` };
    const why = whyUnsendable(message);
    if (why !== null) return { result: 'lost', why };
    if (isFileOnly(message)) return sendFileOnly(thread, to, message, signal);
    const texts = cutText(message.text);
    const parts = texts.length === 0 ? [[]] : texts;
    const key = hashOf(
      thread.key,
      JSON.stringify([message.text, message.buttons]),
      message.picture ?? '',
      message.file?.name ?? '',
    );
    const answer = await sendParts(to, message, parts, key, signal);
    if (!answer.ok) return fail(answer.failure, key);
    if (message.file !== null) {
      const shared = await ports.api.share(to, { ...message.file, alt: '' }, '', signal);
      if (!shared.ok) return fail(shared.failure, key);
    }
    progress.delete(key);
    const last = answer.value.at(-1);
    if (last === undefined) return { result: 'lost', why: say`there is nothing in this message to see` };
    const { sent, picture } = last;
    const earlier = answer.value.slice(0, -1).map((shown) => shown.sent.ts);
    rendered.remember(sent.channelId, sent.ts, {
      earlier,
      shape: 'message',
      fingerprint: fingerprintOf(message),
      picture,
    });
    return { result: 'sent', message: { thread, messageId: toMessageId(sent, to) } };
  };

  function fail(failure: Parameters<typeof toDelivery>[0], key: string): Delivery {
    const delivery = toDelivery(failure);
    if (delivery.result === 'lost') progress.delete(key);
    return delivery;
  }
}

/** Hash of what the message shows without its picture. */
export function fingerprintOf(message: OutboundMessage): string {
  return hashOf(JSON.stringify([message.text, message.buttons]));
}

function isFileOnly({ file, picture, buttons, text }: OutboundMessage): boolean {
  return file !== null && picture === null && buttons.flat().length === 0 && cutText(text, MAX_COMMENT).length <= 1;
}

function wordsOf(message: OutboundMessage): string {
  const [pieces = []] = cutText(message.text, MAX_COMMENT);
  return escapeMrkdwn(pieces.map(({ text }) => text).join(''));
}

function whyUnsendable({ file, picture, text, buttons }: OutboundMessage): Text | null {
  if (buttons.length > MAX_BLOCKS / 4) return say`it has ${buttons.length} rows of buttons`;
  if (file !== null) {
    if (file.bytes.length === 0) return say`the file ${file.name} is empty, and Slack takes no empty files`;
    if (file.bytes.length > MAX_FILE_BYTES)
      return say`the file ${file.name} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`;
    return null;
  }
  return picture === null && cutText(text).length === 0 ? say`there is nothing in this message to see` : null;
}
