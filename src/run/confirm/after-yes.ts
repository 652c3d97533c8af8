/**
 * Looks again after a yes: what it was about must still be what the person saw. The list of elements and the pixels are both of some
 * moment before they arrive, on a busy machine up to half a second before. So neither is believed alone, and both are asked once more.
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

/** A list that comes late all the same is waited for, this often. */
const LOOK_TRIES = 6;
const LOOK_AGAIN_MS = 200;
/** Age after the yes from which pixels and texts count as newer than it, ms; on a slow machine as long as the first look took. */
const SURE_MS = 300;
/** After a yes that comes at once nobody knows yet what ticks: a caret is back within this time, and a clock has moved twice. */
const BLINK_MS = 1300;
const LEARN_MS = 2600;
const LEARN_EVERY_MS = 120;
/** On a slow machine it takes so many looks to see that something ticks, however long they take. */
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

/** At the display of the look before: what is done by hand may be on another one than that of the run. */
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

/** Looks until it is certain: the same in a list and in pixels that are both newer than the yes, or different. */
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
    // A page that writes a text anew has none for a moment: what one list tells counts when the next one says the same.
    if (told.text !== '' && !told.mayTick && english(told.text) === toldBefore) return { now, why: told.text };
    toldBefore = english(told.text);
    const watched = watchedTiles(seen, now);
    const sample = { fingerprint: now.frame.fingerprint, atMs: clock.elapsed() };
    const changed = changedPixels(samples, watched, sample, returned, screen.tickers);
    const waitedMs = clock.elapsed() - startedAt;
    const hasLearned = waitedMs >= LEARN_MS && looks >= LEARN_LOOKS;
    const isSame = told.text === '' && changed.around.length + changed.within.length === 0;
    // Pixels beside what the yes is bound to may be those of a text that the list has not told yet.
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
