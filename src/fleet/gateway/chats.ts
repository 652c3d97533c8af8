/** The chats of a gateway that works a machine itself: what comes in goes through the router, what goes out says whose it is. */
import type { Chat, InboundMessage, OutboundMessage, Platform, Receipt } from '../../ports/chat.ts';
import { nameFirst } from './label-message.ts';

export type Receive = (message: InboundMessage) => Promise<Receipt>;

export interface SharedChat {
  readonly receive: Receive;
  /** `take`: gets what is for this machine. */
  readonly chats: ReadonlyMap<Platform, Chat>;
}

export interface ShareOptions {
  readonly chats: ReadonlyMap<Platform, Chat>;
  /** The machine of this process. */
  readonly machine: string;
  /** Whether there are others, so that people must be told which one speaks. */
  readonly areSeveral: () => boolean;
  /** Where everything that comes in goes first. */
  readonly receiveAll: Receive;
}

/** `receive` gets what the router leaves to this machine. */
export function shareChats({ chats, machine, areSeveral, receiveAll }: ShareOptions): SharedChat {
  let receive: Receive | null = null;
  const name = (message: OutboundMessage): OutboundMessage =>
    areSeveral() && message.kind !== 'reply' ? nameFirst(machine, message) : message;
  const share = (chat: Chat): Chat => ({
    ...chat,
    async start(given, lookedAtHome) {
      receive = given;
      await chat.start(receiveAll, lookedAtHome);
    },
    post: (thread, message, signal) => chat.post(thread, name(message), signal),
    edit: (posted, message, signal) => chat.edit(posted, name(message), signal),
  });
  return {
    chats: new Map([...chats].map(([platform, chat]) => [platform, share(chat)])),
    receive: async (message) => (await receive?.(message)) ?? { toast: '' },
  };
}
