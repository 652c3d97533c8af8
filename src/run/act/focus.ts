/** Keyboard focus between two looks, as far as it is known: the element that was clicked has it, and some keys move it on. */

import { parseKeys } from '../../action/keys.ts';
import { isInputBy, isTouching, traitsOf } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { Clock } from '../../ports/clock.ts';
import type { UiElement } from '../../ports/desktop.ts';
import type { Observation } from '../../screen/observe.ts';

export interface Focus {
  /** null: not known. */
  readonly element: UiElement | null;
  /** Keys moved it since the last click: it may be on anything that can be pressed. */
  readonly isMoved: boolean;
  /** The right button, or a key that opens menus, was the last to go there. */
  readonly isMenu: boolean;
  /** Element that had the focus before keys moved it; a look that still shows the focus there is out of date. null: unknown. */
  readonly from: UiElement | null;
  /** Time of the act that moved the focus there, milliseconds since 1970. */
  readonly at: number;
}

/** Focus left by an earlier run or by the page itself; treated as moved by keys. */
export const UNKNOWN_FOCUS: Focus = {
  element: null,
  isMoved: true,
  isMenu: false,
  from: null,
  at: Number.NEGATIVE_INFINITY,
};

/** Keys that move the focus from one element to the next. */
const MOVING = ['tab', 'up', 'down', 'left', 'right', 'f6'];

/** Focus after this act; `element` is the target of the act. */
export function moveFocus(before: Focus, action: Action, element: UiElement | null, at: number): Focus {
  if (traitsOf(action).opensWindow === true) return { element: null, isMoved: false, isMenu: false, from: null, at };
  // The target does not exist, so the act changed nothing.
  if (!isTouching(action) || (isInputBy(action, 'element') && element === null)) return before;
  if ('keys' in action) {
    const isMenu = opensMenu(action.keys) || (before.isMenu && !closesMenu(action.keys));
    return mayMove(action.keys) ? { ...movedOn(before, at), isMenu } : { ...before, isMenu };
  }
  // A typed tab moves the focus to the next field.
  if (isInputBy(action, 'keys')) return action.text.includes('\t') ? movedOn(before, at) : before;
  return { element, isMoved: false, isMenu: opensContextMenu(action), from: null, at };
}

function movedOn({ element, from }: Focus, at: number): Focus {
  return { element: null, isMoved: true, isMenu: false, from: element ?? from, at };
}

/** After keys moved the focus, an application may still report the old element for this long, ms. */
export const FOCUS_TOLD_MS = 2500;

/** Keyboard focus by application, as far as the run's own acts tell it. */
export interface FocusMemory {
  /** null: nothing is known there. */
  of(app: string): Focus | null;
  /** Notes an act in this application; `element` is the target of the act. */
  note(action: Action, app: string, element: UiElement | null): void;
}

export function createFocusMemory(clock: Pick<Clock, 'now'>): FocusMemory {
  const known = new Map<string, Focus>();
  return {
    of: (app) => known.get(app) ?? null,
    note(action, app, element) {
      known.set(app, moveFocus(known.get(app) ?? UNKNOWN_FOCUS, action, element, clock.now()));
    },
  };
}

/** Focus shown by a look, when the look is newer than the last act and its list of elements is not late. */
export function focusAt({ elements, frame }: Observation, known: Focus): Omit<Focus, 'at' | 'from'> {
  const isInTime = known.isMoved ? frame.takenAt - known.at >= FOCUS_TOLD_MS : frame.takenAt > known.at;
  const shown = isInTime ? (elements.find(({ isFocused }) => isFocused) ?? null) : null;
  return shown === null || (known.isMoved && isSame(shown, known.from))
    ? known
    : { element: shown, isMoved: false, isMenu: known.isMenu };
}

export function isSame(one: UiElement, other: UiElement | null): boolean {
  return (
    other !== null &&
    one.role === other.role &&
    one.name === other.name &&
    one.box.x === other.box.x &&
    one.box.y === other.box.y
  );
}

/** Alt with a letter, F10, the menu key; not the keys that switch windows or go back. */
function opensMenu(keys: string): boolean {
  const parsed = parseKeys(keys);
  if (!parsed.ok) return false;
  const { key, modifiers } = parsed.combo;
  return key === 'f10' || key === 'menu' || key === 'alt' || (modifiers.includes('alt') && /^[\p{L}\p{N}]$/u.test(key));
}

function closesMenu(keys: string): boolean {
  const parsed = parseKeys(keys);
  return parsed.ok && (parsed.combo.key === 'escape' || parsed.combo.key === 'enter');
}

function mayMove(keys: string): boolean {
  const parsed = parseKeys(keys);
  if (!parsed.ok) return true;
  const { key, modifiers } = parsed.combo;
  // Alt with a letter activates the control that underlines this letter, and so may move the focus.
  return MOVING.includes(key) || modifiers.includes('alt');
}

/** On a Mac a click with Control held counts as a right click. */
function opensContextMenu(action: Action): boolean {
  if (action.action !== 'click') return false;
  const held = (action.modifiers ?? []).map(parseKeys);
  return action.button === 'right' || held.some((keys) => keys.ok && keys.combo.key === 'control');
}
