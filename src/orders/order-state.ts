/** The state of the orders, derived from their events. */
import { wallTime } from './due-times.ts';
import type { Order } from './order.ts';
import type { Counted, OrderEvent, PauseReason, Ran } from './order-events.ts';

export interface StandingOrder {
  readonly order: Order;
  /** null: it is not paused. */
  readonly paused: PauseReason | null;
  readonly counted: Counted;
}

/** `due`: milliseconds since 1970. */
export type TriggerCall = Extract<OrderEvent, { readonly type: 'trigger.received' }>;

/** A day's times of an order that comes every minute would exceed this; only the newest are kept. */
const TIMES_KEPT = 50;

const NOTHING_COUNTED: Counted = { failures: 0, last: null, month: '', month_usd: 0, ran: [] };

export interface OrderState {
  readonly orders: Map<string, StandingOrder>;
  /** The highest number that any order ever had. */
  highest: number;
}

export function createOrderState(): OrderState {
  return { orders: new Map(), highest: 0 };
}

export function applyOrderEvent(state: OrderState, event: OrderEvent): void {
  switch (event.type) {
    case 'order.set': {
      const { order, counted = NOTHING_COUNTED, paused = null } = event;
      state.highest = Math.max(state.highest, Number(order.id) || 0);
      state.orders.set(order.id, { order, paused, counted });
      return;
    }
    case 'order.changed': {
      const known = state.orders.get(event.id);
      if (known === undefined) return;
      const { order = known.order } = event;
      const isAnew = event.order !== undefined;
      const counted = event.ran === undefined ? known.counted : count(known.counted, event.ran, order.zone);
      state.orders.set(event.id, {
        order,
        paused: isAnew ? null : known.paused,
        counted: isAnew ? { ...counted, failures: 0 } : counted,
      });
      return;
    }
    case 'order.paused': {
      const known = state.orders.get(event.id);
      if (known !== undefined) state.orders.set(event.id, { ...known, paused: event.why });
      return;
    }
    case 'order.ended':
      state.highest = Math.max(state.highest, Number(event.id) || 0);
      state.orders.delete(event.id);
      return;
    case 'trigger.received':
      return;
  }
}

function count(before: Counted, ran: Ran, zone: string): Counted {
  const month = monthOf(ran.at, zone);
  const spent = before.month === month ? before.month_usd : 0;
  return {
    failures: countFailures(before.failures, ran),
    last: ran,
    month,
    month_usd: spent + (ran.cost_usd ?? 0),
    ran: [...before.ran, ran].slice(-TIMES_KEPT),
  };
}

/** Failures in a row; a run that a person ended, or that never began, does not count. */
function countFailures(before: number, { outcome }: Ran): number {
  if (outcome === 'failed') return before + 1;
  return outcome === 'verified' || outcome === 'unverified' || outcome === 'told' ? 0 : before;
}

export function monthOf(at: number, zone: string): string {
  const { year, month } = wallTime(at, zone);
  return `${year}-${String(month).padStart(2, '0')}`;
}
