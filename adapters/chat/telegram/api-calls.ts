/** Single calls that put something into a chat or change it there; each answers with the message's number. */

import { type Api, InputFile } from 'grammy';
import type { InlineKeyboardMarkup } from 'grammy/types';
import { z } from 'zod';
import type { Answer } from './answer.ts';
import { isRefused } from './answer.ts';
import type { TelegramClient } from './client.ts';
import type { Pacing } from './options.ts';
import type { Address } from './thread.ts';

/** Where a new message goes, and how. */
export interface Delivering {
  readonly to: Address;
  /** Whether the phone rings. */
  readonly rings: boolean;
  readonly markup: InlineKeyboardMarkup | undefined;
  readonly signal: AbortSignal;
}

/** Which message changes. Without `markup` its keyboard goes. */
export interface Changing {
  readonly to: Address;
  readonly messageId: number;
  readonly markup: InlineKeyboardMarkup | undefined;
  readonly signal: AbortSignal;
}

/** `html` is Telegram's HTML, see markup.ts. */
export interface ApiCalls {
  sendText(html: string, how: Delivering): Promise<Answer<number>>;
  sendPhoto(jpeg: Uint8Array, html: string, how: Delivering): Promise<Answer<number>>;
  sendAnimation(gif: Uint8Array, html: string, how: Delivering): Promise<Answer<number>>;
  sendFile(name: string, bytes: Uint8Array, html: string, how: Delivering): Promise<Answer<number>>;
  editText(html: string, what: Changing): Promise<Answer<number>>;
  editCaption(html: string, what: Changing): Promise<Answer<number>>;
  /** Changes a picture; turns a text message into a photo, too. */
  editPhoto(jpeg: Uint8Array, html: string, what: Changing): Promise<Answer<number>>;
  /** Replaces a picture with an animation. */
  editAnimation(gif: Uint8Array, html: string, what: Changing): Promise<Answer<number>>;
  editMarkup(what: Changing): Promise<Answer<number>>;
  /** Removes a message of ours. */
  remove(to: Address, messageId: number, signal: AbortSignal): Promise<Answer<boolean>>;
}

/** Telegram's errors for a picture that it does not take as a photo: too large, of odd dimensions, or no picture. */
export const PICTURE_IS_REFUSED = /PHOTO_|IMAGE_PROCESS|too big for a photo/i;

const sentMessage = z.object({ message_id: z.number().int() }).transform((message) => message.message_id);
const HTML = { parse_mode: 'HTML' } as const;
const TEXT = { ...HTML, link_preview_options: { is_disabled: true } } as const;
const TOPIC_IS_GONE = /message thread not found|TOPIC_(?:CLOSED|DELETED|ID_INVALID)/i;

export function createApiCalls(client: TelegramClient, pacing: Pacing): ApiCalls {
  /** Groups that became supergroups, and what they are called now. */
  const movedTo = new Map<number, number>();

  /** Follows a group that moved, and falls back to the chat when its topic is gone: better there than nowhere. */
  async function deliver(
    how: Delivering,
    timeoutMs: number,
    send: (api: Api, chatId: number, also: ReturnType<typeof delivering>) => Promise<unknown>,
  ): Promise<Answer<number>> {
    const call = (to: Address): Promise<Answer<number>> =>
      client.call((api) => send(api, to.chatId, delivering(to, how)), sentMessage, timeoutMs, how.signal);
    const answer = await followMove(how.to, call);
    return isRefused(answer, TOPIC_IS_GONE) ? followMove({ ...how.to, topicId: null }, call) : answer;
  }

  function change(
    what: Changing,
    timeoutMs: number,
    send: (api: Api, chatId: number, also: { reply_markup?: InlineKeyboardMarkup }) => Promise<unknown>,
  ): Promise<Answer<number>> {
    const also = what.markup === undefined ? {} : { reply_markup: what.markup };
    return followMove(what.to, (to) =>
      client.call((api) => send(api, to.chatId, also), sentMessage, timeoutMs, what.signal),
    );
  }

  async function followMove<T>(to: Address, call: (to: Address) => Promise<Answer<T>>): Promise<Answer<T>> {
    const current = { ...to, chatId: movedTo.get(to.chatId) ?? to.chatId };
    const answer = await call(current);
    if (answer.ok || answer.failure.kind !== 'refused' || answer.failure.migratedTo === null) return answer;
    movedTo.set(to.chatId, answer.failure.migratedTo);
    return call({ ...to, chatId: answer.failure.migratedTo });
  }

  return {
    sendText: (html, how) =>
      deliver(how, pacing.callTimeoutMs, (api, chatId, also) => api.sendMessage(chatId, html, { ...TEXT, ...also })),
    sendPhoto: (jpeg, html, how) =>
      deliver(how, pacing.uploadTimeoutMs, (api, chatId, also) =>
        api.sendPhoto(chatId, new InputFile(jpeg, 'screen.jpg'), { ...HTML, caption: html, ...also }),
      ),
    sendAnimation: (gif, html, how) =>
      deliver(how, pacing.uploadTimeoutMs, (api, chatId, also) =>
        api.sendAnimation(chatId, new InputFile(gif, 'run.gif'), { ...HTML, caption: html, ...also }),
      ),
    sendFile: (name, bytes, html, how) =>
      deliver(how, pacing.uploadTimeoutMs, (api, chatId, also) =>
        api.sendDocument(chatId, new InputFile(bytes, toFileName(name)), { ...HTML, caption: html, ...also }),
      ),
    editText: (html, what) =>
      change(what, pacing.callTimeoutMs, (api, chatId, also) =>
        api.editMessageText(chatId, what.messageId, html, { ...TEXT, ...also }),
      ),
    editCaption: (html, what) =>
      change(what, pacing.callTimeoutMs, (api, chatId, also) =>
        api.editMessageCaption(chatId, what.messageId, { ...HTML, caption: html, ...also }),
      ),
    editPhoto: (jpeg, html, what) =>
      change(what, pacing.uploadTimeoutMs, (api, chatId, also) =>
        api.editMessageMedia(
          chatId,
          what.messageId,
          { ...HTML, type: 'photo', media: new InputFile(jpeg, 'screen.jpg'), caption: html },
          also,
        ),
      ),
    editAnimation: (gif, html, what) =>
      change(what, pacing.uploadTimeoutMs, (api, chatId, also) =>
        api.editMessageMedia(
          chatId,
          what.messageId,
          { ...HTML, type: 'animation', media: new InputFile(gif, 'run.gif'), caption: html },
          also,
        ),
      ),
    editMarkup: (what) =>
      change(what, pacing.callTimeoutMs, (api, chatId, also) =>
        api.editMessageReplyMarkup(chatId, what.messageId, also),
      ),
    remove: (to, messageId, signal) =>
      followMove(to, ({ chatId }) =>
        client.call((api) => api.deleteMessage(chatId, messageId), z.boolean(), pacing.callTimeoutMs, signal),
      ),
  };
}

function delivering({ topicId }: Address, { rings, markup }: Delivering) {
  return {
    ...(topicId === null ? {} : { message_thread_id: topicId }),
    ...(rings ? {} : { disable_notification: true }),
    ...(markup === undefined ? {} : { reply_markup: markup }),
  };
}

/** grammY writes the name unquoted into a header line: what would end it there becomes `_`. */
function toFileName(name: string): string {
  const safe = name.replace(/[\p{Cc}"';\\/]/gu, '_').trim();
  return safe === '' ? 'file' : safe;
}
