/** The conversation with one person alone. */
import type { Chat, Platform, Thread } from '../ports/chat.ts';

/** null: their chat is not running, or has no such conversation. */
export function findDirectThread(senderId: string, chats: ReadonlyMap<Platform, Pick<Chat, 'direct'>>): Thread | null {
  const [, chat] = [...chats].find(([platform]) => senderId.startsWith(`${platform}:`)) ?? [];
  return chat?.direct?.(senderId) ?? null;
}
