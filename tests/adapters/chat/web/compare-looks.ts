/** Two screenshots side by side: where they differ by more than how an edge is smoothed. */
import sharp from 'sharp';

/** The largest difference of a channel that counts as equal, 0–255. */
const TOLERANCE = 24;
const RED = [230, 30, 40] as const;

export interface LooksDifference {
  /** The number of differing pixels. */
  readonly pixels: number;
  readonly of: number;
  /** The present picture, pale, with differences in red; PNG. */
  drawDifference(): Promise<Uint8Array>;
}

interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A pixel is the same when the other picture has its colour there or right beside it. Pictures of other sizes differ everywhere. */
export async function compareLooks(approved: Uint8Array, shown: Uint8Array): Promise<LooksDifference> {
  const [before, now] = await Promise.all([readPixels(approved), readPixels(shown)]);
  const isSameSize = before.width === now.width && before.height === now.height;
  const different: number[] = [];
  for (let y = 0; y < now.height; y += 1) {
    for (let x = 0; x < now.width; x += 1) {
      if (isSameSize && (isSame(before, now, x, y) || (isNear(before, now, x, y) && isNear(now, before, x, y))))
        continue;
      different.push(y * now.width + x);
    }
  }
  return { pixels: different.length, of: now.width * now.height, drawDifference: () => drawRed(now, different) };
}

async function drawRed({ data, width, height }: Pixels, different: readonly number[]): Promise<Uint8Array> {
  const pale = Uint8Array.from(data, (value) => 160 + Math.round(value * 0.37));
  for (const pixel of different) pale.set(RED, pixel * 3);
  return new Uint8Array(
    await sharp(pale, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  );
}

async function readPixels(picture: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function isSame(one: Pixels, other: Pixels, x: number, y: number): boolean {
  const at = (y * one.width + x) * 3;
  return (
    one.data[at] === other.data[at] &&
    one.data[at + 1] === other.data[at + 1] &&
    one.data[at + 2] === other.data[at + 2]
  );
}

/** The colour of `one` at this place is in `other` there or beside it. */
function isNear(one: Pixels, other: Pixels, x: number, y: number): boolean {
  const at = (y * one.width + x) * 3;
  for (let down = Math.max(0, y - 1); down <= Math.min(other.height - 1, y + 1); down += 1) {
    for (let right = Math.max(0, x - 1); right <= Math.min(other.width - 1, x + 1); right += 1) {
      const there = (down * other.width + right) * 3;
      if (
        [0, 1, 2].every(
          (channel) => Math.abs((one.data[at + channel] ?? 0) - (other.data[there + channel] ?? 0)) <= TOLERANCE,
        )
      )
        return true;
    }
  }
  return false;
}
