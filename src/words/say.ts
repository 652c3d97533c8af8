/**
 * Sentences as data: built in English, and said in the reader's language.
 * say`Queued; ${3} before it.` is looked up as "Queued; {0} before it." in the catalog of the other language.
 */

/** A sentence with its parts. */
export interface Phrase {
  /** English, with `{0}`, `{1}` where the parts stand: the key in every catalog. */
  readonly say: string;
  readonly parts: readonly Part[];
}

/** Numbers are shown as each language writes them. */
export type Amount =
  /** USD; null: unknown. */
  | { readonly usd: number | null }
  | { readonly ms: number }
  | { readonly tokens: number }
  /** A point in time, milliseconds since 1970: `14:05`. On another day than `said` the day is named: `Thu 26 Nov, 00:05`. */
  | { readonly clock: number; readonly said?: number | undefined }
  /** `21 Nov 2026, 14:05`. */
  | { readonly moment: number }
  /** `Sat, 21 Nov 2026, 14:05`, as a clock in this zone (IANA) shows it. */
  | { readonly due: number; readonly zone: string };

/** Plain JSON in every form. Said as it is when it is a string: a person's own words, a name, a path, a program's output. */
export type Text = string | Phrase | Amount | Changed | Command;

/** A text that is translated: no bare string. */
export type Sentence = Exclude<Text, string>;

/** A chat command with its arguments: `stop all`. Its spelling depends on the chat. */
export interface Command {
  readonly command: Text;
  /** Whether it is part of a list of commands, and so never quoted. */
  readonly isListed?: boolean | undefined;
}

/** A text that is changed after its translation. */
export type Changed =
  | { readonly capital: Text }
  | { readonly joined: readonly Text[]; readonly by: string }
  /** In one line of at most `limit` characters. */
  | { readonly short: Text; readonly limit: number }
  /** Without the full stop at its end, to stand inside a sentence. */
  | { readonly clause: Text };

export type Part = Text | number;

/** A tag for template literals; parts may be texts themselves. */
export function say(words: TemplateStringsArray, ...parts: readonly Part[]): Phrase {
  return { say: words.reduce((key, next, index) => `${key}{${index - 1}}${next}`), parts };
}

/** In each language's quotation marks. */
export function quoted(text: string): Phrase {
  return say`“${text}”`;
}

/** `stop all` in the spelling of the reader's chat: `/stop all`, or “stop all”. */
export function slash(command: Text): Text {
  return { command };
}

/** The first word with a capital. */
export function capital(text: Text): Changed {
  return { capital: text };
}

export function join(texts: readonly Text[], by: string): Changed {
  return { joined: texts, by };
}

/** On one line of at most `limit` characters. */
export function short(text: Text, limit: number): Changed {
  return { short: text, limit };
}

/** Without the full stop at its end, to stand inside a sentence. */
export function clause(text: Text): Changed {
  return { clause: text };
}

/** The text with `change` applied to everything inserted into its sentences: names, paths, somebody's words. */
export function mapNames(text: Sentence, change: (name: string) => string): Sentence;
export function mapNames(text: Text, change: (name: string) => string): Text;
export function mapNames(text: Text, change: (name: string) => string): Text {
  const map = (part: Text): Text => mapNames(part, change);
  if (typeof text === 'string') return change(text);
  if ('say' in text) return { ...text, parts: text.parts.map((part) => (typeof part === 'number' ? part : map(part))) };
  if ('capital' in text) return { capital: map(text.capital) };
  if ('joined' in text) return { ...text, joined: text.joined.map(map) };
  if ('short' in text) return { ...text, short: map(text.short) };
  if ('clause' in text) return { clause: map(text.clause) };
  return text;
}

/** `one` for 1, otherwise `many`. */
export function plural(amount: number, one: Text, many: Text): Text {
  return amount === 1 ? one : many;
}
