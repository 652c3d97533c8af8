/** One use of a program, as far as it is needed to say in words what it does. */
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
 * What a use of a program does, "It deletes notes.txt"; null where that is not known. Of every use it answers it must be true, and no less
 * than what that use does: an option that runs another program is not answered.
 */
export type Effect = (use: Use) => Sentence | null;

/** By the names of programs; `ls|dir` are two names of one. */
export type Effects = Readonly<Record<string, Effect>>;

/** The same whatever stands behind the program. */
export function always(effect: Sentence): Effect {
  return () => effect;
}

/** Not answered where a word like this is there: it makes the program do something else, or more. */
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

/** What stands behind the program and is no option; behind `--` everything. */
export function operandsOf({ words }: Use): readonly ShellWord[] {
  const end = words.findIndex(({ text }) => text === '--');
  const before = (end < 0 ? words : words.slice(0, end)).filter(({ text }) => !text.startsWith('-') || text === '-');
  return end < 0 ? before : [...before, ...words.slice(end + 1)];
}

/** The operands, where every option is one of these letters and long names, which take no value; null where another one is there. */
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

/** The first word that is no option: most programs with many uses are told apart by it. */
export function verbOf(use: Use): string {
  return operandsOf(use)[0]?.text ?? '';
}

const MOST_NAMED = 3;

/** What the gate takes `$$` and its like for is only a stand-in; `$HOME` is known. */
const STANDS_IN = /\$(?!HOME\b|\{HOME\}|USER\b)/;

/** "a.txt, b.txt and 4 more"; null when there are none, or when one is not known before it runs. */
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

/** The computer that the only address among these words names; null when it is not known. */
export function hostIn(words: readonly ShellWord[]): Text | null {
  const hosts = words.flatMap(({ text, isCertain }) => {
    const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/?#]*@)?(\[[\da-f:]+\]|[\w.-]+)/i.exec(text)?.[1];
    return host === undefined ? [] : [isCertain ? host : UNKNOWN_PART];
  });
  const [host] = hosts;
  return host === undefined || hosts.length > 1 || host === UNKNOWN_PART ? null : name(host);
}
