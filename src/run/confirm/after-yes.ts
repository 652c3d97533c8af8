/**
 * Looks again after a yes: the target must still be what the person saw. The list of elements and the pixels show the screen as it was up to half a
 * second before they arrive, on a busy machine. So neither is trusted alone, and both are read once more.
 */
import { isInput } from '../../action/kinds.ts';
import type { Desktop, UiElement } from '../../ports/desktop.ts';
import {
  boxOf,
  CHANGED_AROUND,
  changedPixels,
  describeWithin,
  findDifference,
  type Seen,
  watchedTiles,
} from '../../safety/seen.ts';
import { frontOn, type LookRequest, listElements, type Observation, observe } from '../../screen/observe.ts';
import type { ScreenMemory } from '../../screen/screen-memory.ts';
import { isNear } from '../../screen/told.ts';
import type { Text } from '../../words/say.ts';
import { english } from '../../words/speak.ts';
import { CARD_PATIENCE, type CardWatchNeeds, type Samples, type Shown } from './card-watch.ts';

/** Number of looks while the list of elements is still late. */
const LOOK_TRIES = 6;
const LOOK_AGAIN_MS = 200;
/** Age after the yes from which pixels and texts count as newer than it, ms; on a slow machine as long as the first look took. */
const SURE_MS = 300;
/**
 * Right after the card appears nobody knows yet which pixels change by themselves: a caret comes back within this time, and a clock changes twice
 * within the next.
 */
const BLINK_MS = 1300;
const LEARN_MS = 2600;
const LEARN_EVERY_MS = 120;
/** On a slow machine this many looks are needed to tell which pixels change by themselves, however long they take. */
const LEARN_LOOKS = 5;

export interface AfterYesNeeds extends CardWatchNeeds {
  readonly screen: Pick<ScreenMemory, 'tickers'>;
}

export interface AfterYes {
  readonly now: Observation;
  /** What changed, in words for the person; '' when it is what they saw. */
  readonly why: Text;
}

/** A list that comes late, or without the target or the page's address, is no change: it is waited for. */
export function lookAgain(
  { observation, element }: Pick<Shown, 'observation' | 'element'>,
  run: CardWatchNeeds,
): Promise<Observation> {
  const lacks = (now: Observation): boolean => {
    const lacksTarget = element !== null && now.elementsNote !== '' && findSame(element, now) === null;
    return lacksTarget || (observation.address !== undefined && now.address === undefined);
  };
  return lookUntil(observation, (now) => !lacks(now), null, run);
}

/** The look that a yes is bound to; waits for a list of elements that comes late. */
export function lookBefore(before: Observation, ring: LookRequest['ring'], run: CardWatchNeeds): Promise<Observation> {
  return lookUntil(before, ({ isListLate }) => isListLate !== true, ring, run);
}

/** Looks at the display of the look before, since an act by hand may use another display than the run. */
async function lookUntil(
  before: Observation,
  isEnough: (look: Observation) => boolean,
  ring: LookRequest['ring'],
  run: CardWatchNeeds,
  tries = LOOK_TRIES,
): Promise<Observation> {
  const request = { displayIndex: before.frame.display.index, ring, zoom: null, patience: CARD_PATIENCE };
  const look = await observe(request, run.desktop, run.control.signal);
  if (tries <= 1 || isEnough(look)) return look;
  await run.clock.sleep(LOOK_AGAIN_MS, run.control.signal);
  return await lookUntil(before, isEnough, ring, run, tries - 1);
}

/** Looks until the result is certain: a list and pixels, both newer than the yes, show the same, or they show a difference. */
export async function lookAfterYes(shown: Shown, { pixels, ticks }: Samples, run: AfterYesNeeds): Promise<AfterYes> {
  const { desktop, clock, screen } = run;
  const { signal } = run.control;
  const seen: Seen = {
    look: shown.observation,
    element: shown.element,
    box: boxOf(shown.element, shown.place),
    isKeys: isInput(shown.action) && shown.place === null,
    ticks,
  };
  const yesAt = clock.elapsed();
  let now = await lookAgain(shown, run);
  const startedAt = clock.elapsed();
  const sureAt = yesAt + Math.max(SURE_MS, startedAt - yesAt);
  const samples = [...pixels];
  const returned = new Set<number>();
  let listedAt = yesAt;
  let toldBefore = '';
  for (let looks = 1; ; ) {
    const elapsedMs = clock.now() - shown.observation.frame.takenAt;
    const told = findDifference({ ...seen, elapsedMs }, now, sameOrUnlisted(shown.element, now));
    // A page that rewrites a text has none for a moment, so a difference counts only when two lists in a row show it.
    if (told.text !== '' && !told.mayTick && english(told.text) === toldBefore) return { now, why: told.text };
    toldBefore = english(told.text);
    const watched = watchedTiles(seen, now);
    const sample = { fingerprint: now.frame.fingerprint, atMs: clock.elapsed() };
    const changed = changedPixels(samples, watched, sample, returned, screen.tickers);
    const waitedMs = clock.elapsed() - startedAt;
    const hasLearned = waitedMs >= LEARN_MS && looks >= LEARN_LOOKS;
    const isSame = told.text === '' && changed.around.length + changed.within.length === 0;
    // Changed pixels next to the target may be those of a text that the list does not have yet.
    if (isSame && listedAt >= sureAt && (changed.beside.length === 0 || hasLearned)) return { now, why: '' };
    if (changed.around.length > 0 && waitedMs >= BLINK_MS) return { now, why: CHANGED_AROUND };
    if (!isSame && hasLearned) return { now, why: told.text || describeWithin(seen) };
    samples.push(sample);
    await clock.sleep(LEARN_EVERY_MS, signal);
    if (!isSame || changed.beside.length > 0 || clock.elapsed() >= sureAt) {
      listedAt = clock.elapsed();
      now = await readWindow(now, desktop, signal);
      ticks.see(now.elements, now.elementsNote === '');
      looks += 1;
    }
    const fingerprint = await desktop.fingerprint(now.frame.display.index, signal);
    for (const tile of [...changed.around, ...changed.within, ...changed.beside])
      if (fingerprint.tiles[tile] === samples[0]?.fingerprint.tiles[tile]) returned.add(tile);
    now = { ...now, frame: { ...now.frame, fingerprint } };
  }
}

async function readWindow(look: Observation, desktop: Desktop, signal: AbortSignal): Promise<Observation> {
  const front = await frontOn(look.frame.display, desktop, signal);
  const listed = await listElements(look.frame.display, desktop, signal, CARD_PATIENCE);
  const { elements, note, isLate, isAllRead, address } = listed;
  const { address: _address, isListLate: _late, isAllRead: _read, ...rest } = look;
  return {
    ...{ ...rest, front, elements, elementsNote: note },
    ...(isAllRead === true ? { isAllRead } : {}),
    ...(isLate ? { isListLate: true } : {}),
    ...(address === undefined ? {} : { address }),
  };
}

/** The same element in the new look; the old one when the list is late or not whole, since its pixels are compared too. */
function sameOrUnlisted(element: UiElement | null, now: Observation): UiElement | null {
  return element === null ? null : (findSame(element, now) ?? (now.elementsNote === '' ? null : element));
}

/** The same thing in a later look, nearest first. */
export function findSame(element: UiElement, { elements }: Pick<Observation, 'elements'>): UiElement | null {
  const alike = elements.filter(({ role, name }) => role === element.role && name === element.name);
  const beside = elements.filter(({ role, box }) => role === element.role && isNear(box, element.box));
  return alike.find(({ box }) => isNear(box, element.box)) ?? alike[0] ?? beside[0] ?? null;
}
