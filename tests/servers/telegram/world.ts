/** Telegram's memory: who exists, which chats there are, and every message as it looks now. */

import type { SentFile } from './form.ts';
import type { FormattedText } from './html-entities.ts';
import type { Keyboard } from './keyboard.ts';
import type { Photo } from './photo.ts';
import { badRequest, forbidden, Refusal } from './refusal.ts';

export interface User {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
  readonly language_code?: string;
}

/** Why the bot cannot write to a chat; '' when it can. */
export type Obstacle = '' | 'not started' | 'blocked' | 'deactivated' | 'kicked' | 'upgraded';

export interface Chat {
  readonly id: number;
  readonly type: 'private' | 'group' | 'supergroup' | 'channel';
  readonly title: string;
  readonly isForum: boolean;
  readonly topics: ReadonlySet<number>;
  /** The bot is an admin there who may make topics. */
  readonly mayManageTopics: boolean;
  readonly obstacle: Obstacle;
  /** The supergroup a group became. */
  readonly upgradedTo: number | null;
}

export type Content =
  | { readonly kind: 'text'; readonly formatted: FormattedText }
  | { readonly kind: 'photo'; readonly formatted: FormattedText; readonly photo: Photo }
  | { readonly kind: 'animation'; readonly formatted: FormattedText; readonly animation: SentFile }
  | { readonly kind: 'document'; readonly formatted: FormattedText; readonly document: SentFile };

export interface StoredMessage {
  readonly id: number;
  readonly chatId: number;
  readonly topicId: number | null;
  readonly from: User;
  /** Seconds since 1970. */
  readonly date: number;
  readonly content: Content;
  readonly keyboard: Keyboard;
  /** Whether it made the phone ring. */
  readonly rang: boolean;
  readonly edits: number;
}

/** What a chat shows above the keyboard until the next message of the bot, for 30 s. */
export interface Draft {
  readonly draftId: number;
  readonly topicId: number | null;
  readonly canStop: boolean;
}

const DRAFT_LIFE_MS = 30_000;

export interface World {
  readonly bot: User;
  chat(id: number): Chat | undefined;
  putChat(chat: Chat): void;
  /** The chat a call names, when the bot may write there; refuses as Telegram does. */
  writableChat(chatId: string): Chat;
  putDraft(chatId: number, draft: Draft): void;
  /** null when there is none, or none any more. */
  draft(chatId: number): Draft | null;
  add(message: Omit<StoredMessage, 'id' | 'date' | 'edits'>): StoredMessage;
  /** The bot's own message a call wants to change; refuses as Telegram does. */
  ownMessage(chat: Chat, messageId: number, purpose: 'edit' | 'delete'): StoredMessage;
  find(chatId: number, messageId: number): StoredMessage | undefined;
  replace(message: StoredMessage): void;
  remove(chatId: number, messageId: number): void;
  /** Oldest first. */
  messages(chatId: number): readonly StoredMessage[];
  /** Resolves at the next change of any message. */
  changed(): Promise<void>;
}

export function createWorld(bot: User, firstMessageId = 1): World {
  const chats = new Map<number, Chat>();
  const messages = new Map<number, Map<number, StoredMessage>>();
  const drafts = new Map<number, Draft & { readonly at: number }>();
  let lastMessageId = firstMessageId - 1;
  let change = Promise.withResolvers<void>();

  function announce(): void {
    const announced = change;
    change = Promise.withResolvers<void>();
    announced.resolve();
  }

  function store(message: StoredMessage): void {
    const ofChat = messages.get(message.chatId) ?? new Map<number, StoredMessage>();
    messages.set(message.chatId, ofChat.set(message.id, message));
    announce();
  }

  return {
    bot,
    chat: (id) => chats.get(id),
    putChat: (chat) => void chats.set(chat.id, chat),
    writableChat(chatId) {
      if (chatId === '') throw badRequest('chat_id is empty');
      const chat = chats.get(Number(chatId));
      if (chat === undefined) throw badRequest('chat not found');
      refuseObstacle(chat);
      return chat;
    },
    putDraft(chatId, draft) {
      drafts.set(chatId, { ...draft, at: performance.now() });
      announce();
    },
    draft(chatId) {
      const draft = drafts.get(chatId);
      return draft === undefined || performance.now() - draft.at > DRAFT_LIFE_MS ? null : draft;
    },
    add(message) {
      if (message.from.id === bot.id) drafts.delete(message.chatId);
      lastMessageId += 1;
      const stored = { ...message, id: lastMessageId, date: Math.floor(Date.now() / 1000), edits: 0 };
      store(stored);
      return stored;
    },
    ownMessage(chat, messageId, purpose) {
      const found = messages.get(chat.id)?.get(messageId);
      if (found === undefined) throw badRequest(`message to ${purpose} not found`);
      if (found.from.id !== bot.id) throw badRequest(`message can't be ${purpose}${purpose === 'edit' ? 'ed' : 'd'}`);
      return found;
    },
    find: (chatId, messageId) => messages.get(chatId)?.get(messageId),
    replace: store,
    remove(chatId, messageId) {
      messages.get(chatId)?.delete(messageId);
      announce();
    },
    messages: (chatId) => [...(messages.get(chatId)?.values() ?? [])],
    changed: () => change.promise,
  };
}

function refuseObstacle(chat: Chat): void {
  switch (chat.obstacle) {
    case '':
      return;
    case 'not started':
      throw forbidden("bot can't initiate conversation with a user");
    case 'blocked':
      throw forbidden('bot was blocked by the user');
    case 'deactivated':
      throw forbidden('user is deactivated');
    case 'kicked':
      throw forbidden(`bot was kicked from the ${chat.type} chat`);
    case 'upgraded':
      throw new Refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: chat.upgradedTo,
      });
  }
}

/** A chat as it stands in an update. */
export function chatOnWire(chat: Chat): Readonly<Record<string, unknown>> {
  if (chat.type === 'private') return { id: chat.id, type: 'private', first_name: chat.title };
  return { id: chat.id, type: chat.type, title: chat.title, ...(chat.isForum ? { is_forum: true } : {}) };
}

/** A message as it stands in an update or an answer. */
export function messageOnWire(world: World, message: StoredMessage): Readonly<Record<string, unknown>> {
  const { content, keyboard } = message;
  const chat = world.chat(message.chatId);
  const { text, entities } = content.formatted;
  const words = content.kind === 'text' ? { text, entities } : { caption: text, caption_entities: entities };
  return {
    message_id: message.id,
    from: message.from,
    chat: chat === undefined ? { id: message.chatId } : chatOnWire(chat),
    date: message.date,
    ...(message.edits > 0 ? { edit_date: message.date } : {}),
    ...(message.topicId === null ? {} : { message_thread_id: message.topicId, is_topic_message: true }),
    ...(text === '' ? {} : words),
    ...mediaOnWire(content, message.id),
    ...(keyboard.length === 0
      ? {}
      : { reply_markup: { inline_keyboard: keyboard.map((row) => row.map(buttonOnWire)) } }),
  };
}

function mediaOnWire(content: Content, id: number): Readonly<Record<string, unknown>> {
  if (content.kind === 'photo') {
    const { width, height, bytes } = content.photo;
    return { photo: [{ file_id: `photo${id}`, file_unique_id: `u${id}`, width, height, file_size: bytes.length }] };
  }
  if (content.kind === 'animation') {
    const { name, bytes } = content.animation;
    const file = { file_id: `animation${id}`, file_unique_id: `u${id}`, file_name: name, file_size: bytes.length };
    return { animation: file, document: file };
  }
  if (content.kind === 'document') {
    const { name, bytes } = content.document;
    return { document: { file_id: `file${id}`, file_unique_id: `u${id}`, file_name: name, file_size: bytes.length } };
  }
  return {};
}

function buttonOnWire(button: Keyboard[number][number]): Readonly<Record<string, unknown>> {
  return {
    text: button.text,
    ...(button.style === '' ? {} : { style: button.style }),
    ...(button.isDisabled ? { disabled: {} } : { callback_data: button.data }),
  };
}
