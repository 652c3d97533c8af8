/** Puts pictures one below the other: before and after on a screen as narrow as a phone's. */
import sharp from 'sharp';
import { JPEG } from './encode-frame.ts';

/** Between two pictures; dark, so that it shows on most screens. */
const LINE_PX = 10;
const LINE = '#1d2226';

export async function stackPictures(jpegs: readonly Uint8Array[]): Promise<Uint8Array> {
  const sizes = await Promise.all(jpegs.map((jpeg) => sharp(jpeg).metadata()));
  const width = Math.min(...sizes.map((size) => size.width));
  const layers: { readonly input: Buffer; readonly left: number; readonly top: number }[] = [];
  let height = -LINE_PX;
  for (const [index, jpeg] of jpegs.entries()) {
    const size = sizes[index];
    if (size === undefined) continue;
    const top = height + LINE_PX;
    const scaled = Math.max(1, Math.round((size.height * width) / size.width));
    layers.push({ input: await sharp(jpeg).resize(width, scaled, { fit: 'fill' }).toBuffer(), left: 0, top });
    height = top + scaled;
  }
  return sharp({ create: { width, height, channels: 3, background: LINE } })
    .composite(layers)
    .jpeg(JPEG)
    .toBuffer();
}
