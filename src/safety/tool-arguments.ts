/** The values that go out with a tool's arguments, each under its name. Pure. */

export interface NamedValue {
  /** The innermost key above it, as separate words: `to_address` and `toAddress` become `to address`. */
  readonly field: string;
  readonly text: string;
}

/** Texts, numbers and the keys themselves, which could carry something as well. */
export function valuesIn(values: Readonly<Record<string, unknown>>): readonly NamedValue[] {
  const found: NamedValue[] = [];
  const walk = (value: unknown, field: string): void => {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      found.push({ field, text: String(value) });
    else if (Array.isArray(value)) for (const one of value) walk(one, field);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inside] of Object.entries(value)) {
        found.push({ field: '', text: key });
        walk(inside, wordsOf(key));
      }
  };
  walk(values, '');
  return found;
}

/** Texts in the arguments, without the tool's own parameter names. */
export function textsIn(values: Readonly<Record<string, unknown>>): readonly string[] {
  const named = valuesIn(values);
  return [...named.filter(({ field }) => field !== ''), ...named.filter(({ field }) => field === '')].map(
    ({ text }) => text,
  );
}

function wordsOf(key: string): string {
  const words = key
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_./:-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? '?' : words;
}
