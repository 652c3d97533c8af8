/** Rewrites the file of orders at start: the present orders, and calls that may still be repeated. Pure. */
import type { Stamp } from '../ports/journal.ts';
import { CALLS_KEPT_MS } from './calls-kept.ts';
import type { OrderEvent } from './order-events.ts';
import { applyOrderEvent, createOrderState } from './order-state.ts';

type Kept = OrderEvent & Stamp;

/** Number of events from which a rewrite is worth it. */
const WORTH_IT = 200;

export function compactOrders(events: readonly Kept[]): readonly Kept[] {
  if (events.length < WORTH_IT) return events;
  const state = createOrderState();
  const newest = new Map<string, Kept>();
  let highest: Kept | null = null;
  for (const event of events) {
    applyOrderEvent(state, event);
    if (event.type === 'order.ended' && Number(event.id) === state.highest) highest = event;
    if (event.type === 'order.set') newest.set(event.order.id, event);
  }
  const orders = [...state.orders.values()].map(({ order, counted, paused }): Kept => {
    const { seq = 0, at = '' } = newest.get(order.id) ?? {};
    return { type: 'order.set', order, counted, ...(paused === null ? {} : { paused }), seq, at };
  });
  const calls = events.filter((event) => event.type === 'trigger.received');
  const last = Math.max(0, ...calls.map(({ due }) => due));
  const kept = calls.filter((call) => last - call.due <= CALLS_KEPT_MS);
  return [...(highest === null ? [] : [highest]), ...orders, ...kept];
}
