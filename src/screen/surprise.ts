/** Check before each follow-up: nothing may have changed except by the decision's own steps. */
import type { Box, Fingerprint, FrontWindow } from '../ports/desktop.ts';
import { say, type Text } from '../words/say.ts';
import { changedTiles, tilesOf, touchingGroups } from './fingerprints.ts';
import type { Tickers } from './tickers.ts';
import type { Habits } from './tile-history.ts';

export interface Moment {
  readonly front: FrontWindow;
  readonly fingerprint: Fingerprint;
}

export interface Expectation {
  /** Box in which the earlier steps acted; null when they pointed nowhere. */
  readonly near: Box | null;
  /** Area that must look as it did at the decision; null for keys and text. */
  readonly target: Box | null;
  /** Boxes of the earlier acts, which may have changed how the target looks; given when the target was found again by its name. */
  readonly explained?: readonly Box[];
  readonly habits: Habits;
  readonly tickers: Pick<Tickers, 'explain'>;
}

/** Carets, clocks and badges. */
const STRAY_TILES = 4;
/** Share of the screen beyond which a change is another view, not a field that took text. */
const MOST_OF_SCREEN = 0.25;
/** Keys have no place, so only a small change can be attributed to them. */
const MOST_FOR_KEYS = 0.1;

/** The unexpected change, in a few words for the model; '' when the follow-up may go on, as far as it points or goes. */
export function findSurprise(decidedOn: Moment, now: Moment, expected: Expectation): Text {
  const { near, target } = expected;
  if (now.front.app !== decidedOn.front.app || bareTitle(now.front.title) !== bareTitle(decidedOn.front.title))
    return say`another window is in front`;
  const { fingerprint } = now;
  const changed = ownChanges(decidedOn, now, expected);
  if (target !== null) {
    const aimed = tilesOf(target, fingerprint);
    const own = new Set((expected.explained ?? []).flatMap((box) => [...tilesOf(box, fingerprint)]));
    if (changed.all.some((tile) => aimed.has(tile) && !own.has(tile))) return say`what it points at looks different`;
  }
  const most = near === null ? MOST_FOR_KEYS : MOST_OF_SCREEN;
  return changed.lasting.length > fingerprint.tiles.length * most ? say`much of the screen changed` : '';
}

/** Whether the screen changed outside of the first steps' places: a dialog may have opened there, or a clock ticked. */
export function isChangedElsewhere(decidedOn: Moment, now: Moment, expected: Expectation): boolean {
  if (expected.near === null) return false;
  const acted = tilesOf(expected.near, now.fingerprint);
  return touchingGroups(ownChanges(decidedOn, now, expected).lasting, now.fingerprint.columns).some(
    (group) => group.length > STRAY_TILES && !group.some((tile) => acted.has(tile)),
  );
}

/** Changed tiles without those that only blink; `lasting` also without those known to change by themselves. */
function ownChanges(
  decidedOn: Moment,
  { fingerprint }: Moment,
  { habits, tickers }: Expectation,
): { readonly all: readonly number[]; readonly lasting: readonly number[] } {
  const all = changedTiles(decidedOn.fingerprint, fingerprint).filter(
    (tile) => habits.get(tile)?.looks.has(fingerprint.tiles[tile] ?? 0) !== true,
  );
  const ticking = tickers.explain(all, fingerprint.columns);
  return { all, lasting: all.filter((tile) => !ticking.has(tile)) };
}

/** Editors mark unsaved changes in the title: typing must not look like another window. */
export function bareTitle(title: string): string {
  return title.replace(/^[*•●\s]+|[*•●\s]+$/gu, '');
}
