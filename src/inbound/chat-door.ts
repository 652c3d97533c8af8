/** Connects a chat only while somebody may use it, or while a pairing code is open. */
import type { Chat, Delivery, Platform } from '../ports/chat.ts';
import { say } from '../words/say.ts';

export interface ChatDoorOptions {
  readonly platform: Platform;
  /** Makes the chat without starting it; called each time the chat opens. */
  readonly make: () => Promise<Chat>;
  /** Whether somebody may use the chat, or is about to be let in. */
  readonly isWanted: () => boolean;
}

export interface ChatDoor extends Chat {
  /** Opens or closes the chat as needed now; resolves when that is done. */
  check(): Promise<void>;
}

/** Retry delay while the chat is opening. */
const OPENING_MS = 200;
const OPENING = say`not started yet`;
const CLOSED = say`not started: nobody may use it yet (pairing lets somebody in)`;

export function createChatDoor({ platform, make, isWanted }: ChatDoorOptions): ChatDoor {
  let inside: Chat | null = null;
  let handlers: Parameters<Chat['start']> | null = null;
  let lastCheck: Promise<void> = Promise.resolve();

  const settle = async (): Promise<void> => {
    if (handlers === null) return;
    if (isWanted() && inside === null) {
      inside = await make();
      await inside.start(...handlers);
    } else if (!isWanted() && inside !== null) {
      await inside.stop();
      inside = null;
    }
  };
  const check = (): Promise<void> => {
    const mine = lastCheck.then(settle);
    lastCheck = mine.catch(() => undefined);
    return mine;
  };

  /** Result for messages handed in before the chat is open, such as those left by an earlier process: they wait until it is. */
  const undelivered = (): Exclude<Delivery, { readonly result: 'sent' }> =>
    isWanted() ? { result: 'later', retryAfterMs: OPENING_MS, why: OPENING } : { result: 'lost', why: CLOSED };

  return {
    platform,
    check,
    async start(...given) {
      handlers = given;
      await check();
    },
    post: async (thread, message, signal) => (await inside?.post(thread, message, signal)) ?? undelivered(),
    direct: (senderId) => inside?.direct?.(senderId) ?? null,
    isSameChat: (placed, update) => inside?.isSameChat(placed, update) === true,
    edit: async (posted, message, signal) => (await inside?.edit(posted, message, signal)) ?? undelivered(),
    fetch: async (attachment, maxBytes, signal) => (await inside?.fetch(attachment, maxBytes, signal)) ?? undelivered(),
    showHome: async (senderId, message, signal) => await inside?.showHome?.(senderId, message, signal),
    health: () => inside?.health() ?? { isConnected: false, lastContactAt: null, detail: CLOSED },
    label: () => inside?.label() ?? '',
    async stop() {
      handlers = null;
      await lastCheck;
      await inside?.stop();
    },
  };
}
