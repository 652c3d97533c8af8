/** One fresh look: picture, front window, elements; bounded in time. */
import type { Box, Desktop, Display, Frame, FrontWindow, Lack, ScreenState, UiElement } from '../ports/desktop.ts';
import { SaidError } from '../words/said-error.ts';
import { say, type Text } from '../words/say.ts';
import { pictureSizeFor } from './picture-size.ts';

export interface Observation {
  readonly frame: Frame;
  /** The part asked for by `zoom`, as a second picture; null without one. */
  readonly zoomed: Frame | null;
  readonly front: FrontWindow;
  readonly screen: ScreenState;
  /** What the system does not allow, and for which program. */
  readonly lacks?: readonly Lack[];
  readonly elements: readonly UiElement[];
  /** Why the list of elements is missing or not whole; ''. */
  readonly elementsNote: Text;
  /** A moment later the list would tell more. Left out where not. */
  readonly isListLate?: boolean;
  /** Of the document in front; left out where there is none, or nobody can tell. */
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

/** Longest time the list of elements may take; without it the look goes on. */
const ELEMENTS_MS = 400;

/** Rejects with `Refused` when the display does not exist, with `DesktopLost` when the desktop is gone. */
export async function observe(request: LookRequest, desktop: Desktop, signal: AbortSignal): Promise<Observation> {
  const { displays, lacks } = await desktop.describe(signal);
  const display = chooseDisplay(request.displayIndex, displays);
  const [frame, [front, list], { screen }] = await Promise.all([
    desktop.capture(
      { display: display.index, ...pictureSizeFor(display), ...(request.ring === null ? {} : { ring: request.ring }) },
      signal,
    ),
    readWindow(request, display, desktop, signal),
    desktop.presence(signal),
  ]);
  const zoomed = request.zoom === null ? null : await captureZoomed(request.zoom, display, desktop, signal);
  const { elements, note, isLate, address } = list;
  return {
    frame,
    zoomed,
    front,
    screen,
    ...(lacks === undefined ? {} : { lacks }),
    elements,
    elementsNote: note,
    ...(isLate ? { isListLate: true } : {}),
    ...(address === undefined ? {} : { address }),
  };
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
  readonly address?: string | undefined;
}

/** Never rejects but with the signal's reason: what is missing is said in `note`. */
export async function listElements(
  display: Display,
  desktop: Desktop,
  signal: AbortSignal,
  patience = 1,
): Promise<Listed> {
  try {
    const list = await desktop.elements(
      { app: null, display, patience },
      AbortSignal.any([signal, AbortSignal.timeout(ELEMENTS_MS * patience)]),
    );
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
