/** A JPEG of the screen → raw pixels, for systems that only hand out finished pictures. */
import sharp from 'sharp';
import type { ScreenPixels } from './encode-frame.ts';

/** Blue, green, red and an unused byte a pixel, as screens give them. */
export async function decodeFrame(jpeg: Uint8Array): Promise<ScreenPixels> {
  const { data, info } = await sharp(jpeg)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint32Array(info.width * info.height);
  for (let index = 0, source = 0; index < pixels.length; index += 1, source += 3) {
    pixels[index] = ((data[source] ?? 0) << 16) | ((data[source + 1] ?? 0) << 8) | (data[source + 2] ?? 0);
  }
  return { width: info.width, height: info.height, pixels };
}
