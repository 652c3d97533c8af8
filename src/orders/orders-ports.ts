/** What standing orders at work need, and what they do for others. */
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
  /** From now on what comes due is done. */
  start(): void;
  /** What an earlier life left of an order. */
  takeUp(command: QueuedCommand, doubt: Text): void;
  /** Terms of the order that this command is of; null for a person's own. */
  termsOf(command: QueuedCommand): RunTerms | null;
  /** Its run began; null: none came of it, and that was told. */
  began(command: QueuedCommand, handle: RunHandle | null): void;
  /** A run of an earlier life was told as it ended. */
  recovered(command: string, run: string, outcome: Outcome['outcome'], costUsd: number | null): void;
  /**
   * Comes due in this moment, as a watch, a person or a program has it, and is on the disk then; false: it is over, or at it already.
   * Rejects where the disk takes nothing, and then it does not come.
   */
  now(id: string, due: number, call?: Call): Promise<boolean>;
  /** A watch found what it waited for. */
  found(order: Order): Promise<void>;
  /** A watch waited in vain. */
  over(order: Order): void;
  /** Looks again at what is due: something was set, changed, or called. */
  wake(): void;
  /** What waits for the desktop. */
  waiting(): readonly QueuedCommand[];
  /** Takes out what waits: of one order, or of all; what that was is told by who asks for it. */
  cancel(order?: string): readonly QueuedCommand[];
}

/** Of a program: its own name for it, and what it sent. */
export interface Call {
  readonly call: string;
  readonly values: Readonly<Record<string, string>>;
}
