/** The screen, pointer, keyboard and clipboard of the computer. */
import { SaidError } from '../words/said-error.ts';
import { say, type Text } from '../words/say.ts';
import type { Box, Display, Fingerprint, Frame } from './frame.ts';
import type { SeenFrame, SeeWish } from './sight.ts';

export type { Box, CoverFacts, Display, Fingerprint, Frame } from './frame.ts';

/** A permission that this system has not given, and the program that has to be allowed for it. */
export interface Lack {
  /** `touch`: to click and type; `see`: to see windows. */
  readonly permission: 'touch' | 'see';
  /** As the list of the system's settings shows it, or the path that has to be added there. */
  readonly program: string;
  /** Its path changes with its next upgrade, and the permission is gone then. */
  readonly isMoving: boolean;
}

export interface DesktopInfo {
  readonly platform: 'x11' | 'macos';
  /** What the ready line shows: `:0` on X11, the host's display name on a Mac. */
  readonly name: string;
  readonly displays: readonly Display[];
  /** Left out where the system asks for no permissions, or has given all. */
  readonly lacks?: readonly Lack[];
}

/** A pixel of one display: x in 0…width−1, y in 0…height−1, counted from that display's own top-left corner. */
export interface Place {
  readonly display: Display;
  readonly x: number;
  readonly y: number;
}

export interface CaptureRequest {
  /** Display index, from 1. */
  readonly display: number;
  /** Longest allowed picture: the adapter scales the display (or crop) into it, never up. */
  readonly width: number;
  readonly height: number;
  /** Only this part of the display. */
  readonly crop?: Box;
  /** Draw a ring around this pixel of the display (the last action's point). */
  readonly ring?: { readonly x: number; readonly y: number };
  /** With `luma`; for the whole display only. */
  readonly isReadable?: boolean;
}

export interface FrontWindow {
  /** Application name as people know it (X11: WM_CLASS; macOS: localized name); '' when there is none. */
  readonly app: string;
  /** macOS: its bundle identifier, the same in every language; left out where there is none. Rules go by it, people by the name. */
  readonly bundle?: string;
  readonly title: string;
  readonly pid: number | null;
  /** The same window has the same id as long as it is open; left out where nobody can tell. */
  readonly window?: string;
  /** Where it is, in pixels of its display; left out or null when it cannot be told. */
  readonly box?: Box | null;
  /** The index of the display that `box` is on; left out where there is but one. */
  readonly display?: number;
}

/** What holds elements that belong together: a dialog, a form, a row, a menu. */
export interface Container {
  /** The same one has the same id from look to look, as long as it is there. */
  readonly id: string;
  readonly role: string;
  readonly name: string;
  readonly box: Box;
  /** Whatever else there is cannot be worked while it is open. */
  readonly isModal: boolean;
}

/** One thing a person could point at. Boxes are pixels of the look's display. */
export interface UiElement {
  /** The element's number in this observation, from 1, in reading order. */
  readonly number: number;
  readonly role: string;
  readonly name: string;
  readonly value: string;
  readonly box: Box;
  readonly isFocused: boolean;
  readonly isEnabled: boolean;
  /** A password field: its value is never read and its pixels are covered. */
  readonly isSecure: boolean;
  /** A list of choices that takes no text; left out where it does, or nobody can tell. */
  readonly isChoice?: true;
  /** The nearest container around it; left out where there is none but the window, or nobody can tell. */
  readonly container?: Container;
  /** It stands in a document, as the page of a browser is one; left out outside of it, and where nobody can tell. */
  readonly isInPage?: true;
  /** Its name was read from the screen: nothing tells it. Left out where the application tells it. */
  readonly isRead?: boolean;
}

export interface ElementList {
  readonly elements: readonly UiElement[];
  /** `complete`; `partial` when a cap was reached; `unavailable` when this desktop cannot list elements (`reason` says why). */
  readonly coverage: 'complete' | 'partial' | 'unavailable';
  readonly reason: Text;
  /** A moment later it would tell more: time was too short, or the application did not answer. Left out where not. */
  readonly isLate?: boolean;
  /** Address of the document in front; left out where there is none, or nobody can tell. */
  readonly address?: string;
}

/** Stands in reasons for an application that has no name, or where no window is in front. */
export const NAMELESS_APP = say`The application in front`;

/**
 * `locked`: clicks would go to who asks for the password. `asleep`: the display is off, or shows its saver. `unseen`, `untouched`: the
 * system does not let Deskhand see windows, or click and type (a Mac's permissions).
 */
export type ScreenState = 'on' | 'locked' | 'asleep' | 'unseen' | 'untouched';

/** Whether the screen can be worked, and whether somebody sits at it. */
export interface Presence {
  /** `on` also where nobody can tell. */
  readonly screen: ScreenState;
  /**
   * What a person did with the computer's own keys, mouse buttons and wheel so far, ours not counted; null where that cannot be told from
   * ours (X11).
   */
  readonly keysPressed: number | null;
}

/** What was pressed on a display, by whomever. */
export interface Presses {
  /** Where a mouse button went down. */
  readonly clicks: readonly Place[];
  readonly keys: number;
}

/**
 * What came of typing. `read`: it stands in the field that has the focus. `unread`: nobody can tell. `otherwise`: something else stands
 * there; of a secure field nothing is ever read.
 */
export type Typed = { readonly arrived: 'read' | 'unread' } | { readonly arrived: 'otherwise'; readonly shown: string };

export type MouseButton = 'left' | 'right' | 'middle';
export type Direction = 'up' | 'down' | 'left' | 'right';

/**
 * Works the desktop. Every method rejects with the signal's reason soon after it aborts and then sends no further input event;
 * with `DesktopLost` when the display is gone; with `Refused` when the request itself cannot be carried out (unknown key, a
 * display that changed since `Place` was made, control characters in text) and nothing was sent.
 */
export interface Desktop {
  describe(signal: AbortSignal): Promise<DesktopInfo>;
  /** Password fields and windows that keep secrets are black in the picture; `fingerprint` and `isBlack` are of the screen as it is. */
  capture(request: CaptureRequest, signal: AbortSignal): Promise<Frame>;
  /** Reads a captured frame and covers the secrets in it; left out where nothing reads the screen. */
  readonly see?: ((frame: Frame, wish: SeeWish, signal: AbortSignal) => Promise<SeenFrame>) | undefined;
  /** The fingerprint alone: much cheaper than a capture; for settling. */
  fingerprint(display: number, signal: AbortSignal): Promise<Fingerprint>;
  /**
   * What the windows, and the elements of the one in front, say of the screen: the same string as long as nothing of that changes. For
   * settling where a picture takes long; null where pictures are quick.
   */
  glimpse(signal: AbortSignal): Promise<string | null>;
  front(signal: AbortSignal): Promise<FrontWindow>;
  /** Whose window is topmost at this place: a click there goes to it, whatever is in front. null when none is, or it cannot be told. */
  windowAt(place: Place, signal: AbortSignal): Promise<FrontWindow | null>;
  /** Titles of the windows on the screen, topmost first; `Refused` where the system keeps them from us. */
  titles(signal: AbortSignal): Promise<readonly string[]>;
  /**
   * Elements of the front window, or of `app`: at most 200 in 250 ms times `patience` (1), then a partial list that says so. Trees are followed 64
   * levels down, for what is on a page in Chromium begins below the twelfth.
   */
  elements(
    request: { readonly app: string | null; readonly display: Display; readonly patience?: number },
    signal: AbortSignal,
  ): Promise<ElementList>;
  /** Links, buttons and fields of the page in front, where the browser lets them be read. Their numbers count nowhere else. */
  webElements(display: Display, signal: AbortSignal): Promise<ElementList>;
  /** Presses an element through accessibility; false when it cannot be pressed that way (click its center instead). */
  press(element: UiElement, signal: AbortSignal): Promise<boolean>;
  focus(element: UiElement, signal: AbortSignal): Promise<boolean>;
  setValue(element: UiElement, text: string, signal: AbortSignal): Promise<boolean>;

  /** Where the pointer is. */
  cursor(signal: AbortSignal): Promise<Place>;
  move(to: Place, signal: AbortSignal): Promise<void>;
  click(at: Place, button: MouseButton, count: number, signal: AbortSignal): Promise<void>;
  /** `at` null: where the pointer is. Presses or releases the left button. */
  mouseDown(at: Place | null, signal: AbortSignal): Promise<void>;
  mouseUp(at: Place | null, signal: AbortSignal): Promise<void>;
  drag(from: Place, to: Place, signal: AbortSignal): Promise<void>;
  /** `at` null: where the pointer is. `amount` in wheel notches. */
  scroll(at: Place | null, direction: Direction, amount: number, signal: AbortSignal): Promise<void>;
  /**
   * Types exactly this text into whatever has the focus. In a terminal tab and newline are keys; elsewhere they are characters, but
   * for newlines at the very end, which are the Return key, and are not pressed after a text that arrived otherwise. `Refused` when
   * what has the focus is known to take no text. A stop ends it in between.
   */
  type(text: string, signal: AbortSignal): Promise<Typed>;
  /** `keys` as in the contract ("cmd+s"; X11, macOS and Anthropic spellings). */
  key(keys: string, repeat: number, signal: AbortSignal): Promise<void>;
  holdKey(keys: string, ms: number, signal: AbortSignal): Promise<void>;
  /**
   * Keeps exactly these keys down from now on, under whatever else is done; an empty list lets go of them. While any is down `type` is
   * `Refused`: other text would arrive. Whatever ends these hands lets go of them.
   */
  keepDown(keys: readonly string[], signal: AbortSignal): Promise<void>;
  clipboardRead(signal: AbortSignal): Promise<string>;
  /** Stands for what somebody else than these hands copied last: another string after each copy; null where that cannot be told. */
  clipboardCopy(signal: AbortSignal): Promise<string | null>;
  clipboardWrite(text: string, signal: AbortSignal): Promise<void>;
  presence(signal: AbortSignal): Promise<Presence>;
  /**
   * What was pressed since this was asked last, less than two seconds ago; else nothing. Ours is among it, so it is asked while nothing
   * of ours is under way. null where it cannot be told.
   */
  presses(signal: AbortSignal): Promise<Presses | null>;
  /** Switches a display on that is asleep; one that is locked stays locked. */
  wake(signal: AbortSignal): Promise<void>;
  /** While this is wanted the screen does not sleep, lock or go blank by itself, as far as the system lets us; until `close` at most. */
  stayAwake(isWanted: boolean, signal: AbortSignal): Promise<void>;
  /** Lets go of every key and button this desktop may be holding. Safe to call at any time. */
  releaseAll(signal: AbortSignal): Promise<void>;
  /** Ends helper processes and lets go of everything. */
  close(): Promise<void>;
}

/** The display is gone or cannot be reached; the desktop tries to come back by itself. */
export class DesktopLost extends SaidError {
  override readonly name = 'DesktopLost';
}

/** The request makes no sense here; nothing was done. The text says why, in words the model or a person can act on. */
export class Refused extends SaidError {
  override readonly name = 'Refused';
}

/** Pushing the pointer into the top left corner of a display (in pixels) is a person's way to stop everything. */
const CORNER_PX = 2;

export function isCorner({ x, y }: Pick<Place, 'x' | 'y'>): boolean {
  return x < CORNER_PX && y < CORNER_PX;
}
