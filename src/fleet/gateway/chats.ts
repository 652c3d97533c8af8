/** The chats of a gateway with a machine of its own: incoming messages pass the front desk, outgoing ones name their machine. */
import type { Chat, InboundMessage, OutboundMessage, Platform, Receipt } from '../../ports/chat.ts';
import { nameFirst } from './label-message.ts';

export type Receive = (message: InboundMessage) => Promise<Receipt>;

export interface SharedChat {
  readonly receive: Receive;
  /** `take`: receives the messages for this machine. */
  readonly chats: ReadonlyMap<Platform, Chat>;
}

export interface ShareOptions {
  readonly chats: ReadonlyMap<Platform, Chat>;
  /** The machine of this process. */
  readonly machine: string;
  /** Whether there are other machines, so that messages must name theirs. */
  readonly areSeveral: () => boolean;
  /** First receiver of all messages. */
  readonly receiveAll: Receive;
}

/** `receive`: gets the messages that the front desk leaves to this machine. */
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
