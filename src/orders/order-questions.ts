/** Questions to people about their orders while nobody waits: which are open, and what closes them. */
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Text } from '../words/say.ts';
import { askAboutMissed } from './ask-missed.ts';
import { askParked, type Parked, type ParkedPorts } from './ask-parked.ts';
import type { Order } from './order.ts';

export interface OrderQuestions {
  /** Whether the missed time is wanted now; closed or unanswered means no. */
  aboutMissed(order: Order, command: QueuedCommand): Promise<boolean>;
  /** Resolves when it is answered, closed or expired, and its consequence is under way. */
  parked(parked: Parked): Promise<void>;
  /** Closes the questions of orders that have changed or ended; their cards say why. */
  close(why: Text, isOver: (order: Order) => boolean): void;
  /** The orders that wait for an answer. */
  open(): readonly Order[];
}

export function createOrderQuestions(ports: ParkedPorts, signal: AbortSignal): OrderQuestions {
  const open = new Map<AbortController, Order>();
  const keepOpen = async <T>(order: Order, ask: (over: AbortSignal) => Promise<T>): Promise<T> => {
    const over = new AbortController();
    open.set(over, order);
    return await ask(over.signal).finally(() => open.delete(over));
  };
  return {
    aboutMissed: (order, command) =>
      keepOpen(order, (over) => askAboutMissed(order, command, ports.questions, { signal, over })),
    parked: (parked) => keepOpen(parked.order, (over) => askParked(parked, ports, { signal, over })),
    close(why, isOver) {
      for (const [over, order] of open) if (isOver(order)) over.abort(why);
    },
    open: () => [...new Set(open.values())],
  };
}
