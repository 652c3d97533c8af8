/** The elements of the page in front, from a Chromium that exposes the DevTools protocol; frames of other origins included. */
import { z } from 'zod';
import { type Display, type ElementList, type FrontWindow, NAMELESS_APP } from '../../../src/ports/desktop.ts';
import { withLimit } from '../../../src/ports/waits/abort-signals.ts';
import { textOf } from '../../../src/words/said-error.ts';
import { say, type Text } from '../../../src/words/say.ts';
import { findDevtoolsPort } from './devtools-port.ts';
import { type DevtoolsSession, openDevtools } from './devtools-session.ts';
import { type Page, pageSchema, READ_PAGE } from './page-script.ts';
import { placePage } from './place-page.ts';

const LOOK_MS = 2000;
const MAX_FRAMES = 8;

const targetSchema = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  parentId: z.string().optional(),
  webSocketDebuggerUrl: z.string().optional(),
});
type Target = z.infer<typeof targetSchema>;

const frameTree = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) });
const world = z.object({ executionContextId: z.number() });
const evaluated = z.object({ result: z.object({ value: z.string().optional() }) });
const metrics = z.object({ cssVisualViewport: z.object({ zoom: z.number().optional() }) });
const owner = z.object({ backendNodeId: z.number() });
/** The content's corners, clockwise from the upper left one. */
const boxModel = z.object({ model: z.object({ content: z.array(z.number()).length(8) }) });

/** Never rejects but with the signal's reason: what is in the way is the list's `reason`. */
export async function listDevtoolsElements(
  front: FrontWindow,
  display: Display,
  signal: AbortSignal,
): Promise<ElementList> {
  const port = front.pid === null ? null : await findDevtoolsPort(front.pid);
  if (port === null)
    return unavailable(say`${front.app || NAMELESS_APP} shows no page this way; ui_elements lists what it has.`);
  const limit = withLimit(LOOK_MS, signal);
  try {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`, { signal: limit });
    const targets = z.array(targetSchema).parse(await response.json());
    const page = findFrontPage(targets, front);
    if (page === null) return unavailable(say`No page of this browser is in front.`);
    return await readFront(page, targets, display, limit);
  } catch (error) {
    signal.throwIfAborted();
    return unavailable(say`The page could not be read: ${textOf(error)}.`);
  }
}

/** A window is titled by its page, followed by the browser's name. */
export function findFrontPage(targets: readonly Target[], { title }: FrontWindow): Target | null {
  const pages = targets.filter(
    ({ type, webSocketDebuggerUrl }) => type === 'page' && webSocketDebuggerUrl !== undefined,
  );
  const named = pages.filter((page) => page.title !== '' && title.startsWith(page.title));
  const longest = named.toSorted((one, other) => other.title.length - one.title.length)[0];
  return longest ?? (pages.length === 1 ? (pages[0] ?? null) : null);
}

async function readFront(
  target: Target,
  all: readonly Target[],
  display: Display,
  signal: AbortSignal,
): Promise<ElementList> {
  await using session = await openDevtools(target.webSocketDebuggerUrl ?? '', signal);
  const [page, { cssVisualViewport }] = await Promise.all([
    readPage(session),
    session.send('Page.getLayoutMetrics', {}, metrics),
  ]);
  const frames = all.filter(({ type, parentId }) => type === 'iframe' && parentId === target.id).slice(0, MAX_FRAMES);
  const inFrames = await Promise.all(frames.map((frame) => readFrame(frame, session, page, signal)));
  const zoom = cssVisualViewport.zoom ?? null;
  const density = zoom === null ? display.density : page.devicePixelRatio / zoom;
  return placePage({ ...page, elements: [...page.elements, ...inFrames.flat()] }, { zoom, density }, display);
}

/** Reads the page in an isolated world, where the page's changes to its own JavaScript have no effect. */
async function readPage(session: DevtoolsSession): Promise<Page> {
  const { frameTree: tree } = await session.send('Page.getFrameTree', {}, frameTree);
  const { executionContextId } = await session.send(
    'Page.createIsolatedWorld',
    { frameId: tree.frame.id, worldName: 'deskhand' },
    world,
  );
  const { result } = await session.send(
    'Runtime.evaluate',
    { expression: READ_PAGE, contextId: executionContextId, returnByValue: true },
    evaluated,
  );
  return pageSchema.parse(JSON.parse(result.value ?? 'null'));
}

/** A frame of another origin has a process of its own, and only the page around it knows where the frame stands. */
async function readFrame(
  frame: Target,
  around: DevtoolsSession,
  page: Page,
  signal: AbortSignal,
): Promise<Page['elements']> {
  try {
    const { backendNodeId } = await around.send('DOM.getFrameOwner', { frameId: frame.id }, owner);
    const { model } = await around.send('DOM.getBoxModel', { backendNodeId }, boxModel);
    const [left = 0, top = 0] = model.content;
    await using session = await openDevtools(frame.webSocketDebuggerUrl ?? '', signal);
    const inner = await readPage(session);
    return inner.elements
      .map((element) => ({ ...element, x: element.x + left, y: element.y + top }))
      .filter(({ x, y, width, height }) => {
        const middle = { x: x + width / 2, y: y + height / 2 };
        return middle.x >= 0 && middle.y >= 0 && middle.x < page.innerWidth && middle.y < page.innerHeight;
      });
  } catch {
    // A frame that goes away while it is read has no elements.
    signal.throwIfAborted();
    return [];
  }
}

function unavailable(reason: Text): ElementList {
  return { elements: [], coverage: 'unavailable', reason };
}
