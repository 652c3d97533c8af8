/** Records the results of an order's times: counts them, pauses the order after too many failures, ends it when no time is left. */
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Clock } from '../ports/clock.ts';
import type { Order } from './order.ts';
import type { OrderBook } from './order-book.ts';
import type { Ran } from './order-events.ts';
import type { OrderTells } from './order-tells.ts';

export interface OrderNotes {
  /** Runs a write; a failing disk loses only a count, which is warned of and never thrown. */
  attempt(write: () => void): void;
  /** Counted; the order is done only later. */
  note(order: Order, command: QueuedCommand, ran: CameOf): void;
  /** Counts a result, and ends the order when no time is left. */
  finish(order: Order, command: QueuedCommand, ran: CameOf): void;
  /** Throws when the disk fails. The inbox is written first, so a process that ends in between finds the call there. */
  noteCall(command: QueuedCommand): void;
}

type CameOf = Pick<Ran, 'run' | 'outcome' | 'cost_usd'>;

const FAILURES_MOST = 3;

export function createOrderNotes({
  book,
  clock,
  tells,
  warn,
}: {
  readonly book: OrderBook;
  readonly clock: Pick<Clock, 'now'>;
  readonly tells: Pick<OrderTells, 'paused'>;
  readonly warn: (problem: string) => void;
}): OrderNotes {
  const attempt: OrderNotes['attempt'] = (write) => {
    try {
      write();
    } catch (error) {
      warn(`What came of an order could not be written down: ${String(error)}`);
    }
  };
  const note: OrderNotes['note'] = (order, command, ran) => {
    const due = Date.parse(command.order?.due ?? command.sentAt);
    attempt(() => book.note(order.id, { ...ran, due, at: clock.now() }));
  };
  return {
    attempt,
    note,
    finish(order, command, ran) {
      note(order, command, ran);
      attempt(() => {
        if (order.when.kind === 'once' || order.when.kind === 'watch') return book.end(order.id, 'done');
        const failures = book.find(order.id)?.counted.failures ?? 0;
        if (ran.outcome !== 'failed' || failures < FAILURES_MOST) return;
        book.pause(order.id, 'failures');
        tells.paused(order, 'failures');
      });
    },
    noteCall({ order: time }) {
      if (time?.call === undefined || book.knowsCall(time.id, time.call)) return;
      book.noteCall({ order: time.id, call: time.call, due: Date.parse(time.due) });
    },
  };
}
