/** Makes a picture that somebody else sent into one of ours: told by its own bytes, bounded before it is unpacked, and made anew. */
import sharp, { type SharpOptions } from 'sharp';
import type { AdoptedPicture, AdoptRequest } from '../../src/ports/pictures.ts';
import { JPEG } from './encode-frame.ts';

/** The largest picture that is unpacked, a row at a time: what a camera takes, but no decompression bomb. */
const MOST_PIXELS = 25_000_000;
const LONGEST_S = 5;
const READ: SharpOptions = { limitInputPixels: MOST_PIXELS, pages: 1, failOn: 'error', sequentialRead: true };

/** Only these formats: others that the library knows, SVG among them, can name files of this computer. */
function isKnown(beginning: string): boolean {
  const plain = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a'];
  return plain.some((one) => beginning.startsWith(one)) || /^RIFF[\s\S]{4}WEBP/.test(beginning);
}

export async function adoptPicture(
  bytes: Uint8Array,
  { longestSide, most }: AdoptRequest,
): Promise<AdoptedPicture | null> {
  const beginning = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (!isKnown(beginning)) return null;
  try {
    const { autoOrient: size } = await sharp(bytes, READ).metadata();
    const scale = Math.min(
      1,
      longestSide / Math.max(size.width, size.height),
      Math.sqrt(most / (size.width * size.height)),
    );
    const width = Math.max(1, Math.round(size.width * scale));
    const height = Math.max(1, Math.round(size.height * scale));
    const data = await sharp(bytes, READ)
      .autoOrient()
      .resize(width, height, { fit: 'fill' })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .timeout({ seconds: LONGEST_S })
      .raw()
      .toBuffer();
    const raw = { raw: { width, height, channels: 3 as const } };
    const [jpeg, pixels] = await Promise.all([
      sharp(data, raw).jpeg(JPEG).toBuffer(),
      sharp(data, raw).greyscale().toColourspace('b-w').raw().toBuffer(),
    ]);
    return { jpeg, luma: { width, height, pixels } };
  } catch {
    return null;
  }
}
