/** What is ordered, on the disk: each change is written before it counts, and synced before it is told. */
import type { Journal } from '../ports/journal.ts';
import { CALLS_KEPT_MS } from './calls-kept.ts';
import type { Order, OrderText } from './order.ts';
import type { EndReason, OrderEvent, PauseReason, Ran } from './order-events.ts';
import { applyOrderEvent, createOrderState, type StandingOrder, type TriggerCall } from './order-state.ts';

export interface OrderBook {
  /** What could not be read at opening; '' when nothing was damaged. */
  readonly damage: string;
  /** In the order they were set. */
  all(): readonly StandingOrder[];
  find(id: string): StandingOrder | null;
  /** Throws `JournalFailed` like all that follow, and then nothing has changed. */
  set(text: OrderText, since: number): Order;
  /** Makes a new revision, which is not paused; null when the order no longer exists. */
  change(id: string, text: Partial<OrderText>, since: number): Order | null;
  note(id: string, ran: Ran): void;
  pause(id: string, why: PauseReason): void;
  end(id: string, why: EndReason): void;
  /** Notes that a program called. */
  noteCall(call: Omit<TriggerCall, 'type'>): void;
  /** Whether this call came before, within the last day. */
  knowsCall(order: string, call: string): boolean;
  /** Resolves when all of the above is on the disk. */
  sync(): Promise<void>;
  close(): void;
}

/** `taken`: ids used elsewhere, so that none is given twice when this file was lost. */
export function createOrderBook(
  { found, damage, append, sync, close }: Journal<OrderEvent>,
  taken: readonly string[],
): OrderBook {
  const state = createOrderState();
  const known = new Map<string, number>();
  const apply = (event: OrderEvent): void => {
    applyOrderEvent(state, event);
    if (event.type === 'trigger.received') remember(known, event);
  };
  for (const event of found) apply(event);
  for (const id of taken) state.highest = Math.max(state.highest, Number(id) || 0);

  const record = (event: OrderEvent): void => {
    append(event);
    apply(event);
  };

  return {
    damage,
    all: () => [...state.orders.values()],
    find: (id) => state.orders.get(id) ?? null,
    set(text, since) {
      const order: Order = { ...text, id: String(state.highest + 1), revision: 1, since };
      record({ type: 'order.set', order });
      return order;
    },
    change(id, text, since) {
      const before = state.orders.get(id)?.order;
      if (before === undefined) return null;
      const order: Order = { ...before, ...text, revision: before.revision + 1, since };
      record({ type: 'order.changed', id, order });
      return order;
    },
    note: (id, ran) => record({ type: 'order.changed', id, ran }),
    pause: (id, why) => record({ type: 'order.paused', id, why }),
    end: (id, why) => record({ type: 'order.ended', id, why }),
    noteCall: (call) => record({ type: 'trigger.received', ...call }),
    knowsCall: (order, call) => known.has(keyOf({ order, call })),
    sync,
    close,
  };
}

function keyOf({ order, call }: Pick<TriggerCall, 'order' | 'call'>): string {
  return `${order} ${call}`;
}

/** Oldest first; a clock that was set back drops none too early. */
function remember(known: Map<string, number>, event: TriggerCall): void {
  known.set(keyOf(event), event.due);
  for (const [key, due] of known) {
    if (event.due - due <= CALLS_KEPT_MS) return;
    known.delete(key);
  }
}
