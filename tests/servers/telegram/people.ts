/** The people on the other side: what they type and tap becomes updates, and what they see is what the test looks at. */

import type { CallbackQueries, TapAnswer } from './callback-queries.ts';
import type { Files } from './files.ts';
import type { SentFile } from './form.ts';
import type { Entity } from './html-entities.ts';
import type { Keyboard } from './keyboard.ts';
import type { Photo } from './photo.ts';
import type { Update, UpdateQueue } from './update-queue.ts';
import { type Chat, chatOnWire, messageOnWire, type StoredMessage, type User, type World } from './world.ts';

/** A message as the person's app shows it now. */
export interface SeenMessage {
  readonly id: number;
  readonly isFromBot: boolean;
  /** Text or caption, without tags. */
  readonly text: string;
  readonly entities: readonly Entity[];
  readonly photo: Photo | null;
  readonly document: SentFile | null;
  readonly animation: SentFile | null;
  readonly buttons: Keyboard;
  /** Whether the phone rang when it came. */
  readonly rang: boolean;
  readonly edits: number;
  readonly topicId: number | null;
}

/** A tap that was made; `answered` is null when the bot let it spin until its end. */
export interface Tap {
  readonly updateId: number | null;
  readonly answered: Promise<TapAnswer | null>;
}

/** Somebody in one chat. What is sent returns the number of its update; null = the bot did not ask for that kind. */
export interface Speaker {
  readonly userId: number;
  readonly chatId: number;
  send(text: string, also?: MessageExtras): number | null;
  /** Sends a document; its caption and topic in `also`. */
  sendDocument(name: string, bytes: Uint8Array, also?: MessageExtras & { readonly caption?: string }): number | null;
  /** Sends several files as one message: an update for each, with one media_group_id; captions where they are not ''. */
  sendAlbum(
    files: readonly { readonly name: string; readonly bytes: Uint8Array; readonly caption?: string }[],
    also?: MessageExtras,
  ): void;
  /** Speaks a voice note. */
  sendVoice(bytes: Uint8Array, seconds: number, also?: MessageExtras): number | null;
  /** Whether the app shows a draft with its own Stop now. */
  seesStop(): boolean;
  /** Presses it; throws when there is none. The number of its update. */
  pressStop(): number | null;
  /** Presses a button of a message of the bot; throws when there is none, or when it is disabled. */
  tap(message: SeenMessage, label: string): Tap;
  /** Puts this reaction on a message in the place of `before`; the update's number, null when the bot did not ask for such. */
  react(messageId: number, emoji: string | null, before?: string): number | null;
  /** A tap on a message too old for Telegram to show: only its number is known. */
  tapInaccessible(messageId: number, data: string): Tap;
  edit(messageId: number, text: string): number | null;
  /** All messages of the chat, oldest first. */
  messages(): readonly SeenMessage[];
  /** The bot's messages, oldest first. */
  received(): readonly SeenMessage[];
  /** The first value of `look` that is neither undefined nor false, looked up at every change; throws after `ms`. */
  waitFor<T>(look: (received: readonly SeenMessage[]) => T | undefined | false, ms?: number): Promise<T>;
  /** Takes a message away, as the person can. */
  deleteMessage(messageId: number): void;
}

/** Fields beside the text: `forward_origin`, `via_bot`, `sender_chat`, `caption`, `voice`, … as in the Bot API. */
export interface MessageExtras {
  readonly topicId?: number;
  readonly fields?: Readonly<Record<string, unknown>>;
}

const PATIENCE_MS = 30_000;

export function createSpeaker(
  world: World,
  updates: UpdateQueue,
  queries: CallbackQueries,
  files: Files,
  chat: Chat,
  user: User,
): Speaker {
  function tapUpdate(data: string, message: unknown): Tap {
    const { id, answered } = queries.open();
    const updateId = updates.push('callback_query', { id, from: user, message, chat_instance: '1', data });
    return { updateId, answered };
  }

  /** Messages of people are stored as they are: only the bot's own messages change later. */
  function sendMedia(media: Readonly<Record<string, unknown>>, also: MessageExtras): number | null {
    const stored = world.add({
      chatId: chat.id,
      topicId: also.topicId ?? null,
      from: user,
      content: { kind: 'text', formatted: { text: '', entities: [] } },
      keyboard: [],
      rang: false,
    });
    return updates.push('message', { ...messageOnWire(world, stored), ...media, ...also.fields });
  }

  let albums = 0;

  const speaker: Speaker = {
    userId: user.id,
    chatId: chat.id,
    send(text, also = {}) {
      const stored = world.add({
        chatId: chat.id,
        topicId: also.topicId ?? null,
        from: user,
        content: { kind: 'text', formatted: { text, entities: commandsIn(text) } },
        keyboard: [],
        rang: false,
      });
      return updates.push('message', { ...messageOnWire(world, stored), ...also.fields });
    },
    sendDocument(name, bytes, also = {}) {
      const { caption = '', ...extras } = also;
      const document = { ...files.put(Buffer.from(bytes), 'documents'), file_name: name, mime_type: 'application/pdf' };
      const words = caption === '' ? {} : { caption };
      return sendMedia({ document, ...words }, extras);
    },
    sendAlbum(album, also = {}) {
      albums += 1;
      const fields = { ...also.fields, media_group_id: `1399${albums}` };
      for (const { name, bytes, caption = '' } of album)
        speaker.sendDocument(name, bytes, { ...also, caption, fields });
    },
    sendVoice(bytes, seconds, also = {}) {
      const voice = { ...files.put(Buffer.from(bytes), 'voice'), mime_type: 'audio/ogg', duration: seconds };
      return sendMedia({ voice }, also);
    },
    seesStop: () => world.draft(chat.id)?.canStop === true,
    pressStop() {
      const draft = world.draft(chat.id);
      if (draft === null || !draft.canStop) throw new Error('there is no Stop to press');
      const { draftId, topicId } = draft;
      const topic = topicId === null ? {} : { message_thread_id: topicId };
      return updates.push('stopped_message_generation', { chat: chatOnWire(chat), ...topic, draft_id: draftId });
    },
    tap(message, label) {
      const stored = world.find(chat.id, message.id);
      const button = stored?.keyboard.flat().find((candidate) => candidate.text === label);
      if (stored === undefined || button === undefined) throw new Error(`there is no button "${label}" to press`);
      if (button.data === null) throw new Error(`the button "${label}" is disabled`);
      return tapUpdate(button.data, messageOnWire(world, stored));
    },
    react(messageId, emoji, before) {
      const list = (one: string | null | undefined) => (one == null ? [] : [{ type: 'emoji', emoji: one }]);
      return updates.push('message_reaction', {
        ...{ chat: chatOnWire(chat), message_id: messageId, user, date: 0 },
        ...{ old_reaction: list(before), new_reaction: list(emoji) },
      });
    },
    tapInaccessible: (messageId, data) => tapUpdate(data, { chat: chatOnWire(chat), message_id: messageId, date: 0 }),
    edit(messageId, text) {
      const stored = world.find(chat.id, messageId);
      if (stored === undefined) throw new Error(`there is no message ${messageId}`);
      const changed: StoredMessage = {
        ...stored,
        content: { kind: 'text', formatted: { text, entities: commandsIn(text) } },
        edits: stored.edits + 1,
      };
      world.replace(changed);
      return updates.push('edited_message', messageOnWire(world, changed));
    },
    messages: () => world.messages(chat.id).map((message) => seen(world, message)),
    received: () => speaker.messages().filter((message) => message.isFromBot),
    async waitFor(look, ms = PATIENCE_MS) {
      const deadline = AbortSignal.timeout(ms);
      const expired = new Promise<void>((resolve) => deadline.addEventListener('abort', () => resolve()));
      for (;;) {
        const changed = world.changed();
        const found = look(speaker.received());
        if (found !== undefined && found !== false) return found;
        await Promise.race([changed, expired]);
        if (deadline.aborted) throw new Error(`not seen within ${ms} ms; received: ${summary(speaker.received())}`);
      }
    },
    deleteMessage: (messageId) => world.remove(chat.id, messageId),
  };
  return speaker;
}

/** The update that a redelivery would carry. */
export function updateOf(updates: UpdateQueue, updateId: number): Update {
  const found = updates.history().find((update) => update.update_id === updateId);
  if (found === undefined) throw new Error(`there was no update ${updateId}`);
  return found;
}

function seen(world: World, message: StoredMessage): SeenMessage {
  const { content } = message;
  return {
    id: message.id,
    isFromBot: message.from.id === world.bot.id,
    text: content.formatted.text,
    entities: content.formatted.entities,
    photo: content.kind === 'photo' ? content.photo : null,
    animation: content.kind === 'animation' ? content.animation : null,
    document: content.kind === 'document' ? content.document : null,
    buttons: message.keyboard,
    rang: message.rang,
    edits: message.edits,
    topicId: message.topicId,
  };
}

function commandsIn(text: string): readonly Entity[] {
  return [...text.matchAll(/(?<=^|\s)\/\w{1,32}(?:@\w{3,32})?/g)].map((found) => ({
    type: 'bot_command',
    offset: found.index,
    length: found[0].length,
  }));
}

function summary(received: readonly SeenMessage[]): string {
  return JSON.stringify(received.map(({ id, text, buttons }) => ({ id, text: text.slice(0, 200), buttons })));
}
