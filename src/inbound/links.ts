/** One person in several chats: what is asked in one can be answered in each of them, and the first answer counts. */

import { findDirectThread } from '../outbound/direct-thread.ts';
import { isSameThread, type Place } from '../outbound/questions.ts';
import type { Chat, Platform } from '../ports/chat.ts';

export interface LinkPorts {
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly links: readonly (readonly string[])[];
  readonly isAllowed: (senderId: string) => boolean;
}

/** The other places of a person; none for somebody without links, or where the other chat is not running. */
export function createLinks({ chats, links, isAllowed }: LinkPorts): (place: Place) => readonly Place[] {
  return ({ of, thread }) => {
    const others = links.filter((group) => group.includes(of)).flat();
    return [...new Set(others)].flatMap((id): readonly Place[] => {
      const direct = id === of || !isAllowed(id) ? null : findDirectThread(id, chats);
      return direct === null || isSameThread(direct, thread) ? [] : [{ of: id, thread: direct }];
    });
  };
}

/** Whether two sender ids are one person. */
export function samePersonBy(links: readonly (readonly string[])[]): (one: string, other: string) => boolean {
  return (one, other) => one === other || links.some((group) => group.includes(one) && group.includes(other));
}
