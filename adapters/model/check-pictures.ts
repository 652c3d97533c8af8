/** Refuses pictures that a model would not see as they are. */

import { readJpegSize } from '../../src/screen/jpeg-size.ts';
import { pictureTokens } from '../../src/screen/picture-size.ts';
import type { PictureLimit } from './models.ts';

/** Why these must not be sent, for the person; null when all may. */
export function findPictureFault(pictures: readonly Uint8Array[], limit: PictureLimit): string | null {
  for (const picture of pictures) {
    const size = readJpegSize(picture);
    if (size === null) return 'A picture for the model is not a JPEG; this is a fault in Deskhand.';
    if (Math.max(size.width, size.height) > limit.longestSidePx || pictureTokens(size) > limit.tokens) {
      return `A picture of ${size.width}x${size.height} is more than the model takes unshrunk; this is a fault in Deskhand.`;
    }
  }
  return null;
}
