/** What an act shows on the screen by itself, and whether a change is its complete effect, so that waiting can end. Pure. */
import { parseKeys } from '../../action/keys.ts';
import { isAnsweredByItsText } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { Box, Fingerprint, Place, UiElement } from '../../ports/desktop.ts';
import { surroundings } from '../basis.ts';
import { tilesOf } from '../fingerprints.ts';
import { type Difference, isTiny, smallPart } from '../tile-history.ts';

export type ExpectedAnswer =
  /** Typed text: any change is the effect, and nothing more follows. */
  | { readonly kind: 'text' }
  /** A copy: it shows nothing. */
  | { readonly kind: 'nothing' }
  /** Unknown: a large change counts as the effect. */
  | { readonly kind: 'unknown' }
  /** Scrolling: the effect may be anywhere, and nothing more follows. */
  | { readonly kind: 'anywhere' }
  /** A field or a check box: the effect shows there, and nothing more follows. */
  | { readonly kind: 'itself'; readonly box: Box }
  /** A button: it looks pressed itself, and a change elsewhere is the effect. */
  | { readonly kind: 'elsewhere'; readonly box: Box };

/** Roles whose effect shows on themselves. Not a combo box, which opens a list, nor a link, which opens a page. */
const FIELDS: readonly string[] = ['field', 'text area', 'number field', 'date field', 'password field'];
const ANSWERS_ITSELF: readonly string[] = [...FIELDS, 'check box', 'radio button', 'switch', 'slider'];
const EDITING_KEYS: readonly string[] = [
  ...['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown'],
  ...['backspace', 'delete', 'tab', 'space'],
];
/** With Control or Command: select all, cut, paste, undo, redo. */
const EDITING_CHORDS: readonly string[] = ['a', 'x', 'v', 'z', 'y'];
const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };
/** A ring or a shadow around it. */
const RING_PT = 8;
/** No sign of waiting pauses for longer, ms. */
const PAUSE_MS = 250;
/** One paint may take three frames, ms; a spinner goes on longer. */
const ONE_PAINT_MS = 50;

export interface ActedOn {
  readonly action: Action;
  readonly place: Place | null;
  readonly element: UiElement | null;
  /** Element with the focus. */
  readonly focused: UiElement | null;
  /** All of the window is listed: where no element is, nothing looks pressed. */
  readonly isListed: boolean;
  readonly display: Place['display'];
}

export function expectedAnswer({ action, place, element, focused, isListed, display }: ActedOn): ExpectedAnswer {
  if (isAnsweredByItsText(action)) return { kind: 'text' };
  if (action.action === 'type' && focused !== null && staysInFields(action.text, focused)) return { kind: 'text' };
  // A drag shows its effect while it moves, and no button stays pressed.
  if (action.action === 'drag') return { kind: 'elsewhere', box: NOWHERE };
  if (action.action === 'scroll') return { kind: 'anywhere' };
  if (action.action === 'key') {
    if (focused === null || !ANSWERS_ITSELF.includes(focused.role)) return { kind: 'unknown' };
    if (isChord(action.keys, ['c']) && FIELDS.includes(focused.role)) return { kind: 'nothing' };
    return isEditing(action.keys) ? { kind: 'itself', box: around(focused.box, display) } : { kind: 'unknown' };
  }
  if (place === null || (element === null && !isListed)) return { kind: 'unknown' };
  const isItself = action.action === 'click' && element !== null && ANSWERS_ITSELF.includes(element.role);
  return { kind: isItself ? 'itself' : 'elsewhere', box: around(element?.box ?? surroundings(place), display) };
}

/** Whether these changes are the complete effect, as far as can be told. `changed`: without what changes by itself. */
export function isWholeAnswer(changed: readonly Difference[], answer: ExpectedAnswer, before: Fingerprint): boolean {
  if (changed.length === 0) return false;
  if (answer.kind === 'text' || answer.kind === 'anywhere' || changed.length > smallPart(before)) return true;
  if (answer.kind === 'unknown' || answer.kind === 'nothing') return false;
  const own = tilesOf(answer.box, before);
  if (answer.kind === 'itself') return changed.some(({ tile }) => own.has(tile));
  const beside = changed.filter((one) => !own.has(one.tile) && isDone(one));
  // A tiny change may be an unknown caret, or the tick of a clock.
  return (
    beside.length > 0 &&
    !isTiny(
      beside.map(({ tile }) => tile),
      before.columns,
    )
  );
}

/** A change in one piece; a change in several may be a spinner. */
function isDone({ isRestless, movedMs, restMs }: Difference): boolean {
  return !isRestless && (movedMs <= ONE_PAINT_MS || restMs >= PAUSE_MS);
}

/** Tabs lead on from field to field; lines stay in a text area, but for Enter at the end, which may send it. */
function staysInFields(text: string, { role }: UiElement): boolean {
  return FIELDS.includes(role) && !text.endsWith('\n') && (role === 'text area' || !text.includes('\n'));
}

function isEditing(keys: string): boolean {
  const parsed = parseKeys(keys);
  if (!parsed.ok) return false;
  const { key, modifiers } = parsed.combo;
  const isPlain = modifiers.every((modifier) => modifier === 'shift');
  return isPlain ? EDITING_KEYS.includes(key) || [...key].length === 1 : isChord(keys, EDITING_CHORDS);
}

/** One of these with Control or Command alone. */
function isChord(keys: string, letters: readonly string[]): boolean {
  const parsed = parseKeys(keys);
  if (!parsed.ok || parsed.combo.modifiers.length !== 1) return false;
  const [modifier = ''] = parsed.combo.modifiers;
  return ['ctrl', 'control', 'cmd'].includes(modifier) && letters.includes(parsed.combo.key);
}

function around({ x, y, width, height }: Box, { density }: Place['display']): Box {
  const ring = RING_PT * density;
  return { x: x - ring, y: y - ring, width: width + 2 * ring, height: height + 2 * ring };
}
