/** Messages that nobody asked for: sent to everybody who may use this computer, in their direct chat, once to a person with several chats. */
import type { Chat, Platform, Thread } from '../ports/chat.ts';
import { findDirectThread } from './direct-thread.ts';
import type { Reply } from './reply.ts';
import type { SpokenSpan } from './spoken.ts';

/** `known`: sender ids that need no message, nor does the same person under another id. */
export type Announce = (text: readonly SpokenSpan[], known?: readonly string[]) => void;

export interface AnnouncePorts {
  readonly chats: ReadonlyMap<Platform, Chat>;
  /** Sender ids of everybody who may use this now. */
  readonly people: () => readonly string[];
  /** Sender ids that are one person, a group each. */
  readonly links: readonly (readonly string[])[];
  readonly reply: Reply;
}

export function createAnnounce({ chats, people, links, reply }: AnnouncePorts): Announce {
  const alsoTold = (id: string): readonly string[] => [id, ...links.filter((group) => group.includes(id)).flat()];
  return (text, known = []) => {
    const told = new Set(known.flatMap(alsoTold));
    for (const id of people()) {
      const thread: Thread | null = told.has(id) ? null : findDirectThread(id, chats);
      if (thread === null) continue;
      for (const same of alsoTold(id)) told.add(same);
      reply(thread, text);
    }
  };
}
