/** Which window has the person's attention (EWMH _NET_ACTIVE_WINDOW, else the window with the keyboard focus). */
import type { FrontWindow } from '../../../src/ports/desktop.ts';
import { ATOM, type XProperties } from './properties.ts';

/** With the width in pixels, without what the window manager puts around it; null when there is none. */
export interface FrontX11Window extends FrontWindow {
  readonly width: number | null;
}

const NOTHING_IN_FRONT: FrontX11Window = { app: '', title: '', pid: null, width: null };
/** A focused child window is never nested deeper than this below the window that carries the name. */
const MAX_DEPTH = 16;
/** Window managers put one or two windows around a client. */
const MAX_FRAME_DEPTH = 4;

/** `root` is the display's root window. */
export async function readFrontWindow(properties: XProperties, root: number): Promise<FrontX11Window> {
  const active = await readCardinal(properties, root, '_NET_ACTIVE_WINDOW');
  const window = await findNamedWindow(properties, active === null || active === 0 ? await properties.focus() : active);
  return window === null ? NOTHING_IN_FRONT : await describeWindow(properties, window);
}

/** Whose window it is; '' and null for what it does not tell. */
export async function describeWindow(properties: XProperties, window: number): Promise<FrontX11Window> {
  const [app, title, pid, box] = await Promise.all([
    readClass(properties, window),
    readTitle(properties, window),
    readCardinal(properties, window, '_NET_WM_PID'),
    properties.placeOf(window),
  ]);
  return { app, title, pid, window: String(window), box, width: box?.width ?? null };
}

/** True once a window manager runs: it has said so on the root window. */
export async function hasWindowManager(properties: XProperties, root: number): Promise<boolean> {
  return (await readCardinal(properties, root, '_NET_SUPPORTING_WM_CHECK')) !== null;
}

/** The window itself or the nearest one above it that carries a class. */
async function findNamedWindow(properties: XProperties, start: number | null): Promise<number | null> {
  let window = start;
  for (let depth = 0; window !== null && depth < MAX_DEPTH; depth += 1) {
    if ((await properties.read(window, ATOM.wmClass)) !== null) return window;
    window = await properties.parentOf(window);
  }
  return null;
}

/** The application's own window in what a window manager put around it: the nearest one below that carries a class; null without one. */
export async function findClientBelow(properties: XProperties, top: number): Promise<number | null> {
  let level: readonly number[] = [top];
  for (let depth = 0; level.length > 0 && depth < MAX_FRAME_DEPTH; depth += 1) {
    const classes = await Promise.all(level.map((window) => properties.read(window, ATOM.wmClass)));
    const found = level.find((_, index) => classes[index] !== null);
    if (found !== undefined) return found;
    level = (await Promise.all(level.map((window) => properties.childrenOf(window)))).flat();
  }
  return null;
}

/** WM_CLASS is two strings, instance and class; the class is the application's name. */
async function readClass(properties: XProperties, window: number): Promise<string> {
  const property = await properties.read(window, ATOM.wmClass);
  const [instance = '', name = ''] = (property?.data.toString('utf8') ?? '').split('\0');
  return name === '' ? instance : name;
}

async function readTitle(properties: XProperties, window: number): Promise<string> {
  const modern = await properties.read(window, await properties.atom('_NET_WM_NAME'));
  if (modern !== null && modern.data.length > 0) return modern.data.toString('utf8');
  const old = await properties.read(window, ATOM.wmName);
  return old?.data.toString(old.type === ATOM.string ? 'latin1' : 'utf8') ?? '';
}

async function readCardinal(properties: XProperties, window: number, name: string): Promise<number | null> {
  const property = await properties.read(window, await properties.atom(name));
  return property === null || property.data.length < 4 ? null : property.data.readUInt32LE(0);
}
