/** Blocked runs of orders: kept in the inbox for later, by the order's policy for missed times. */
import type { Inbox } from '../inbox/inbox.ts';
import type { Occurrence } from '../inbox/inbox-events.ts';
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Clock } from '../ports/clock.ts';
import type { CutShort } from '../run/run-terms.ts';
import type { Order } from './order.ts';
import type { OrderBook } from './order-book.ts';

export interface PutOff {
  readonly how: 'run' | 'skip' | 'ask';
  /** The command that replaces it in the inbox; null: it is skipped. */
  readonly command: (QueuedCommand & { readonly order: Occurrence }) | null;
  /** When it is tried again, milliseconds since 1970. */
  readonly at: number;
}

export interface PutOffPorts {
  readonly book: Pick<OrderBook, 'find'>;
  readonly inbox: Pick<Inbox, 'accept' | 'sync'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly warn: (problem: string) => void;
}

/** Minutes until the next tries, each longer than the one before. */
const PAUSES_MIN = [5, 10, 20, 40, 60];
const LONGEST_PAUSE_MIN = 60;
/** Highest number of tries, about a day. */
const TIMES_MOST = 24;
const AGAIN = /~(\d+)$/;

/** The update of the original time. */
export function withoutPutOff(update: string): string {
  return update.replace(AGAIN, '');
}

export interface PutOffs {
  /** It is on the disk when this resolves; false: it was put off too often, its order has changed, or it cannot be stored. */
  keep(command: QueuedCommand, cut: CutShort): Promise<boolean>;
  /** Returns what was kept for this update, once; null. */
  take(update: string): PutOff | null;
}

export function createPutOffs(ports: PutOffPorts): PutOffs {
  const kept = new Map<string, PutOff>();
  return {
    async keep(command, cut) {
      const off = await putOff(command, cut, ports);
      if (off !== null) kept.set(command.update, off);
      return off !== null;
    },
    take(update) {
      const off = kept.get(update) ?? null;
      kept.delete(update);
      return off;
    },
  };
}

async function putOff(
  command: QueuedCommand,
  { run, hasActed }: CutShort,
  { book, inbox, clock, warn }: PutOffPorts,
): Promise<PutOff | null> {
  const order = book.find(command.order?.id ?? '')?.order ?? null;
  const times = Number(AGAIN.exec(command.update)?.[1] ?? 0);
  if (command.order === undefined || order === null || isOther(order, command) || times >= TIMES_MOST) return null;
  const at = clock.now() + (PAUSES_MIN[times] ?? LONGEST_PAUSE_MIN) * 60_000;
  // A run that has acted is not repeated without the person's consent.
  const how = order.terms.missed === 'run' && hasActed ? 'ask' : order.terms.missed;
  if (how === 'skip') return { how, command: null, at };
  const { goal, thread, sender, values } = command;
  const update = `${withoutPutOff(command.update)}~${times + 1}`;
  const missed = { count: 1, first: command.order.due, ...command.order.missed, how };
  const occurrence: Occurrence = { ...command.order, missed };
  const asks = { goal, ...(hasActed ? { continues: run } : {}) };
  try {
    const message = { updateId: update, thread, sender, sentAt: clock.now() };
    inbox.accept({ ...message, content: { kind: 'text', text: goal } }, asks, { order: occurrence, values });
    await inbox.sync();
  } catch (error) {
    warn(`The run of an order could not be kept for later: ${String(error)}`);
    return null;
  }
  return { how, at, command: { ...command, update, order: occurrence, ...asks } };
}

/** Whether its maker has changed the order since. */
export function isOther(order: Order | null, { goal }: QueuedCommand): boolean {
  return order !== null && (order.doing.do !== 'run' || order.doing.goal !== goal);
}
