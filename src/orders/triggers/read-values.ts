/** The fields of a call: exactly those its trigger names, each a text, a number, or true or false. Pure. */

import { say, type Text } from '../../words/say.ts';

export type ReadValues =
  | { readonly ok: true; readonly values: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly text: Text };

const LONGEST = 4000;
const LONGEST_OF_ALL = 16_000;
/** Control characters, which no text needs and which hide text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

export function readValues(fields: readonly string[], given: unknown): ReadValues {
  const wrong = (text: Text): ReadValues => ({ ok: false, text });
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return wrong(say`The fields must be one JSON object, like ${'{"number": 7}'}.`);
  const found = new Map(Object.entries(given));
  const missing = fields.filter((field) => !found.has(field));
  const unknown = [...found.keys()].filter((field) => !fields.includes(field));
  if (missing.length > 0) return wrong(say`These fields are missing: ${missing.join(', ')}.`);
  if (unknown.length > 0)
    return wrong(
      fields.length === 0
        ? say`This trigger has no fields, and ${unknown.length} came.`
        : say`This trigger has only these fields: ${fields.join(', ')}. ${unknown.length} more came.`,
    );
  const values: Record<string, string> = {};
  let length = 0;
  for (const field of fields) {
    const value: unknown = found.get(field);
    if (
      typeof value !== 'string' &&
      typeof value !== 'boolean' &&
      !(typeof value === 'number' && Number.isFinite(value))
    )
      return wrong(say`The field ${field} must be a text, a number, or true or false.`);
    const text = String(value);
    if (CONTROL.test(text)) return wrong(say`The field ${field} holds control characters.`);
    if (text.length > LONGEST) return wrong(say`The field ${field} is longer than ${LONGEST} characters.`);
    length += text.length;
    values[field] = text;
  }
  if (length > LONGEST_OF_ALL) return wrong(say`All fields together are longer than ${LONGEST_OF_ALL} characters.`);
  return { ok: true, values };
}
