/** Threads of Telegram: a chat, or a topic of one. */

import type { Thread } from '../../../src/ports/chat.ts';

/** Where the Bot API sends to. */
export interface Address {
  readonly chatId: number;
  /** null: no topic, or the general one. */
  readonly topicId: number | null;
}

/** Keys are `telegram:CHAT` or `telegram:CHAT/TOPIC`. */
export function toThread(address: Address, isGroup: boolean): Thread {
  const topic = address.topicId === null ? '' : `/${address.topicId}`;
  return { platform: 'telegram', key: `telegram:${address.chatId}${topic}`, isGroup };
}

/** The private chat with a person has the person's own id; null for somebody of another platform. */
export function toDirectThread(senderId: string): Thread | null {
  const found = /^telegram:(\d+)$/.exec(senderId);
  return found === null ? null : toThread({ chatId: Number(found[1]), topicId: null }, false);
}

/** Topics of one chat are one chat. */
export function isSameChat(placed: Thread, { thread }: { readonly thread: Thread }): boolean {
  const [here, there] = [toAddress(placed), toAddress(thread)];
  return here !== null && here.chatId === there?.chatId;
}

/** null for a thread that is not Telegram's. */
export function toAddress(thread: Thread): Address | null {
  const found = /^telegram:(-?\d+)(?:\/(\d+))?$/.exec(thread.key);
  if (thread.platform !== 'telegram' || found === null) return null;
  return { chatId: Number(found[1]), topicId: found[2] === undefined ? null : Number(found[2]) };
}
