/** Refuses pictures that a model would see smaller than they are. */
import { readJpegSize } from '../../src/ports/image-forms/jpeg-size.ts';
import { say, type Text } from '../../src/words/say.ts';
import type { PictureLimit } from './model-facts.ts';

/** Why these must not be sent, for the person; null when all may. */
export function findPictureFault(pictures: readonly Uint8Array[], limit: PictureLimit): Text | null {
  const { longestSidePx, patchPx, patches } = limit;
  for (const picture of pictures) {
    const size = readJpegSize(picture);
    if (size === null) return say`A picture for the model is not a JPEG; this is a fault in Deskhand.`;
    const { width, height } = size;
    if (Math.max(width, height) > longestSidePx || Math.ceil(width / patchPx) * Math.ceil(height / patchPx) > patches) {
      return say`A picture of ${width}x${height} is more than the model takes unshrunk; this is a fault in Deskhand.`;
    }
  }
  return null;
}
