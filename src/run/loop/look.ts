/** Takes and records the look that an iteration decides on; a screen that cannot be worked holds the run. */

import type { Recordings } from '../../journal/recordings.ts';
import { asNote } from '../../journal/said.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Desktop, Lack } from '../../ports/desktop.ts';
import { createEarlyLook } from '../../screen/early-look.ts';
import { type Observation, observe } from '../../screen/observe.ts';
import type { ScreenMemory } from '../../screen/screen-memory.ts';
import { STILL_MS } from '../../screen/settling/settle.ts';
import { findUnusable, heldUpBy, isForbidden, type Unusable } from '../../screen/unusable.ts';
import type { Text } from '../../words/say.ts';
import type { GoOnQuestions } from '../ask-to-go-on.ts';
import type { RunControl } from '../control.ts';
import type { DecidedBy, Decider } from '../decide/decider.ts';
import type { End } from '../outcomes.ts';
import * as outcomes from '../outcomes.ts';
import type { LookMarks } from '../perform/look-marks.ts';
import type { RunLog } from '../run-log.ts';
import { wakeScreen } from '../wake-screen.ts';

export interface LookNeeds {
  readonly desktop: Desktop;
  readonly clock: Clock;
  readonly control: Pick<RunControl, 'signal'>;
  readonly displayIndex: number;
  readonly marks: LookMarks;
  readonly screen: ScreenMemory;
}

/** The window list and the elements follow a change of the screen after this delay. */
const WINDOW_LAG_MS = 30;

/** For a model, which takes its time afterwards, a look may begin while the screen still comes to rest. */
export function startLooking(by: DecidedBy, run: LookNeeds): void {
  run.screen.early = by === 'model' ? createEarlyLook((isMoving) => lookEarly(isMoving, run), run.clock) : null;
}

/** A fresh look with what the last action left to show; a look begun while the screen came to rest counts as fresh. */
export async function look(run: LookNeeds): Promise<Observation> {
  const early = run.marks.zoom() === null ? ((await run.screen.early?.take()) ?? null) : null;
  const observation = early ?? (await lookNow(run));
  run.marks.zoomInto(null);
  const brought = run.marks.brought();
  return brought.length === 0 ? observation : { ...observation, brought };
}

function lookNow({ desktop, displayIndex, marks, control }: LookNeeds, windowAfter?: () => Promise<void>) {
  const request = { displayIndex, ring: marks.ring(), zoom: marks.zoom(), ...(windowAfter && { windowAfter }) };
  return observe(request, desktop, control.signal);
}

function lookEarly(isMoving: boolean, run: LookNeeds): Promise<Observation> {
  const lagMs = isMoving ? WINDOW_LAG_MS : WINDOW_LAG_MS - STILL_MS;
  return lookNow(run, () => run.clock.sleep(lagMs, run.control.signal));
}

/** Saves its picture, and notes it in the journal. */
export async function noteObservation(
  iteration: number,
  observation: Observation,
  { note, isLate }: { readonly note: Text; readonly isLate: boolean },
  run: Pick<RunLog, 'runId' | 'record'> & { readonly recordings: Pick<Recordings, 'saveFrame'> },
): Promise<void> {
  const { frame, front, elements } = observation;
  const file = `${String(iteration).padStart(4, '0')}.jpg`;
  const name = frame.jpeg.length === 0 ? null : await run.recordings.saveFrame(run.runId, file, frame.jpeg);
  run.record({
    type: 'observation.taken',
    iteration,
    frame: name,
    app: front.app,
    window: front.title,
    width: frame.width,
    height: frame.height,
    elements: elements.length,
    ...asNote(note),
    ...(isLate ? { answered_late: true } : {}),
  });
}

type ScreenNeeds = Pick<LookNeeds, 'desktop' | 'clock' | 'control'> & {
  readonly decider: Pick<Decider, 'needsScreen'>;
  readonly goOn: Pick<GoOnQuestions, 'askToGoOn'>;
};

/** Before anything is decided or paid for: a screen that nobody can work holds the run; null when it can be worked. */
export async function askBeforeStart(run: ScreenNeeds): Promise<End | null> {
  const { desktop, control } = run;
  for (;;) {
    const { screen } = await desktop.presence(control.signal);
    if (screen === 'on' || mayDoWithout(screen, run)) return null;
    const { lacks = [] } = await desktop.describe(control.signal);
    const end = await holdUp(screen, lacks, run);
    if (end !== 'look again') return end;
  }
}

/** A screen that is locked or asleep holds the run until the person says to go on; null when it can be worked. */
export async function askAboutScreen(observation: Observation, run: ScreenNeeds): Promise<End | 'look again' | null> {
  const unusable = findUnusable(observation);
  return unusable === null || mayDoWithout(unusable, run) ? null : await holdUp(unusable, observation.lacks ?? [], run);
}

/** Whether the run can do without the screen: a permission that the system denies holds only runs that need the screen. */
export function mayDoWithout(unusable: Unusable, { decider }: Pick<ScreenNeeds, 'decider'>): boolean {
  return isForbidden(unusable) && !decider.needsScreen;
}

async function holdUp(unusable: Unusable, lacks: readonly Lack[], run: ScreenNeeds): Promise<End | 'look again'> {
  const held = heldUpBy(unusable, lacks);
  const answer = await run.goOn.askToGoOn({ ...held, isLasting: isForbidden(unusable) });
  if (answer.goesOn && unusable === 'asleep') await wakeScreen(run, run.control.signal);
  if (answer.goesOn) return 'look again';
  return answer.stoppedBy === null ? outcomes.desktopFailed(held.detail) : outcomes.stoppedBy(answer.stoppedBy);
}
