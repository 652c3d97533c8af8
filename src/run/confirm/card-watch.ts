/** Watches what an open card is about: first what changes there by itself, after the yes whether it is still what the person saw. */
import type { Action } from '../../action/schema.ts';
import type { Fingerprint, Place, UiElement } from '../../ports/desktop.ts';
import {
  CHANGED_AROUND,
  CHANGED_ELSEWHERE,
  changedPixels,
  contentsOf,
  findDifference,
  type Seen,
  type SeenElement,
  surroundings,
  watchedTiles,
} from '../../safety/seen.ts';
import { type Observation, observe } from '../../screen/observe.ts';
import type { Text } from '../../words/say.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';

export interface Shown {
  readonly action: Action;
  readonly observation: Observation;
  /** Where the action points; null when nowhere. */
  readonly place: Place | null;
  readonly element: UiElement | null;
}

/** What was learned while the card was new. */
export interface Samples {
  readonly fingerprints: readonly Fingerprint[];
  /** What the window held a little later; null when the answer came before that. */
  readonly later: readonly SeenElement[] | null;
}

const SAMPLES = 14;
const SAMPLE_EVERY_MS = 160;
/** After a yes that comes at once nobody knows yet what blinks: a caret is back within this time. */
const BLINK_MS = 1300;
const BLINK_EVERY_MS = 60;

export interface CardWatch {
  /** No more is to be learned. */
  end(): void;
  stop(): Promise<Samples>;
}

export function watchCard({ observation }: Shown, run: ActiveRun, ports: RunPorts): CardWatch {
  const fingerprints: Fingerprint[] = [];
  let later: readonly SeenElement[] | null = null;
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, run.control.signal]);
  const { index } = observation.frame.display;
  const watching = (async () => {
    for (let count = 0; count < SAMPLES; count += 1) {
      await ports.clock.sleep(SAMPLE_EVERY_MS, signal);
      fingerprints.push(await ports.desktop.fingerprint(index, signal));
    }
    later = contentsOf(await lookAgain(run, ports, signal));
  })().catch(() => undefined);
  return {
    end: () => over.abort(),
    async stop() {
      over.abort();
      await watching;
      return { fingerprints, later };
    },
  };
}

export function lookAgain(run: ActiveRun, ports: RunPorts, signal = run.control.signal): Promise<Observation> {
  return observe({ displayIndex: ports.settings.displayIndex, ring: null, zoom: null }, ports.desktop, signal);
}

/** In words for the person; '' when it is what they saw. */
export async function findChange(
  shown: Shown,
  samples: Samples,
  now: Observation,
  run: ActiveRun,
  { desktop, clock }: RunPorts,
): Promise<Text> {
  const seen = seenThen(shown, samples);
  const difference = findDifference(seen, now, findSame(shown.element, now));
  if (difference !== '') return difference;
  const watched = watchedTiles(seen, now);
  const first = shown.observation.frame.fingerprint;
  const returned = new Set<number>();
  const until = clock.elapsed() + BLINK_MS;
  for (let print = now.frame.fingerprint; ; ) {
    const changed = changedPixels(seen, watched, print, returned);
    if (changed.around.length + changed.within.length === 0) return '';
    if (clock.elapsed() >= until) return changed.around.length > 0 ? CHANGED_AROUND : CHANGED_ELSEWHERE;
    await clock.sleep(BLINK_EVERY_MS, run.control.signal);
    const next = await desktop.fingerprint(now.frame.display.index, run.control.signal);
    for (const tile of [...changed.around, ...changed.within])
      if (next.tiles[tile] === first.tiles[tile]) returned.add(tile);
    print = next;
  }
}

function seenThen({ observation, element, place }: Shown, { fingerprints, later }: Samples): Seen {
  const { frame, front } = observation;
  return {
    display: frame.display,
    front,
    element: element === null ? null : describe(element),
    box: place === null ? null : surroundings(place),
    contents: contentsOf(observation),
    later,
    samples: [frame.fingerprint, ...fingerprints],
  };
}

function findSame(element: UiElement | null, { elements }: Observation): SeenElement | null {
  if (element === null) return null;
  const alike = elements.filter(({ role, name }) => role === element.role && name === element.name);
  const there = alike.find(({ box }) => box.x === element.box.x && box.y === element.box.y) ?? alike[0];
  return there === undefined ? null : describe(there);
}

function describe({ role, name, value, box }: UiElement): SeenElement {
  return { role, name, value, box };
}
