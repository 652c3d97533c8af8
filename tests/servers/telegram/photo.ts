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

const MAX_ANIMATION_BYTES = 50 * 1024 * 1024;

/** A GIF of more than one picture, every one of which can be decoded. */
export async function checkAnimation(file: SentFile): Promise<SentFile> {
  if (file.bytes.length === 0) throw badRequest('file must be non-empty');
  if (file.bytes.length > MAX_ANIMATION_BYTES) throw badRequest('file is too big');
  const { format, pages = 1 } = await sharp(file.bytes, { animated: true })
    .metadata()
    .catch(() => {
      throw badRequest('IMAGE_PROCESS_FAILED');
    });
  if (format !== 'gif' || pages < 2 || !/\.gif$/.test(file.name)) throw badRequest('wrong type of the animation');
  return file;
}
