/** Marks a point on a picture: a red ring with a white edge, so that it shows on every background. */

export interface RgbPicture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel, red first. */
  readonly data: Uint8Array;
}

const RADIUS_PX = 16;
const RED_WIDTH_PX = 4;
const EDGE_WIDTH_PX = 2;
const RED = [230, 30, 40] as const;
const WHITE = [255, 255, 255] as const;

/**
 * Draws into the picture itself; `center` may lie at or beyond its edge. The middle stays free, so that the target can be seen.
 * `size` is for a picture that is going to be scaled: its pixels to one of the result.
 */
export function drawRing(picture: RgbPicture, center: { readonly x: number; readonly y: number }, size = 1): void {
  const reach = (RADIUS_PX + EDGE_WIDTH_PX) * size;
  const left = Math.max(0, Math.floor(center.x - reach));
  const right = Math.min(picture.width - 1, Math.ceil(center.x + reach));
  const top = Math.max(0, Math.floor(center.y - reach));
  const bottom = Math.min(picture.height - 1, Math.ceil(center.y + reach));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const color = colorAt(Math.hypot(x - center.x, y - center.y) / size);
      if (color !== null) picture.data.set(color, (y * picture.width + x) * 3);
    }
  }
}

function colorAt(distance: number): typeof RED | typeof WHITE | null {
  const fromRed = Math.max(RADIUS_PX - RED_WIDTH_PX - distance, distance - RADIUS_PX);
  if (fromRed <= 0) return RED;
  return fromRed <= EDGE_WIDTH_PX ? WHITE : null;
}
