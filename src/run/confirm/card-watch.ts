/** Watches what an open card is about: first what changes there by itself, after the yes whether it is still what the person saw. */
import { isInput } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Desktop, Fingerprint, Place, UiElement } from '../../ports/desktop.ts';
import {
  boxOf,
  CHANGED_AROUND,
  CHANGED_ELSEWHERE,
  changedPixels,
  findDifference,
  type Seen,
  watchedTiles,
} from '../../safety/seen.ts';
import { frontOn, listElements, type Observation, observe } from '../../screen/observe.ts';
import type { ScreenMemory } from '../../screen/screen-memory.ts';
import { createTextTicks, type TextTicks } from '../../screen/text-ticks.ts';
import { isNear } from '../../screen/told.ts';
import type { Text } from '../../words/say.ts';
import type { RunControl } from '../control.ts';

/** What the card is about. */
export interface Shown {
  readonly action: Action;
  readonly observation: Observation;
  /** Where the action points; null when nowhere. */
  readonly place: Place | null;
  readonly element: UiElement | null;
}

/** What was learned while the card was open. */
export interface Samples {
  readonly fingerprints: readonly Fingerprint[];
  readonly ticks: TextTicks;
}

const SAMPLE_EVERY_MS = 160;
/** While the card is new; then no more often than this. */
const NEW_SAMPLES = 21;
const LATER_EVERY_MS = 3000;
const MOST_SAMPLES = 80;
/** So many samples lie between two lists of what is written, while the card is new. */
const LIST_EVERY = 7;
/** After a yes that comes at once nobody knows yet what ticks: a caret is back within this time, and a clock has moved twice. */
const BLINK_MS = 1300;
const LEARN_MS = 2600;
const LEARN_EVERY_MS = 120;
/** For an approval the list of elements may take so many times longer: nobody is in a hurry, and all of it counts. */
export const CARD_PATIENCE = 6;
/** A list that comes late all the same is waited for, this often. */
const LOOK_TRIES = 6;
const LOOK_AGAIN_MS = 200;

export interface CardWatchNeeds {
  readonly control: Pick<RunControl, 'signal'>;
  readonly desktop: Desktop;
  readonly clock: Clock;
  readonly displayIndex: number;
  readonly screen: Pick<ScreenMemory, 'tickers'>;
}

export interface CardWatch {
  /** No more is to be learned. */
  end(): void;
  stop(): Promise<Samples>;
}

export function watchCard({ observation }: Shown, run: CardWatchNeeds): CardWatch {
  const { display, fingerprint } = observation.frame;
  const fingerprints: Fingerprint[] = [fingerprint];
  const ticks = createTextTicks(observation.elements);
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, run.control.signal]);
  const watching = (async () => {
    for (let count = 1; ; count += 1) {
      const isNew = count <= NEW_SAMPLES;
      await run.clock.sleep(isNew ? SAMPLE_EVERY_MS : LATER_EVERY_MS, signal);
      fingerprints.push(await run.desktop.fingerprint(display.index, signal));
      if (fingerprints.length > MOST_SAMPLES) fingerprints.splice(1, 1);
      if (!isNew || count % LIST_EVERY === 0)
        ticks.see((await listElements(display, run.desktop, signal, CARD_PATIENCE)).elements);
    }
  })().catch(() => undefined);
  return {
    end: () => over.abort(),
    async stop() {
      over.abort();
      await watching;
      return { fingerprints, ticks };
    },
  };
}

/** A list that comes late, or without the target or the page's address, is no change: it is waited for. */
export async function lookAgain(
  { observation, element }: Pick<Shown, 'observation' | 'element'>,
  run: CardWatchNeeds,
  tries = LOOK_TRIES,
): Promise<Observation> {
  const request = { displayIndex: run.displayIndex, ring: null, zoom: null, patience: CARD_PATIENCE };
  const now = await observe(request, run.desktop, run.control.signal);
  const lacksTarget = element !== null && now.elementsNote !== '' && findSame(element, now) === null;
  const lacksAddress = observation.address !== undefined && now.address === undefined;
  if (tries <= 1 || !(lacksTarget || lacksAddress)) return now;
  await run.clock.sleep(LOOK_AGAIN_MS, run.control.signal);
  return await lookAgain({ observation, element }, run, tries - 1);
}

/** In words for the person; '' when it is what they saw. */
export async function findChange(
  shown: Shown,
  { fingerprints, ticks }: Samples,
  now: Observation,
  { desktop, clock, control, screen }: CardWatchNeeds,
): Promise<Text> {
  const { signal } = control;
  const seen: Seen = {
    look: shown.observation,
    element: shown.element,
    box: boxOf(shown.element, shown.place),
    isKeys: isInput(shown.action) && shown.place === null,
    ticks,
  };
  const watched = watchedTiles(seen, now);
  const samples = [...fingerprints];
  const returned = new Set<number>();
  const startedAt = clock.elapsed();
  for (let look = now; ; ) {
    const told = findDifference(seen, look, sameOrUnlisted(shown.element, look));
    if (told.text !== '' && !told.mayTick) return told.text;
    const changed = changedPixels(samples, watched, look.frame.fingerprint, returned, screen.tickers);
    if (told.text === '' && changed.around.length + changed.within.length === 0) return '';
    const waitedMs = clock.elapsed() - startedAt;
    if (changed.around.length > 0 && waitedMs >= BLINK_MS) return CHANGED_AROUND;
    if (waitedMs >= LEARN_MS) return told.text || CHANGED_ELSEWHERE;
    samples.push(look.frame.fingerprint);
    await clock.sleep(LEARN_EVERY_MS, signal);
    const fingerprint = await desktop.fingerprint(now.frame.display.index, signal);
    for (const tile of [...changed.around, ...changed.within])
      if (fingerprint.tiles[tile] === samples[0]?.tiles[tile]) returned.add(tile);
    const again = told.text === '' ? look : await readWindow(look, desktop, signal);
    ticks.see(again.elements);
    look = { ...again, frame: { ...look.frame, fingerprint } };
  }
}

async function readWindow(look: Observation, desktop: Desktop, signal: AbortSignal): Promise<Observation> {
  const front = await frontOn(look.frame.display, desktop, signal);
  const { elements, note, address } = await listElements(look.frame.display, desktop, signal, CARD_PATIENCE);
  return { ...look, front, elements, elementsNote: note, ...(address === undefined ? {} : { address }) };
}

/** Where a list came late or not whole, what it misses is taken to be there: its pixels tell. */
function sameOrUnlisted(element: UiElement | null, now: Observation): UiElement | null {
  return element === null ? null : (findSame(element, now) ?? (now.elementsNote === '' ? null : element));
}

/** The same thing in a later look, nearest first. */
export function findSame(element: UiElement, { elements }: Pick<Observation, 'elements'>): UiElement | null {
  const alike = elements.filter(({ role, name }) => role === element.role && name === element.name);
  const beside = elements.filter(({ role, box }) => role === element.role && isNear(box, element.box));
  return alike.find(({ box }) => isNear(box, element.box)) ?? alike[0] ?? beside[0] ?? null;
}
