/** An action in a person's words: for the live status and the confirmation card. Nothing here comes from the model but the parameters. */
import { oneLine, shorten } from '../words/amounts.ts';
import { sayRole } from '../words/roles.ts';
import { say, type Text } from '../words/say.ts';
import { type Action, entryNamed } from './schema.ts';

/** Name of an element; its number is valid in one look only. */
export interface NamedElement {
  readonly number: number;
  readonly role: string;
  readonly name: string;
}

const MAX_NAME = 40;

/** Names the known element, `button “Send”`, and any other one by its number, `element 7`. */
export function nameElements(known: NamedElement | undefined): (number: number) => Text {
  return (number) => {
    if (known?.number !== number) return say`element ${number}`;
    return known.name === ''
      ? say`the ${sayRole(known.role)}`
      : say`${sayRole(known.role)} “${shorten(oneLine(known.name), MAX_NAME)}”`;
  };
}

/** One short phrase, present tense: `clicking at 512, 340`, `typing "hello"`. */
export function describeAction(action: Action, nameOfElement: (number: number) => Text): Text {
  return entryNamed(action.action)?.describe(action, nameOfElement) ?? action.action;
}

/** The complete text under approval; null when the short phrase already says all of it. */
export function fullText(action: Action): string | null {
  return entryNamed(action.action)?.whole(action) ?? null;
}
