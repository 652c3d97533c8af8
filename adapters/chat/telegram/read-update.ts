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
 * | forwarded, or sent through another bot | refused: the words are somebody else's |
 * | in the name of a chat: channel posts, anonymous admins, linked channels | refused: nobody knows who it was |
 * | edited | ignored: a command runs as it was first sent |
 * | from a bot, in a channel, through a business account | refused |
 * | a sticker, a place, a poll and the like, in a private chat | a text without words, so that it is answered |
 * | none of that and anything else | ignored |
 */

import { z } from 'zod';
import type { InboundMessage, Sender, Thread } from '../../../src/ports/chat.ts';
import { entities, markQuotes } from './quoted-lines.ts';
import { mediaFields, readMedia } from './read-media.ts';
import { type Address, toThread } from './thread.ts';

const person = z.object({
  id: z.number().int(),
  is_bot: z.boolean(),
  first_name: z.string().default(''),
  last_name: z.string().default(''),
  language_code: z.string().default(''),
});
const place = {
  message_id: z.number().int(),
  chat: z.object({ id: z.number().int(), type: z.enum(['private', 'group', 'supergroup', 'channel']) }),
  message_thread_id: z.number().int().optional(),
  is_topic_message: z.boolean().default(false),
};
const message = z.object({
  ...place,
  from: person,
  date: z.number(),
  text: z.string().optional(),
  caption: z.string().optional(),
  entities,
  caption_entities: entities,
  sender_chat: z.unknown().optional(),
  via_bot: z.unknown().optional(),
  forward_origin: z.unknown().optional(),
  forward_date: z.unknown().optional(),
  business_connection_id: z.unknown().optional(),
  ...mediaFields,
  media_group_id: z.string().optional(),
  sticker: z.unknown().optional(),
  location: z.unknown().optional(),
  venue: z.unknown().optional(),
  contact: z.unknown().optional(),
  poll: z.unknown().optional(),
  dice: z.unknown().optional(),
});
const WORDLESS = ['sticker', 'location', 'venue', 'contact', 'poll', 'dice'] as const;
const tap = z.object({
  id: z.string(),
  from: person,
  message: z.object(place).optional(),
  data: z.string().optional(),
});
/** A pressed Stop names only its chat: a private one, which has the number of the person. */
const stopped = z.object({
  chat: z.object({ id: z.number().int(), type: z.literal('private'), first_name: z.string().default('') }),
  message_thread_id: z.number().int().optional(),
  draft_id: z.number().int(),
});
const reactions = z.array(z.looseObject({ emoji: z.string().optional() }));
/** Without a `user` it is of an anonymous admin or a channel. */
const reacted = z.object({
  chat: place.chat,
  message_id: place.message_id,
  user: person,
  old_reaction: reactions,
  new_reaction: reactions,
});
const REACTED = 'message_reaction';
const STOPPED = 'stopped_message_generation';
/** Where every other kind of update keeps who sent it. */
const signed = z.object({ from: z.object({ id: z.number().int() }) });

type Message = z.infer<typeof message>;
type Tap = z.infer<typeof tap>;

export type Reading =
  | {
      readonly kind: 'message';
      readonly message: InboundMessage;
      readonly senderId: number;
      readonly callbackId: string | null;
    }
  /** Perhaps the code of an open pairing. */
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
  if (why !== null) return dropped(why, sent.from.id);
  const words =
    sent.text === undefined
      ? markQuotes(sent.caption ?? '', sent.caption_entities)
      : markQuotes(sent.text, sent.entities);
  const text = stripBotName(words, botName);
  if (text === null) return dropped('for another bot', sent.from.id);
  const media = readMedia(sent, text);
  if (media === null && text === '' && !isForNobodyElse(sent)) return dropped('no words in it', sent.from.id);
  return {
    kind: 'message',
    senderId: sent.from.id,
    callbackId: null,
    message: {
      updateId: `telegram:${updateId}`,
      thread: toThread(addressOf(sent), sent.chat.type !== 'private'),
      sender: toSender(sent.from),
      sentAt: sent.date * 1000,
      content: media ?? { kind: 'text', text },
    },
  };
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

/** Why these words cannot be taken for their sender's own. */
function findObjection(sent: Message): string | null {
  if (sent.from.is_bot) return 'from a bot';
  if (sent.sender_chat !== undefined) return 'in the name of a chat';
  if (sent.via_bot !== undefined) return 'sent through another bot';
  if (sent.forward_origin !== undefined || sent.forward_date !== undefined) return 'forwarded';
  if (sent.business_connection_id !== undefined) return 'through a business account';
  if (sent.chat.type === 'channel') return 'in a channel';
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

/** A thumb that is new on a message with such a button is a tap on it; one that is taken back is nothing. */
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

/** A reply in a plain group carries a thread id too; only topics are threads of their own. */
function addressOf(sent: Pick<Message, 'chat' | 'message_thread_id' | 'is_topic_message'>): Address {
  return { chatId: sent.chat.id, topicId: sent.is_topic_message ? (sent.message_thread_id ?? null) : null };
}

function toSender(from: Message['from']): Sender {
  const name = `${from.first_name} ${from.last_name}`.trim();
  return { id: `telegram:${from.id}`, name, language: from.language_code };
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
