/**
 * Has pages tell what they hold back when their tree is walked: Chromium tells where things stand up to half a second after they were
 * scrolled, but at once when it is asked what stands at a point. A page that is busy with scripts tells it later all the same.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { applicationOf, atPoint, EXTENTS, TOOLKIT } from './atspi.ts';
import { type BusConnection, readValue, type Target } from './dbus-connection.ts';
import { isDocument } from './roles.ts';
import type { WalkTree } from './tree-walk.ts';

/** The least wait after asking at a point: telling everything took 5 ms at most calm, 8 beside two busy processes (24 scrolls each). */
const TELL_MS = 10;
/** The wait grows with the time the answers took, since on a busy machine the page is slow as well. */
const TELL_SHARE = 3;
/** The largest share of the walk's time that is spent on this. */
const MOST_SHARE = 1 / 3;
/** Pages of a window: the one in front, and frames in it of other processes. */
const MOST_PAGES = 4;
const MOST_WINDOWS = 16;
/** Smaller pages are those that a browser keeps ready in its bars: asked, they wake up and claim the focus. */
const LEAST_PAGE_PX = 100;

/** Walks as `walk` does. The pages of a window are known from the walk before; a new page is asked after the walk. */
export function createFreshWalk(walk: WalkTree): WalkTree {
  const pages = new Map<string, readonly Target[]>();
  /** Applications by their name on the bus, once they have answered. */
  const isChromium = new Map<string, boolean>();
  const holdsBack = async (bus: BusConnection, application: string, until: number): Promise<boolean> => {
    const known = isChromium.get(application);
    if (known !== undefined) return known;
    const toolkit = readValue(await bus.ask(applicationOf(application), TOOLKIT, until));
    if (toolkit === null) return false;
    if (isChromium.size >= MOST_WINDOWS) isChromium.clear();
    // Electron's applications call themselves so, too.
    isChromium.set(application, toolkit === 'Chromium');
    return toolkit === 'Chromium';
  };
  return async (bus, window, view, until) => {
    const key = keyOf(window);
    const known = pages.get(key) ?? [];
    if (known.length > 0) await haveTold(bus, known, until);
    const walked = await walk(bus, window, view, until);
    if (walked === null) return null;
    const documents = walked.nodes.filter(({ role }) => isDocument(role)).map(({ target }) => target);
    if (documents.length === 0 || !(await holdsBack(bus, window.name, until))) {
      pages.delete(key);
      return walked;
    }
    pages.delete(key);
    pages.set(key, documents);
    for (const oldest of pages.keys()) if (pages.size > MOST_WINDOWS) pages.delete(oldest);
    const fresh = documents.filter((page) => !known.some((one) => keyOf(one) === keyOf(page)));
    if (fresh.length > 0) await haveTold(bus, fresh, until);
    return walked;
  };
}

async function haveTold(bus: BusConnection, pages: readonly Target[], until: number): Promise<void> {
  const startedAt = performance.now();
  const end = startedAt + (until - startedAt) * MOST_SHARE;
  const places = await Promise.all(pages.map(async (page) => readValue(await bus.ask(page, EXTENTS, end))));
  const large = pages.flatMap((page, index) => {
    const [x, y, width, height] = places[index] ?? [0, 0, 0, 0];
    const middle = atPoint(Math.round(x + width / 2), Math.round(y + height / 2));
    return width < LEAST_PAGE_PX || height < LEAST_PAGE_PX ? [] : [{ page, middle }];
  });
  if (large.length === 0) return;
  await Promise.all(large.slice(0, MOST_PAGES).map(({ page, middle }) => bus.ask(page, middle, end)));
  const now = performance.now();
  await sleep(Math.max(0, Math.min(Math.max(TELL_MS, (now - startedAt) * TELL_SHARE), end - now)));
}

function keyOf({ name, path }: Target): string {
  return `${name} ${path}`;
}
