/** Photos: decoded for real, within Telegram's limits. */

import sharp from 'sharp';
import type { SentFile } from './form.ts';
import { badRequest } from './refusal.ts';

export interface Photo {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  /** `jpeg`, `png`, …: what the bytes are, whatever the file is called. */
  readonly format: string;
}

const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
const MAX_SIDES_SUM_PX = 10_000;
const MAX_SIDES_RATIO = 20;

/** Width and height together at most 10,000 px, ratio at most 20, 10 MB, and every pixel can be decoded. */
export async function readPhoto(file: SentFile): Promise<Photo> {
  const size = file.bytes.length;
  if (size === 0) throw badRequest('file must be non-empty');
  if (size > MAX_PHOTO_BYTES) {
    throw badRequest(`file of size ${size} bytes is too big for a photo; the maximum size is ${MAX_PHOTO_BYTES} bytes`);
  }
  const { width, height, format } = await sharp(file.bytes)
    .metadata()
    .catch(() => {
      throw badRequest('IMAGE_PROCESS_FAILED');
    });
  const [short, long] = width < height ? [width, height] : [height, width];
  if (width + height > MAX_SIDES_SUM_PX || long > short * MAX_SIDES_RATIO) throw badRequest('PHOTO_INVALID_DIMENSIONS');
  await sharp(file.bytes, { failOn: 'truncated' })
    .raw()
    .toBuffer()
    .catch(() => {
      throw badRequest('IMAGE_PROCESS_FAILED');
    });
  return { bytes: file.bytes, width, height, format };
}
