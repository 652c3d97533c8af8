/** Marks a point or a thing on a picture: a red ring or frame with a white edge, so that it shows on every background. */

import type { Box } from '../../src/ports/desktop.ts';

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

/** The gap between a target and the frame around it, so that the target's own edge shows. */
const GAP_PX = 4;
/** Half the side of the smallest frame: a smaller one would not be noticed. */
const LEAST_HALF_PX = 14;

/** Draws a frame of the same colors around a box, into the picture itself; what of the box lies outside is left open. */
export function drawOutline(picture: RgbPicture, box: Box): void {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const half = {
    x: Math.max(LEAST_HALF_PX, box.width / 2 + GAP_PX),
    y: Math.max(LEAST_HALF_PX, box.height / 2 + GAP_PX),
  };
  const reach = RED_WIDTH_PX + EDGE_WIDTH_PX;
  // A frame that would lie outside is drawn at the edge, where it can be seen.
  const left = Math.max(reach, middle.x - half.x);
  const right = Math.min(picture.width - reach, middle.x + half.x);
  const top = Math.max(reach, middle.y - half.y);
  const bottom = Math.min(picture.height - reach, middle.y + half.y);
  for (let y = Math.max(0, Math.floor(top - reach)); y < Math.min(picture.height, bottom + reach); y += 1) {
    for (let x = Math.max(0, Math.floor(left - reach)); x < Math.min(picture.width, right + reach); x += 1) {
      const outside = Math.max(left - x, x - right, top - y, y - bottom);
      if (outside < 0) continue;
      picture.data.set(outside < RED_WIDTH_PX ? RED : WHITE, (y * picture.width + x) * 3);
    }
  }
}

function colorAt(distance: number): typeof RED | typeof WHITE | null {
  const fromRed = Math.max(RADIUS_PX - RED_WIDTH_PX - distance, distance - RADIUS_PX);
  if (fromRed <= 0) return RED;
  return fromRed <= EDGE_WIDTH_PX ? WHITE : null;
}
