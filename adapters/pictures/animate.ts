/** Several pictures one after the other, as a GIF that plays once: small enough for a phone's chat. */
import sharp from 'sharp';
import type { AnimationRequest } from '../../src/ports/pictures.ts';

/** Tried in order until it is small enough. */
const TRIES = [
  { scale: 1, colours: 128, interFrameMaxError: 6 },
  { scale: 0.75, colours: 64, interFrameMaxError: 10 },
  { scale: 0.5, colours: 32, interFrameMaxError: 14 },
] as const;
const BACKGROUND = '#1d2226';
/** A low effort: speed matters more than size, since the next run needs the processor. */
const EFFORT = 3;

/** null when not even the smallest try fits. */
export async function animatePictures(
  jpegs: readonly Uint8Array[],
  { width, frameMs, lastMs, mostBytes }: AnimationRequest,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const [first] = jpegs;
  if (first === undefined) return null;
  const size = await sharp(first).metadata();
  const delay = jpegs.map((_, index) => (index === jpegs.length - 1 ? lastMs : frameMs));
  for (const { scale, colours, interFrameMaxError } of TRIES) {
    const wide = Math.max(1, Math.round(Math.min(width, size.width) * scale));
    const high = Math.max(1, Math.round((size.height * wide) / size.width));
    const frames: Buffer[] = [];
    for (const jpeg of jpegs) {
      signal.throwIfAborted();
      const fitted = sharp(jpeg).resize(wide, high, { fit: 'contain', background: BACKGROUND });
      frames.push(await fitted.removeAlpha().toColourspace('srgb').raw().toBuffer());
    }
    const raw = { width: wide, height: high * frames.length, channels: 3, pageHeight: high } as const;
    const gif = await sharp(Buffer.concat(frames), { raw })
      .gif({ delay, loop: 1, colours, interFrameMaxError, effort: EFFORT, dither: 0 })
      .toBuffer();
    signal.throwIfAborted();
    if (gif.length <= mostBytes) return gif;
  }
  return null;
}
