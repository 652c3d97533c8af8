/** The ports of a setup step, and its possible results. */
import type { Talk } from './talk.ts';

export type StepEnd = 'next' | 'back';

export interface SetupPorts {
  readonly talk: Talk;
  readonly signal: AbortSignal;
}
