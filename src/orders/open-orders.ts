/** Puts standing orders together from what Deskhand has: what they do, and the desk where people set them. */
import type { QueuedCommand } from '../inbox/queued-command.ts';
import { findDirectThread } from '../outbound/direct-thread.ts';
import type { Languages } from '../outbound/languages.ts';
import type { Chat, Platform, Thread } from '../ports/chat.ts';
import type { Machine } from '../ports/machine.ts';
import type { StateStore } from '../ports/state-store.ts';
import type { Spend } from '../run/limits/spend.ts';
import type { SkillShelf } from '../skills/skill-shelf.ts';
import type { OrderBook } from './order-book.ts';
import { createOrderDesk, type OrderDesk, type OrderDeskPorts } from './order-desk.ts';
import { createOrders, type Orders, type OrdersPorts } from './orders.ts';
import { isOwnerOf } from './places.ts';
import { proposeScope } from './propose-scope.ts';
import type { SetBy } from './set-order.ts';
import { createZones } from './zones.ts';

export interface OpenOrdersPorts
  extends Omit<OrdersPorts, 'book' | 'home' | 'directThread' | 'outbox'>,
    Pick<OrderDeskPorts, 'outbox' | 'reply' | 'timeoutMs' | 'model'> {
  readonly orders: OrderBook;
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly languages: Pick<Languages, 'noteDirect'>;
  readonly machine: Pick<Machine, 'home'>;
  readonly state: StateStore;
  readonly skills: Pick<SkillShelf, 'book'>;
  readonly spend: Spend;
  readonly settings: { readonly caps: { readonly dayCostLimitUsd: number } };
  /** Takes a command to its run. */
  readonly submit: (command: QueuedCommand) => void;
}

export interface StandingOrders {
  readonly standing: Orders;
  readonly orderDesk: OrderDesk;
}

export function openOrders(ports: OpenOrdersPorts, signal: AbortSignal): StandingOrders {
  const { clock, inbox, languages, links, model, orders: book, spend } = ports;
  const { home } = ports.machine;
  const directThread = (senderId: string): Thread | null => {
    const direct = findDirectThread(senderId, ports.chats);
    if (direct !== null) languages.noteDirect(direct, senderId);
    return direct;
  };
  const standing = createOrders({ ...ports, book, home, directThread }, signal);
  const mayAsk = (): boolean => spend.today() < ports.settings.caps.dayCostLimitUsd;
  const spent = (costUsd: number | null): void => spend.add(costUsd, clock.now());
  const skillFor = (goal: string): object | null => ports.skills.book().match(goal);
  const finding = { model, home, skillFor, mayAsk, spent };
  /** A goal after all: it comes in as one, so that it is owed a run like every other. */
  async function doNow({ updateId, thread, sender }: SetBy, goal: string): Promise<void> {
    const update = `${updateId}#now`;
    const sentAt = clock.now();
    const message = { updateId: update, thread, sender, sentAt, content: { kind: 'text', text: goal } } as const;
    if (!inbox.accept(message, { goal })) return;
    await inbox.sync();
    ports.submit({ update, goal, thread, sender, sentAt: new Date(sentAt).toISOString() });
  }
  const orderDesk = createOrderDesk(
    {
      ...ports,
      book,
      orders: standing,
      zones: createZones(ports.state, (id) => links.filter((group) => group.includes(id)).flat()),
      mayAsk,
      spent,
      doNow,
      proposeScope: (goal, cut) => proposeScope(goal, finding, cut),
      wake: standing.wake,
      isOwn: (order, senderId) => isOwnerOf(order, senderId, links),
    },
    signal,
  );
  return { standing, orderDesk };
}
