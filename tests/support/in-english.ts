/** What comes back from a port, with every text in it said in English: for comparing with plain sentences. */
import { english } from '../../src/words/speak.ts';
import { textSchema } from '../../src/words/text-schema.ts';

/** Objects that are no text are gone through; bytes and other instances stay as they are. */
export function inEnglish(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inEnglish);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const text = textSchema.safeParse(value);
  if (text.success && Object.keys(value).length <= 2) return english(text.data);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, inEnglish(field)]));
}
