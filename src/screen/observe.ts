/** One fresh look: picture, front window, elements; bounded in time. */

import type { Box, Desktop, Display, Frame, FrontWindow, Lack, ScreenState, UiElement } from '../ports/desktop.ts';
import type { Reading } from '../ports/reader.ts';
import { withLimit } from '../ports/waits/abort-signals.ts';
import { SaidError } from '../words/said-error.ts';
import { say, type Text } from '../words/say.ts';
import { isMeeting } from './boxes.ts';
import { pictureSizeFor } from './picture-size.ts';
import { withReadText } from './read-elements.ts';
import { isThin } from './thin.ts';

export interface Observation {
  readonly frame: Frame;
  /** The part asked for by `zoom`, as a second picture; null without one. */
  readonly zoomed: Frame | null;
  /** Pictures in a tool's last result, JPEGs: from somebody else, not of the screen. Left out when there are none. */
  readonly brought?: readonly Uint8Array[];
  readonly front: FrontWindow;
  readonly screen: ScreenState;
  /** Permissions that the system denies, with the program that lacks them. */
  readonly lacks?: readonly Lack[];
  readonly elements: readonly UiElement[];
  /** Why the list of elements is missing or incomplete; ''. */
  readonly elementsNote: Text;
  /** Whether the whole window was read from pixels, so that the note means nothing more. Left out when false. */
  readonly isAllRead?: boolean;
  /** Whether a list taken a moment later would have more. Left out when false. */
  readonly isListLate?: boolean;
  /** Address of the document in front; left out when there is none or it is unknown. */
  readonly address?: string;
}

export interface LookRequest {
  readonly displayIndex: number;
  /** Draw a ring here: the last action's point. */
  readonly ring: { readonly x: number; readonly y: number } | null;
  readonly zoom: Box | null;
  /** The window in front and its elements are asked for after this; at once without it. */
  readonly windowAfter?: () => Promise<void>;
  /** The list of elements may take so many times longer; 1 without it. */
  readonly patience?: number;
}

/** Longest time the list of elements may take, times the patience; without it the look goes on. */
const ELEMENTS_MS = 400;
/** Patience for a second try after a late list: a busy computer needs longer, and a step without elements costs far more. */
const SECOND_PATIENCE = 3;

/** Rejects with `Refused` when the display does not exist, with `DesktopLost` when the desktop is gone. */
export async function observe(request: LookRequest, desktop: Desktop, signal: AbortSignal): Promise<Observation> {
  const { displays, lacks } = await desktop.describe(signal);
  const display = chooseDisplay(request.displayIndex, displays);
  const listing = readWindow(request, display, desktop, signal);
  const [frame, [front, list], { screen }] = await Promise.all([
    captureWhole(request, display, listing, desktop, signal),
    listing,
    desktop.presence(signal),
  ]);
  const zoomed = request.zoom === null ? null : await captureZoomed(request.zoom, display, desktop, signal);
  const { elements, note, isLate, isAllRead, address } = list;
  return {
    frame,
    zoomed,
    front,
    screen,
    ...(lacks === undefined ? {} : { lacks }),
    elements,
    elementsNote: note,
    ...(isAllRead === true ? { isAllRead } : {}),
    ...(isLate ? { isListLate: true } : {}),
    ...(address === undefined ? {} : { address }),
  };
}

/** Time to read a window that has too few elements, as nothing else names its content. */
const THIN_MS = 2500;

async function captureWhole(
  { ring }: LookRequest,
  display: Display,
  listing: Promise<unknown>,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<Frame> {
  const isReadable = desktop.see === undefined ? {} : { isReadable: true };
  const request = { display: display.index, ...pictureSizeFor(display), ...isReadable };
  const frame = await desktop.capture(ring === null ? request : { ...request, ring }, signal);
  const { see } = desktop;
  if (see === undefined) return frame;
  // A window with few elements is read for the list and for this picture; with enough elements the picture does not wait for the list.
  await listing.catch(() => undefined);
  return (await see(frame, { withinMs: 0 }, signal)).frame;
}

async function readWindow(
  { windowAfter, patience }: LookRequest,
  display: Display,
  desktop: Desktop,
  signal: AbortSignal,
) {
  await windowAfter?.();
  return Promise.all([frontOn(display, desktop, signal), listElements(display, desktop, signal, patience)]);
}

/** The window in front; where it is only when that is on this display. */
export async function frontOn(
  display: Display,
  desktop: Pick<Desktop, 'front'>,
  signal: AbortSignal,
): Promise<FrontWindow> {
  const front = await desktop.front(signal);
  return front.display === undefined || front.display === display.index ? front : { ...front, box: null };
}

/** The display people call by this number, or the first one when it is not connected now. */
export async function findDisplay(index: number, desktop: Desktop, signal: AbortSignal): Promise<Display> {
  return chooseDisplay(index, (await desktop.describe(signal)).displays);
}

function chooseDisplay(index: number, displays: readonly Display[]): Display {
  const display = displays.find((candidate) => candidate.index === index) ?? displays[0];
  if (display === undefined)
    throw new SaidError(say`The desktop reports no display at all; connect one or wake the computer.`);
  return display;
}

function captureZoomed(box: Box, display: Display, desktop: Desktop, signal: AbortSignal): Promise<Frame> {
  return desktop.capture({ display: display.index, ...pictureSizeFor(box), crop: box }, signal);
}

export interface Listed {
  readonly elements: readonly UiElement[];
  readonly note: Text;
  readonly isLate: boolean;
  /** See `Observation`. */
  readonly isAllRead?: boolean;
  readonly address?: string | undefined;
}

/**
 * Never rejects except with the signal's reason: `note` says what is missing. A late list is asked for once more with more patience; a window with
 * too few elements is read.
 */
export async function listElements(
  display: Display,
  desktop: Pick<Desktop, 'see' | 'capture' | 'front' | 'elements'>,
  signal: AbortSignal,
  patience = 1,
): Promise<Listed> {
  // Asked at the same time as the list; needed only to decide whether the list is enough.
  const seen = desktop.see === undefined ? null : frontOn(display, desktop, signal);
  seen?.catch(() => undefined);
  const first = await listTold(display, desktop, signal, patience);
  const told =
    first.isLate && patience < SECOND_PATIENCE ? await listTold(display, desktop, signal, SECOND_PATIENCE) : first;
  if (seen === null) return told;
  const front = await seen;
  return isThin(told.elements, front, display.density) ? await readBeside(told, front, display, desktop, signal) : told;
}

/** The application's own list, asked for once. Never rejects except with the signal's reason. */
export async function listTold(
  display: Display,
  desktop: Pick<Desktop, 'elements'>,
  signal: AbortSignal,
  patience: number,
): Promise<Listed> {
  try {
    const list = await desktop.elements({ app: null, display, patience }, withLimit(ELEMENTS_MS * patience, signal));
    const note = list.coverage === 'complete' ? '' : list.reason;
    return { elements: list.elements, note, isLate: list.isLate === true, address: list.address };
  } catch (error) {
    if (signal.aborted) throw error;
    return {
      elements: [],
      note: say`The list of elements did not arrive in time; the picture is all there is to go by.`,
      isLate: true,
    };
  }
}

/** The list with elements read from pixels; its note says that it may be incomplete. */
async function readBeside(
  told: Listed,
  front: FrontWindow,
  display: Display,
  desktop: Pick<Desktop, 'see' | 'capture'>,
  signal: AbortSignal,
): Promise<Listed> {
  const read = await readScreen(display, front.box ?? null, desktop, signal);
  if (read === null) return told;
  const elements = withReadText(told.elements, read, front);
  if (!isReadWhole(read, front.box ?? null)) return { ...told, elements, note: UNREAD };
  return { ...told, elements, note: READ, isAllRead: true };
}

const READ = say`This application tells little of its window; texts marked “read” were read from the screen.`;
const UNREAD = say`This application tells little of its window, and not all of it could be read from the screen in time.`;

/** Text on the display now; `first`: the part to read first. null when the system cannot read the screen. */
export async function readScreen(
  display: Display,
  first: Box | null,
  desktop: Pick<Desktop, 'see' | 'capture'>,
  signal: AbortSignal,
): Promise<Reading | null> {
  if (desktop.see === undefined) return null;
  const request = { display: display.index, width: LITTLE_PX, height: LITTLE_PX, isReadable: true };
  const frame = await desktop.capture(request, signal);
  const wish = { withinMs: THIN_MS, ...(first === null ? {} : { first }) };
  return (await desktop.see(frame, wish, signal)).read;
}

/** Nothing in this part of the display was left unread; null: of all of it. */
export function isReadWhole({ unread }: Reading, part: Box | null): boolean {
  return !unread.some((box) => part === null || isMeeting(box, part));
}

/** A picture that is read and not shown need not be large. */
const LITTLE_PX = 64;
