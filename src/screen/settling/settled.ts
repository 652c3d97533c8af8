/** Settling after an act: its request, its result and its times. */
import type { Fingerprint } from '../../ports/desktop.ts';
import { say, type Text } from '../../words/say.ts';
import type { ScreenMemory } from '../screen-memory.ts';
import type { ExpectedAnswer } from './expected-answer.ts';

/** Longest time until an effect begins, also until more follows after a small first sign (a pressed button, a focus ring). */
export const REACTION_MS = 300;
/** Wait after an act without visible effect, in case something appears. */
const NOTHING_MS = 100;
/** Rest needed when no watch follows: a window that has just appeared does not take keys yet. */
export const SURE_QUIET_MS = 120;
/** Limit of the wait; a screen that is still moving is then looked at as it is. */
export const CAP_MS = 2000;

/** How long to wait for an effect, or for more of it. */
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
  /** The effect that the act shows by itself. */
  readonly answer: ExpectedAnswer;
  /** False when no caret can be there, so that even a tiny change counts. */
  readonly mayShowCaret: boolean;
  /** Whether the acted element has another name or value now: then even a tiny change is no caret. Limited in time; rejects on abort alone. */
  readonly saysOtherwise: () => Promise<boolean>;
  /** True when the screen is watched while a model decides next, so that a shorter rest is enough. */
  readonly isWatched: boolean;
}

export interface Settled {
  /** `unknown` when the desktop went away before it could be seen. */
  readonly effect: 'changed' | 'unchanged' | 'unknown';
  /** Whether the change looked like the complete effect, so that nothing more is expected. */
  readonly isAnswered: boolean;
  /** For the next prompt; '' when the screen came to rest. */
  readonly note: Text;
}

/** No change is ignored: text typed beside a clock is an effect, too. */
export const NO_TICKERS = { explain: () => new Set<number>() };

export const STILL_MOVING = say`The screen was still moving after ${CAP_MS / 1000} s; this picture may be of something in motion.`;
