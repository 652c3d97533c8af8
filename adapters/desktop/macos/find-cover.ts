/**
 * What of a Mac's screen no picture may show: windows of applications that keep secrets, from the window server's own list, and the
 * password fields of the front window, through System Events (needs Accessibility). From Apple's documentation of CGWindowList and
 * System Events; its commands and the reading of their output are tested, it was not run on a Mac.
 */
import { z } from 'zod';
import type { Box, Display } from '../../../src/ports/desktop.ts';
import { isCoveredApp, kindOfApp } from '../../../src/safety/apps/app-names.ts';
import { type Cover, subtractBoxes } from '../cover.ts';
import type { Run } from './run.ts';

/**
 * Windows come topmost first, in points from the main display's top left corner. 17: on the screen, without the desktop's own. One
 * question a level asks all elements of it at once; a tree of elements asked one by one takes seconds.
 */
const LOOK = `ObjC.import('CoreGraphics');
ObjC.import('AppKit');
const list = ObjC.deepUnwrap(ObjC.castRefToObject($.CGWindowListCopyWindowInfo(17, 0))) || [];
const windows = list.map((each) => ({ app: each.kCGWindowOwnerName || '', pid: each.kCGWindowOwnerPID,
  alpha: each.kCGWindowAlpha, x: each.kCGWindowBounds.X, y: each.kCGWindowBounds.Y,
  width: each.kCGWindowBounds.Width, height: each.kCGWindowBounds.Height }));
const front = $.NSWorkspace.sharedWorkspace.frontmostApplication;
const seen = { windows, front: ObjC.unwrap(front.localizedName) || '', fields: [], isWhole: false };
const until = Date.now() + 1200;
try {
  const process = Application('System Events').processes.whose({ unixId: front.processIdentifier })[0];
  let level = process.windows.uiElements;
  for (let depth = 0; depth < 16; depth += 1) {
    const subroles = level.subrole().flat(Infinity);
    if (subroles.length === 0) { seen.isWhole = true; break; }
    if (subroles.includes('AXSecureTextField')) {
      const pairs = (values) => { const all = values.flat(Infinity); return all.flatMap((value, i) => i % 2 === 0 ? [[value, all[i + 1]]] : []); };
      const places = pairs(level.position());
      const sizes = pairs(level.size());
      if (places.length !== subroles.length || sizes.length !== subroles.length) break;
      subroles.forEach((subrole, i) => { if (subrole === 'AXSecureTextField')
        seen.fields.push({ x: places[i][0], y: places[i][1], width: sizes[i][0], height: sizes[i][1] }); });
    }
    if (Date.now() > until) break;
    level = level.uiElements;
  }
} catch (error) {}
JSON.stringify(seen);`;

const boxShape = { x: z.number(), y: z.number(), width: z.number(), height: z.number() };
const lookSchema = z.object({
  windows: z.array(z.object({ app: z.string(), pid: z.number(), alpha: z.number(), ...boxShape })),
  front: z.string(),
  fields: z.array(z.object(boxShape)),
  isWhole: z.boolean(),
});

/** Rejects with the signal's reason when it aborts; a Mac that cannot be asked is said in the note. */
export async function findMacCover(
  display: Display,
  privateApps: readonly string[],
  run: Run,
  signal: AbortSignal,
): Promise<Cover> {
  const look = await askMac(run, signal);
  if (look === null) return { boxes: [], facts: { covered: [], unsure: [''] } };
  const { windows, front, fields, isWhole } = look;
  const toPixels = ({ x, y, width, height }: Box): Box => ({
    x: Math.floor(x * display.density) - display.originX,
    y: Math.floor(y * display.density) - display.originY,
    width: Math.ceil(width * display.density),
    height: Math.ceil(height * display.density),
  });
  const isPrivate = ({ app }: { readonly app: string }): boolean => isCoveredApp(app, privateApps);
  const kept = windows.flatMap((window, index) =>
    isPrivate(window)
      ? subtractBoxes(
          window,
          windows.slice(0, index).filter((above) => above.alpha >= 1 && !isPrivate(above)),
        )
      : [],
  );
  const isDoubtful = !isWhole && front !== '' && !isPrivate({ app: front }) && kindOfApp(front, []) !== 'terminal';
  const facts = {
    covered: windows.filter(isPrivate).map(({ app }) => app),
    unsure: isDoubtful ? [front] : [],
  };
  return { boxes: [...kept, ...fields].map(toPixels), facts };
}

async function askMac(run: Run, signal: AbortSignal): Promise<z.infer<typeof lookSchema> | null> {
  try {
    return lookSchema.parse(JSON.parse(await run(['osascript', '-l', 'JavaScript', '-e', LOOK], '', signal)));
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
