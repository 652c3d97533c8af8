/** Texts that change by themselves, or come and go: learned from lists of elements taken while nobody acts. Known after two changes. */
import type { UiElement } from '../ports/desktop.ts';
import { isReading } from './element-kinds.ts';
import { isNear } from './told.ts';

export interface TextTicks {
  /** Takes a new list, in order of time; from an incomplete one nothing is concluded about missing texts. */
  see(elements: readonly UiElement[], isWhole: boolean): void;
  /**
   * Whether a changed text may be changing by itself; null where it appeared or disappeared, as a page that rewrites a text has none for a moment.
   * Never true for amounts and recipients: their change must be asked about.
   */
  mayTick(before: UiElement | null, after: UiElement | null): boolean;
  /** Whether the text is known to change by itself. */
  isTicking(before: UiElement | null, after: UiElement | null): boolean;
}

interface TextPlace {
  readonly role: string;
  readonly box: UiElement['box'];
  /** null: it is not there now. */
  said: string | null;
  changes: number;
  /** How often the text disappeared. */
  goings: number;
}

const CHANGES_KNOWN = 2;
const CURRENCY =
  /[$€£¥₹₽₩₺₴฿₿¢]|\b(?:usd|eur|gbp|chf|jpy|cny|inr|btc|eth|euros?|dollars?|pounds?|francs?|franken|cents?)\b/i;
const MONEY_WORD =
  /\b(?:total|amount|sum|price|fee|pay|balance|subtotal|betrag|summe|gesamt\w*|preis|gebühr|zahl\w*|saldo|montant|prix|total\w*|importe|precio|importo|prezzo)\b/i;
/** A mail address, a handle, an IBAN, a long number: may name a recipient. */
const RECIPIENT = /\S@\S|(?:^|\s)@\w|\b[A-Z]{2}\d{2}[ \dA-Z]{8,}\b|\d(?:[ .-]?\d){7,}/;
/** "1,234.56": with decimals it is rather money than a count. */
const DECIMALS = /\d[.,]\d{2}(?!\d)/;

export function createTextTicks(first: readonly UiElement[]): TextTicks {
  const places: TextPlace[] = [];
  const see = (elements: readonly UiElement[], isWhole: boolean, cameAfter = 1): void => {
    const present = new Set<TextPlace>();
    for (const element of elements) {
      if (!isReading(element)) continue;
      const { role, box } = element;
      const said = textOf(element);
      const place = find(element);
      if (place === undefined) {
        const come = { role, box, said, changes: cameAfter, goings: 0 };
        places.push(come);
        present.add(come);
        continue;
      }
      present.add(place);
      if (place.said !== said) place.changes += 1;
      place.said = said;
    }
    if (!isWhole) return;
    for (const place of places) {
      if (present.has(place) || place.said === null) continue;
      place.said = null;
      place.changes += 1;
      place.goings += 1;
    }
  };
  const find = ({ role, box }: UiElement): TextPlace | undefined =>
    places.find((place) => place.role === role && isSameStart(place.box, box));
  const mayTick = (before: UiElement | null, after: UiElement | null): boolean => {
    const isOnlyRead = [before, after].every(
      (element) => element === null || (isReading(element) && !mayWeigh(element)),
    );
    if (before !== null && after !== null) return isOnlyRead;
    const one = before ?? after;
    const place = one === null ? undefined : find(one);
    // A text that only appeared later, and changes since, was not on the screen when the person was asked.
    return isOnlyRead && place !== undefined && place.goings > 0 && place.changes >= CHANGES_KNOWN;
  };
  const changesOf = (element: UiElement | null): number => (element === null ? 0 : (find(element)?.changes ?? 0));
  see(first, false, 0);
  return {
    see,
    mayTick,
    isTicking: (before, after) => mayTick(before, after) && changesOf(before ?? after) >= CHANGES_KNOWN,
  };
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
