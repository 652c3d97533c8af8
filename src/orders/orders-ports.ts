/** Ports of the standing orders, and their interface to others. */
import type { Inbox } from '../inbox/inbox.ts';
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Outcome } from '../journal/events.ts';
import type { Outgoing } from '../outbound/outgoing.ts';
import type { Questions } from '../outbound/questions.ts';
import type { Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { Desktop } from '../ports/desktop.ts';
import type { RunHandle } from '../run/life/run-handle.ts';
import type { RunQueue } from '../run/queue.ts';
import type { RunTerms } from '../run/run-terms.ts';
import type { Text } from '../words/say.ts';
import type { Order } from './order.ts';
import type { OrderBook } from './order-book.ts';
import type { TellPorts } from './order-tells.ts';

export interface OrdersPorts extends TellPorts {
  readonly book: OrderBook;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly desktop: Pick<Desktop, 'presence' | 'cursor' | 'presses'>;
  readonly queue: RunQueue;
  readonly questions: Questions;
  readonly home: string;
  /** The screen now, where pictures may go to this thread. */
  readonly takePicture: (thread: Thread) => Promise<Outgoing['picture']>;
  readonly warn: (problem: string) => void;
}

export interface Orders {
  /** From now on due orders are carried out. */
  start(): void;
  /** Continues what an earlier process left of an order. */
  takeUp(command: QueuedCommand, doubt: Text): void;
  /** Terms of the order that this command is of; null for a person's own. */
  termsOf(command: QueuedCommand): RunTerms | null;
  /** Notes that its run began; null: it did not, and that was told. */
  began(command: QueuedCommand, handle: RunHandle | null): void;
  /** Notes the end of a run of an earlier process. */
  recovered(command: string, run: string, outcome: Outcome['outcome'], costUsd: number | null): void;
  /**
   * Makes an order due now, for a watch, a person or a program; it is on the disk when this resolves. False: the order has ended, or is already at
   * work. Rejects when the disk fails, and then it does not come due.
   */
  now(id: string, due: number, call?: Call): Promise<boolean>;
  /** A watch's condition holds. */
  found(order: Order): Promise<void>;
  /** A watch waited in vain. */
  over(order: Order): void;
  /** Checks for due times again, after something was set, changed, or called. */
  wake(): void;
  /** Commands waiting for the desktop. */
  waiting(): readonly QueuedCommand[];
  /** Removes waiting commands: of one order, or all; the caller tells which they were. */
  cancel(order?: string): readonly QueuedCommand[];
}

/** A program's call: its own name for it, and the values it sent. */
export interface Call {
  readonly call: string;
  readonly values: Readonly<Record<string, string>>;
}
