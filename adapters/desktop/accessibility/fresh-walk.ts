/**
 * Has a page tell what it has held back before its tree is walked: Chromium tells where things stand up to half a second after they were
 * scrolled, and what came up up to a tenth later, but at once when it is asked what stands at a point.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { atPoint, EXTENTS } from './atspi.ts';
import { type BusConnection, readValue, type Target } from './dbus-connection.ts';
import { isDocument } from './roles.ts';
import type { WalkTree } from './tree-walk.ts';

/** From the question until all is told: 5 ms at most calm, 8 beside two busy processes (24 scrolls each). */
const TELL_MS = 10;
/** Where the browser itself takes longer to answer, its page does too. */
const TELL_SHARE = 3;
const MOST_TELL_MS = 60;
/** Pages of a window: the one in front, and frames in it of other processes. */
const MOST_PAGES = 4;
const MOST_WINDOWS = 16;

/** Walks as `walk` does. What pages a window has is known from the walk before: a page that is new has nothing to hold back. */
export function createFreshWalk(walk: WalkTree): WalkTree {
  const pages = new Map<string, readonly Target[]>();
  return async (bus, window, view, until) => {
    const key = `${window.name} ${window.path}`;
    const known = pages.get(key) ?? [];
    if (known.length > 0) await haveTold(bus, known, until);
    const walked = await walk(bus, window, view, until);
    if (walked === null) return null;
    pages.delete(key);
    const found = walked.nodes.filter(({ role }) => isDocument(role)).map(({ target }) => target);
    if (found.length > 0) pages.set(key, found.slice(0, MOST_PAGES));
    for (const oldest of pages.keys()) if (pages.size > MOST_WINDOWS) pages.delete(oldest);
    return walked;
  };
}

async function haveTold(bus: BusConnection, pages: readonly Target[], until: number): Promise<void> {
  const startedAt = performance.now();
  await Promise.all(
    pages.map(async (page) => {
      const extents = readValue(await bus.ask(page, EXTENTS, until));
      if (extents === null) return;
      const [x, y, width, height] = extents;
      await bus.ask(page, atPoint(Math.round(x + width / 2), Math.round(y + height / 2)), until);
    }),
  );
  const tookMs = performance.now() - startedAt;
  await sleep(Math.max(0, Math.min(Math.max(TELL_MS, tookMs * TELL_SHARE), MOST_TELL_MS, until - performance.now())));
}
