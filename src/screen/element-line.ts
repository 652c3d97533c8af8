/** One element in one line, for the model: number, role, name, value, and its center in 0–1000. */
import type { Display, UiElement } from '../ports/desktop.ts';
import { oneLine, shorten } from '../words/amounts.ts';

export const ELEMENTS_HEAD = 'Elements: number role "name" =value @x,y';

const MAX_NAME = 48;
const MAX_VALUE = 32;

/** A password's value is never in it. `isNumbered` false: the number counts in another list and would mislead. */
export function renderElement(
  element: UiElement,
  display: Pick<Display, 'width' | 'height'>,
  isNumbered = true,
): string {
  const { box } = element;
  const x = toThousandths(box.x + box.width / 2, display.width);
  const y = toThousandths(box.y + box.height / 2, display.height);
  const value = element.isSecure || element.value === '' ? '' : ` =${quote(element.value, MAX_VALUE)}`;
  const states = [
    element.isFocused ? ' focused' : '',
    element.isEnabled ? '' : ' disabled',
    element.isSecure ? ' password' : '',
    element.isRead === true ? ' read' : '',
  ].join('');
  const number = isNumbered ? `${element.number} ` : '';
  return `${number}${oneLine(element.role)} ${quote(element.name, MAX_NAME)}${value} @${x},${y}${states}`;
}

function toThousandths(pixel: number, size: number): number {
  return Math.min(1000, Math.max(0, Math.round((pixel / size) * 1000)));
}

function quote(text: string, limit: number): string {
  return JSON.stringify(shorten(oneLine(text), limit));
}
