/** Puts standing orders together: their execution, and the desk where people set them. */
import type { QueuedCommand } from '../inbox/queued-command.ts';
import { findDirectThread } from '../outbound/direct-thread.ts';
import type { Chat, Platform, Thread } from '../ports/chat.ts';
import type { Desktop, Display, UiElement } from '../ports/desktop.ts';
import type { Machine } from '../ports/machine.ts';
import type { StateStore } from '../ports/state-store.ts';
import type { Watched } from '../ports/watched.ts';
import type { Together } from '../run/limits/caps.ts';
import { mayCost, type Spend } from '../run/limits/spend.ts';
import type { ActionGate } from '../safety/gate.ts';
import type { SkillShelf } from '../skills/skill-shelf.ts';
import type { OrderBook } from './order-book.ts';
import { createOrderDesk, type OrderDesk, type OrderDeskPorts } from './order-desk.ts';
import { createOrders } from './orders.ts';
import type { Orders, OrdersPorts } from './orders-ports.ts';
import { isOwnerOf } from './places.ts';
import { proposeScope } from './propose-scope.ts';
import type { SetBy } from './set-order.ts';
import { createTriggerCalls, type TriggerDesk } from './triggers/trigger-calls.ts';
import { createTriggerSecrets } from './triggers/trigger-secrets.ts';
import type { Watch } from './watch-schema.ts';
import { createWatchPicture } from './watches/watch-picture.ts';
import { createWatcher } from './watches/watcher.ts';
import { createZones } from './zones.ts';

export interface OpenOrdersPorts
  extends Omit<OrdersPorts, 'book' | 'home' | 'directThread' | 'outbox' | 'takePicture'>,
    Pick<OrderDeskPorts, 'outbox' | 'reply' | 'timeoutMs' | 'model'> {
  readonly orders: OrderBook;
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly machine: Pick<Machine, 'home' | 'facts'>;
  readonly watched: Watched;
  readonly gate: ActionGate;
  readonly desktop: Desktop;
  /** The pictures with numbers that people were sent. */
  readonly shown: { latest(thread: Thread): ShownNumbers | null };
  readonly showsPictures: (thread: Thread) => boolean;
  readonly state: StateStore;
  /** Secrets of triggers, and nothing else. */
  readonly triggerSecrets: StateStore;
  readonly skills: Pick<SkillShelf, 'book'>;
  readonly spend: Spend;
  readonly together?: (() => Together | null) | undefined;
  readonly settings: { readonly displayIndex: number; readonly caps: { readonly dayCostLimitUsd: number } };
  /** Takes a command to its run. */
  readonly submit: (command: QueuedCommand) => void;
}

interface ShownNumbers {
  readonly numbers: ReadonlyMap<number, Pick<UiElement, 'name' | 'box'>>;
  readonly observation: { readonly frame: { readonly display: Pick<Display, 'index'> } };
}

export interface StandingOrders {
  readonly standing: Orders;
  readonly orderDesk: OrderDesk;
  readonly triggers: TriggerDesk;
}

export function openOrders(ports: OpenOrdersPorts, signal: AbortSignal): StandingOrders {
  const { clock, inbox, links, model, orders: book, spend } = ports;
  const { home } = ports.machine;
  const directThread = (senderId: string): Thread | null => findDirectThread(senderId, ports.chats);
  const takePicture = createWatchPicture(ports, signal);
  const standing = createOrders({ ...ports, book, home, directThread, takePicture }, signal);
  const watcher = createWatcher(
    { ...ports, book, displayIndex: ports.settings.displayIndex, found: standing.found, over: standing.over },
    signal,
  );
  const wake = (): void => {
    standing.wake();
    watcher.refresh();
  };
  const mayAsk = (): boolean => mayCost(spend, ports.settings.caps.dayCostLimitUsd, ports.together?.() ?? null);
  const spent = (costUsd: number | null): void => spend.add(costUsd, clock.now());
  const skillFor = (goal: string) => ports.skills.book().match(goal);
  const finding = { model, home, skillFor, mayAsk, spent };
  /** The words are a goal after all: accepted as one, so that a run is owed for it. */
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
      wake,
      shownElement: (thread, number) => placeOf(ports.shown.latest(thread), number),
      isOwn: (order, senderId) => isOwnerOf(order, senderId, links),
    },
    signal,
  );
  const secrets = createTriggerSecrets(ports.triggerSecrets);
  const triggers = createTriggerCalls({ ...ports, book, secrets, orders: standing });
  const start = (): void => {
    standing.start();
    watcher.refresh();
    secrets.keepOnly((order) => book.find(order) !== null).catch((error: unknown) => ports.warn(String(error)));
  };
  return { standing: { ...standing, start }, orderDesk, triggers };
}

/** The place and name of that element. */
function placeOf(shown: ShownNumbers | null, number: number): Extract<Watch, { readonly kind: 'change' }>['place'] {
  const element = shown?.numbers.get(number);
  if (shown === null || element === undefined) return null;
  const { x, y, width, height } = element.box;
  return { name: element.name, display: shown.observation.frame.display.index, x, y, width, height };
}
