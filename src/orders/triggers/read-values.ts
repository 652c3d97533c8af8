/** The fields of a call: exactly those its trigger names, each a text, a number, or true or false. Pure. */

export type ReadValues =
  | { readonly ok: true; readonly values: Readonly<Record<string, string>> }
  /** In English, for a program. */
  | { readonly ok: false; readonly text: string };

const LONGEST = 4000;
const LONGEST_OF_ALL = 16_000;
/** Signs that no text has, and that hide what stands behind them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

export function readValues(fields: readonly string[], given: unknown): ReadValues {
  const wrong = (text: string): ReadValues => ({ ok: false, text });
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return wrong('The fields must be one JSON object, like {"number": 7}.');
  const found = new Map(Object.entries(given));
  const missing = fields.filter((field) => !found.has(field));
  const unknown = [...found.keys()].filter((field) => !fields.includes(field));
  if (missing.length > 0) return wrong(`These fields are missing: ${missing.join(', ')}.`);
  if (unknown.length > 0)
    return wrong(
      `This trigger has ${fields.length === 0 ? 'no fields' : `only these fields: ${fields.join(', ')}`}; ${unknown.length} of those sent are others.`,
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
      return wrong(`The field ${field} must be a text, a number, or true or false.`);
    const text = String(value);
    if (CONTROL.test(text)) return wrong(`The field ${field} holds control characters.`);
    if (text.length > LONGEST) return wrong(`The field ${field} is longer than ${LONGEST} characters.`);
    length += text.length;
    values[field] = text;
  }
  if (length > LONGEST_OF_ALL) return wrong(`All fields together are longer than ${LONGEST_OF_ALL} characters.`);
  return { ok: true, values };
}
