/** The record of where an act pointed, for the journal: by name, by its place in the element, by its window. */
import type { NamedElement } from '../../action/describe.ts';
import { isInput } from '../../action/kinds.ts';
import type { Action, Point } from '../../action/schema.ts';
import type { Box, Display } from '../../ports/desktop.ts';
import { hostOf } from '../../safety/places/same-site.ts';
import { toPoint } from '../../screen/coordinates.ts';
import { elementOf, placeOf } from '../../screen/target-of.ts';
import { namesAround } from '../../skills/neighbours.ts';
import type { Aim } from './aim.ts';
import { nameOf } from './judge-action.ts';

/** Target of an action, in the form of `action.intended`. */
export interface Pointing {
  readonly element?: NamedElement;
  /** 0–1000. */
  readonly point?: Point;
  /** Position within the element, as shares of its size; absent when the action named the element by its number. */
  readonly within?: Point;
  /** Names of the elements next to it. */
  readonly near?: string[];
  /** The window in front, 0–1000; only where no element is known. */
  readonly window_box?: Box;
}

export interface NotedPointing extends Pointing {
  /** Where a drag began. */
  readonly from?: Pointing;
  /** Host of the page in front. */
  readonly site?: string;
}

type Pointer = Omit<Aim, 'under' | 'reader' | 'read'>;

/** Pure. */
export function notePointing(action: Action, aim: Pointer): NotedPointing {
  const { address } = aim.observation;
  const site = isInput(action) && address !== undefined ? hostOf(address) : null;
  const noted = { ...noteAim(action, aim), ...(site === null ? {} : { site }) };
  if (action.action !== 'drag') return noted;
  const start: Action = { action: 'move', target: action.from };
  const { observation } = aim;
  const from = { observation, element: elementOf(start, observation), place: placeOf(start, observation) };
  return { ...noted, from: noteAim(start, from) };
}

function noteAim(action: Action, { element, place, observation }: Pointer): Pointing {
  const near = element === null ? [] : [...namesAround(element, observation.elements)];
  const named = { ...nameOf(element), ...(near.length === 0 ? {} : { near }) };
  if (place === null) return named;
  const point = roundTo(toPoint(place), 10);
  if (element === null) {
    const { box } = observation.front;
    return { point, ...(box === null || box === undefined ? {} : { window_box: toThousandths(box, place.display) }) };
  }
  const target = 'target' in action ? action.target : action.action === 'drag' ? action.to : undefined;
  if (target === undefined || 'element' in target) return { ...named, point };
  const { box } = element;
  const within = { x: (place.x - box.x) / box.width, y: (place.y - box.y) / box.height };
  return { ...named, point, within: roundTo(within, 1000) };
}

function toThousandths({ x, y, width, height }: Box, display: Display): Box {
  const across = (value: number): number => Math.round((value / display.width) * 1000);
  const down = (value: number): number => Math.round((value / display.height) * 1000);
  return { x: across(x), y: down(y), width: across(width), height: down(height) };
}

function roundTo({ x, y }: Point, parts: number): Point {
  return { x: Math.round(x * parts) / parts, y: Math.round(y * parts) / parts };
}
