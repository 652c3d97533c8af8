/** What the next look shows besides the screen: a ring where the last action pointed, and a part of it larger. */
import type { Box } from '../../ports/desktop.ts';

/** In pixels of its display. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface LookMarks {
  /** Where the last action pointed; null when it pointed nowhere. */
  ring(): Spot | null;
  pointAt(spot: Spot | null): void;
  /** null: nothing is shown larger. */
  zoom(): Box | null;
  zoomInto(part: Box | null): void;
}

export function createLookMarks(): LookMarks {
  let ring: Spot | null = null;
  let zoom: Box | null = null;
  return {
    ring: () => ring,
    pointAt(spot) {
      ring = spot;
    },
    zoom: () => zoom,
    zoomInto(part) {
      zoom = part;
    },
  };
}
