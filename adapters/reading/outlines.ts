/** Outlines in a picture: fields, buttons and check boxes by their borders or by their ground. Pure, linear in the pixels. */
import type { Box } from '../../src/ports/desktop.ts';
import type { Luma } from '../../src/ports/frame.ts';

/** A change of brightness from one pixel to the next that counts as an edge. */
const STEP = 12;
/** Sides of what a person points at, pixels. */
const LEAST_SIDE = 9;
const MOST_HEIGHT = 900;
/** The share of a side, corners left out, that must be an edge. */
const LEAST_SIDE_SHARE = 0.8;
/** The share of the width in which the upper and lower edges must be straight. */
const LEAST_STRAIGHT = 0.5;
/** How far the ends of the upper and the lower edge may lie apart. */
const SLACK_PX = 3;
const GAP_PX = 2;
/** The largest radius of corners; that of a pill-shaped button is half its height. */
const MOST_CORNER_PX = 24;
/** How many lower edges are tried with an upper one, the nearest first: letters in lines below each other have one for each line. */
const MOST_TRIED = 6;
/** A picture full of edges is a photograph. */
const MOST_RUNS = 6000;
/** Two outlines that share so much are the outer and the inner edge of one border. */
const SAME_SHARE = 0.7;

/** A stretch of an edge between this row and the one above it. */
interface Run {
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

/** Each outline once, by the outermost edge of its border; smaller ones may lie in larger ones. */
export function findOutlines(picture: Luma): readonly Box[] {
  const runs = findRuns(picture);
  if (runs.length > MOST_RUNS) return [];
  // Runs by their start, so that only few have to be compared.
  const byStart = new Map<number, Run[]>();
  for (const run of runs) {
    const key = Math.floor(run.from / (SLACK_PX + 1));
    const same = byStart.get(key);
    if (same === undefined) byStart.set(key, [run]);
    else same.push(run);
  }
  const found: Box[] = [];
  for (const top of runs) {
    const key = Math.floor(top.from / (SLACK_PX + 1));
    const below = [key - 1, key, key + 1]
      .flatMap((near) => byStart.get(near) ?? [])
      .filter((run) => isUnder(run, top))
      .sort((one, other) => one.y - other.y);
    for (const bottom of below.slice(0, MOST_TRIED)) {
      const box = closed(picture, top, bottom);
      if (box === null) continue;
      found.push(box);
      break;
    }
  }
  return outermost(found);
}

function isUnder({ y, from, to }: Run, top: Run): boolean {
  const height = y - top.y;
  const isAligned = Math.abs(from - top.from) <= SLACK_PX && Math.abs(to - top.to) <= SLACK_PX;
  return isAligned && height >= LEAST_SIDE && height <= MOST_HEIGHT;
}

function findRuns({ width, height, pixels }: Luma): readonly Run[] {
  const runs: Run[] = [];
  for (let y = 1; y < height; y += 1) {
    const [row, above] = [y * width, (y - 1) * width];
    let from = -1;
    let last = -1;
    for (let x = 0; x <= width; x += 1) {
      const isEdge = x < width && Math.abs((pixels[row + x] ?? 0) - (pixels[above + x] ?? 0)) >= STEP;
      if (isEdge) {
        if (from < 0) from = x;
        last = x;
      } else if (from >= 0 && (x - last > GAP_PX || x === width)) {
        if (last - from + 1 >= LEAST_SIDE - 2) runs.push({ y, from, to: last + 1 });
        from = -1;
      }
    }
    if (runs.length > MOST_RUNS) return runs;
  }
  return runs;
}

/** The box if both of its sides are edges; null where one is missing, or where it is round and no button: an O. */
function closed(picture: Luma, top: Run, bottom: Run): Box | null {
  const height = bottom.y - top.y;
  const corner = Math.min(MOST_CORNER_PX, Math.floor(height / 2));
  const left = findSide(
    picture,
    top.y,
    bottom.y,
    Math.max(top.from, bottom.from) + 2,
    Math.min(top.from, bottom.from) - corner,
  );
  const right = findSide(
    picture,
    top.y,
    bottom.y,
    Math.min(top.to, bottom.to) - 2,
    Math.max(top.to, bottom.to) + corner,
  );
  if (left === null || right === null || right - left < LEAST_SIDE) return null;
  const straight = Math.min(top.to - top.from, bottom.to - bottom.from);
  return straight < LEAST_STRAIGHT * (right - left) ? null : { x: left, y: top.y, width: right - left, height };
}

/** Where an upright edge stands at half height, looked for from the inside out; null when it is not there, and nearly straight, over most of the height. */
function findSide({ width, pixels }: Luma, top: number, bottom: number, from: number, to: number): number | null {
  const by = from <= to ? 1 : -1;
  const skipped = Math.floor((bottom - top) / 4);
  const rows = bottom - top - 2 * skipped;
  const mayMiss = rows * (1 - LEAST_SIDE_SHARE);
  const found: number[] = [];
  for (let y = top + skipped; y < bottom - skipped; y += 1) {
    if (y - top - skipped - found.length > mayMiss) return null;
    for (let x = from; by === 1 ? x <= to : x >= to; x += by) {
      if (x < 1 || x >= width) continue;
      const at = y * width + x;
      if (Math.abs((pixels[at] ?? 0) - (pixels[at - 1] ?? 0)) < STEP) continue;
      found.push(x);
      break;
    }
  }
  const middle = found[Math.floor(found.length / 2)];
  if (middle === undefined) return null;
  const straight = found.filter((x) => Math.abs(x - middle) <= SLACK_PX).length;
  return straight >= LEAST_SIDE_SHARE * rows ? middle : null;
}

function outermost(boxes: readonly Box[]): readonly Box[] {
  const kept: Box[] = [];
  for (const box of boxes.toSorted((one, other) => other.width * other.height - one.width * one.height))
    if (!kept.some((other) => shareOf(box, other) >= SAME_SHARE)) kept.push(box);
  return kept.toSorted((one, other) => one.y - other.y || one.x - other.x);
}

/** The shared area as a share of the larger box. */
function shareOf(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  const larger = Math.max(one.width * one.height, other.width * other.height);
  return across <= 0 || down <= 0 ? 0 : (across * down) / larger;
}
