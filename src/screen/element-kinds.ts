/** Kinds of elements by role: controls, text to read, and containers of others. */
import type { UiElement } from '../ports/desktop.ts';

const HOLDING: readonly string[] = ['group', 'dialog', 'alert', 'form', 'notification', 'window', 'list', 'table'];
const READING: readonly string[] = ['text', 'heading', 'image', 'tooltip', 'progress bar', 'level'];
const FIELDS: readonly string[] = ['field', 'password field', 'number field', 'date field'];
/** Rows: usable themselves, and so may be what they contain. */
const ROWS: readonly string[] = ['row', 'cell', 'list item', 'tree item', 'item', 'canvas'];

/** Whether an element contains others, so that its name is not that of a clicked element inside. */
export function isHolding({ role }: Pick<UiElement, 'role'>): boolean {
  return HOLDING.includes(role);
}

/** Plain text and pictures: a click on them is meant for the element around them. */
export function isReading({ role }: Pick<UiElement, 'role'>): boolean {
  return READING.includes(role);
}

/** A button, a link, a field: a click there is for it, whatever is drawn on it. */
export function isControl(element: Pick<UiElement, 'role'>): boolean {
  return isActionable(element) && !ROWS.includes(element.role);
}

/** Whether it takes text. */
export function isField({ role }: Pick<UiElement, 'role'>): boolean {
  return FIELDS.includes(role);
}

export function isActionable(element: Pick<UiElement, 'role'>): boolean {
  return !isHolding(element) && !isReading(element);
}
