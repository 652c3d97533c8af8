/**
 * What only macOS's own scripting can tell: displays, the front window, buttons that are held. Each is one JavaScript for
 * Automation script (osascript -l JavaScript, with the ObjC bridge) that prints JSON; a run costs 100–200 ms. From Apple's
 * documentation of NSScreen, NSWorkspace, CGEventSource and System Events; not run here.
 */
import { z } from 'zod';
import type { Display, FrontWindow, Place } from '../../../src/ports/desktop.ts';
import { placeWindow } from '../place-window.ts';
import type { Run } from './run.ts';

const LIST_SCREENS = `ObjC.import('AppKit');
const screens = $.NSScreen.screens;
const list = [];
for (let i = 0; i < screens.count; i += 1) {
  const screen = screens.objectAtIndex(i);
  const { origin, size } = screen.frame;
  list.push({ x: origin.x, y: origin.y, width: size.width, height: size.height,
    density: screen.backingScaleFactor, name: ObjC.unwrap(screen.localizedName) });
}
JSON.stringify(list);`;

/** The application without any permission; the title and where the window is with Accessibility, '' and null without. */
const READ_FRONT = `ObjC.import('AppKit');
const front = $.NSWorkspace.sharedWorkspace.frontmostApplication;
const seen = { app: ObjC.unwrap(front.localizedName) || '', pid: front.processIdentifier, title: '', box: null };
try {
  const process = Application('System Events').processes.whose({ unixId: seen.pid })[0];
  if (process.windows.length > 0) {
    const window = process.windows[0];
    seen.title = window.name() || '';
    const [x, y] = window.position();
    const [width, height] = window.size();
    seen.box = { x, y, width, height };
  }
} catch (error) {}
JSON.stringify(seen);`;

/** Windows on the screen without the desktop's own (17), topmost first, in points; names need the right to record the screen. */
const readWindowsScript = (x: number, y: number): string => `ObjC.import('CoreGraphics');
const list = ObjC.deepUnwrap(ObjC.castRefToObject($.CGWindowListCopyWindowInfo(17, 0))) || [];
const there = list.find(({ kCGWindowBounds: { X, Y, Width, Height }, kCGWindowAlpha }) =>
  kCGWindowAlpha > 0 && ${x} >= X && ${x} < X + Width && ${y} >= Y && ${y} < Y + Height);
JSON.stringify(there === undefined ? null
  : { app: there.kCGWindowOwnerName || '', pid: there.kCGWindowOwnerPID, title: there.kCGWindowName || '' });`;

/** kCGEventSourceStateCombinedSessionState is 0; buttons are 0 left, 1 right, 2 center. */
const READ_BUTTONS = `ObjC.import('CoreGraphics');
JSON.stringify([0, 1, 2].filter((button) => $.CGEventSourceButtonState(0, button)));`;

const screensSchema = z
  .array(
    z.object({
      /** Points, from the main display's bottom left corner, upwards. */
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      density: z.number(),
      name: z.string(),
    }),
  )
  .min(1);
/** Points of the whole desktop, from the main display's top left corner. */
const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const frontSchema = z.object({
  app: z.string(),
  pid: z.number(),
  title: z.string(),
  box: boxSchema.nullish().catch(null),
});
const buttonsSchema = z.array(z.number());

export interface MacDisplays {
  /** The main display's name, as System Settings shows it. */
  readonly name: string;
  readonly displays: readonly Display[];
}

/** The main display comes first. Cocoa counts from the bottom left; the port, CoreGraphics and libnut from the top left. */
export async function listDisplays(run: Run, signal: AbortSignal): Promise<MacDisplays> {
  const screens = screensSchema.parse(JSON.parse(await script(LIST_SCREENS, run, signal)));
  const mainHeight = screens[0]?.height ?? 0;
  const displays = screens.map((screen, position) => ({
    index: position + 1,
    width: Math.round(screen.width * screen.density),
    height: Math.round(screen.height * screen.density),
    originX: Math.round(screen.x * screen.density),
    originY: Math.round((mainHeight - screen.y - screen.height) * screen.density),
    density: screen.density,
  }));
  return { name: screens[0]?.name ?? '', displays };
}

/** `displays`: where the window's place is told from; without them it is not told. */
export async function readFrontWindow(
  run: Run,
  signal: AbortSignal,
  displays: readonly Display[] = [],
): Promise<FrontWindow> {
  const { box, ...front } = frontSchema.parse(JSON.parse(await script(READ_FRONT, run, signal)));
  const placed = box === null || box === undefined ? null : placeWindow(box, displays);
  return { ...front, ...(placed ?? { box: null }) };
}

/** null also when the window server cannot be asked: what is in front counts then. */
export async function readWindowAt(
  { display, x, y }: Place,
  run: Run,
  signal: AbortSignal,
): Promise<FrontWindow | null> {
  const [left, top] = [(display.originX + x) / display.density, (display.originY + y) / display.density];
  try {
    const seen = frontSchema.nullable().parse(JSON.parse(await script(readWindowsScript(left, top), run, signal)));
    return seen === null ? null : { app: seen.app, pid: seen.pid, title: seen.title };
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

export async function readHeldButtons(
  run: Run,
  signal: AbortSignal,
): Promise<readonly ('left' | 'right' | 'middle')[]> {
  const held = buttonsSchema.parse(JSON.parse(await script(READ_BUTTONS, run, signal)));
  return held.map((button) => (button === 0 ? 'left' : button === 1 ? 'right' : 'middle'));
}

function script(source: string, run: Run, signal: AbortSignal): Promise<string> {
  return run(['osascript', '-l', 'JavaScript', '-e', source], '', signal);
}
