/** What a step of setup works with, and how it ends. */
import type { Talk } from './talk.ts';

export type StepEnd = 'next' | 'back';

export interface SetupPorts {
  readonly talk: Talk;
  readonly signal: AbortSignal;
}
