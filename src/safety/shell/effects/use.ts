/** One use of a program, with the parts needed to describe its effect. */
import { type Sentence, say, type Text } from '../../../words/say.ts';
import { name } from '../../levels.ts';
import { type ShellWord, UNKNOWN_PART } from '../words.ts';

export interface Use {
  /** The program's bare name. */
  readonly program: string;
  /** Everything behind it. */
  readonly words: readonly ShellWord[];
}

/**
 * The effect of a use, "It deletes notes.txt"; null when unknown. For every use it describes, the text must be true and must not understate: a use
 * with an option that runs another program is left to null.
 */
export type Effect = (use: Use) => Sentence | null;

/** By the names of programs; `ls|dir` are two names of one. */
export type Effects = Readonly<Record<string, Effect>>;

/** The same effect whatever the arguments are. */
export function always(effect: Sentence): Effect {
  return () => effect;
}

/** Unknown when a word like this occurs, since it makes the program do something else, or more. */
export function unless(word: RegExp, effect: Effect): Effect {
  return (use) => (has(use, word) ? null : effect(use));
}

/** By the first word that is no option. */
export function byVerb(effects: Readonly<Record<string, Sentence | Effect>>): Effect {
  const known = new Map(
    Object.entries(effects).flatMap(([verbs, effect]) => verbs.split('|').map((verb) => [verb, effect] as const)),
  );
  return (use) => {
    const effect = known.get(verbOf(use).toLowerCase());
    return typeof effect === 'function' ? effect(use) : (effect ?? null);
  };
}

/** Words after the program that are no options; after `--` all words. */
export function operandsOf({ words }: Use): readonly ShellWord[] {
  const end = words.findIndex(({ text }) => text === '--');
  const before = (end < 0 ? words : words.slice(0, end)).filter(({ text }) => !text.startsWith('-') || text === '-');
  return end < 0 ? before : [...before, ...words.slice(end + 1)];
}

/** The operands, when every option is one of these letters and long names, which take no value; null when another option occurs. */
export function onlyWith(use: Use, letters: string, long: RegExp): readonly ShellWord[] | null {
  const options = use.words.map(({ text }) => text).filter((text) => text.startsWith('-') && text.length > 1);
  const isKnown = (option: string): boolean =>
    option.startsWith('--')
      ? option === '--' || long.test(option)
      : Array.from(option.slice(1)).every((letter) => letters.includes(letter));
  return options.every(isKnown) ? operandsOf(use) : null;
}

export function has({ words }: Use, option: RegExp): boolean {
  return words.some(({ text }) => option.test(text));
}

/** The first word that is no option: it identifies the use of most programs. */
export function verbOf(use: Use): string {
  return operandsOf(use)[0]?.text ?? '';
}

const MOST_NAMED = 3;

/** Expansions whose value is unknown: the gate only assumes one for `$$` and the like; `$HOME` and `$USER` are known. */
const STANDS_IN = /\$(?!HOME\b|\{HOME\}|USER\b)/;

/** "a.txt, b.txt and 4 more"; null when there are none, or when one is only known at run time. */
export function namesOf(words: readonly ShellWord[] | null): Text | null {
  if (
    words === null ||
    words.some(({ raw, text, isCertain }) => !isCertain || text.includes(UNKNOWN_PART) || STANDS_IN.test(raw))
  )
    return null;
  const [first, second, third] = words.slice(0, MOST_NAMED).map(({ text }) => name(text));
  if (first === undefined) return null;
  if (second === undefined) return first;
  if (third === undefined) return say`${first} and ${second}`;
  return words.length === MOST_NAMED
    ? say`${first}, ${second} and ${third}`
    : say`${first}, ${second} and ${words.length - 2} more`;
}

/** The host in the only address among these words; null when unknown. */
export function hostIn(words: readonly ShellWord[]): Text | null {
  const hosts = words.flatMap(({ text, isCertain }) => {
    const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/?#]*@)?(\[[\da-f:]+\]|[\w.-]+)/i.exec(text)?.[1];
    return host === undefined ? [] : [isCertain ? host : UNKNOWN_PART];
  });
  const [host] = hosts;
  return host === undefined || hosts.length > 1 || host === UNKNOWN_PART ? null : name(host);
}
