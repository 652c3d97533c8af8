/** What is read of Telegram's updates, as the Bot API shapes them. */

import { z } from 'zod';
import type { Sender } from '../../../src/ports/chat.ts';
import { entities } from './quoted-lines.ts';
import { mediaFields } from './read-media.ts';
import type { Address } from './thread.ts';

const person = z.object({
  id: z.number().int(),
  is_bot: z.boolean(),
  first_name: z.string().default(''),
  last_name: z.string().default(''),
  language_code: z.string().default(''),
});
const place = {
  message_id: z.number().int(),
  chat: z.object({
    id: z.number().int(),
    type: z.enum(['private', 'group', 'supergroup', 'channel']),
    is_forum: z.boolean().default(false),
  }),
  message_thread_id: z.number().int().optional(),
  is_topic_message: z.boolean().default(false),
};
export const message = z.object({
  ...place,
  from: person,
  date: z.number(),
  edit_date: z.number().optional(),
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
export const WORDLESS = ['sticker', 'location', 'venue', 'contact', 'poll', 'dice'] as const;
export const tap = z.object({
  id: z.string(),
  from: person,
  message: z.object(place).optional(),
  data: z.string().optional(),
});
/** A pressed Stop names only its chat: a private one, which has the number of the person. */
export const stopped = z.object({
  chat: z.object({ id: z.number().int(), type: z.literal('private'), first_name: z.string().default('') }),
  message_thread_id: z.number().int().optional(),
  draft_id: z.number().int(),
});
const reactions = z.array(z.looseObject({ emoji: z.string().optional() }));
/** Without a `user` it is of an anonymous admin or a channel. */
export const reacted = z.object({
  chat: place.chat,
  message_id: place.message_id,
  user: person,
  old_reaction: reactions,
  new_reaction: reactions,
});
export const EDITED = 'edited_message';
export const REACTED = 'message_reaction';
export const STOPPED = 'stopped_message_generation';
/** The sender, in the field that every other kind of update has. */
export const signed = z.object({ from: z.object({ id: z.number().int() }) });

export type Message = z.infer<typeof message>;
export type Tap = z.infer<typeof tap>;

/** A reply in a plain group carries a thread id too; only topics are threads of their own. */
export function addressOf(sent: Pick<Message, 'chat' | 'message_thread_id' | 'is_topic_message'>): Address {
  return { chatId: sent.chat.id, topicId: sent.is_topic_message ? (sent.message_thread_id ?? null) : null };
}

/** Telegram's user as the `Sender` that the rest of Deskhand knows. */
export function toSender(from: Message['from']): Sender {
  const name = `${from.first_name} ${from.last_name}`.trim();
  return { id: `telegram:${from.id}`, name, language: from.language_code };
}
