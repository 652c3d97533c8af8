/** A reader in memory: it is told what stands on a picture, by the picture's pixels. */
import type { Luma } from '../../src/ports/frame.ts';
import type { Reader, Reading, ReadLine } from '../../src/ports/reader.ts';

export interface FakeReader extends Reader {
  /** What stands on this picture; others are empty. */
  write(picture: Luma, lines: readonly ReadLine[]): void;
  /** What stands on every picture from now on, whatever its pixels are; null: as written. */
  show(lines: readonly ReadLine[] | null): void;
  /** Lets no reading end in time from now on. */
  slowDown(): void;
  /** How often the reader was asked. */
  asked(): number;
}

export function createFakeReader(): FakeReader {
  const known: { readonly picture: Luma; readonly lines: readonly ReadLine[] }[] = [];
  let shown: readonly ReadLine[] | null = null;
  let isSlow = false;
  let isClosed = false;
  let asked = 0;
  return {
    write: (picture, lines) => void known.push({ picture, lines }),
    show: (lines) => {
      shown = lines;
    },
    slowDown: () => {
      isSlow = true;
    },
    asked: () => asked,
    async read({ picture }, signal): Promise<Reading> {
      signal.throwIfAborted();
      asked += 1;
      const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
      if (isClosed || isSlow) return { lines: [], unread: [whole], boxes: [] };
      const found = known.find((one) => isSame(one.picture, picture));
      return { lines: shown ?? found?.lines ?? [], unread: [], boxes: [] };
    },
    isThere: () => !isClosed,
    state: () => (isClosed ? { kind: 'missing', detail: 'closed' } : { kind: 'ready', detail: 'in memory' }),
    close: async () => {
      isClosed = true;
    },
  };
}

function isSame(one: Luma, other: Luma): boolean {
  return one.width === other.width && Buffer.compare(one.pixels, other.pixels) === 0;
}

/** A line as a reader gives it, its words side by side. */
export function lineOf(text: string, box: ReadLine['box'], more: Partial<ReadLine> = {}): ReadLine {
  const words = text.split(' ');
  const width = box.width / text.length;
  let at = box.x;
  const placed = words.map((word) => {
    const wordBox = { ...box, x: at, width: word.length * width };
    at += (word.length + 1) * width;
    return { text: word, box: wordBox, confidence: 0.99 };
  });
  return { text, box, words: placed, confidence: 0.99, contrast: 200, ...more };
}
