/** The decided action and its follow-ups, one after the other; anything unexpected ends the batch, and the next look decides anew. */
import type { Reply } from '../../action/reply.ts';
import type { Action } from '../../action/schema.ts';
import type { Box, Desktop, Display, Place } from '../../ports/desktop.ts';
import type { Pictures } from '../../ports/pictures.ts';
import { isTakenOver } from '../../screen/ask-window.ts';
import { boxAt, surroundings } from '../../screen/basis.ts';
import { findAgainByName } from '../../screen/found-again.ts';
import { findAgainByColour } from '../../screen/found-by-colour.ts';
import { frontOn, type Observation } from '../../screen/observe.ts';
import type { ScreenMemory } from '../../screen/screen-memory.ts';
import { findSurprise, isChangedElsewhere } from '../../screen/surprise.ts';
import { elementOf, placeOf } from '../../screen/target-of.ts';
import type { ScreenWatch } from '../../screen/watch.ts';
import { say, type Text } from '../../words/say.ts';
import type { ActionRequest, Taken } from '../act/action-request.ts';
import type { RunControl } from '../control.ts';
import type { DecidedBy } from '../decide/decider.ts';
import type { End } from '../outcomes.ts';
import * as outcomes from '../outcomes.ts';
import { findGesture, type HeldInput, whenResumed } from '../perform/held.ts';
import type { LookMarks } from '../perform/look-marks.ts';
import type { RunLog } from '../run-log.ts';

const DENIALS_LIMIT = 3;
/** Width, in points, of the ring around the element that has the focus. */
const RING_PT = 8;

export const LOOK_AGAIN = say`The screen changed while you were deciding, so that decision was not carried out. Decide on what is there now.`;
export const AFTER_PAUSE = say`The run was paused, so what you had decided before was not carried out. Decide on what is there now.`;

export interface Batch {
  readonly reply: Reply;
  /** Decider of the batch. */
  readonly by: DecidedBy;
  readonly iteration: number;
  readonly decidedOn: Observation;
  /** Saw the screen since that look; null when nothing was decided on the picture. */
  readonly watch: ScreenWatch | null;
}

export interface BatchEnd {
  /** null: the run goes on. */
  readonly end: End | null;
  /** For the next prompt; ''. */
  readonly note: Text;
  /** True when nothing was done because the target is no longer what was decided on. */
  readonly isStale: boolean;
}

export interface TakeBatchNeeds extends LookBetweenNeeds, Pick<RunLog, 'state'> {
  readonly control: Pick<RunControl, 'signal' | 'isPaused' | 'whenResumed'>;
  readonly held: Pick<HeldInput, 'letGo'>;
  readonly take: (request: ActionRequest) => Promise<Taken>;
}

export async function takeBatch(batch: Batch, run: TakeBatchNeeds): Promise<BatchEnd> {
  const { reply, by, iteration, decidedOn, watch } = batch;
  const actions: readonly Action[] = [reply.action, ...reply.then];
  const gesture = findGesture(actions);
  const acted: Box[] = [];
  let note: Text = '';
  const goOn = (): BatchEnd => ({ end: null, note, isStale: false });
  for (const [index, action] of actions.entries()) {
    const wasPaused = run.control.isPaused();
    await whenResumed(run);
    if (wasPaused) return { ...goOn(), note: AFTER_PAUSE };
    const isPart = gesture !== null && index > 0 && index < gesture.length;
    const between =
      index === 0
        ? { action, observation: decidedOn, surprise: '' }
        : await lookBetween(action, isPart, { decidedOn, acted }, run);
    if (between.surprise !== '')
      return { ...goOn(), note: say`${between.surprise}, so the other follow-ups were left out.` };
    const taken = await run.take({
      action: between.action,
      step: `${iteration}.${index}`,
      by,
      intent: reply.intent,
      ...(reply.caution === undefined ? {} : { caution: reply.caution }),
      observation: between.observation,
      isFollowUp: index > 0,
      ...(gesture === null || index >= gesture.length ? {} : { gesture: isPart ? 'part' : gesture.end }),
      isWatched: by === 'model' && index === actions.length - 1,
      watch: index === 0 ? watch : null,
    });
    switch (taken.kind) {
      case 'stale':
        return { ...goOn(), note: LOOK_AGAIN, isStale: true };
      case 'unknown':
        return goOn();
      case 'expired':
        return { ...goOn(), end: outcomes.expired() };
      case 'denied':
        return { ...goOn(), end: run.state().denials >= DENIALS_LIMIT ? outcomes.denied() : null };
      case 'performed':
        note = taken.note;
        if (!taken.result.ok) return goOn();
        acted.push(...actedOn(between.action, between.observation));
    }
  }
  return goOn();
}

interface LookBetweenNeeds {
  readonly desktop: Desktop;
  readonly pictures: Pick<Pictures, 'findAgain'>;
  readonly control: Pick<RunControl, 'signal'>;
  readonly marks: Pick<LookMarks, 'ring'>;
  readonly screen: ScreenMemory;
}

/**
 * The look for a follow-up, which goes to the target it was decided for or is not done; the gate judges what is in front now. A gesture changes what
 * it passes over, so only another window ends it.
 */
async function lookBetween(
  action: Action,
  isOfGesture: boolean,
  { decidedOn, acted }: { readonly decidedOn: Observation; readonly acted: readonly Box[] },
  { desktop, pictures, control, marks, screen }: LookBetweenNeeds,
): Promise<{ readonly action: Action; readonly observation: Observation; readonly surprise: Text }> {
  const { signal } = control;
  const { frame } = decidedOn;
  const ring = marks.ring();
  const [front, fingerprint] = await Promise.all([
    frontOn(frame.display, desktop, signal),
    desktop.fingerprint(frame.display.index, signal),
  ]);
  const again = await findAgainByName(action, decidedOn, desktop, signal);
  const place = placeOf(action, decidedOn);
  const hasMoved = again !== null && !isSamePlace(placeOf(action, again), place);
  const expected = {
    // An element that moved has changed the screen both where it was and where it is.
    near: hasMoved ? wholeOf(frame.display) : ring === null ? null : surroundings({ display: frame.display, ...ring }),
    target: place === null || hasMoved ? null : boxAt(place, elementOf(action, decidedOn)),
    ...(again === null ? {} : { explained: acted }),
    habits: screen.habits,
    tickers: screen.tickers,
  };
  const then = { front: decidedOn.front, fingerprint: frame.fingerprint };
  const now = { front, fingerprint: isOfGesture ? frame.fingerprint : fingerprint };
  if (action.action === 'wait') return { action, observation: { ...(again ?? decidedOn), front }, surprise: '' };
  const surprise = findSurprise(then, now, expected);
  const isUpElsewhere = async (): Promise<boolean> =>
    expected.near !== null &&
    isChangedElsewhere(then, now, expected) &&
    (await isTakenOver(decidedOn, expected.near, desktop, signal));
  if (surprise === '') {
    const isUp = await isUpElsewhere();
    return {
      action,
      observation: { ...(again ?? decidedOn), front },
      surprise: isUp ? say`something came up elsewhere` : '',
    };
  }
  // A target without a name may have moved: it is searched for by its colours.
  const anywhere = { ...expected, near: wholeOf(frame.display), target: null };
  const mayHaveMoved = again === null && findSurprise(then, now, anywhere) === '' && !(await isUpElsewhere());
  const found = mayHaveMoved ? await findAgainByColour(action, decidedOn, { desktop, pictures }, signal) : null;
  return found === null
    ? { action, observation: { ...decidedOn, front }, surprise }
    : { action: found.action, observation: { ...found.observation, front }, surprise: '' };
}

/** The boxes that an act may have changed: around its place, and the whole element with its focus ring. */
function actedOn(action: Action, observation: Observation): readonly Box[] {
  const place = placeOf(action, observation);
  if (place === null) return [];
  const box = elementOf(action, observation)?.box;
  const ring = RING_PT * place.display.density;
  const own = box && { x: box.x - ring, y: box.y - ring, width: box.width + 2 * ring, height: box.height + 2 * ring };
  return [surroundings(place), ...(own === undefined ? [] : [own])];
}

function isSamePlace(one: Place | null, other: Place | null): boolean {
  return one?.x === other?.x && one?.y === other?.y;
}

function wholeOf({ width, height }: Display): Box {
  return { x: 0, y: 0, width, height };
}
