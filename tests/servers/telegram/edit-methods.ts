/** editMessageText, -Caption, -Media, -ReplyMarkup and deleteMessage: what can become of a message once it is there. */

import { isDeepStrictEqual } from 'node:util';
import { attachedFile, type Call, integerOf, isRecord, jsonOf, textOf } from './call.ts';
import type { FloodControl } from './flood.ts';
import { type ButtonFeatures, readKeyboard } from './keyboard.ts';
import type { Method } from './method.ts';
import { checkAnimation, readPhoto } from './photo.ts';
import { badRequest } from './refusal.ts';
import { checkCaption, readCaption, readText } from './send-methods.ts';
import { type Content, messageOnWire, type StoredMessage, type World } from './world.ts';

const EVERY_EDIT = ['chat_id', 'message_id', 'reply_markup'];
const NOT_MODIFIED =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message';

export function createEditMethods(
  world: World,
  flood: FloodControl,
  features: ButtonFeatures,
): Readonly<Record<string, Method>> {
  /** The message the call names. An absent keyboard takes the old one away. */
  function target(call: Call, purpose: 'edit' | 'delete'): StoredMessage {
    const chat = world.writableChat(textOf(call, 'chat_id'));
    return world.ownMessage(chat, integerOf(call, 'message_id', 0), purpose);
  }

  function change(call: Call, message: StoredMessage, content: Content): unknown {
    const keyboard = readKeyboard(call, features);
    if (isDeepStrictEqual(content, message.content) && isDeepStrictEqual(keyboard, message.keyboard)) {
      throw badRequest(NOT_MODIFIED);
    }
    flood.count(message.chatId);
    const changed = { ...message, content, keyboard, edits: message.edits + 1 };
    world.replace(changed);
    return messageOnWire(world, changed);
  }

  return {
    editmessagetext: {
      parameters: [...EVERY_EDIT, 'text', 'parse_mode', 'link_preview_options'],
      run(call) {
        const formatted = readText(call);
        const message = target(call, 'edit');
        if (message.content.kind !== 'text') throw badRequest('there is no text in the message to edit');
        return change(call, message, { kind: 'text', formatted });
      },
    },
    editmessagecaption: {
      parameters: [...EVERY_EDIT, 'caption', 'parse_mode'],
      run(call) {
        const formatted = readCaption(call);
        const message = target(call, 'edit');
        if (message.content.kind === 'text') throw badRequest('there is no caption in the message to edit');
        return change(call, message, { ...message.content, formatted });
      },
    },
    // A text can become a photo; a photo never becomes a text.
    editmessagemedia: {
      parameters: [...EVERY_EDIT, 'media'],
      async run(call) {
        const content = await readInputMedia(call);
        return change(call, target(call, 'edit'), content);
      },
    },
    editmessagereplymarkup: {
      parameters: EVERY_EDIT,
      run(call) {
        const message = target(call, 'edit');
        return change(call, message, message.content);
      },
    },
    deletemessage: {
      parameters: ['chat_id', 'message_id'],
      run(call) {
        const message = target(call, 'delete');
        world.remove(message.chatId, message.id);
        return true;
      },
    },
  };
}

async function readInputMedia(call: Call): Promise<Content> {
  const media = jsonOf(call, 'media');
  if (!isRecord(media)) throw badRequest("can't parse InputMedia: expected an Object");
  const file = attachedFile(call, String(media.media));
  if (file === null) throw badRequest("can't parse InputMedia: media not found");
  const formatted = checkCaption(String(media.caption ?? ''), String(media.parse_mode ?? ''));
  if (media.type === 'photo') return { kind: 'photo', formatted, photo: await readPhoto(file) };
  if (media.type === 'animation') return { kind: 'animation', formatted, animation: await checkAnimation(file) };
  if (media.type === 'document') return { kind: 'document', formatted, document: file };
  throw badRequest(`can't parse InputMedia: type "${String(media.type)}" is unsupported`);
}
