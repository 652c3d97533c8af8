/** The file of orders rewritten at start: the orders as they stand, and the calls that may be repeated still. Pure. */
import type { Stamp } from '../ports/journal.ts';
import type { OrderEvent } from './order-events.ts';
import { applyOrderEvent, createOrderState } from './order-state.ts';

type Kept = OrderEvent & Stamp;

/** Calls are remembered longer than anybody may repeat them, and until their time has surely come in. */
export const CALLS_KEPT_MS = 24 * 3_600_000;

/** Nothing is rewritten before there are so many events. */
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
  const last = Date.parse(events.at(-1)?.at ?? '');
  const orders = [...state.orders.values()].map(({ order, counted, paused }): Kept => {
    const { seq = 0, at = '' } = newest.get(order.id) ?? {};
    return { type: 'order.set', order, counted, ...(paused === null ? {} : { paused }), seq, at };
  });
  const calls = events.filter(
    (event) => event.type === 'trigger.received' && last - Date.parse(event.at) < CALLS_KEPT_MS,
  );
  return [...(highest === null ? [] : [highest]), ...orders, ...calls];
}
