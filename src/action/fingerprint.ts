/** Tells whether two actions are the same for a person: coordinates are rounded, so that small deviations of a model count as a repetition. */
import type { Action } from './schema.ts';

/** 10 px on a 1,000-px axis; the grid the ring of recent actions is compared on. */
const GRID = 10;

/** Equal for equal actions whose points lie in the same grid cell. */
export function fingerprintAction(action: Action): string {
  return JSON.stringify(action, (key, value: unknown) =>
    (key === 'x' || key === 'y') && typeof value === 'number' ? Math.round(value / GRID) * GRID : value,
  );
}
