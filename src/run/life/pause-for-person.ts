/**
 * The human comes first: somebody else's hand on the pointer pauses the run and asks; pushed into the corner it stops everything.
 * Keys pause it, too, where the system tells those of the keyboard from ours: a Mac does, X11 does not.
 */
import { isInputBy, pressesKeys } from '../../action/kinds.ts';
import type { Questions } from '../../outbound/questions.ts';
import type { Sender, Thread } from '../../ports/chat.ts';
import type { Place } from '../../ports/desktop.ts';
import { anySignal } from '../../ports/waits/abort-signals.ts';
import type { LastAct, ScreenMemory } from '../../screen/screen-memory.ts';
import { say, slash, type Text } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import type { ActUnderWay } from '../act/act-under-way.ts';
import type { RunControl } from '../control.ts';
import { type HeldInput, letGoForPerson } from '../perform/held.ts';
import type { PlanParts } from '../plan-parts.ts';
import type { RunLog } from '../run-log.ts';
import { followKeys, followPointer, guardCorner, type HandPorts } from './follow-hand.ts';

export interface PauseForPersonNeeds extends Pick<RunLog, 'record' | 'state'>, HandPorts {
  readonly thread: Thread;
  readonly sender: Sender;
  readonly control: RunControl;
  readonly screen: Pick<ScreenMemory, 'lastAct'>;
  readonly underWay: Pick<ActUnderWay, 'now'>;
  readonly held: HeldInput;
  readonly parts: Pick<PlanParts, 'onDesktop'>;
  readonly questions: Pick<Questions, 'ask'>;
  readonly confirmTimeoutMs: number;
}

/** A table that is bumped moves a mouse this far. */
const JITTER_PX = 4;
/** Moves in a row that count as a hand: an application puts the pointer somewhere in one jump. */
const STEPS_OF_A_HAND = 3;
/** Time after an answer in which the pointer may move, as the answer may have been tapped with this mouse. */
const LET_GO_MS = 700;
const IDLE_MS = 20_000;
const IDLE_POLL_MS = 500;

const MOUSE = say`because somebody moved the mouse`;
const KEYBOARD = say`because somebody used the keyboard`;

/** Watches until `signal` aborts: when the run is over. */
export function pauseForPerson(run: PauseForPersonNeeds, failsafe: (by: 'corner') => void, signal: AbortSignal): void {
  const { clock, control, screen, underWay } = run;
  const guard = guardCorner(() => failsafe('corner'));
  let expected: Place | null = null;
  let previous: Place | null = null;
  let movedAt = clock.elapsed();
  let steps = 0;
  let seenAct: LastAct | null = screen.lastAct;
  let letGoUntil = 0;

  /** Whether a move is explained: by an act of the run, or because the run waits and the person may move the pointer. */
  const isFree = (hasMoved: boolean): boolean => {
    const now = clock.elapsed();
    if (control.isPaused() || control.isWaiting()) letGoUntil = now + LET_GO_MS;
    const hasActed = screen.lastAct !== seenAct;
    seenAct = screen.lastAct;
    const act = underWay.now();
    steps = act === null ? 0 : steps + (hasMoved ? 1 : 0);
    if (now < letGoUntil || hasActed) return true;
    return act !== null && (isInputBy(act, 'pointer') || steps < STEPS_OF_A_HAND);
  };
  // During a check there is no act to hold; a run that goes on after it is held then.
  const isChecking = (): boolean => (run.parts.onDesktop() ?? run).state().phase.name === 'checking';
  // What it asks ends with the run or by the person's answer; a journal that fails ends the run by itself.
  const hold = (why: Text): void =>
    void askWhetherToGoOn(why, run, () => clock.elapsed() - movedAt, signal).catch(() => undefined);
  const see = (place: Place): void => {
    guard(place);
    const hasMoved = previous !== null && isFar(previous, place);
    if (hasMoved) movedAt = clock.elapsed();
    previous = place;
    if (isFree(hasMoved) || expected === null) expected = place;
    else if (isFar(expected, place) && !isChecking()) {
      expected = place;
      hold(MOUSE);
    }
  };
  let keysFreeUntil = 0;
  const hear = (): void => {
    const now = clock.elapsed();
    movedAt = now;
    const isHeld = control.isPaused() || control.isWaiting();
    // Some systems count the keys that Deskhand presses as well.
    const act = underWay.now();
    if (isHeld || (act !== null && pressesKeys(act))) keysFreeUntil = now + LET_GO_MS;
    const { lastAct } = screen;
    const isOurs = lastAct !== null && now - lastAct.atMs < LET_GO_MS;
    if (now >= keysFreeUntil && !isOurs && !isChecking()) hold(KEYBOARD);
  };
  followPointer(run, see, signal);
  followKeys(run, hear, signal);
}

/** Resumes a paused run. What the person did meanwhile counts as an act, so earlier decisions no longer hold. */
export function resumeRun(
  { control, screen, record }: Pick<PauseForPersonNeeds, 'control' | 'screen' | 'record'>,
  by: string,
  atMs: number,
): void {
  record({ type: 'run.resumed', by });
  screen.lastAct = { atMs, isAnswered: true, unchanged: null };
  control.resume();
}

async function askWhetherToGoOn(
  why: Text,
  run: PauseForPersonNeeds,
  idleForMs: () => number,
  signal: AbortSignal,
): Promise<void> {
  const { control } = run;
  control.pause(why);
  letGoForPerson(run);
  run.record({ type: 'run.paused', why: speak(why, 'en') });
  const resumed = new AbortController();
  control.whenResumed().then(
    () => resumed.abort(new Error('it was resumed')),
    () => undefined,
  );
  const either = anySignal(signal, control.signal, resumed.signal);
  const answer = await run.questions.ask(
    {
      thread: run.thread,
      of: run.sender.id,
      text: [{ bold: say`Paused` }, say` ${why}. I won't touch anything until you tell me to.`],
      choices: [
        [
          { label: say`Resume`, value: 'resume', style: 'good' },
          { label: say`Stop`, value: 'stop', style: 'danger' },
        ],
        [{ label: say`Continue when idle for ${IDLE_MS / 1000} s`, value: 'idle', style: 'plain' }],
      ],
      timeoutMs: run.confirmTimeoutMs,
      closing: (end) => [{ bold: say`Paused` }, say` ${why}. ${describeEnd(end, control.signal.aborted)}`],
    },
    either,
  );
  if (answer.kind !== 'choice') return;
  if (answer.value === 'stop') control.stop({ kind: 'person', name: answer.by.name });
  if (answer.value === 'resume') resumeRun(run, answer.by.id, run.clock.elapsed());
  if (answer.value !== 'idle') return;
  while (idleForMs() < IDLE_MS) await run.clock.sleep(IDLE_POLL_MS, either);
  either.throwIfAborted();
  resumeRun(run, 'deskhand', run.clock.elapsed());
}

function describeEnd(end: { readonly kind: string; readonly value?: string }, isStopped: boolean): Text {
  if (end.kind === 'expired') return say`Still paused. ${slash('resume')} continues, ${slash('stop')} ends the run.`;
  if (isStopped || end.value === 'stop') return say`Stopped.`;
  return end.value === 'idle' ? say`Continuing once nobody has touched it for ${IDLE_MS / 1000} s.` : say`Continuing.`;
}

function isFar(one: Place, other: Place): boolean {
  const isElsewhere = one.display.index !== other.display.index;
  return isElsewhere || Math.abs(one.x - other.x) > JITTER_PX || Math.abs(one.y - other.y) > JITTER_PX;
}
