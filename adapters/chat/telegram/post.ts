/** Posts a message: a picture with its caption, or a text in as many parts as it needs; the buttons are on the last. */

import { createHash } from 'node:crypto';
import { type Delivery, type OutboundMessage, type Thread, TOLD_LATER } from '../../../src/ports/chat.ts';
import { isGif } from '../../../src/ports/image-forms/gif.ts';
import { say, type Text } from '../../../src/words/say.ts';
import { type Answer, isRefused } from './answer.ts';
import { type ApiCalls, PICTURE_IS_REFUSED } from './api-calls.ts';
import { toDelivery } from './delivery.ts';
import type { ButtonRows, Keyboards } from './keyboard.ts';
import { captionOf, fits, MAX_CAPTION, MAX_TEXT, renderCut, renderParts } from './markup.ts';
import { hashPicture, type Part, type RenderedMessages } from './rendered-messages.ts';
import { type Address, toAddress } from './thread.ts';

export type Post = (thread: Thread, message: OutboundMessage, signal: AbortSignal) => Promise<Delivery>;

/** One Telegram message still to be sent. */
type Draft =
  | { readonly shape: 'text'; readonly html: string }
  | { readonly shape: 'photo' | 'bare'; readonly html: string; readonly jpeg: Uint8Array }
  | { readonly shape: 'document'; readonly html: string; readonly name: string; readonly bytes: Uint8Array };

const MAX_FILE_BYTES = 50 * 1024 * 1024;
/** Long messages that broke off in the middle, and how far they got. */
const REMEMBERED_PROGRESS = 100;

/**
 * A post that broke off in the middle goes on where it stopped when the same message is posted to the same thread again: nobody gets
 * the first half twice. Only the last part rings.
 */
export function createPost(api: ApiCalls, keyboards: Keyboards, rendered: RenderedMessages): Post {
  const progress = new Map<string, readonly Part[]>();

  function send(draft: Draft, buttons: ButtonRows, to: Address, rings: boolean, signal: AbortSignal) {
    return keyboards.send(buttons, async (markup): Promise<Answer<number>> => {
      const how = { to, rings, markup, signal };
      if (draft.shape === 'text') return api.sendText(draft.html, how);
      if (draft.shape === 'document') return api.sendFile(draft.name, draft.bytes, draft.html, how);
      const moves = isGif(draft.jpeg);
      const answer = await (moves ? api.sendAnimation : api.sendPhoto)(draft.jpeg, draft.html, how);
      // A picture that is too large or too odd for a photo is sent as a file.
      const name = moves ? 'run.gif' : 'picture.jpg';
      return isRefused(answer, PICTURE_IS_REFUSED) ? api.sendFile(name, draft.jpeg, draft.html, how) : answer;
    });
  }

  return async (thread, message, signal) => {
    signal.throwIfAborted();
    const to = toAddress(thread);
    if (to === null) return { result: 'lost', why: say`this is not a Telegram thread` };
    const drafts = draftMessage(message);
    const last = drafts.findLastIndex((draft) => draft.shape !== 'document' || drafts.length === 1);
    if (last < 0) return { result: 'lost', why: say`there is nothing in this message to see` };
    const why = whyUnsendable(message.file);
    if (why !== null) return { result: 'lost', why };
    const key = fingerprint(thread, message, drafts);
    let sent = progress.get(key) ?? [];
    for (const [index, draft] of drafts.entries()) {
      if (index < sent.length) continue;
      const rings = message.kind !== 'status' && index === drafts.length - 1;
      const answer = await send(draft, index === last ? message.buttons : [], to, rings, signal);
      if (!answer.ok) {
        const delivery = toDelivery(answer.failure);
        if (delivery.result === 'lost') progress.delete(key);
        return delivery;
      }
      const picture = 'jpeg' in draft ? hashPicture(draft.jpeg) : '';
      sent = [...sent, { messageId: answer.value, shape: draft.shape, html: draft.html, picture }];
      noteProgress(progress, key, sent);
    }
    progress.delete(key);
    const parts = sent.slice(0, last + 1);
    const posted = { thread, messageId: String(parts.at(-1)?.messageId) };
    rendered.remember(posted, { parts, buttons: JSON.stringify(message.buttons) });
    return { result: 'sent', message: posted };
  };
}

function whyUnsendable(file: OutboundMessage['file']): Text | null {
  if (file === null) return null;
  if (file.bytes.length === 0) return say`the file ${file.name} is empty, and Telegram takes no empty files`;
  if (file.bytes.length <= MAX_FILE_BYTES) return null;
  return say`the file ${file.name} is larger than the ${MAX_FILE_BYTES / 1024 / 1024} MB that Telegram takes`;
}

/** The file goes with a short text as one message; with a picture or a long text it comes after. */
function draftMessage(message: OutboundMessage): readonly Draft[] {
  const { text, picture, file } = message;
  // The caption of a question leaves room for what is added to it later.
  const limit = message.kind === 'question' ? MAX_CAPTION - TOLD_LATER : MAX_CAPTION;
  if (file !== null && picture === null && fits(text, limit)) {
    return [{ shape: 'document', html: renderCut(text, MAX_CAPTION), ...file }];
  }
  const texts = renderParts(text, MAX_TEXT).map((html): Draft => ({ shape: 'text', html }));
  const files: readonly Draft[] = file === null ? [] : [{ shape: 'document', html: '', ...file }];
  if (picture === null) return [...texts, ...files];
  if (!fits(text, limit)) return [{ shape: 'bare', html: '', jpeg: picture }, ...texts, ...files];
  return [{ shape: 'photo', html: captionOf(message), jpeg: picture }, ...files];
}

function fingerprint(thread: Thread, message: OutboundMessage, drafts: readonly Draft[]): string {
  const hash = createHash('sha256').update(thread.key).update(JSON.stringify(message.buttons));
  for (const draft of drafts) {
    hash.update(`\0${draft.shape}\0${draft.html}\0`);
    if ('jpeg' in draft) hash.update(draft.jpeg);
    if ('bytes' in draft) hash.update(draft.bytes);
  }
  return hash.digest('base64');
}

function noteProgress(progress: Map<string, readonly Part[]>, key: string, sent: readonly Part[]): void {
  progress.delete(key);
  progress.set(key, sent);
  const [oldest] = progress.keys();
  if (progress.size > REMEMBERED_PROGRESS && oldest !== undefined) progress.delete(oldest);
}
