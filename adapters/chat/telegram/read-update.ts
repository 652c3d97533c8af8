/**
 * One Telegram update → the message it carries, or why it carries none.
 *
 * Authorization comes first, for every kind; of strangers nothing is read, but for their own words to the bot alone while a pairing code is
 * open. Then, of the people who are allowed:
 * | update | what becomes of it |
 * |---|---|
 * | text | a text; `/run@OurName` loses the name; lines of a block quote begin with `> ` |
 * | a file, a photo, a voice note | as such, with its caption; nothing of it is fetched here; of an album, which one |
 * | `/run@AnotherBot` | ignored: not for us |
 * | a 👍 or 👎 on a message that has such a button | a tap on it |
 * | a tapped button | a tap; also on a message too old for Telegram to show |
 * | Telegram's own Stop on a draft of ours | a stop |
 * | forwarded, in a private chat | as such: the words are somebody else's, files of it are files |
 * | forwarded in a group, or sent through another bot | refused: the words are somebody else's |
 * | in the name of a chat: channel posts, anonymous admins, linked channels | refused: nobody knows who it was |
 * | edited | as such: a command runs as it was first sent; one edited to “stop” is a stop; ignored where no word of it changed |
 * | from a bot, in a channel, through a business account | refused |
 * | a sticker, a place, a poll and the like, in a private chat | a text without words, so that it is answered |
 * | none of that and anything else | ignored |
 * A run that is asked for in a forum, outside its topics, says so: it may get one of its own.
 */

import type { z } from 'zod';
import type { InboundContent, InboundMessage, Sender, Thread } from '../../../src/ports/chat.ts';
import { isStop } from '../shared/is-stop.ts';
import { markQuotes } from './quoted-lines.ts';
import { readMedia } from './read-media.ts';
import { toThread } from './thread.ts';
import {
  addressOf,
  EDITED,
  type Message,
  message,
  REACTED,
  reacted,
  STOPPED,
  signed,
  stopped,
  type Tap,
  tap,
  toSender,
  WORDLESS,
} from './update-shapes.ts';

export type ReadMessage = Extract<Reading, { readonly kind: 'message' }>;
export type Reading =
  | {
      readonly kind: 'message';
      readonly message: InboundMessage;
      readonly senderId: number;
      readonly callbackId: string | null;
      /** The message's number in its chat, and its words, to compare a later edit with. */
      readonly said?: { readonly chatId: number; readonly messageId: number; readonly text: string };
      /** The goal of a run asked for in a forum, outside its topics: it may have one of its own. */
      readonly topicFor?: { readonly chatId: number; readonly goal: string };
    }
  /** A stranger's direct message, perhaps the code of an open pairing. */
  | { readonly kind: 'stranger'; readonly sender: Sender; readonly thread: Thread; readonly text: string }
  /** `callbackId` of a tap by somebody allowed: its spinner must still end. */
  | {
      readonly kind: 'dropped';
      readonly why: string;
      readonly senderId: number | null;
      readonly callbackId: string | null;
    };

export interface ReadingContext {
  /** Our @name without the @. */
  readonly botName: string;
  readonly isAllowed: (userId: string) => boolean;
  /** A code is open that lets a stranger in. */
  readonly isPairing: () => boolean;
  /** What a live button with this label carries on a message of ours; null where there is none, or nobody remembers. */
  readonly findButton: (thread: Thread, messageId: string, label: string) => string | null;
  /** Milliseconds since 1970; a tap does not say when it was. */
  readonly now: () => number;
  /** The message of this chat as it was taken; null: not remembered. */
  readonly findTaken: (chatId: number, messageId: number) => Taken | null;
}

/** A message of a person that was handed on. */
export interface Taken {
  readonly update: string;
  /** null: it was a secret. */
  readonly text: string | null;
}

/** `update` as it came: an object with `update_id` and one more field. */
export function readUpdate(
  update: Readonly<Record<string, unknown>> & { readonly update_id: number },
  context: ReadingContext,
): Reading {
  const [kind, content] = Object.entries(update).find(([name]) => name !== 'update_id') ?? [];
  const senderId = kind === STOPPED ? readStopper(content) : readSigner(kind, content);
  if (senderId === null || !context.isAllowed(String(senderId)))
    return kind === 'message' && context.isPairing()
      ? readStranger(content, senderId)
      : dropped('a stranger', senderId);
  if (kind === 'message') {
    const parsed = message.safeParse(content);
    return parsed.success ? readMessage(update.update_id, parsed.data, context) : dropped('not understood', senderId);
  }
  if (kind === EDITED) {
    const parsed = message.safeParse(content);
    return parsed.success ? readEdit(update.update_id, parsed.data, context) : dropped('not understood', senderId);
  }
  if (kind === 'callback_query') {
    const parsed = tap.safeParse(content);
    return parsed.success ? readTap(update.update_id, parsed.data, context) : dropped('not understood', senderId);
  }
  if (kind === STOPPED) {
    const parsed = stopped.safeParse(content);
    return parsed.success ? readStop(update.update_id, parsed.data, context) : dropped('not understood', senderId);
  }
  if (kind === REACTED) {
    const parsed = reacted.safeParse(content);
    return parsed.success ? readReaction(update.update_id, parsed.data, context) : dropped('not understood', senderId);
  }
  return dropped('a kind of update that is not handled', senderId);
}

function readSigner(kind: string | undefined, content: unknown): number | null {
  if (kind === REACTED) return reacted.safeParse(content).data?.user.id ?? null;
  const read = signed.safeParse(content);
  return read.success ? read.data.from.id : null;
}

function readStopper(content: unknown): number | null {
  const read = stopped.safeParse(content);
  return read.success ? read.data.chat.id : null;
}

function readStop(updateId: number, { chat, ...sent }: z.infer<typeof stopped>, context: ReadingContext): Reading {
  return {
    kind: 'message',
    senderId: chat.id,
    callbackId: null,
    message: {
      updateId: `telegram:${updateId}`,
      thread: toThread({ chatId: chat.id, topicId: sent.message_thread_id ?? null }, false),
      sender: { id: `telegram:${chat.id}`, name: chat.first_name, language: '' },
      sentAt: context.now(),
      content: { kind: 'stop' },
    },
  };
}

function readMessage(updateId: number, sent: Message, { botName }: ReadingContext): Reading {
  const why = findObjection(sent);
  if (why === FORWARDED && sent.chat.type === 'private') return readForwarded(updateId, sent);
  if (why !== null) return dropped(why, sent.from.id);
  const text = readWords(sent, botName);
  if (text === null) return dropped('for another bot', sent.from.id);
  const media = readMedia(sent, text);
  if (media === null && text === '' && !isForNobodyElse(sent)) return dropped('no words in it', sent.from.id);
  const reading = handOn(updateId, sent, media ?? { kind: 'text', text }, text);
  const [, goal] = (media === null ? /^\s*\/?run\s+(\S[\s\S]*)$/i.exec(text) : null) ?? [];
  const isOutside = sent.chat.is_forum && addressOf(sent).topicId === null;
  return goal === undefined || !isOutside ? reading : { ...reading, topicFor: { chatId: sent.chat.id, goal } };
}

/** `said`: the words of the message if a later edit is to be compared with them, else null. */
function handOn(updateId: number, sent: Message, content: InboundContent, said: string | null): ReadMessage {
  return {
    kind: 'message',
    senderId: sent.from.id,
    callbackId: null,
    message: {
      updateId: `telegram:${updateId}`,
      thread: toThread(addressOf(sent), sent.chat.type !== 'private'),
      sender: toSender(sent.from),
      sentAt: (sent.edit_date ?? sent.date) * 1000,
      content,
    },
    ...(said === null ? {} : { said: { chatId: sent.chat.id, messageId: sent.message_id, text: said } }),
  };
}

function readWords(sent: Message, botName: string): string | null {
  const words =
    sent.text === undefined
      ? markQuotes(sent.caption ?? '', sent.caption_entities)
      : markQuotes(sent.text, sent.entities);
  return stripBotName(words, botName);
}

/** A forwarded voice note is not marked as forwarded: every voice note is followed by the question whether it was meant. */
function readForwarded(updateId: number, sent: Message): Reading {
  const media = readMedia(sent, '');
  const text = sent.text ?? sent.caption ?? '';
  if (media?.kind === 'files') return handOn(updateId, sent, { ...media, isForwarded: true }, null);
  return handOn(updateId, sent, media ?? { kind: 'forwarded', text }, null);
}

/** Telegram sends an edit also where nothing changed that a person can see, and many of a place that moves. */
function readEdit(updateId: number, sent: Message, { botName, findTaken }: ReadingContext): Reading {
  const why = findObjection(sent);
  if (why !== null) return dropped(why, sent.from.id);
  const text = readWords(sent, botName);
  if (text === null || text === '') return dropped('edited, and no words in it', sent.from.id);
  const taken = findTaken(sent.chat.id, sent.message_id);
  if (isStop(text) && taken?.text !== text) return handOn(updateId, sent, { kind: 'text', text }, text);
  if (taken === null)
    return sent.chat.type === 'private'
      ? handOn(updateId, sent, { kind: 'edited', text: '', of: null }, null)
      : dropped('edited, and not remembered', sent.from.id);
  if (taken.text === null || taken.text === text) return dropped('edited in nothing that counts', sent.from.id);
  return handOn(updateId, sent, { kind: 'edited', text, of: taken.update }, text);
}

/** Something the person sent to us alone: in groups people send such things to each other, and Telegram itself tells what happens there. */
function isForNobodyElse(sent: Message): boolean {
  return sent.chat.type === 'private' && WORDLESS.some((kind) => sent[kind] !== undefined);
}

function readStranger(content: unknown, senderId: number | null): Reading {
  const { data: sent } = message.safeParse(content);
  const isTheirs = sent !== undefined && sent.chat.type === 'private' && findObjection(sent) === null;
  if (!isTheirs || sent.text === undefined) return dropped('a stranger', senderId);
  return { kind: 'stranger', sender: toSender(sent.from), thread: toThread(addressOf(sent), false), text: sent.text };
}

const FORWARDED = 'forwarded';

/** Why these words cannot be taken for their sender's own. */
function findObjection(sent: Message): string | null {
  if (sent.from.is_bot) return 'from a bot';
  if (sent.sender_chat !== undefined) return 'in the name of a chat';
  if (sent.via_bot !== undefined) return 'sent through another bot';
  if (sent.business_connection_id !== undefined) return 'through a business account';
  if (sent.chat.type === 'channel') return 'in a channel';
  if (sent.forward_origin !== undefined || sent.forward_date !== undefined) return FORWARDED;
  return null;
}

function readTap(updateId: number, tapped: Tap, context: ReadingContext): Reading {
  const { message: card, data, from } = tapped;
  if (from.is_bot) return dropped('from a bot', from.id);
  if (card === undefined || data === undefined) return dropped('a tap without a message', from.id, tapped.id);
  return {
    kind: 'message',
    senderId: from.id,
    callbackId: tapped.id,
    message: {
      updateId: `telegram:${updateId}`,
      thread: toThread(addressOf(card), card.chat.type !== 'private'),
      sender: toSender(from),
      sentAt: context.now(),
      content: { kind: 'tap', data, messageId: String(card.message_id) },
    },
  };
}

const THUMBS: readonly string[] = ['👍', '👎'];

/** A new thumb on a message with such a button is a tap on that button; one that is removed is ignored. */
function readReaction(updateId: number, sent: z.infer<typeof reacted>, context: ReadingContext): Reading {
  const { chat, user } = sent;
  if (user.is_bot) return dropped('from a bot', user.id);
  const before = sent.old_reaction.map(({ emoji }) => emoji);
  const thumb = sent.new_reaction.find(({ emoji = '' }) => THUMBS.includes(emoji) && !before.includes(emoji))?.emoji;
  if (thumb === undefined) return dropped('a reaction that asks for nothing', user.id);
  // A reaction does not name its topic: in a topic only the buttons count.
  const thread = toThread({ chatId: chat.id, topicId: null }, chat.type !== 'private');
  const messageId = String(sent.message_id);
  const data = context.findButton(thread, messageId, thumb);
  if (data === null) return dropped('a reaction to what has no such button', user.id);
  return {
    kind: 'message',
    senderId: user.id,
    callbackId: null,
    message: {
      updateId: `telegram:${updateId}`,
      thread,
      sender: toSender(user),
      sentAt: context.now(),
      content: { kind: 'tap', data, messageId },
    },
  };
}

function dropped(why: string, senderId: number | null, callbackId: string | null = null): Reading {
  return { kind: 'dropped', why, senderId, callbackId };
}

/** `/run@OurName goal` → `/run goal`, `@OurName stop` → `stop`; null when another bot is named. */
function stripBotName(text: string, botName: string): string | null {
  const command = /^(\/\w+)@(\w+)(?=\s|$)/.exec(text);
  if (command !== null) return isSameName(command[2], botName) ? `${command[1]}${text.slice(command[0].length)}` : null;
  const mention = /^@(\w+)[\s,:]+(?=\S)/.exec(text);
  return mention !== null && isSameName(mention[1], botName) ? text.slice(mention[0].length) : text;
}

function isSameName(name: string | undefined, botName: string): boolean {
  return name?.toLowerCase() === botName.toLowerCase();
}
