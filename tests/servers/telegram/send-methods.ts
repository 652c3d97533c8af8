/** sendMessage, sendPhoto, sendDocument, sendChatAction: what a bot can put into a chat, and what Telegram refuses. */

import { type Call, fileOf, flagOf, integerOf, isRecord, jsonOf, textOf } from './call.ts';
import type { FloodControl } from './flood.ts';
import { type FormattedText, isBlank, readFormattedText } from './html-entities.ts';
import { type ButtonFeatures, readKeyboard } from './keyboard.ts';
import type { Method } from './method.ts';
import { checkAnimation, readPhoto } from './photo.ts';
import { badRequest, Refusal } from './refusal.ts';
import { type Content, messageOnWire, type World } from './world.ts';

/** Characters, counted as Unicode code points after the tags are gone (tdlib, MessageContent.cpp). */
const MAX_TEXT = 4_096;
const MAX_CAPTION = 1_024;
const MAX_FILE_BYTES = 50 * 1024 * 1024;
const CHAT_ACTIONS = ['typing', 'upload_photo', 'upload_document', 'record_voice', 'upload_voice', 'upload_video'];
const EVERY_SEND = ['chat_id', 'message_thread_id', 'disable_notification', 'protect_content', 'reply_markup'];

export function createSendMethods(
  world: World,
  flood: FloodControl,
  features: ButtonFeatures,
): Readonly<Record<string, Method>> {
  function deliver(call: Call, content: Content): unknown {
    const chat = world.writableChat(textOf(call, 'chat_id'));
    const topicId = integerOf(call, 'message_thread_id', 0);
    if (topicId !== 0 && !chat.topics.has(topicId)) throw badRequest('message thread not found');
    const keyboard = readKeyboard(call, features);
    flood.count(chat.id);
    const stored = world.add({
      chatId: chat.id,
      topicId: topicId === 0 ? null : topicId,
      from: world.bot,
      content,
      keyboard,
      rang: !flagOf(call, 'disable_notification'),
    });
    return messageOnWire(world, stored);
  }

  return {
    sendmessage: {
      parameters: [...EVERY_SEND, 'text', 'parse_mode', 'link_preview_options'],
      run: (call) => deliver(call, { kind: 'text', formatted: readText(call) }),
    },
    sendphoto: {
      parameters: [...EVERY_SEND, 'photo', 'caption', 'parse_mode'],
      async run(call) {
        const file = fileOf(call, 'photo');
        if (file === null) throw badRequest('there is no photo in the request');
        return deliver(call, { kind: 'photo', formatted: readCaption(call), photo: await readPhoto(file) });
      },
    },
    sendanimation: {
      parameters: [...EVERY_SEND, 'animation', 'caption', 'parse_mode'],
      async run(call) {
        const file = fileOf(call, 'animation');
        if (file === null) throw badRequest('there is no animation in the request');
        return deliver(call, {
          kind: 'animation',
          formatted: readCaption(call),
          animation: await checkAnimation(file),
        });
      },
    },
    senddocument: {
      parameters: [...EVERY_SEND, 'document', 'caption', 'parse_mode'],
      run(call) {
        const file = fileOf(call, 'document');
        if (file === null) throw badRequest('there is no document in the request');
        if (file.bytes.length === 0) throw badRequest('file must be non-empty');
        if (file.bytes.length > MAX_FILE_BYTES) throw new Refusal(413, 'Request Entity Too Large');
        return deliver(call, { kind: 'document', formatted: readCaption(call), document: file });
      },
    },
    ...(features.drafts === false
      ? {}
      : {
          sendmessagedraft: {
            parameters: ['chat_id', 'message_thread_id', 'draft_id', 'text', 'parse_mode', 'can_stop', 'keep_on_stop'],
            run: (call: Call) => draft(call, world),
          },
        }),
    sendchataction: {
      parameters: ['chat_id', 'message_thread_id', 'action'],
      run(call) {
        world.writableChat(textOf(call, 'chat_id'));
        if (!CHAT_ACTIONS.includes(textOf(call, 'action'))) throw badRequest('wrong parameter action in request');
        return true;
      },
    },
  };
}

/** Private chats only; a draft has a number, and at most 4,096 characters, or none for “Thinking…”. */
function draft(call: Call, world: World): true {
  const chat = world.writableChat(textOf(call, 'chat_id'));
  if (chat.type !== 'private') throw badRequest('drafts can be sent only to private chats');
  const draftId = integerOf(call, 'draft_id', 0);
  if (draftId === 0) throw badRequest('DRAFT_ID_INVALID');
  const formatted = readFormattedText(textOf(call, 'text'), textOf(call, 'parse_mode'));
  if ([...formatted.text].length > MAX_TEXT) throw badRequest('message is too long');
  const topicId = integerOf(call, 'message_thread_id', 0);
  world.putDraft(chat.id, { draftId, topicId: topicId === 0 ? null : topicId, canStop: flagOf(call, 'can_stop') });
  return true;
}

/** The call's `text`: 1–4,096 characters that can be seen. */
export function readText(call: Call): FormattedText {
  const source = textOf(call, 'text');
  if (source === '') throw badRequest('message text is empty');
  const preview = jsonOf(call, 'link_preview_options');
  if (preview !== undefined && !isRecord(preview)) throw badRequest('object expected as link preview options');
  const formatted = readFormattedText(source, textOf(call, 'parse_mode'));
  if (isBlank(formatted.text)) throw badRequest('text must be non-empty');
  if ([...formatted.text].length > MAX_TEXT) throw badRequest('message is too long');
  return formatted;
}

/** The call's `caption`, or that of an InputMedia: at most 1,024 characters, may be empty. */
export function readCaption(call: Call): FormattedText {
  return checkCaption(textOf(call, 'caption'), textOf(call, 'parse_mode'));
}

export function checkCaption(source: string, parseMode: string): FormattedText {
  const formatted = readFormattedText(source, parseMode);
  if ([...formatted.text].length > MAX_CAPTION) throw badRequest('message caption is too long');
  return formatted;
}
