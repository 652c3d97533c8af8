/** Screen → picture, and "has it changed", against nut-js with sharp used the straightforward way. */

import sharp from 'sharp';
import type { Hands } from '../adapters/desktop/hands.ts';
import { fingerprintOf, type RawFrame } from '../adapters/desktop/raw-frame.ts';
import { decodeFrame } from '../adapters/pictures/decode-frame.ts';
import { JPEG } from '../adapters/pictures/encode-frame.ts';
import { changedTiles } from '../src/screen/fingerprints.ts';
import { pictureSizeFor } from '../src/screen/picture-size.ts';
import { startTestHands } from '../tests/support/hands.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';
import { type Peer, startPeer } from './peer.ts';
import { paintScene } from './scene.ts';

const BLOCKS = 5;
const LOOKS_A_BLOCK = 8;
/** The largest differences per channel from the lossless picture: on average, and of any region (JPEG is lossy). */
const MAX_MEAN_ERROR = 5;
const MAX_REGION_ERROR = 24;
const REGION_PX = 28;
/** sharp's own time for the same pixels, as a share of our whole look. */
const SHARP_ALONE_GOAL = 1 / 1.5;
const CHANGES = 200;
const CHANGE_PX = 16;
const never = new AbortController().signal;

export async function measurePictures(): Promise<readonly Figure[]> {
  const small = await measureSize({ width: 1440, height: 900 }, 2.2);
  const large = await measureSize({ width: 2880, height: 1800 }, 2.7);
  return [...small.figures, ...large.figures, await measureChangeCheck(small.screen)];
}

async function measureSize(
  size: { readonly width: number; readonly height: number },
  goal: number,
): Promise<{ readonly figures: readonly Figure[]; readonly screen: RawFrame }> {
  const hands = await startTestHands(size);
  const { display } = hands;
  const peer = startPeer(display.env);
  const removeScene = await paintScene(display, size);
  try {
    return await compareLooks(hands, peer, size, goal);
  } finally {
    await peer.close();
    await hands.close();
    await removeScene();
  }
}

async function compareLooks(
  hands: Hands,
  peer: Peer,
  size: { readonly width: number; readonly height: number },
  goal: number,
): Promise<{ readonly figures: readonly Figure[]; readonly screen: RawFrame }> {
  const name = `${size.width}x${size.height}`;
  const picture = pictureSizeFor(size);
  const look = () => hands.desktop.capture({ display: 1, ...picture }, never);
  const pixels = await readPixels((await peer.run({ order: 'look', ...size })).picture ?? new Uint8Array());
  for (let warm = 0; warm < 3; warm += 1) await Promise.all([look(), peer.run({ order: 'look', ...picture })]);
  const ours: number[] = [];
  const theirs: number[] = [];
  const alone: number[] = [];
  for (let block = 0; block < BLOCKS; block += 1) {
    const [mine, other, sharps]: [number[], number[], number[]] = [[], [], []];
    for (let turn = 0; turn < LOOKS_A_BLOCK; turn += 1) {
      const startedAt = performance.now();
      await look();
      mine.push(performance.now() - startedAt);
    }
    for (let turn = 0; turn < LOOKS_A_BLOCK; turn += 1) other.push((await peer.run({ order: 'look', ...picture })).ms);
    for (let turn = 0; turn < LOOKS_A_BLOCK; turn += 1) {
      const startedAt = performance.now();
      await encodePixels(pixels, picture);
      sharps.push(performance.now() - startedAt);
    }
    ours.push(median(mine));
    theirs.push(median(other));
    alone.push(median(sharps));
  }
  const { jpeg } = await look();
  const png = (await peer.run({ order: 'look', ...picture })).picture ?? new Uint8Array();
  const correct = await areAlike(jpeg, png);
  const whole = await hands.desktop.capture({ display: 1, ...size }, never);
  const time = compare(median(ours), median(theirs), goal);
  const againstSharp = compare(median(ours), median(alone), SHARP_ALONE_GOAL);
  const isSharpAlike = await areAlike(await encodePixels(pixels, picture), png);
  const bytes = compare(jpeg.length, png.length, 3.5);
  const n = BLOCKS * LOOKS_A_BLOCK;
  return {
    figures: [
      { figure: `picture ${name}`, unit: 'ms', better: 'lower', ...time, correct, n },
      {
        figure: `picture ${name}, against sharp alone on pixels it is given`,
        unit: 'ms',
        better: 'lower',
        ...againstSharp,
        correct: correct && isSharpAlike,
        n,
      },
      { figure: `picture bytes ${name}`, unit: 'bytes', better: 'lower', ...bytes, correct, n: 1 },
    ],
    screen: await decodeFrame(whole.jpeg),
  };
}

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The pixels with four bytes each, as screens have them. */
async function readPixels(png: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** What sharp itself does of a look: scaling and encoding, with nothing taken from a screen and nothing sent to another process. */
function encodePixels({ data, width, height }: Pixels, to: { width: number; height: number }): Promise<Buffer> {
  const raw = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  return raw.resize(to.width, to.height, { fit: 'fill', kernel: 'linear' }).jpeg(JPEG).toBuffer();
}

/** The same picture, and a picture of something: compared with the lossless one as a whole and region by region. */
async function areAlike(jpeg: Uint8Array, png: Uint8Array): Promise<boolean> {
  const [one, other] = await Promise.all(
    [jpeg, png].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (one === undefined || other === undefined || one.data.length !== other.data.length) return false;
  const { width, height } = one.info;
  const columns = Math.ceil(width / REGION_PX);
  const sums = new Float64Array(columns * Math.ceil(height / REGION_PX));
  let total = 0;
  for (let index = 0; index < one.data.length; index += 1) {
    const error = Math.abs((one.data[index] ?? 0) - (other.data[index] ?? 0));
    const pixel = Math.floor(index / 3);
    const region =
      Math.floor(Math.floor(pixel / width) / REGION_PX) * columns + Math.floor((pixel % width) / REGION_PX);
    sums[region] = (sums[region] ?? 0) + error;
    total += error;
  }
  const worst = Math.max(...sums) / (REGION_PX * REGION_PX * 3);
  const { entropy } = await sharp(jpeg).stats();
  return total / one.data.length <= MAX_MEAN_ERROR && worst <= MAX_REGION_ERROR && entropy > 2;
}

/** Tile hashes of the raw frame against an 8×8 average hash by sharp, on the same frames. */
async function measureChangeCheck(screen: RawFrame): Promise<Figure> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let block = 0; block < BLOCKS; block += 1) {
    const [mine, other]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < LOOKS_A_BLOCK; turn += 1) {
      let startedAt = performance.now();
      fingerprintOf(screen);
      mine.push(performance.now() - startedAt);
      startedAt = performance.now();
      await averageHash(screen);
      other.push(performance.now() - startedAt);
    }
    ours.push(median(mine));
    theirs.push(median(other));
  }
  const before = fingerprintOf(screen);
  let missed = 0;
  for (let change = 0; change < CHANGES; change += 1) {
    const pixels = screen.pixels.slice();
    const x = Math.floor(Math.random() * (screen.width - CHANGE_PX));
    const y = Math.floor(Math.random() * (screen.height - CHANGE_PX));
    for (let row = y; row < y + CHANGE_PX; row += 1) {
      for (let column = x; column < x + CHANGE_PX; column += 1) {
        pixels[row * screen.width + column] = (pixels[row * screen.width + column] ?? 0) ^ 0x101010;
      }
    }
    if (changedTiles(before, fingerprintOf({ ...screen, pixels })).length === 0) missed += 1;
  }
  const time = compare(median(ours), median(theirs), 10);
  const n = BLOCKS * LOOKS_A_BLOCK;
  return { figure: 'change check', unit: 'ms', better: 'lower', ...time, correct: missed === 0, n };
}

async function averageHash(screen: RawFrame): Promise<bigint> {
  const { width, height, pixels } = screen;
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const raw = sharp(bytes, { raw: { width, height, channels: 4 } });
  const grays = await raw.removeAlpha().resize(8, 8, { fit: 'fill' }).grayscale().raw().toBuffer();
  const mean = grays.reduce((sum, gray) => sum + gray, 0) / grays.length;
  return grays.reduce((hash, gray) => (hash << 1n) | (gray > mean ? 1n : 0n), 0n);
}

function compare(
  ours: number,
  theirs: number,
  goal: number,
): Pick<Figure, 'ours' | 'theirs' | 'ratio' | 'goal' | 'ok'> {
  const ratio = theirs / ours;
  return { ours, theirs, ratio, goal, ok: ratio >= goal };
}
