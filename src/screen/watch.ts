/** Keeps an eye on the screen from a look to the act that is decided on it: what was seen must still be there. */
import type { Clock } from '../ports/clock.ts';
import type { Box, Desktop, Frame } from '../ports/desktop.ts';
import { tilesOf } from './fingerprints.ts';
import type { ScreenMemory } from './screen-memory.ts';
import { QUIET_MS, STILL_MS, untilQuiet } from './settle.ts';
import { createTileHistory, type Difference, mayBeCaret, smallPart } from './tile-history.ts';

/**
 * Where a change matters to an act: around what it points at; anywhere, for keys, whose focus nobody sees; or nowhere but in what
 * looks like the late answer to the act before, which matters always.
 */
export type Reach = Box | 'anywhere' | 'nowhere';

export interface ScreenWatch extends Disposable {
  /** Aborts once a late answer to the act before has come and is at rest: whoever is deciding decides on something that is over. */
  readonly overtaken: AbortSignal;
  /** Whether what matters looks different from the look. Waits a moment for what is in motion, and for an answer still to be expected. */
  isStale(reach: Reach): Promise<boolean>;
  /** Ends the watching; what it learned goes into the memory. */
  stop(): void;
}

/** What comes within this time of an act is taken for its answer, wherever it comes. */
const ANSWER_MS = 3000;
/** An act that showed little or nothing is not followed by the next one sooner than this. A thinking model takes longer anyway. */
const NEXT_ACT_MS = 1000;
/** After an act, a look is acted on once the screen was seen to stay like that for this long: a fade may pause. */
const SURE_MS = 120;
/** Right after an act an answer is waited for; later there is time. */
const SOON_MS = 1500;
const POLL_SOON_MS = 15;
const POLL_LATER_MS = 150;
/** The watching takes at most this share of the time. */
const LARGEST_SHARE = 1 / 3;
/** Longest wait of `isStale` for something to come to rest. */
const CAP_MS = 2000;

export interface WatchPorts {
  readonly desktop: Desktop;
  readonly clock: Clock;
}

/** `in motion`: it cannot be told yet. */
type Verdict = 'same' | 'in motion' | 'changed';

/** Watches until it is stopped or `signal` aborts. A desktop that goes away ends the background part; `isStale` rejects then. */
export function watchScreen(look: Frame, memory: ScreenMemory, ports: WatchPorts, signal: AbortSignal): ScreenWatch {
  const { desktop, clock } = ports;
  const { lastAct } = memory;
  const over = new AbortController();
  const overtaken = new AbortController();
  const startedAt = clock.elapsed();
  const history = createTileHistory(look.fingerprint, startedAt, memory.habits);
  const small = smallPart(look.fingerprint);
  let isAsked = false;

  /** Milliseconds it took. */
  const sample = async (): Promise<number> => {
    const before = clock.elapsed();
    const now = await desktop.fingerprint(look.display.index, signal);
    if (over.signal.aborted) return 0;
    history.see(now, clock.elapsed());
    // An answer that comes to rest will be looked at.
    if (history.differences().filter(isAnswer).length > small) memory.early?.see(history.countMoving(STILL_MS) > small);
    return clock.elapsed() - before;
  };
  const sinceAct = (): number => (lastAct === null ? Number.POSITIVE_INFINITY : clock.elapsed() - lastAct.atMs);
  const isAnswer = ({ sinceMs }: Difference): boolean => lastAct !== null && sinceMs - lastAct.atMs < ANSWER_MS;
  const judge = (matters: (one: Difference) => boolean): Verdict => {
    const found = history.differences().filter(matters);
    if (history.countMoving(QUIET_MS) > small) return 'in motion';
    const atRest = found.filter(({ restMs }) => restMs >= QUIET_MS);
    if (atRest.length > small) return 'changed';
    const still = atRest.filter(({ isRestless }) => !isRestless);
    if (still.length > 0) return mayBeCaret(still, look.fingerprint.columns) ? 'in motion' : 'changed';
    // What turned and pauses may have stopped; what changed just now may go on.
    return atRest.length > 0 || found.some(({ isRestless }) => !isRestless) ? 'in motion' : 'same';
  };

  const watchOn = async (): Promise<void> => {
    const either = AbortSignal.any([over.signal, signal]);
    for (let costMs = 0; ; ) {
      const pollMs = Math.max(sinceAct() < SOON_MS ? POLL_SOON_MS : POLL_LATER_MS, costMs / LARGEST_SHARE);
      await clock.sleep(Math.min(pollMs, untilQuiet(QUIET_MS, history.stillForMs(), costMs)), either);
      if (isAsked) continue;
      costMs = await sample();
      if (over.signal.aborted) return;
      if (judge(isAnswer) === 'changed') overtaken.abort(new Error('the screen changed'));
      if (overtaken.signal.aborted) return;
    }
  };
  // It ends by an abort, or with the desktop, whose loss the run meets by itself.
  watchOn().catch(() => undefined);

  const stop = (): void => {
    if (over.signal.aborted) return;
    over.abort();
    memory.habits = history.habits();
    memory.watchedMs = history.seenForMs();
  };

  return {
    overtaken: overtaken.signal,
    async isStale(reach) {
      // Somebody acted since the look: a person, while the run was paused.
      if (memory.lastAct !== lastAct) return true;
      const askedAt = clock.elapsed();
      for (;;) {
        isAsked = true;
        await sample();
        isAsked = false;
        const inReach = typeof reach === 'string' ? null : tilesOf(reach, look.fingerprint);
        const verdict = judge((one) => isAnswer(one) || reach === 'anywhere' || inReach?.has(one.tile) === true);
        const isExpecting = lastAct !== null && !lastAct.isAnswered && sinceAct() < NEXT_ACT_MS;
        const isYoung = lastAct !== null && clock.elapsed() - startedAt < SURE_MS;
        const isOverdue = clock.elapsed() - askedAt >= CAP_MS;
        if (verdict === 'changed' || (verdict === 'in motion' && isOverdue)) return true;
        if (verdict === 'same' && !isExpecting && !isYoung) return false;
        await clock.sleep(POLL_SOON_MS, signal);
      }
    },
    stop,
    [Symbol.dispose]: stop,
  };
}
