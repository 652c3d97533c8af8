/** The facts that a confirmation card shows. */
import type { Action } from '../../action/schema.ts';
import type { UiElement } from '../../ports/desktop.ts';
import type { Judgement } from '../../safety/risk.ts';
import type { Text } from '../../words/say.ts';
import type { Values } from '../outside-values.ts';
import type { Offer } from './allow-always.ts';

export interface CardFacts {
  readonly runId: string;
  readonly goal: string;
  readonly askedBy: string;
  readonly action: Action;
  readonly judgement: Judgement;
  readonly element: Pick<UiElement, 'role' | 'name' | 'value'> | null;
  /** Words read from the pixels at the target; '' when the list names the target, or nothing was read. */
  readonly read: string;
  readonly app: string;
  readonly window: string;
  readonly cwd: string;
  /** Text typed since the last Enter: an Enter or more text sends all of it, so all of it is under approval. */
  readonly typed: string;
  /** What a program sent with the call that asked for the run. */
  readonly values: Values;
  /** The model's words; never shown for a critical action. */
  readonly intent: string;
  /** Milliseconds since 1970; null when an order keeps the question open and tells its time itself. */
  readonly expiresAt: number | null;
  /** Time of the question: an expiry on another day is shown with the day. */
  readonly askedAt: number;
  /** Why the question is asked a second time; '' the first time. */
  readonly again: Text;
  /** What “Allow always” would allow; null where it is not offered. */
  readonly offer: Offer | null;
  /** Seconds until it is done without an answer; null: an answer is awaited. */
  readonly countdownS: number | null;
}
