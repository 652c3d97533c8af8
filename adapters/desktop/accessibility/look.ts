/** One look at a window: find, read, put in order; in 250 ms, or it says what is left out. */
import { type Display, type ElementList, NAMELESS_APP } from '../../../src/ports/desktop.ts';
import { say, type Text } from '../../../src/words/say.ts';
import { english } from '../../../src/words/speak.ts';
import { applicationOf, DOCUMENT_ATTRIBUTES, EXTENTS, TOOLKIT } from './atspi.ts';
import { explainChromium, isChromium } from './chromium-kin.ts';
import { compactElements, type ListedElement } from './compact.ts';
import { type BusConnection, readValue } from './dbus-connection.ts';
import { readElements } from './read-elements.ts';
import { isDocument } from './roles.ts';
import { findEdges, findScale } from './scale.ts';
import { type TreeNode, type WalkTree, walkTree } from './tree-walk.ts';
import { type FoundWindows, findWindows, isActive, type WantedWindow } from './windows.ts';

export interface Look {
  readonly list: ElementList;
  readonly listed: readonly ListedElement[];
}

const MOST_ELEMENTS = 200;
const LOOK_MS = 250;
/** When finding, reading and describing end: a button without its label helps nobody, and the list has to be put together too. */
const FIND_UNTIL_MS = 150;
const READ_UNTIL_MS = 190;
const DESCRIBE_UNTIL_MS = 215;
/** AtspiRole: a frame within a page, with a document of its own in it. */
const INTERNAL_FRAME = 28;
/** Smaller frames show nothing; pages use them to send data. */
const LEAST_FRAME_PX = 16;
/** Why a list is incomplete, the most important first: one reason is told. */
const CUTS = ['untold', 'time', 'count', 'size'] as const;
type Cut = (typeof CUTS)[number] | 'nothing';

/** Never rejects. `patience` stretches every time limit: for tests of what is listed, on machines that are busy with other things. */
export async function look(
  bus: BusConnection,
  wanted: WantedWindow,
  display: Display,
  patience = 1,
  walk: WalkTree = walkTree,
): Promise<Look> {
  const startedAt = performance.now();
  const until = (ms: number): number => startedAt + ms * patience;
  const findUntil = until(FIND_UNTIL_MS);
  const readUntil = until(READ_UNTIL_MS);
  const app = wanted.app === '' ? NAMELESS_APP : wanted.app;
  const found = await findWindows(bus, wanted, findUntil);
  if (!found.ok) return await lookWithout(found.missing, app, wanted.pid);
  const scale = findScale(wanted.width, found.windows[0].extents);
  const edges = findEdges(display);
  const walks = await Promise.all(
    found.windows.map(async (window) => ({
      activeWindow: isActive(window) ? window.target : null,
      walk: await walk(bus, window.target, { bottom: edges.bottom, scale }, findUntil),
    })),
  );
  if (walks[0] === undefined || walks[0].walk === null) return await lookWithout('answer', app, wanted.pid);
  const windows = walks.map(({ activeWindow, walk }, index) => ({
    activeWindow,
    nodes: walk?.nodes ?? [],
    isFloating: index > 0,
  }));
  const pages = windows.flatMap(({ nodes }) => nodes.filter(({ role }) => isDocument(role)));
  // Browsers keep lists of suggestions ready in small windows of their own: those are empty pages without a size for good.
  const hollow = (windows[0]?.nodes ?? []).filter(
    ({ role, isEmpty }) => isEmpty && (role === INTERNAL_FRAME || isDocument(role)),
  );
  const [page] = pages;
  const [{ elements, cut }, isUntold, facts, ...places] = await Promise.all([
    readElements(bus, windows, {
      most: MOST_ELEMENTS,
      ...edges,
      readUntil,
      describeUntil: until(DESCRIBE_UNTIL_MS),
    }),
    isOneUntold(bus, hollow, readUntil),
    page === undefined ? null : bus.ask(page.target, DOCUMENT_ATTRIBUTES, readUntil),
    ...pages.map(({ target }) => bus.ask(target, EXTENTS, readUntil)),
  ]);
  const documents = pages.flatMap(({ scale }, index) => {
    const extents = readValue(places[index]);
    return extents === null ? [] : [{ extents, scale }];
  });
  const listed = compactElements(elements, documents, display);
  const cuts = [cut, ...(isUntold ? (['untold'] as const) : []), ...walks.map(({ walk }) => walk?.cut ?? 'time')];
  if (listed.length === 0 && pages.length === 0 && cuts.every((each) => each === 'nothing')) {
    const application = applicationOf(found.windows[0].target.name);
    const toolkit = readValue(await bus.ask(application, TOOLKIT, until(LOOK_MS)));
    if (toolkit === 'Chromium') return unavailable(explainChromium(app));
  }
  const known = facts === null ? null : readValue(facts);
  const address = known?.get('URI') ?? known?.get('DocURL') ?? '';
  return toLook(listed, CUTS.find((each) => cuts.includes(each)) ?? 'nothing', address);
}

/**
 * Chromium shows a page before it tells its elements: until then the page has no size, and a frame no document. A page that is empty
 * has its size.
 */
async function isOneUntold(bus: BusConnection, hollow: readonly TreeNode[], until: number): Promise<boolean> {
  const untold = await Promise.all(
    hollow.map(async ({ target, role }) => {
      const [, , width, height] = readValue(await bus.ask(target, EXTENTS, until)) ?? [0, 0, 1, 1];
      const isLarge = width >= LEAST_FRAME_PX && height >= LEAST_FRAME_PX;
      return role === INTERNAL_FRAME ? isLarge : width === 0 && height === 0;
    }),
  );
  return untold.includes(true);
}

export function unavailable(reason: Text, isLate = false): Look {
  return { list: { elements: [], coverage: 'unavailable', reason, ...(isLate ? { isLate } : {}) }, listed: [] };
}

function toLook(listed: readonly ListedElement[], cut: Cut, address = ''): Look {
  const reasons = {
    nothing: '',
    untold: say`A page, or a frame in it, is shown but has not told its elements yet; look again in a moment.`,
    size: say`This window is very large; of what is not in view now little is listed.`,
    time: say`Not all elements could be read in ${LOOK_MS} ms; there may be more than are listed.`,
    count: say`There are more elements than the ${MOST_ELEMENTS} most important ones, which are listed.`,
  };
  const elements = listed.map(({ element }) => element);
  const coverage = cut === 'nothing' ? 'complete' : 'partial';
  const isLate = cut === 'time' || cut === 'untold';
  const list = {
    ...{ elements, coverage, reason: reasons[cut] },
    ...(isLate ? { isLate } : {}),
    ...(address === '' ? {} : { address }),
  } satisfies ElementList;
  return { list, listed };
}

async function lookWithout(
  missing: Extract<FoundWindows, { ok: false }>['missing'],
  app: Text,
  pid: number | null,
): Promise<Look> {
  switch (missing) {
    case 'anything':
      return toLook([], 'nothing');
    case 'registry':
      return unavailable(
        say`The registry of the accessibility bus does not answer; log in again, or reinstall the Debian package at-spi2-core.`,
      );
    case 'application':
      return unavailable(
        (await isChromium(pid, english(app)))
          ? explainChromium(app)
          : say`${app} does not show its elements; the picture is all there is to go by.`,
      );
    case 'window':
      return unavailable(say`This window of ${app} does not show its elements; the picture is all there is to go by.`);
    case 'answer':
      return unavailable(
        say`${app} does not answer, so its elements are not known now; the picture is all there is to go by.`,
        true,
      );
  }
}
