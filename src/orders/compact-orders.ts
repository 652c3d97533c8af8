/** The file of orders rewritten at start: the orders as they stand. Pure. */
import type { Stamp } from '../ports/journal.ts';
import type { OrderEvent } from './order-events.ts';
import { applyOrderEvent, createOrderState } from './order-state.ts';

type Kept = OrderEvent & Stamp;

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
  const orders = [...state.orders.values()].map(({ order, counted, paused }): Kept => {
    const { seq = 0, at = '' } = newest.get(order.id) ?? {};
    return { type: 'order.set', order, counted, ...(paused === null ? {} : { paused }), seq, at };
  });
  return [...(highest === null ? [] : [highest]), ...orders];
}
