/** Settling after an act: its request, its result and its times. */
import type { Fingerprint } from '../../ports/desktop.ts';
import { say, type Text } from '../../words/say.ts';
import type { ScreenMemory } from '../screen-memory.ts';
import type { ExpectedAnswer } from './expected-answer.ts';

/** An answer, or more of it after a small first sign (a pressed button, a focus ring), must begin within this time. */
export const REACTION_MS = 300;
/** Where nothing is to be seen: for whatever comes up all the same. */
const NOTHING_MS = 100;
/** At rest, where nobody watches on: a window that has just been shown does not take keys yet. */
export const SURE_QUIET_MS = 120;
/** A screen that goes on moving as a whole is looked at as it is. */
export const CAP_MS = 2000;

/** How long an answer, or more of it, is waited for. */
export function reactionMsOf({ kind }: ExpectedAnswer): number {
  return kind === 'nothing' ? NOTHING_MS : REACTION_MS;
}

export interface SettleRequest {
  /** The display as it was just before the act. */
  readonly before: Fingerprint;
  /** Index from 1. */
  readonly display: number;
  /** What was learned about the screen while nobody acted. */
  readonly memory: Pick<ScreenMemory, 'habits' | 'tickers' | 'knowsCarets' | 'early'>;
  /** What the act shows by itself. */
  readonly answer: ExpectedAnswer;
  /** False: what is as small as a caret is none, since no caret can be there. */
  readonly mayShowCaret: boolean;
  /** Whether what was acted on says something else now: then what changed is no caret, however small. Bounded in time; rejects on abort alone. */
  readonly saysOtherwise: () => Promise<boolean>;
  /** True when the screen is watched while a model decides next, so that a shorter rest is enough. */
  readonly isWatched: boolean;
}

export interface Settled {
  /** `unknown` when the desktop went away before it could be seen. */
  readonly effect: 'changed' | 'unchanged' | 'unknown';
  /** Whether the change looked like the whole effect, so that nothing else need be expected. */
  readonly isAnswered: boolean;
  /** For the next prompt; '' when the screen came to rest. */
  readonly note: Text;
}

/** No ticker is left out: text typed beside a clock is an effect, too. */
export const NO_TICKERS = { explain: () => new Set<number>() };

export const STILL_MOVING = say`The screen was still moving after ${CAP_MS / 1000} s; this picture may be of something in motion.`;
