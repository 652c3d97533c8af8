/** What is still known of a display when a new picture of it comes: the lines that no changed pixel touches. */
import type { Box } from '../../src/ports/desktop.ts';
import type { Luma } from '../../src/ports/frame.ts';
import type { ReadLine } from '../../src/ports/reader.ts';

const TILE_PX = 32;

export interface ReadPicture {
  readonly picture: Luma;
  readonly lines: readonly ReadLine[];
  /** Parts of the picture that were not read. */
  readonly unread: readonly Box[];
}

/** The lines that no change touches; a line that is touched counts as unread as a whole. */
export function whatStayed(before: ReadPicture | null, picture: Luma): Omit<ReadPicture, 'picture'> {
  if (before === null || !isSameSize(before.picture, picture)) return { lines: [], unread: [whole(picture)] };
  let { lines } = before;
  let unread = mergeBoxes([...before.unread, ...findChanged(before.picture, picture)]);
  const touched = (): readonly ReadLine[] => lines.filter(({ box }) => unread.some((area) => isMeeting(area, box)));
  for (let stale = touched(); stale.length > 0; stale = touched()) {
    lines = lines.filter((line) => !stale.includes(line));
    unread = mergeBoxes([...unread, ...stale.map(({ box }) => box)]);
  }
  return { lines, unread };
}

function whole({ width, height }: Luma): Box {
  return { x: 0, y: 0, width, height };
}

function isSameSize(one: Luma, other: Luma): boolean {
  return one.width === other.width && one.height === other.height;
}

/** Boxes of tiles in which a pixel differs; those beside each other are one. */
function findChanged(then: Luma, now: Luma): readonly Box[] {
  const [columns, rows] = [Math.ceil(now.width / TILE_PX), Math.ceil(now.height / TILE_PX)];
  const boxes: Box[] = [];
  const isChanged = new Uint8Array(columns * rows);
  for (let y = 0; y < now.height; y += 1) {
    const from = y * now.width;
    const [a, b] = [then.pixels.subarray(from, from + now.width), now.pixels.subarray(from, from + now.width)];
    if (Buffer.compare(a, b) === 0) continue;
    const row = Math.floor(y / TILE_PX) * columns;
    for (let column = 0; column < columns; column += 1) {
      if (isChanged[row + column] === 1) continue;
      const [left, right] = [column * TILE_PX, Math.min((column + 1) * TILE_PX, now.width)];
      if (Buffer.compare(a.subarray(left, right), b.subarray(left, right)) !== 0) isChanged[row + column] = 1;
    }
  }
  for (const [tile, value] of isChanged.entries()) {
    if (value !== 1) continue;
    const [x, y] = [(tile % columns) * TILE_PX, Math.floor(tile / columns) * TILE_PX];
    boxes.push({ x, y, width: Math.min(TILE_PX, now.width - x), height: Math.min(TILE_PX, now.height - y) });
  }
  return mergeBoxes(boxes);
}

/** Joins boxes that meet or nearly do, until none do. */
function mergeBoxes(boxes: readonly Box[]): readonly Box[] {
  const merged: Box[] = [];
  for (const box of boxes) {
    let next = box;
    for (let index = merged.findIndex((other) => isMeeting(other, next)); index >= 0; ) {
      const [other] = merged.splice(index, 1);
      if (other !== undefined) next = unite(other, next);
      index = merged.findIndex((candidate) => isMeeting(candidate, next));
    }
    merged.push(next);
  }
  return merged;
}

const NEAR_PX = 2;

/** Whether two boxes overlap, or are beside each other. */
export function isMeeting(one: Box, other: Box): boolean {
  return (
    one.x <= other.x + other.width + NEAR_PX &&
    other.x <= one.x + one.width + NEAR_PX &&
    one.y <= other.y + other.height + NEAR_PX &&
    other.y <= one.y + one.height + NEAR_PX
  );
}

function unite(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
