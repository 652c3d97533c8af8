/** PP-OCRv4 on onnxruntime: one model finds lines, the other reads one. Boxes and blanks come from the ink. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Box } from '../../src/ports/desktop.ts';
import type { Luma } from '../../src/ports/frame.ts';
import type { ReadLine } from '../../src/ports/reader.ts';
import { createLineDecoder } from './decode-line.ts';
import type { ReadingEngine } from './engine.ts';
import { findInk } from './ink.ts';
import { clampBox, cropLuma, scaleLuma } from './luma.ts';
import { splitWords } from './split-words.ts';
import { findTextAreas } from './text-areas.ts';
import { withUmlauts } from './umlauts.ts';

export interface OnnxRuntime {
  readonly InferenceSession: { create(path: string, options: object): Promise<InferenceSession> };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
}

/** Files in one folder, as PaddleOCR's exports to ONNX are. */
export interface ModelFiles {
  readonly detection: string;
  readonly recognition: string;
  /** One character a line. */
  readonly alphabet: string;
}

/** What the models were trained with (PaddleOCR's configuration of PP-OCRv4). */
const MEANS = [0.485, 0.456, 0.406] as const;
const DEVIATIONS = [0.229, 0.224, 0.225] as const;
const LINE_HEIGHT = 48;
const GRID_PX = 32;
/**
 * The part of the picture that is looked at at once, since memory grows with its size. Parts overlap, so that no line is cut in all of
 * them.
 */
const PART = { width: 640, height: 320, overlap: 48 } as const;
/** The longest line that is read in one piece, in pixels. */
const LONGEST_LINE = 1600;
/** Ink right above a line belongs to its letters: dots and accents; below it are the tails of letters. */
const ABOVE = 0.22;
const BELOW = 0.15;

/**
 * Memory is given back after each run instead of being kept for the next one: half of it for a fifth more time. One thread: a second one
 * spins while it waits, and on a computer at work both are slower for it (measured: twice).
 */
const SESSION = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
  enableMemPattern: false,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
} as const;

export async function openOnnxEngine(runtime: OnnxRuntime, folder: string, files: ModelFiles): Promise<ReadingEngine> {
  const finder = await runtime.InferenceSession.create(join(folder, files.detection), SESSION);
  const reader = await runtime.InferenceSession.create(join(folder, files.recognition), SESSION);
  const characters = readFileSync(join(folder, files.alphabet), 'utf8')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  const decode = createLineDecoder([...characters, ' ']);

  const run = async (session: InferenceSession, planes: Float32Array, height: number, width: number) => {
    const input = new runtime.Tensor('float32', planes, [1, 3, height, width]);
    const output = (await session.run({ [session.inputNames[0] ?? '']: input }))[session.outputNames[0] ?? ''];
    if (output === undefined || !(output.data instanceof Float32Array)) throw new Error('the model gives no numbers');
    return { data: output.data, dims: output.dims };
  };

  const findIn = async (picture: Luma, part: Box): Promise<readonly Box[]> => {
    const crop = cropLuma(picture, part);
    const [width, height] = [toGrid(part.width), toGrid(part.height)];
    const { data } = await run(finder, toPlanes(padLuma(crop, width, height)), height, width);
    return findTextAreas(data, width, height).flatMap((box) => clampBox(box, crop) ?? []);
  };

  return {
    async find(picture, within) {
      const found: Box[] = [];
      for (const part of partsOf(within)) {
        for (const box of await findIn(picture, part))
          addArea(found, { ...box, x: box.x + part.x, y: box.y + part.y }, part, within);
      }
      return found.map((box) => ({ box }));
    },

    async read(picture, { box }) {
      const above = Math.round(box.height * ABOVE);
      const below = Math.round(box.height * BELOW);
      const grown = clampBox({ ...box, y: box.y - above, height: box.height + above + below }, picture);
      if (grown === null) return null;
      const lines: ReadLine[] = [];
      for (const piece of piecesOf(grown)) {
        const line = await readPiece(piece);
        if (line !== null) lines.push(line);
      }
      return joinPieces(lines);

      async function readPiece(piece: Box): Promise<ReadLine | null> {
        const tight = cropLuma(picture, { ...piece, y: box.y, height: Math.min(box.height, picture.height - box.y) });
        const width = Math.max(16, Math.round((LINE_HEIGHT * tight.width) / tight.height));
        const scaled = scaleLuma(tight, width, LINE_HEIGHT).map((pixel) => pixel / 127.5 - 1);
        const planes = new Float32Array(scaled.length * 3);
        for (let plane = 0; plane < 3; plane += 1) planes.set(scaled, plane * scaled.length);
        const { data, dims } = await run(reader, planes, LINE_HEIGHT, width);
        const marks = decode(data, dims[1] ?? 1);
        const whole = cropLuma(picture, piece);
        const ink = findInk(whole);
        if (ink === null || marks.length === 0) return null;
        const words = splitWords(withUmlauts(marks, ink), ink).map((word) => ({
          ...word,
          box: { ...word.box, x: word.box.x + piece.x, y: word.box.y + piece.y },
        }));
        if (words.length === 0) return null;
        const confidence = marks.reduce((sum, mark) => sum + mark.confidence, 0) / marks.length;
        return { text: textOf(words), box: aroundAll(words), words, confidence, contrast: ink.contrast };
      }
    },
  };
}

function toGrid(pixels: number): number {
  return Math.max(GRID_PX, Math.ceil(pixels / GRID_PX) * GRID_PX);
}

/** Enlarges a picture by repeating its last column and row: an edge there would look like ink. */
function padLuma(source: Luma, width: number, height: number): Luma {
  if (width === source.width && height === source.height) return source;
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const from = Math.min(y, source.height - 1) * source.width;
    pixels.set(source.pixels.subarray(from, from + source.width), y * width);
    pixels.fill(source.pixels[from + source.width - 1] ?? 0, y * width + source.width, (y + 1) * width);
  }
  return { width, height, pixels };
}

function toPlanes({ pixels }: Luma): Float32Array {
  const planes = new Float32Array(pixels.length * 3);
  for (const [plane, mean] of MEANS.entries()) {
    const [scale, shift] = [1 / (255 * (DEVIATIONS[plane] ?? 1)), mean / (DEVIATIONS[plane] ?? 1)];
    for (let at = 0; at < pixels.length; at += 1)
      planes[plane * pixels.length + at] = (pixels[at] ?? 0) * scale - shift;
  }
  return planes;
}

/** The parts that cover a box, each overlapping its neighbours. */
export function partsOf({ x, y, width, height }: Box): readonly Box[] {
  const [columns, rows] = [split(width, PART.width), split(height, PART.height)];
  return rows.flatMap(([top, down]) =>
    columns.map(([left, across]) => ({ x: x + left, y: y + top, width: across, height: down })),
  );
}

function split(size: number, most: number): readonly (readonly [from: number, size: number])[] {
  if (size <= most) return [[0, size]];
  const count = Math.ceil((size - PART.overlap) / (most - PART.overlap));
  const step = Math.ceil((size - PART.overlap) / count);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.min(index * step, size - most > 0 ? size - (step + PART.overlap) : 0);
    return [Math.max(0, from), Math.min(step + PART.overlap, size)] as const;
  });
}

/** Adds a found box, joined with those of the same line: a line across two parts is found in both. */
function addArea(found: Box[], box: Box, part: Box, within: Box): void {
  if (isSeenWholeBeside(box, part, within)) return;
  let joined = box;
  for (;;) {
    const index = found.findIndex((other) => isSameRow(other, joined) && isTouching(other, joined));
    const [other] = index < 0 ? [] : found.splice(index, 1);
    if (other === undefined) break;
    if (other.height >= joined.height * 0.75) joined = unite(other, joined);
  }
  found.push(joined);
}

/**
 * Whether a line is cut by an upper or lower edge of its part, and lies in the strip shared with the part beyond, which sees it whole:
 * pieces of letters would be read as other letters.
 */
function isSeenWholeBeside({ y, height }: Box, part: Box, within: Box): boolean {
  const [end, partEnd] = [y + height, part.y + part.height];
  const isCutAbove = y <= part.y + 1 && part.y > within.y;
  const isCutBelow = end >= partEnd - 1 && partEnd < within.y + within.height;
  return (isCutAbove && end < part.y + PART.overlap - 1) || (isCutBelow && y > partEnd - PART.overlap + 1);
}

function isSameRow(one: Box, other: Box): boolean {
  const shared = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return shared > 0.6 * Math.min(one.height, other.height);
}

function isTouching(one: Box, other: Box): boolean {
  return Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > 0;
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

function piecesOf(box: Box): readonly Box[] {
  const most = Math.floor((LONGEST_LINE / LINE_HEIGHT) * box.height);
  const count = Math.ceil(box.width / most);
  const width = Math.ceil(box.width / count);
  return Array.from({ length: count }, (_, index) => {
    const x = box.x + index * width;
    return { ...box, x, width: Math.min(width, box.x + box.width - x) };
  });
}

function joinPieces(lines: readonly ReadLine[]): ReadLine | null {
  const [first, ...others] = lines;
  if (first === undefined || others.length === 0) return first ?? null;
  const words = lines.flatMap((line) => line.words);
  return {
    words,
    text: textOf(words),
    box: aroundAll(words),
    confidence: Math.min(...lines.map(({ confidence }) => confidence)),
    contrast: Math.min(...lines.map(({ contrast }) => contrast)),
  };
}

function textOf(words: ReadLine['words']): string {
  return words.map(({ text }) => text).join(' ');
}

function aroundAll(words: ReadLine['words']): Box {
  return words.map(({ box }) => box).reduce(unite);
}
