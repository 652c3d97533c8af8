/** How much of the screen differs between two looks, as a reached goal usually leaves a visible change. */
import type { Fingerprint, UiElement } from '../ports/desktop.ts';
import { changedTiles } from '../screen/fingerprints.ts';
import type { Habits } from '../screen/tile-history.ts';

/** Part of a look that is kept for a later comparison. */
export interface Glance {
  readonly fingerprint: Fingerprint;
  readonly elements: readonly Pick<UiElement, 'role' | 'name' | 'value' | 'isSecure'>[];
}

/** Shares from 0 to 1. */
export interface Comparison {
  readonly picture: number;
  /** null: neither look lists any elements. */
  readonly elements: number | null;
}

/** Tiles that blink or move by themselves do not count as changed. Pure. */
export function compareGlances(first: Glance, last: Glance, habits: Habits): Comparison {
  const { tiles } = last.fingerprint;
  const changed = changedTiles(first.fingerprint, last.fingerprint).filter(
    (tile) => habits.get(tile)?.looks.has(tiles[tile] ?? 0) !== true,
  );
  return {
    picture: tiles.length === 0 ? 0 : changed.length / tiles.length,
    elements: compareElements(first.elements, last.elements),
  };
}

/** Share of all elements in either look that are in only one of them. */
function compareElements(first: Glance['elements'], last: Glance['elements']): number | null {
  const before = new Set(first.map(describe));
  const after = new Set(last.map(describe));
  const all = new Set([...before, ...after]);
  const changed = [...all].filter((element) => before.has(element) !== after.has(element));
  return all.size === 0 ? null : changed.length / all.size;
}

function describe({ role, name, value, isSecure }: Glance['elements'][number]): string {
  return JSON.stringify([role, name, isSecure ? '' : value]);
}

/** "34 %", for people and prompts. */
export function formatShare(share: number): string {
  return share > 0 && share < 0.01 ? 'under 1 %' : `${Math.round(share * 100)} %`;
}
