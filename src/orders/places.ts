/** The threads that an order reports in: its own, its maker's direct chat, or all their chats. */
import type { Thread } from '../ports/chat.ts';
import type { Order } from './order.ts';

export interface PlacePorts {
  /** The conversation with this person alone; null: their chat is not running, or has none. */
  readonly directThread: (senderId: string) => Thread | null;
  /** Sender ids that are one person, a group each. */
  readonly links: readonly (readonly string[])[];
  readonly isAllowed: (senderId: string) => boolean;
}

/** The first one is its run's thread. */
export function placesOf({ thread, sender, terms }: Order, ports: PlacePorts): readonly [Thread, ...Thread[]] {
  if (terms.tell === 'here') return [thread];
  const own = ports.directThread(sender.id) ?? thread;
  if (terms.tell === 'me') return [own];
  const others = ports.links
    .filter((group) => group.includes(sender.id))
    .flat()
    .filter((id) => id !== sender.id && ports.isAllowed(id))
    .flatMap((id) => ports.directThread(id) ?? []);
  const unique = others.filter(
    ({ platform, key }, at) =>
      (platform !== own.platform || key !== own.key) &&
      others.findIndex((other) => other.platform === platform && other.key === key) === at,
  );
  return [own, ...unique];
}

/** Whether this person may see and change it: its maker, in any of their chats. */
export function isOwnerOf(order: Pick<Order, 'sender'>, senderId: string, links: PlacePorts['links']): boolean {
  return (
    order.sender.id === senderId || links.some((group) => group.includes(senderId) && group.includes(order.sender.id))
  );
}
