/** Raw screen pixels → the JPEG that models and people see. The hot path of every look. */
import sharp from 'sharp';
import { releasePixels } from '../../src/ports/release-pixels.ts';
import { drawRing, type RgbPicture } from './ring.ts';

/** Blue, green, red and an unused byte a pixel; on X11 that byte is 0, which would make a picture with alpha invisible. */
export interface ScreenPixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

export interface EncodeRequest {
  /**
   * The picture fits into this and is never larger than the screen. It fills it exactly when that changes its shape by less than
   * one patch of the model's grid: sizes on that grid are asked for, and a picture between them is scaled again.
   */
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** A pixel of the screen to ring. */
  readonly ring: { readonly x: number; readonly y: number } | null;
}

export interface EncodedFrame {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Small text stays readable at a quarter of a PNG's bytes (measured on desktop pictures). Tables made for each picture would save a
 * tenth of the bytes and cost a quarter of the time.
 */
export const JPEG = { quality: 78, optimiseCoding: false } as const;
/** Models see a picture in patches of this size. */
const PATCH_PX = 28;

export type EncodeFrame = (screen: ScreenPixels, request: EncodeRequest) => Promise<EncodedFrame>;

/** Sets sharp up for one small picture at a time: threads and caches cost more than they bring there. */
export function createFrameEncoder(): EncodeFrame {
  sharp.concurrency(1);
  sharp.cache(false);
  return encodeFrame;
}

async function encodeFrame(screen: ScreenPixels, request: EncodeRequest): Promise<EncodedFrame> {
  const { width, height } = fit(screen, request);
  const scale = { x: width / screen.width, y: height / screen.height };
  const isWhole = width === screen.width && height === screen.height;
  // Halving by hand first reads each pixel once; sharp would do it on three times the bytes.
  const source = Math.max(scale.x, scale.y) <= 0.5 ? halveToRgb(screen) : toRgb(screen);
  if (request.ring !== null) ringSource(source, request.ring, screen, width);
  const image = sharp(source.data, { raw: { width: source.width, height: source.height, channels: 3 } });
  const sized = isWhole ? image : image.resize(width, height, { fit: 'fill', kernel: 'linear' });
  const jpeg = await sized.jpeg(JPEG).toBuffer();
  releasePixels(source.data);
  return { jpeg, width, height };
}

/** Drawn before the picture is scaled, in the size it is to have after it: scaling twice costs a third of the time. */
function ringSource(
  source: RgbPicture,
  ring: { readonly x: number; readonly y: number },
  screen: ScreenPixels,
  width: number,
): void {
  const scale = source.width / screen.width;
  drawRing(source, { x: (ring.x + 0.5) * scale - 0.5, y: (ring.y + 0.5) * scale - 0.5 }, source.width / width);
}

function fit(screen: ScreenPixels, { maxWidth, maxHeight }: EncodeRequest): { width: number; height: number } {
  const scale = Math.min(1, maxWidth / screen.width, maxHeight / screen.height);
  const width = Math.max(1, Math.round(screen.width * scale));
  const height = Math.max(1, Math.round(screen.height * scale));
  const isNear = maxWidth - width < PATCH_PX && maxHeight - height < PATCH_PX;
  if (!isNear) return { width, height };
  return { width: Math.min(maxWidth, screen.width), height: Math.min(maxHeight, screen.height) };
}

/** Plain loops over indexes: an iterator over the pixels takes seven times as long. */
function toRgb({ width, height, pixels }: ScreenPixels): RgbPicture {
  const data = Buffer.allocUnsafeSlow(width * height * 3);
  for (let index = 0, target = 0; index < pixels.length; index += 1, target += 3) {
    const pixel = pixels[index] ?? 0;
    data[target] = pixel >>> 16;
    data[target + 1] = pixel >>> 8;
    data[target + 2] = pixel;
  }
  return { width, height, data };
}

/** Each pixel is the mean of four; red and blue are summed in one word, where their sums do not meet. */
function halveToRgb(screen: ScreenPixels): RgbPicture {
  const { pixels } = screen;
  const width = screen.width >> 1;
  const height = screen.height >> 1;
  const data = Buffer.allocUnsafeSlow(width * height * 3);
  let target = 0;
  for (let y = 0; y < height; y += 1) {
    let upper = y * 2 * screen.width;
    let lower = upper + screen.width;
    for (let x = 0; x < width; x += 1) {
      const a = pixels[upper] ?? 0;
      const b = pixels[upper + 1] ?? 0;
      const c = pixels[lower] ?? 0;
      const d = pixels[lower + 1] ?? 0;
      const redBlue = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff);
      const green = (a & 0xff00) + (b & 0xff00) + (c & 0xff00) + (d & 0xff00);
      data[target] = redBlue >>> 18;
      data[target + 1] = green >>> 10;
      data[target + 2] = (redBlue & 0x3ff) >>> 2;
      target += 3;
      upper += 2;
      lower += 2;
    }
  }
  return { width, height, data };
}
