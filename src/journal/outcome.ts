/** How a run ends. */
import type { Text } from '../words/say.ts';

/** How a run ends; the reason names which (denied, expired, stuck, budget, …). */
export const OUTCOMES = ['verified', 'unverified', 'failed', 'stopped', 'interrupted'] as const;
export type OutcomeKind = (typeof OUTCOMES)[number];

/** Why an outcome came about; a closed list so that reports and statistics can rely on it. */
export const OUTCOME_REASONS = [
  'checked',
  'no-check',
  'not-done',
  'denied',
  'expired',
  'stuck',
  'budget',
  'malformed',
  'model',
  'desktop',
  'journal',
  'skill',
  'error',
  'person',
  'signal',
  'failsafe',
  'crash',
  // Of runs that standing orders ask for: they need an answer, and nobody waits for them.
  'parked',
  'skipped',
  'needs answer',
  // An outside cause blocked the run, which is done later.
  'put off',
  // Of a part of a plan: another part ended the plan.
  'other part',
] as const;
export type OutcomeReason = (typeof OUTCOME_REASONS)[number];

/** How a run ended, with words for the person. */
export interface Outcome {
  readonly outcome: OutcomeKind;
  readonly reason: OutcomeReason;
  readonly message: string;
  /** The message as a text, where it is more than that string. */
  readonly said?: Text | undefined;
  readonly score: number | null;
}
