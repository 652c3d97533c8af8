/** Fingerprints of displays, for which only what was painted since the last one is grabbed: most often nothing. */
import type { Box, Display, Fingerprint } from '../../../src/ports/desktop.ts';
import { fingerprintOf, type RawFrame, TILE_PX } from '../raw-frame.ts';
import type { PaintWatch } from './paint-watch.ts';

export interface TileReaderParts {
  /** Pixels of a part of the display; gives them back by `release`. */
  readonly grab: (display: Display, part: Box) => RawFrame;
  readonly release: (raw: RawFrame) => void;
  readonly paints: PaintWatch;
  /** Milliseconds that never go back. */
  readonly now: () => number;
}

/** Part of a display, in tiles. */
interface TileBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Known {
  readonly display: Display;
  fingerprint: Fingerprint;
  /** What was painted since the fingerprint was taken. */
  dirty: TileBox[];
  wholeAt: number;
}

/**
 * The whole display is grabbed this often, whatever was told: so a server or driver that leaves paints out is found out and no longer
 * trusted.
 */
const WHOLE_MS = 250;
/** Two parts are grabbed as one where that is little more. */
const LITTLE_MORE = 1.5;
/** Beyond this many parts they are grabbed as one. */
const MOST_PARTS = 32;

export function createTileReader({
  grab,
  release,
  paints,
  now,
}: TileReaderParts): (display: Display) => Promise<Fingerprint> {
  const known = new Map<number, Known>();
  let isTrusted = true;

  const read = (display: Display, part: Box): Fingerprint => {
    const raw = grab(display, part);
    const fingerprint = fingerprintOf(raw);
    release(raw);
    return fingerprint;
  };
  const noteAll = (painted: readonly Box[]): void => {
    for (const one of known.values()) {
      for (const box of painted) {
        const tiles = toTiles(box, one.display, one.fingerprint);
        if (tiles !== null) one.dirty = merge(tiles, one.dirty);
      }
    }
  };
  const readWhole = async (display: Display, before: Known | undefined): Promise<Fingerprint> => {
    const fingerprint = read(display, { x: 0, y: 0, width: display.width, height: display.height });
    const dirty = before?.dirty ?? [];
    const next: Known = { display, fingerprint, dirty: [], wholeAt: now() };
    known.set(display.index, next);
    if (before === undefined) return fingerprint;
    const untold = differing(before.fingerprint, fingerprint).filter((tile) => !isIn(tile, dirty, fingerprint));
    if (untold.length === 0) return fingerprint;
    // A difference may have been painted after the paints were taken and before the grab.
    const late = await paints.take();
    noteAll(late ?? []);
    isTrusted &&= late !== null && untold.every((tile) => isIn(tile, next.dirty, fingerprint));
    return fingerprint;
  };
  const readPainted = (display: Display, before: Known): Fingerprint => {
    const { columns, rows } = before.fingerprint;
    const tiles = before.fingerprint.tiles.slice();
    for (const { left, top, right, bottom } of before.dirty) {
      const [x, y] = [left * TILE_PX, top * TILE_PX];
      const width = Math.min(right * TILE_PX, display.width) - x;
      const height = Math.min(bottom * TILE_PX, display.height) - y;
      const part = read(display, { x, y, width, height });
      for (let row = 0; row < part.rows; row += 1)
        tiles.set(part.tiles.subarray(row * part.columns, (row + 1) * part.columns), (top + row) * columns + left);
    }
    before.dirty = [];
    before.fingerprint = { columns, rows, tiles };
    return before.fingerprint;
  };

  const look = async (display: Display): Promise<Fingerprint> => {
    const painted = isTrusted ? await paints.take() : null;
    if (painted === null) {
      known.clear();
      return await readWhole(display, undefined);
    }
    noteAll(painted);
    const before = known.get(display.index);
    if (before === undefined || !isSamePlace(before.display, display)) return await readWhole(display, undefined);
    if (now() - before.wholeAt >= WHOLE_MS) return await readWhole(display, before);
    return before.dirty.length === 0 ? before.fingerprint : readPainted(display, before);
  };
  let last: Promise<unknown> = Promise.resolve();
  return (display) => {
    // Looks run one after the other: two at once would share the told paints between them, and the server would seem to leave some out.
    const mine = last.then(() => look(display));
    last = mine.catch(() => undefined);
    return mine;
  };
}

function isSamePlace(one: Display, other: Display): boolean {
  return (
    one.originX === other.originX &&
    one.originY === other.originY &&
    one.width === other.width &&
    one.height === other.height
  );
}

/** null: it is not on this display. */
function toTiles(
  { x, y, width, height }: Box,
  { originX, originY }: Display,
  { columns, rows }: Fingerprint,
): TileBox | null {
  const left = Math.max(0, Math.floor((x - originX) / TILE_PX));
  const top = Math.max(0, Math.floor((y - originY) / TILE_PX));
  const right = Math.min(columns, Math.ceil((x - originX + width) / TILE_PX));
  const bottom = Math.min(rows, Math.ceil((y - originY + height) / TILE_PX));
  return left < right && top < bottom ? { left, top, right, bottom } : null;
}

/** The parts with one more, which takes in those beside it. */
function merge(added: TileBox, parts: readonly TileBox[]): TileBox[] {
  const near = parts.find((part) => areaOf(around(part, added)) <= LITTLE_MORE * (areaOf(part) + areaOf(added)));
  if (near !== undefined)
    return merge(
      around(near, added),
      parts.filter((part) => part !== near),
    );
  return parts.length < MOST_PARTS ? [...parts, added] : [parts.reduce(around, added)];
}

function around(one: TileBox, other: TileBox): TileBox {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

function areaOf({ left, top, right, bottom }: TileBox): number {
  return (right - left) * (bottom - top);
}

function differing(one: Fingerprint, other: Fingerprint): readonly number[] {
  return [...other.tiles.keys()].filter((tile) => one.tiles[tile] !== other.tiles[tile]);
}

function isIn(tile: number, parts: readonly TileBox[], { columns }: Fingerprint): boolean {
  const [column, row] = [tile % columns, Math.floor(tile / columns)];
  return parts.some(({ left, top, right, bottom }) => column >= left && column < right && row >= top && row < bottom);
}
