/** The person this computer belongs to: whom questions go to that no chat message led to. */

import type { Chat, Platform, Sender, Thread } from '../ports/chat.ts';
import { say } from '../words/say.ts';
import { findDirectThread } from './direct-thread.ts';

export interface Owner {
  readonly id: string;
  /** The conversation with them alone. */
  readonly thread: Thread;
}

export interface OwnerPorts {
  readonly chats: ReadonlyMap<Platform, Chat>;
  /** Sender ids of everybody who may use this now: those of the settings first, in their order. */
  readonly people: () => readonly string[];
  /** Sender ids that are one person, a group each. */
  readonly links: readonly (readonly string[])[];
}

/** Whoever opens the page; the owner only where nobody has a phone here. */
const AT_THE_PAGE = 'web:owner';

/**
 * The first person in the settings, else the first one paired, else whoever is at the page; null: there is nobody, or no direct chat with them.
 * Nobody else takes their place.
 */
export function findOwner({ people, chats, links }: OwnerPorts): Owner | null {
  const id = findOwnerId(people());
  if (id === null) return null;
  const same = links.filter((group) => group.includes(id)).flat();
  for (const one of [id, ...same]) {
    const thread = findDirectThread(one, chats);
    if (thread !== null) return { id: one, thread };
  }
  return null;
}

/** Whether a message comes from the owner in a chat that nobody else reads. */
export function isOwnerAlone(
  { thread, sender }: { readonly thread: Thread; readonly sender: Pick<Sender, 'id'> },
  ports: OwnerPorts,
): boolean {
  const owner = findOwner(ports);
  const same = ports.links.filter((group) => group.includes(owner?.id ?? '')).flat();
  return !thread.isGroup && owner !== null && [owner.id, ...same].includes(sender.id);
}

export const FOR_THE_OWNER = say`That is for the owner, in the chat with me alone.`;

function findOwnerId(people: readonly string[]): string | null {
  return people.find((id) => id !== AT_THE_PAGE) ?? people[0] ?? null;
}

/** Whether somebody works this computer from a phone: then access is widened only with their tap. */
export function hasPhone(people: readonly string[]): boolean {
  return people.some((id) => id !== AT_THE_PAGE);
}
