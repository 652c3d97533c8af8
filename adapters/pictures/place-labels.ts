/** Finds a place for each label on a picture: near what it names, on no text, on no other label. Pure. */
import type { Box } from '../../src/ports/desktop.ts';

/** How much of a part of the picture has something drawn on it. */
export interface Ink {
  readonly width: number;
  readonly height: number;
  /** Inked pixels above and left of each corner: `sums[y · (width + 1) + x]`. */
  readonly sums: Uint32Array;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Whole pixels of the picture. */
export interface LabelWish {
  readonly box: Box;
  readonly size: Size;
}

/** A label is looked for this many of its own heights around its box. */
const REACH = 2.5;
/** Cost of covering text, by the share of the label that does: a twentieth costs 200, as much as 200 pixels of distance. */
const INK_COST = 4000;
/** Cost of lying over another element, or nearer to it than to its own: it would be taken for that element's number. */
const STRANGER_COST = 70;
/** Cost of a line that crosses another one, or a number. */
const CROSSING_COST = 60;
const TOUCHING_PX = 2;
const LABEL_GAP_PX = 2;
/** The worst cost of a usable place: beyond it a label would cover text, or stand too far away. */
const WORST_COST = 55;
const LEAST_LABELS = 6;
/** The most steps tried in each direction. */
const MOST_STEPS = 72;

/** Adds up which pixels are inked, so that any part is counted in four steps. `isInked` holds width × height values. */
export function sumInk(isInked: Uint8Array, width: number, height: number): Ink {
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += isInked[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return { width, height, sums };
}

/** Share of inked pixels in a part that lies inside the picture, 0–1. */
export function inkIn({ width, sums }: Ink, part: Box): number {
  const at = (x: number, y: number): number => sums[y * (width + 1) + x] ?? 0;
  const right = part.x + part.width;
  const bottom = part.y + part.height;
  const inked = at(right, bottom) - at(part.x, bottom) - at(right, part.y) + at(part.x, part.y);
  return inked / Math.max(1, part.width * part.height);
}

/** Where a label went, and the line from it to what it names; null when it touches that. */
export interface PlacedLabel {
  readonly place: Box;
  readonly leader: Line | null;
}

export interface Line {
  readonly from: Spot;
  readonly to: Spot;
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/**
 * Labels for the first of the wishes, at most `most`: what finds no good place beside the others is left for another picture. Only
 * where hardly anything does, as on a photograph, something is covered. `index` counts in `wishes`; in their order.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  ink: Ink,
  most: number,
): readonly (PlacedLabel & { readonly index: number })[] {
  const placed = new Map<number, PlacedLabel>();
  const fill = (enough: number, worst: number): void => {
    for (const [index, wish] of wishes.entries()) {
      if (placed.size >= enough) return;
      if (placed.has(index)) continue;
      const strangers = wishes.flatMap(({ box }, other) => (other === index ? [] : [box]));
      const found = findPlace(wish, ink, [...placed.values()], strangers, worst);
      if (found !== null) placed.set(index, found);
    }
  };
  fill(most, WORST_COST);
  fill(Math.min(most, LEAST_LABELS), Number.POSITIVE_INFINITY);
  return [...placed].map(([index, label]) => ({ index, ...label })).sort((one, other) => one.index - other.index);
}

function findPlace(
  { box, size }: LabelWish,
  ink: Ink,
  taken: readonly PlacedLabel[],
  strangers: readonly Box[],
  worst: number,
): PlacedLabel | null {
  const reach = Math.round(size.height * REACH);
  const xs = steps(box.x - size.width - reach, box.x + box.width + reach, ink.width - size.width);
  const ys = steps(box.y - size.height - reach, box.y + box.height + reach, ink.height - size.height);
  const near = strangers.filter((other) => gapBetween(box, other) <= reach + size.width);
  let best: PlacedLabel | null = null;
  let least = worst;
  for (const y of ys) {
    for (const x of xs) {
      const place = { x, y, ...size };
      const gap = gapBetween(place, box);
      // The distance alone rules out most places, so it is checked first.
      let cost = gap + 0.03 * Math.hypot(x - box.x, y - box.y);
      if (cost >= least) continue;
      cost += INK_COST * inkIn(ink, place);
      if (cost >= least || taken.some((other) => gapBetween(place, other.place) < LABEL_GAP_PX)) continue;
      const leader = gap < TOUCHING_PX ? null : lineBetween(place, box);
      const over = leader === null ? near.filter((other) => !holds(other, box)) : near;
      cost += STRANGER_COST * Math.max(0, ...over.map((other) => overlapOf(place, other)));
      if (leader !== null) {
        if (near.some((other) => gapBetween(place, other) <= gap)) cost += STRANGER_COST;
        cost += CROSSING_COST * countCrossings(leader, taken, near);
      }
      cost += CROSSING_COST * taken.filter((other) => other.leader !== null && crosses(other.leader, place)).length;
      if (cost >= least) continue;
      best = { place, leader };
      least = cost;
    }
  }
  return best;
}

function countCrossings(leader: Line, taken: readonly PlacedLabel[], strangers: readonly Box[]): number {
  const others = taken.filter(
    (other) => crosses(leader, other.place) || (other.leader !== null && meets(leader, other.leader)),
  );
  return others.length + 0.5 * strangers.filter((box) => crosses(leader, box)).length;
}

/** The shortest line from one box to the other. */
function lineBetween(one: Box, other: Box): Line {
  const [x1, x2] = nearest(one.x, one.width, other.x, other.width);
  const [y1, y2] = nearest(one.y, one.height, other.y, other.height);
  return { from: { x: x1, y: y1 }, to: { x: x2, y: y2 } };
}

/** On one axis the nearest points of two stretches; the middle of what they share. */
function nearest(start: number, length: number, otherStart: number, otherLength: number): readonly [number, number] {
  const end = start + length;
  const otherEnd = otherStart + otherLength;
  if (end < otherStart) return [end, otherStart];
  if (otherEnd < start) return [start, otherEnd];
  const middle = (Math.max(start, otherStart) + Math.min(end, otherEnd)) / 2;
  return [middle, middle];
}

function crosses(line: Line, { x, y, width, height }: Box): boolean {
  const corner = { x, y };
  const opposite = { x: x + width, y: y + height };
  return (
    meets(line, { from: corner, to: opposite }) || meets(line, { from: { x: opposite.x, y }, to: { x, y: opposite.y } })
  );
}

function meets(one: Line, other: Line): boolean {
  const side = ({ from, to }: Line, { x, y }: Spot): number =>
    Math.sign((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x));
  return side(one, other.from) !== side(one, other.to) && side(other, one.from) !== side(other, one.to);
}

/** From `first` to `last` inside 0…most, the edges of the box's surroundings among them. */
function steps(first: number, last: number, most: number): readonly number[] {
  const from = Math.max(0, first);
  const to = Math.min(most, last);
  const step = Math.max(3, Math.ceil((to - from) / MOST_STEPS));
  const found: number[] = [];
  for (let value = from; value <= to; value += step) found.push(value);
  return found;
}

/** Pixels between two boxes; 0 when they touch or overlap. */
export function gapBetween(one: Box, other: Box): number {
  const x = Math.max(0, other.x - (one.x + one.width), one.x - (other.x + other.width));
  const y = Math.max(0, other.y - (one.y + one.height), one.y - (other.y + other.height));
  return Math.hypot(x, y);
}

function holds(outer: Box, { x, y, width, height }: Box): boolean {
  return x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height;
}

/** The share of `one` that lies in `other`. */
function overlapOf(one: Box, other: Box): number {
  const x = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const y = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return x <= 0 || y <= 0 ? 0 : (x * y) / areaOf(one);
}

function areaOf({ width, height }: Box): number {
  return width * height;
}
