/** What the next look shows besides the screen: a ring where the last action pointed, a part of it larger, and pictures that a tool sent. */
import type { Box } from '../../ports/desktop.ts';

/** In pixels of its display. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface LookMarks {
  /** Place of the last action; null when it had none. */
  ring(): Spot | null;
  pointAt(spot: Spot | null): void;
  /** null: nothing is shown larger. */
  zoom(): Box | null;
  zoomInto(part: Box | null): void;
  /** JPEGs, of the model's size. */
  brought(): readonly Uint8Array[];
  /** Shows these pictures until the next action. */
  bring(pictures: readonly Uint8Array[]): void;
}

export function createLookMarks(): LookMarks {
  let ring: Spot | null = null;
  let zoom: Box | null = null;
  let brought: readonly Uint8Array[] = [];
  return {
    ring: () => ring,
    pointAt(spot) {
      ring = spot;
    },
    zoom: () => zoom,
    zoomInto(part) {
      zoom = part;
    },
    brought: () => brought,
    bring(pictures) {
      brought = pictures;
    },
  };
}
