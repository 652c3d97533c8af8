/** What lies under something that a browser shows above its pages: a click there would go to that. Pure. */
import type { Box, Display } from '../../../src/ports/desktop.ts';
import { toBox } from './places.ts';
import type { RawElement } from './read-elements.ts';
import { findRole } from './roles.ts';

interface Entry {
  readonly raw: RawElement;
  readonly box: Box;
}

/** What floats above a browser's pages. */
const BUBBLES: readonly string[] = ['alert', 'dialog'];

/** What a browser shows above its pages: lists that opened, and bubbles such as the question whether to keep a password. */
export function findCovers(entries: readonly Entry[], display: Display): readonly Box[] {
  return entries.flatMap(({ raw, box }) => {
    if (raw.isFloating) return [box];
    const bubble = raw.node.isInPage ? null : raw.holder;
    return bubble !== null && BUBBLES.includes(findRole(bubble.node.role)?.word ?? '')
      ? [toBox({ extents: bubble.extents, scale: bubble.node.scale }, display)]
      : [];
  });
}

export function isCovered({ raw, box }: Entry, covers: readonly Box[]): boolean {
  if (!raw.node.isInPage || raw.isFloating) return false;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return covers.some(
    (cover) => x >= cover.x && y >= cover.y && x < cover.x + cover.width && y < cover.y + cover.height,
  );
}
