/**
 * Pointer and keys as Quartz events. Each event says itself where it is, which modifiers are held and which click it is: posting is not
 * waited for, and nothing may depend on what an earlier event has left behind.
 */
import type { Direction, MouseButton } from '../../../../src/ports/desktop.ts';
import { SaidError } from '../../../../src/words/said-error.ts';
import { say } from '../../../../src/words/say.ts';
import type { Foundation } from './core-foundation.ts';
import { unitsOf } from './core-foundation.ts';
import { CAPS_LOCK, type MacModifier, MODIFIERS, ownFlags } from './key-codes.ts';
import type { Native, Point, Ref } from './load.ts';

/** CGEventType (CGEventTypes.h). */
const MOVED = 5;
const KEY_DOWN = 10;
const SCROLLED = 22;
const BUTTONS: Readonly<
  Record<MouseButton, { readonly down: number; readonly up: number; readonly dragged: number; readonly number: number }>
> = {
  left: { down: 1, up: 2, dragged: 6, number: 0 },
  right: { down: 3, up: 4, dragged: 7, number: 1 },
  middle: { down: 25, up: 26, dragged: 27, number: 2 },
};
export const KEY_PRESSES: readonly number[] = [KEY_DOWN];
export const CLICKS: readonly number[] = [BUTTONS.left.down, BUTTONS.right.down, BUTTONS.middle.down];
export const ACTS_OF_A_HAND: readonly number[] = [...KEY_PRESSES, ...CLICKS, SCROLLED];

/** CGEventField. */
const CLICK_STATE = 1;
/** kCGHIDEventTap; kCGEventSourceStateHIDSystemState; kCGEventSourceStateCombinedSessionState. */
const HID_TAP = 0;
const HID_STATE = 1;
const SESSION_STATE = 0;
const UNIT_PIXEL = 0;
/** One event takes no more (CGEvent.h names no limit; longer strings were seen to be cut at 20 units). */
export const MOST_UNITS_AN_EVENT = 20;
const KEY_CODES = 128;
/** A wheel notch is about this far. */
const PIXELS_A_NOTCH = 40;
/** NSEventTypeSystemDefined and NX_SUBTYPE_AUX_CONTROL_BUTTONS. */
const SYSTEM_DEFINED = 14;
const AUX_CONTROL_BUTTONS = 8;

export interface Input {
  where(): Point;
  /** Moves the pointer; with a button held this drags. */
  move(to: Point): void;
  button(button: MouseButton, isDown: boolean, at: Point, clickCount: number): void;
  scroll(direction: Direction, notches: number, at: Point): void;
  key(code: number, isDown: boolean): void;
  media(key: number, isDown: boolean): void;
  /** Holds or lets go of a modifier: every event from here on carries it. */
  modifier(modifier: MacModifier, isDown: boolean): void;
  /** Characters as such, whatever the layout; at most `MOST_UNITS_AN_EVENT` units. */
  text(text: string): void;
  /** Releases what is really down: keys of ours, and those that an earlier process left down. */
  releaseAll(): void;
  /** How many events of each type were posted. */
  posted(type: number): number;
}

export function createInput(native: Native, cf: Foundation): Input {
  const { c } = native;
  const source = c.CGEventSourceCreate(HID_STATE);
  // By default the person's own mouse and keys are ignored for a quarter of a second after each of our events.
  if (source !== null) c.CGEventSourceSetLocalEventsSuppressionInterval(source, 0);
  const modifiers = new Set<MacModifier>();
  const keys = new Set<number>();
  const buttons = new Map<MouseButton, Point>();
  const counts = new Map<number, number>();

  const flags = (): number => [...modifiers].reduce((sum, modifier) => sum + MODIFIERS[modifier].flag, 0);
  const post = (type: number, make: () => Ref | null, given: number = flags()): void =>
    cf.scope((own) => {
      const event = own(make());
      if (event === null) throw new SaidError(say`macOS makes no input events`);
      c.CGEventSetFlags(event, given);
      c.CGEventPost(HID_TAP, event);
      counts.set(type, (counts.get(type) ?? 0) + 1);
    });
  const mouse = (type: number, at: Point, number: number, clickCount: number): void =>
    post(type, () => {
      const event = c.CGEventCreateMouseEvent(source, type, at, number);
      if (event !== null) c.CGEventSetIntegerValueField(event, CLICK_STATE, clickCount);
      return event;
    });
  const key = (code: number, isDown: boolean): void => {
    if (isDown) keys.add(code);
    else keys.delete(code);
    post(
      isDown ? KEY_DOWN : KEY_DOWN + 1,
      () => c.CGEventCreateKeyboardEvent(source, code, isDown),
      flags() | ownFlags(code),
    );
  };
  const button = (which: MouseButton, isDown: boolean, at: Point, clickCount: number): void => {
    const { down, up, number } = BUTTONS[which];
    if (isDown) buttons.set(which, at);
    else buttons.delete(which);
    mouse(isDown ? down : up, at, number, clickCount);
  };
  const modifier = (which: MacModifier, isDown: boolean): void => {
    if (isDown) modifiers.add(which);
    else modifiers.delete(which);
    // CGEventCreateKeyboardEvent makes a flagsChanged event (12) of it.
    post(12, () => c.CGEventCreateKeyboardEvent(source, MODIFIERS[which].code, isDown));
  };
  const where = (): Point =>
    cf.scope((own) => {
      const event = own(c.CGEventCreate(null));
      if (event === null) throw new SaidError(say`macOS does not tell where the pointer is`);
      return c.CGEventGetLocation(event);
    });

  return {
    where,
    move: (to) => {
      const [held] = buttons.keys();
      if (held === undefined) mouse(MOVED, to, 0, 0);
      else mouse(BUTTONS[held].dragged, to, BUTTONS[held].number, 1);
    },
    button,
    scroll: (direction, notches, at) => {
      const far = notches * PIXELS_A_NOTCH;
      const vertical = direction === 'up' ? far : direction === 'down' ? -far : 0;
      const horizontal = direction === 'left' ? far : direction === 'right' ? -far : 0;
      post(SCROLLED, () => {
        const event = c.CGEventCreateScrollWheelEvent2(source, UNIT_PIXEL, 2, vertical, horizontal, 0);
        if (event !== null) c.CGEventSetLocation(event, at);
        return event;
      });
    },
    key,
    media: (which, isDown) => {
      // The layout of these events is NSEvent's: the key in the upper half, pressed (0xa) or let go (0xb) in the next byte.
      const state = isDown ? 0xa00 : 0xb00;
      native.inPool(() => {
        const made = native.send.otherEvent(
          native.classOf('NSEvent'),
          SYSTEM_DEFINED,
          { x: 0, y: 0 },
          state,
          0,
          0,
          null,
          AUX_CONTROL_BUTTONS,
          (which << 16) | state,
          -1,
        );
        const event = made === null ? null : native.send.CGEvent(made);
        if (event !== null) c.CGEventPost(HID_TAP, event);
      });
    },
    modifier,
    text: (text) => {
      const units = new Uint16Array(unitsOf(text));
      for (const isDown of [true, false])
        post(
          isDown ? KEY_DOWN : KEY_DOWN + 1,
          () => {
            const event = c.CGEventCreateKeyboardEvent(source, 0, isDown);
            if (event !== null) c.CGEventKeyboardSetUnicodeString(event, units.length, units);
            return event;
          },
          0,
        );
    },
    releaseAll: () => {
      for (const [which, at] of buttons) button(which, false, at, 1);
      for (const code of keys) key(code, false);
      for (const which of modifiers) modifier(which, false);
      for (const which of ['left', 'right', 'middle'] as const)
        if (c.CGEventSourceButtonState(SESSION_STATE, BUTTONS[which].number)) button(which, false, where(), 1);
      for (let code = 0; code < KEY_CODES; code += 1)
        if (code !== CAPS_LOCK && c.CGEventSourceKeyState(SESSION_STATE, code)) key(code, false);
    },
    posted: (type) => counts.get(type) ?? 0,
  };
}
