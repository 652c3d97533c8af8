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
  /** The program's path changes with its next upgrade, which loses the permission. */
  readonly isMoving: boolean;
}

export interface DesktopInfo {
  readonly platform: 'x11' | 'macos';
  /** What the ready line shows: `:0` on X11, the host's display name on a Mac. */
  readonly name: string;
  readonly displays: readonly Display[];
  /** Left out when the system needs no permissions, or has granted all. */
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
  /** Also returns `luma`; for the whole display only. */
  readonly isReadable?: boolean;
}

export interface FrontWindow {
  /** Application name as people know it (X11: WM_CLASS; macOS: localized name); '' when there is none. */
  readonly app: string;
  /** macOS: its bundle identifier, the same in every language; left out where there is none. Rules go by it, people by the name. */
  readonly bundle?: string;
  readonly title: string;
  readonly pid: number | null;
  /** Id of the window, the same as long as it is open; left out when unknown. */
  readonly window?: string;
  /** Its box in pixels of its display; left out or null when unknown. */
  readonly box?: Box | null;
  /** Index of the display that `box` is on; left out with a single display. */
  readonly display?: number;
}

/** A container of elements that belong together: a dialog, a form, a row, a menu. */
export interface Container {
  /** The same from look to look, as long as the container exists. */
  readonly id: string;
  readonly role: string;
  readonly name: string;
  readonly box: Box;
  /** While it is open nothing else can be used. */
  readonly isModal: boolean;
}

/** An element that a person could point at. Boxes are in pixels of the look's display. */
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
  /** True for a list of choices that takes no text; left out otherwise, or when unknown. */
  readonly isChoice?: true;
  /** The nearest container around it; left out when that is the window, or unknown. */
  readonly container?: Container;
  /** True inside a document, such as a browser's page; left out outside, and when unknown. */
  readonly isInPage?: true;
  /** Whether its name was recognised from pixels. Left out when the application gives the name. */
  readonly isRead?: boolean;
}

export interface ElementList {
  readonly elements: readonly UiElement[];
  /** `complete`; `partial` when a cap was reached; `unavailable` when this desktop cannot list elements (`reason` says why). */
  readonly coverage: 'complete' | 'partial' | 'unavailable';
  readonly reason: Text;
  /** Whether a list taken later would have more, since time ran out or the application did not answer. Left out when false. */
  readonly isLate?: boolean;
  /** Address of the document in front; left out when there is none or it is unknown. */
  readonly address?: string;
}

/** Used in reasons for an application without a name, or when no window is in front. */
export const NAMELESS_APP = say`The application in front`;

/**
 * `locked`: clicks would go to who asks for the password. `asleep`: the display is off, or shows its saver. `unseen`, `untouched`: the
 * system does not let Deskhand see windows, or click and type (a Mac's permissions).
 */
export type ScreenState = 'on' | 'locked' | 'asleep' | 'unseen' | 'untouched';

/** Whether the screen can be worked, and what a person does at it. */
export interface Presence {
  /** `on` also when unknown. */
  readonly screen: ScreenState;
  /** Number of keys, mouse buttons and wheel events of the person so far, without Deskhand's own; null where the two cannot be told apart (X11). */
  readonly keysPressed: number | null;
}

/** Input on a display, from a person or from Deskhand. */
export interface Presses {
  /** Where a mouse button went down. */
  readonly clicks: readonly Place[];
  readonly keys: number;
}

/**
 * Result of typing. `read`: the focused field contains the text. `unread`: unknown. `otherwise`: the field contains something else; a secure field is
 * never read.
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
  /** Password fields and windows of private applications are black in the picture; `fingerprint` and `isBlack` describe the screen without covers. */
  capture(request: CaptureRequest, signal: AbortSignal): Promise<Frame>;
  /** Reads a captured frame and covers the secrets in it; left out where nothing reads the screen. */
  readonly see?: ((frame: Frame, wish: SeeWish, signal: AbortSignal) => Promise<SeenFrame>) | undefined;
  /** The fingerprint alone: much cheaper than a capture; for settling. */
  fingerprint(display: number, signal: AbortSignal): Promise<Fingerprint>;
  /**
   * A string that describes the windows and the elements of the one in front; it is the same as long as none of them changes. For settling where a
   * picture takes long; null where pictures are quick.
   */
  glimpse(signal: AbortSignal): Promise<string | null>;
  front(signal: AbortSignal): Promise<FrontWindow>;
  /** The topmost window at this place, which a click there goes to, whatever is in front. null when there is none, or it is unknown. */
  windowAt(place: Place, signal: AbortSignal): Promise<FrontWindow | null>;
  /** Titles of the windows on the screen, topmost first; `Refused` when the system denies them. */
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
   * Types exactly this text into the focused element. In a terminal tab and newline are keys; elsewhere they are characters, except newlines at the
   * very end, which are the Return key and are not pressed when the text arrived differently. `Refused` when the focused element is known to take no
   * text. A stop ends it in between.
   */
  type(text: string, signal: AbortSignal): Promise<Typed>;
  /** `keys` as in the contract ("cmd+s"; X11, macOS and Anthropic spellings). */
  key(keys: string, repeat: number, signal: AbortSignal): Promise<void>;
  holdKey(keys: string, ms: number, signal: AbortSignal): Promise<void>;
  /**
   * Holds exactly these keys from now on, during all other input; an empty list releases them. While any is held `type` is `Refused`, since other
   * text would arrive. Everything that ends the input process releases them.
   */
  keepDown(keys: readonly string[], signal: AbortSignal): Promise<void>;
  clipboardRead(signal: AbortSignal): Promise<string>;
  /** Token of the last copy that was not made by Deskhand: another string after each copy; null when unknown. */
  clipboardCopy(signal: AbortSignal): Promise<string | null>;
  clipboardWrite(text: string, signal: AbortSignal): Promise<void>;
  presence(signal: AbortSignal): Promise<Presence>;
  /**
   * Input since the last call, if that was less than two seconds ago; else none. Deskhand's own is included, so it is called only while no act is
   * under way. null when unknown.
   */
  presses(signal: AbortSignal): Promise<Presses | null>;
  /** Switches a sleeping display on; a locked one stays locked. */
  wake(signal: AbortSignal): Promise<void>;
  /** While wanted, keeps the screen from sleeping, locking or going blank by itself, as far as the system allows; at most until `close`. */
  stayAwake(isWanted: boolean, signal: AbortSignal): Promise<void>;
  /** Lets go of every key and button this desktop may be holding. Safe to call at any time. */
  releaseAll(signal: AbortSignal): Promise<void>;
  /** Ends helper processes and lets go of everything. */
  close(): Promise<void>;
}

/** The display is gone or cannot be reached; the desktop keeps trying to come back. */
export class DesktopLost extends SaidError {
  override readonly name = 'DesktopLost';
}

/** The request makes no sense here; nothing was done. The text says why, in words the model or a person can act on. */
export class Refused extends SaidError {
  override readonly name = 'Refused';
}

/** Size in pixels of the top left corner of a display, into which a person pushes the pointer to stop everything. */
const CORNER_PX = 2;

export function isCorner({ x, y }: Pick<Place, 'x' | 'y'>): boolean {
  return x < CORNER_PX && y < CORNER_PX;
}
