/** Waits until the screen has answered an act and come to rest, as short as that takes. What comes later is seen by the watch. */
import type { Clock } from '../ports/clock.ts';
import type { Desktop, Fingerprint } from '../ports/desktop.ts';
import { say, type Text } from '../words/say.ts';
import type { ScreenMemory } from './screen-memory.ts';
import { BLINK_MS, createTileHistory, mayBeCaret, smallPart } from './tile-history.ts';

const POLL_MS = 15;
const LEAST_PAUSE_MS = 4;
/** An answer, or more of it after a small first sign (a pressed button, a focus ring), must begin within this time. */
const REACTION_MS = 350;
/** At rest: nothing new for this long. */
export const QUIET_MS = 35;
/** The same where nobody watches on: a window that has just been shown does not take keys yet. */
const SURE_QUIET_MS = 120;
/** Still: it may be coming to rest, so the next look is begun. */
export const STILL_MS = 20;
/** Something small that has moved for this long is a spinner; a fade is over by then. */
const SPINNER_MS = 300;
/** A screen that goes on moving as a whole is looked at as it is. */
const CAP_MS = 2000;

export interface SettleRequest {
  /** The display as it was just before the act. */
  readonly before: Fingerprint;
  /** Index from 1. */
  readonly display: number;
  /** What was learned about the screen while nobody acted. */
  readonly memory: Pick<ScreenMemory, 'habits' | 'tickers' | 'watchedMs' | 'early'>;
  /** Text was typed: whatever changes is the answer, and nothing more is to come. */
  readonly isText: boolean;
  /** Whoever decides next thinks for a while, and the screen is watched meanwhile; nobody watches for who decides at once. */
  readonly isWatched: boolean;
}

export interface Settled {
  /** `unknown` when the desktop went away before it could be seen. */
  readonly effect: 'changed' | 'unchanged' | 'unknown';
  /** Whether what was seen looks like the whole answer, so that nothing else need be expected. */
  readonly isAnswered: boolean;
  /** For the next prompt; '' when the screen came to rest. */
  readonly note: Text;
}

/** What is typed beside a clock is the answer as well. */
const NO_TICKERS = { explain: () => new Set<number>() };

/** Call it as soon as the act is done. */
export async function settle(
  { before, display, memory, isText, isWatched }: SettleRequest,
  { desktop, clock }: { readonly desktop: Desktop; readonly clock: Clock },
  signal: AbortSignal,
): Promise<Settled> {
  const startedAt = clock.elapsed();
  const history = createTileHistory(before, startedAt, memory.habits, isText ? NO_TICKERS : memory.tickers);
  const small = smallPart(before);
  const knowsCarets = isText || memory.watchedMs >= BLINK_MS * 2;
  const quietMs = isWatched ? QUIET_MS : SURE_QUIET_MS;
  let movingSince: number | null = null;
  memory.early?.drop();
  for (;;) {
    const askedAt = clock.elapsed();
    history.see(await desktop.fingerprint(display, signal), clock.elapsed());
    const tookMs = clock.elapsed() - askedAt;
    const waitedMs = clock.elapsed() - startedAt;
    const moving = history.countMoving(quietMs);
    movingSince = moving === 0 ? null : (movingSince ?? waitedMs);
    const isSpinning = moving <= small && movingSince !== null && waitedMs - movingSince >= SPINNER_MS;
    const changed = history.differences().filter(({ isTicking }) => !isTicking);
    const isWhole = changed.length > 0 && (isText || changed.length > small);
    if (isWhole || waitedMs >= REACTION_MS - QUIET_MS) memory.early?.see(history.countMoving(STILL_MS) > 0);
    if (moving === 0 || isSpinning) {
      if (changed.length === 0) {
        if (waitedMs >= REACTION_MS) return { effect: 'unchanged', isAnswered: false, note: '' };
      } else {
        const isDoubtful = !knowsCarets && mayBeCaret(changed, before.columns);
        if (!isDoubtful && (isWhole || waitedMs >= REACTION_MS))
          return { effect: 'changed', isAnswered: isWhole, note: '' };
      }
    }
    if (waitedMs >= CAP_MS) {
      return {
        effect: changed.length > 0 ? 'changed' : 'unchanged',
        isAnswered: false,
        note: say`The screen was still moving after ${CAP_MS / 1000} s; this picture may be of something in motion.`,
      };
    }
    await clock.sleep(Math.min(POLL_MS, untilQuiet(quietMs, history.stillForMs(), tookMs)), signal);
  }
}

/** How long to sleep, in ms, so that a sample that takes `tookMs` comes right when what is still for `stillMs` may count as at rest. */
export function untilQuiet(quietMs: number, stillMs: number, tookMs: number): number {
  return stillMs >= quietMs ? Number.POSITIVE_INFINITY : Math.max(LEAST_PAUSE_MS, quietMs - stillMs - tookMs);
}
