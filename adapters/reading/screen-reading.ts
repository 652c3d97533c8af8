/** What is read of one display: only what changed since the picture before is read again, and a line that moved not at all. */
import { createHash } from 'node:crypto';
import type { Box } from '../../src/ports/desktop.ts';
import type { Luma } from '../../src/ports/frame.ts';
import type { Reading, ReadLine } from '../../src/ports/reader.ts';
import type { ReadingEngine } from './engine.ts';
import { cropLuma } from './luma.ts';
import { findOutlines } from './outlines.ts';
import { isMeeting, whatStayed } from './what-stayed.ts';

/** The margin around a change: as much as a line is high, so that no line is found cut. */
const AROUND_PX = 24;
/** Read lines that are remembered by their pixels: a screenful of small text has some two hundred. */
const MOST_KEPT = 1500;

export interface ScreenReading {
  /**
   * Reads until all is read or `isWanted` says no, which it is asked between two lines with what is known; what is left is taken up by
   * the next call. `first`: where to begin.
   */
  look(picture: Luma, first: Box | null, isWanted: (known: () => Reading) => Promise<boolean>): Promise<Reading>;
}

interface Kept {
  readonly line: ReadLine | null;
}

export function createScreenReading(engine: ReadingEngine): ScreenReading {
  let before: Luma | null = null;
  let lines: readonly ReadLine[] = [];
  let unread: readonly Box[] = [];
  let boxes: readonly Box[] = [];
  /** Whether the outlines are those of an earlier picture. */
  let areOld = false;
  const kept = new Map<string, Kept>();

  async function readOnce(picture: Luma, box: Box): Promise<ReadLine | null> {
    const crop = cropLuma(picture, box);
    const key = `${box.width}x${box.height} ${createHash('sha1').update(crop.pixels).digest('base64')}`;
    const known = kept.get(key);
    kept.delete(key);
    const line = known === undefined ? toOrigin(await engine.read(picture, { box }), box) : known.line;
    kept.set(key, { line });
    const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return line === null ? null : moveLine(line, box.x, box.y);
  }

  const known = (): Reading => ({
    lines: lines.toSorted(byPlace),
    unread,
    boxes: areOld ? [] : boxes,
  });

  return {
    async look(picture, first, isWanted) {
      const stayed = whatStayed(before === null ? null : { picture: before, lines, unread }, picture);
      areOld ||= before === null || Buffer.compare(before.pixels, picture.pixels) !== 0;
      before = picture;
      const areas = stayed.unread;
      [lines, unread] = [stayed.lines, areas];
      for (const area of areas.toSorted((one, other) => distance(one, first) - distance(other, first))) {
        if (!(await isWanted(known))) break;
        // Outlines come after the first report, since they take longer: whoever asks only for unchanged lines need not wait for them.
        if (areOld) boxes = findOutlines(picture);
        areOld = false;
        // Lines that lie only in the margin are known already, and may be cut by its edge.
        const found = (await engine.find(picture, grow(area, picture))).filter(({ box }) => isMeeting(area, box));
        let isWhole = true;
        for (const { box } of found.toSorted((one, other) => distance(one.box, first) - distance(other.box, first))) {
          if (!(await isWanted(known))) {
            isWhole = false;
            break;
          }
          const line = await readOnce(picture, box);
          if (line !== null) lines = [...lines.filter((other) => !isCovering(line.box, other.box)), line];
        }
        if (!isWhole) break;
        unread = unread.filter((other) => other !== area);
      }
      return known();
    },
  };
}

function grow(box: Box, { width, height }: Luma): Box {
  const [left, top] = [Math.max(0, Math.floor(box.x) - AROUND_PX), Math.max(0, Math.floor(box.y) - AROUND_PX)];
  return {
    x: left,
    y: top,
    width: Math.min(width, Math.ceil(box.x + box.width) + AROUND_PX) - left,
    height: Math.min(height, Math.ceil(box.y + box.height) + AROUND_PX) - top,
  };
}

/** Whether two boxes share at least half of the smaller one. */
function isCovering(one: Box, other: Box): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 0 && down > 0 && across * down > 0.5 * Math.min(one.width * one.height, other.width * other.height);
}

/** Distance between the nearest sides; 0 when the boxes meet or no place is preferred. */
function distance(box: Box, to: Box | null): number {
  if (to === null) return 0;
  const across = Math.max(0, to.x - (box.x + box.width), box.x - (to.x + to.width));
  const down = Math.max(0, to.y - (box.y + box.height), box.y - (to.y + to.height));
  return across + down;
}

function byPlace(one: ReadLine, other: ReadLine): number {
  return one.box.y - other.box.y || one.box.x - other.box.x;
}

function toOrigin(line: ReadLine | null, { x, y }: Box): ReadLine | null {
  return line === null ? null : moveLine(line, -x, -y);
}

function moveLine(line: ReadLine, x: number, y: number): ReadLine {
  const move = (box: Box): Box => ({ ...box, x: box.x + x, y: box.y + y });
  return { ...line, box: move(line.box), words: line.words.map((word) => ({ ...word, box: move(word.box) })) };
}
