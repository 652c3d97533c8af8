/** What a card says. */
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
  /** Words that were read where it points; '' where the target is told, or nothing was read. */
  readonly read: string;
  readonly app: string;
  readonly window: string;
  readonly cwd: string;
  /** What was typed there since the last Enter: an Enter or more text makes it count as a whole. */
  readonly typed: string;
  /** What a program sent with the call that asked for the run. */
  readonly values: Values;
  /** The model's words; never shown for a critical action. */
  readonly intent: string;
  /** Milliseconds since 1970; null where whoever keeps the question says so themselves. */
  readonly expiresAt: number | null;
  /** When it is asked: a time on another day is told with the day. */
  readonly askedAt: number;
  /** Why this is asked once more; '' the first time. */
  readonly again: Text;
  /** What “Allow always” would allow; null where it is not offered. */
  readonly offer: Offer | null;
  /** Seconds until it is done without an answer; null: an answer is awaited. */
  readonly countdownS: number | null;
}
