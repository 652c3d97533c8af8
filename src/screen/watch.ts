/** Watches the screen from a look to the act decided on it: what the decision depends on must not change. */

import type { Clock } from '../ports/clock.ts';
import type { Box, Desktop } from '../ports/desktop.ts';
import { anySignal } from '../ports/waits/abort-signals.ts';
import { asksOtherwise } from './ask-window.ts';
import type { Basis } from './basis.ts';
import { tilesOf } from './fingerprints.ts';
import type { Observation } from './observe.ts';
import type { ScreenMemory } from './screen-memory.ts';
import { QUIET_MS, STILL_MS, untilQuiet } from './settling/settle.ts';
import { ANSWER_MS } from './tickers.ts';
import { createTileHistory, type Difference, LASTING_MS, mayBeCaret, smallPart } from './tile-history.ts';

export interface ScreenWatch extends Disposable {
  /** Aborts once a late effect of the act before has appeared and is at rest, as the decision under way is then outdated. */
  readonly overtaken: AbortSignal;
  /**
   * Whether something that the decision depends on changed since the look. Waits a moment for motion there, and for an effect that is still expected.
   * Anything else that changes by itself does not count.
   */
  isStale(basis: Basis): Promise<boolean>;
  /** Ends the watching; what it learned goes into the memory. */
  stop(): void;
}

/** After an act with little or no effect the next one is not taken sooner than this. A thinking model takes longer anyway. */
const NEXT_ACT_MS = 1000;
/** Time after an act that the screen must be seen unchanged before a look is used: a fade may pause. */
const SURE_MS = 80;
/** Right after an act an answer is waited for; later there is time. */
const SOON_MS = 1500;
const POLL_SOON_MS = 15;
const POLL_LATER_MS = 150;
/** Largest share of the time that sampling may take. */
const LARGEST_SHARE = 1 / 3;
/** Longest wait of `isStale` for something to come to rest. */
const CAP_MS = 2000;
/** A change of this size may be a window or a dialog, so the desktop is asked for window and focus. */
const ASKING_TILES = 10;
/** Limit of such questions while a model thinks. */
const MOST_QUESTIONS = 3;

export interface WatchPorts {
  readonly desktop: Desktop;
  readonly clock: Clock;
}

/** `in motion`: not decided yet. `ask`: pixels cannot decide; the window's elements can. */
type Verdict = 'same' | 'in motion' | 'ask' | 'changed';

/** Watches until it is stopped or `signal` aborts. A desktop that goes away ends the background part; `isStale` rejects then. */
export function watchScreen(
  look: Observation,
  memory: ScreenMemory,
  ports: WatchPorts,
  signal: AbortSignal,
): ScreenWatch {
  const { desktop, clock } = ports;
  const { lastAct } = memory;
  const { display, fingerprint } = look.frame;
  const over = new AbortController();
  const overtaken = new AbortController();
  const startedAt = clock.elapsed();
  const history = createTileHistory(fingerprint, startedAt, memory.habits, memory.tickers);
  const small = smallPart(fingerprint);
  let isAsked = false;

  const sinceAct = (): number => (lastAct === null ? Number.POSITIVE_INFINITY : clock.elapsed() - lastAct.atMs);
  /** Milliseconds it took. */
  const sample = async (): Promise<number> => {
    const before = clock.elapsed();
    const now = await desktop.fingerprint(display.index, signal);
    if (over.signal.aborted) return 0;
    const atMs = clock.elapsed();
    const changed = history.see(now, atMs);
    memory.sample = { atMs, display: display.index, fingerprint: now };
    memory.tickers.note(changed, fingerprint.columns, { atMs, act: lastAct?.atMs ?? -1, sinceActMs: sinceAct() });
    // An effect that comes to rest will need a look, which is begun now.
    if (ownChanges().filter(isAnswer).length > small) memory.early?.see(history.countMoving(STILL_MS) > small);
    return clock.elapsed() - before;
  };
  const ownChanges = (): readonly Difference[] => history.differences().filter(({ isTicking }) => !isTicking);
  const isAnswer = ({ sinceMs }: Difference): boolean => lastAct !== null && sinceMs - lastAct.atMs < ANSWER_MS;

  /** A large change soon after an act, now at rest: its late effect, wherever it is. */
  const judgeAnswer = (): Verdict => {
    if (history.countMoving(QUIET_MS) > small) return 'in motion';
    const found = ownChanges().filter(isAnswer);
    if (found.length <= small) return 'same';
    // A fade ends within this time; what still moves does so by itself, and may only pause.
    const isPausing = ({ isRestless, movedMs }: Difference): boolean => isRestless && movedMs >= LASTING_MS;
    const atRest = found.filter((one) => one.restMs >= QUIET_MS && !isPausing(one));
    return atRest.length > small ? 'changed' : 'in motion';
  };
  const judgeTiles = (tiles: ReadonlySet<number>, mayTick: boolean): Verdict => {
    const inside = history.differences().filter(({ tile }) => tiles.has(tile));
    const own = inside.filter(({ isTicking }) => !isTicking);
    const atRest = own.filter(({ restMs }) => restMs >= QUIET_MS);
    const still = atRest.filter(({ isRestless }) => !isRestless);
    if (still.length > 0) return mayBeCaret(still, fingerprint.columns) ? 'in motion' : 'changed';
    if (atRest.length > small) return 'changed';
    // A spinner that pauses may have stopped, and what changed just now may go on.
    if (atRest.length > 0 || own.some(({ isRestless }) => !isRestless)) return 'in motion';
    return inside.length > 0 && !mayTick ? 'ask' : 'same';
  };
  const judgePixels = (basis: Basis): Verdict => {
    switch (basis.kind) {
      case 'front':
        return 'same';
      case 'window':
        return judgeTiles(tilesOf(basis.box ?? wholeOf(display), fingerprint), true);
      case 'target': {
        const target = judgeTiles(new Set(basis.boxes.flatMap((box) => [...tilesOf(box, fingerprint)])), false);
        if (target !== 'same' || basis.container === null) return target;
        const around = tilesOf(basis.container.box, fingerprint);
        return history.differences().some(({ tile }) => around.has(tile)) ? 'ask' : 'same';
      }
    }
  };
  const isLargeElsewhere = (): boolean => ownChanges().length >= ASKING_TILES;

  const isToldOtherwise = (basis: Basis, whole: boolean): Promise<boolean> =>
    asksOtherwise({ look, basis, whole, elapsedMs: clock.elapsed() - startedAt }, desktop, signal);

  const watchOn = async (): Promise<void> => {
    const either = anySignal(over.signal, signal);
    let questions = 0;
    let askedAbout = 0;
    for (let costMs = 0; ; ) {
      const pollMs = Math.max(sinceAct() < SOON_MS ? POLL_SOON_MS : POLL_LATER_MS, costMs / LARGEST_SHARE);
      await clock.sleep(Math.min(pollMs, untilQuiet(QUIET_MS, history.stillForMs(), costMs)), either);
      if (isAsked) continue;
      costMs = await sample();
      if (over.signal.aborted) return;
      if (judgeAnswer() === 'changed') overtaken.abort(new Error('the screen changed'));
      else if (isLargeElsewhere() && ownChanges().length !== askedAbout && history.countMoving(QUIET_MS) === 0) {
        askedAbout = ownChanges().length;
        questions += 1;
        if (questions <= MOST_QUESTIONS && (await isToldOtherwise({ kind: 'front' }, true)) && !over.signal.aborted)
          overtaken.abort(new Error('another window or dialog came up'));
      }
      if (overtaken.signal.aborted) return;
    }
  };
  // It ends by an abort, or with the desktop, whose loss the run meets by itself.
  watchOn().catch(() => undefined);

  const stop = (): void => {
    if (over.signal.aborted) return;
    over.abort();
    memory.habits = history.habits();
    memory.tickers.forgetStill(clock.elapsed());
    memory.knowsCarets = history.hasShownCarets();
  };

  return {
    overtaken: overtaken.signal,
    async isStale(basis) {
      // Somebody acted since the look: a person, while the run was paused.
      if (memory.lastAct !== lastAct) return true;
      const askedAt = clock.elapsed();
      for (;;) {
        isAsked = true;
        await sample();
        isAsked = false;
        const verdicts = [judgeAnswer(), judgePixels(basis)];
        if (verdicts.includes('changed')) return true;
        const isMoving = verdicts.includes('in motion');
        if (isMoving && clock.elapsed() - askedAt >= CAP_MS) return true;
        const isExpecting = lastAct !== null && !lastAct.isAnswered && sinceAct() < NEXT_ACT_MS;
        const isYoung = lastAct !== null && clock.elapsed() - startedAt < SURE_MS;
        if (!isMoving && !isExpecting && !isYoung)
          return await isToldOtherwise(basis, verdicts.includes('ask') || isLargeElsewhere());
        await clock.sleep(POLL_SOON_MS, signal);
      }
    },
    stop,
    [Symbol.dispose]: stop,
  };
}

function wholeOf({ width, height }: { readonly width: number; readonly height: number }): Box {
  return { x: 0, y: 0, width, height };
}
