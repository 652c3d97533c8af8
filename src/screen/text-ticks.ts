/** Texts that change by themselves: learned from lists of elements taken while nobody acts. Known after two changes. */
import type { UiElement } from '../ports/desktop.ts';
import { isReading } from './element-kinds.ts';
import { isNear } from './told.ts';

export interface TextTicks {
  /** A list taken now, in order of time. */
  see(elements: readonly UiElement[]): void;
  /** Whether a changed text could be one of them. Never true of amounts and recipients: a change there asks. */
  mayTick(before: UiElement, after: UiElement): boolean;
  /** Whether it is known to be. */
  isTicking(before: UiElement, after: UiElement): boolean;
}

interface TextPlace {
  readonly role: string;
  readonly box: UiElement['box'];
  said: string;
  changes: number;
}

const CHANGES_KNOWN = 2;
const CURRENCY =
  /[$€£¥₹₽₩₺₴฿₿¢]|\b(?:usd|eur|gbp|chf|jpy|cny|inr|btc|eth|euros?|dollars?|pounds?|francs?|franken|cents?)\b/i;
const MONEY_WORD =
  /\b(?:total|amount|sum|price|fee|pay|balance|subtotal|betrag|summe|gesamt\w*|preis|gebühr|zahl\w*|saldo|montant|prix|total\w*|importe|precio|importo|prezzo)\b/i;
/** A mail address, a handle, an IBAN, a long number: whom something goes to. */
const RECIPIENT = /\S@\S|(?:^|\s)@\w|\b[A-Z]{2}\d{2}[ \dA-Z]{8,}\b|\d(?:[ .-]?\d){7,}/;
/** "1,234.56": with decimals it is rather money than a count. */
const DECIMALS = /\d[.,]\d{2}(?!\d)/;

export function createTextTicks(first: readonly UiElement[]): TextTicks {
  const places: TextPlace[] = [];
  const see = (elements: readonly UiElement[]): void => {
    for (const element of elements) {
      if (!isReading(element)) continue;
      const place = find(element);
      if (place === undefined) places.push({ role: element.role, box: element.box, said: textOf(element), changes: 0 });
      else if (place.said !== textOf(element)) {
        place.said = textOf(element);
        place.changes += 1;
      }
    }
  };
  const find = ({ role, box }: UiElement): TextPlace | undefined =>
    places.find((place) => place.role === role && isSameStart(place.box, box));
  see(first);
  return {
    see,
    mayTick,
    isTicking: (before, after) => mayTick(before, after) && (find(before)?.changes ?? 0) >= CHANGES_KNOWN,
  };
}

function mayTick(before: UiElement, after: UiElement): boolean {
  return [before, after].every((element) => isReading(element) && !mayWeigh(element));
}

/** A longer text is wider, from the same corner. */
function isSameStart(one: UiElement['box'], other: UiElement['box']): boolean {
  return isNear(one, { ...other, width: one.width, height: one.height });
}

function mayWeigh(element: UiElement): boolean {
  const text = textOf(element);
  return CURRENCY.test(text) || MONEY_WORD.test(text) || RECIPIENT.test(text) || DECIMALS.test(text);
}

function textOf({ name, value }: UiElement): string {
  return `${name} ${value}`;
}
