/** Calls of programs: each is checked, noted on the disk as a time of its order, and only then taken. */
import type { QueuedCommand } from '../../inbox/queued-command.ts';
import { createCallLimit } from '../../ports/call-limit.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  type CallAnswer,
  type CallProblem,
  isCallId,
  type ToldTrigger,
  type TriggerCall,
  type Triggers,
} from '../../ports/triggers.ts';
import { say, type Text } from '../../words/say.ts';
import type { Order } from '../order.ts';
import type { OrderBook } from '../order-book.ts';
import type { StandingOrder } from '../order-state.ts';
import type { Orders } from '../orders-ports.ts';
import { readValues } from './read-values.ts';
import type { TriggerSecrets } from './trigger-secrets.ts';

export interface TriggerCallPorts {
  readonly book: OrderBook;
  readonly orders: Pick<Orders, 'now' | 'waiting'>;
  readonly secrets: TriggerSecrets;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly isAllowed: (senderId: string) => boolean;
  readonly warn: (problem: string) => void;
}

export interface TriggerDesk extends Triggers {
  list(): readonly ToldTrigger[];
  /** Makes a new secret, which alone is valid from then on; null: there is no such trigger. */
  renewSecret(name: string): Promise<string | null>;
}

const BURST = 10;
const PER_MINUTE = 10;
const WAITING_MOST = 20;

export function createTriggerCalls(ports: TriggerCallPorts): TriggerDesk {
  const { book, orders, secrets, clock } = ports;
  const limit = createCallLimit(BURST, PER_MINUTE, () => clock.elapsed());

  const find = (name: string): StandingOrder | null =>
    book.all().find(({ order: { when, sender } }) => nameOf(when) === name && ports.isAllowed(sender.id)) ?? null;

  async function take({ name, id, fields }: TriggerCall): Promise<CallAnswer> {
    const standing = find(name);
    if (standing === null) return refuse('unknown', say`There is no trigger called ${name.slice(0, 40)}.`);
    const { order, paused } = standing;
    if (!isCallId(id))
      return refuse('wrong_fields', say`The id of a call is 8 to 64 letters, digits, dots, dashes or underscores.`);
    if (book.knowsCall(order.id, id))
      return refuse('seen_before', say`A call with this id came before, and counts once.`);
    const waitS = limit.take(order.id);
    if (waitS > 0)
      return { ...refuse('too_many', say`This trigger was called too often; wait ${waitS} s.`), retryAfterS: waitS };
    if (paused !== null) return refuse('paused', say`Order ${order.id}, which this trigger starts, is paused.`);
    const read = readValues(fieldsOf(order), fields);
    if (!read.ok) return refuse('wrong_fields', read.text);
    if (countWaiting(orders.waiting(), order.id) >= WAITING_MOST) {
      const text = say`${WAITING_MOST} calls of this trigger wait for the computer already. Try again later.`;
      return { ...refuse('too_many_waiting', text), retryAfterS: 60 };
    }
    return await enter(order, id, read.values);
  }

  async function enter(order: Order, call: string, values: Readonly<Record<string, string>>): Promise<CallAnswer> {
    try {
      if (await orders.now(order.id, clock.now(), { call, values })) return { ok: true, order: order.id };
    } catch (error) {
      ports.warn(`A call of the trigger of order ${order.id} could not be saved: ${String(error)}`);
    }
    const text = say`The call could not be saved, so nothing was started. Fix that, and send it again with another id.`;
    return refuse('not_saved', text);
  }

  return {
    secretOf(name) {
      const standing = find(name);
      return standing === null ? null : secrets.of(standing.order.id);
    },
    take: (call) => take(call),
    list: () =>
      book.all().flatMap(({ order, paused }) => {
        const name = nameOf(order.when);
        if (name === null) return [];
        const hasSecret = secrets.of(order.id) !== null;
        return { name, order: order.id, fields: fieldsOf(order), isPaused: paused !== null, hasSecret };
      }),
    async renewSecret(name) {
      const standing = find(name);
      if (standing === null) return null;
      await secrets.keepOnly((order) => book.find(order) !== null);
      return await secrets.renew(standing.order.id);
    },
  };
}

function refuse(code: CallProblem, text: Text): Extract<CallAnswer, { readonly ok: false }> {
  return { ok: false, code, text };
}

export function nameOf(when: Order['when']): string | null {
  return when.kind === 'trigger' ? when.name : null;
}

function fieldsOf({ when }: Order): readonly string[] {
  return when.kind === 'trigger' ? when.fields : [];
}

function countWaiting(waiting: readonly QueuedCommand[], order: string): number {
  return waiting.filter((command) => command.order?.id === order).length;
}
