/** xargs: harmless when it appends names of existing files, and its command shows no secret of them. */
import { type Sentence, say } from '../../words/say.ts';
import { compileOptions, type ReadOptions, readOptions } from './options.ts';
import type { ScriptCommand } from './script.ts';
import type { CallSite } from './tool-rule.ts';
import { reachOfFind, reachOfSearch, readSearchCall, type Search } from './tools/reach.ts';
import { FOUND_FILES, findFoundReason } from './tools/search.ts';
import { unknownUse } from './unknown-use.ts';
import { plainWord, type ShellWord } from './words.ts';

const OPTIONS = compileOptions(
  '-0rtx -n= -P= -I= -L= -J= -d= -s= -E= --null --no-run-if-empty --max-args= --max-procs= --verbose --delimiter= --replace=',
  'letters',
);

const UNKNOWN = say`I don't know the words that xargs adds`;

/** Whether a command prints names of files and nothing else. */
function printsNames(texts: readonly string[]): boolean {
  const has = (pattern: RegExp): boolean => texts.some((text) => pattern.test(text));
  switch (texts[0]) {
    case 'find':
    case 'gfind':
      return !has(/^-(?:printf|ls|exec)$/);
    case 'git':
      return texts[1] === 'ls-files' && !has(/^--format|^[/:]|\.\./);
    case 'rg':
    case 'grep':
    case 'egrep':
      return has(/^-[a-zA-Z]*l|^--files-with-matches$|^--files$/) && !has(/^--(?:label|json|vimgrep|passthru)/);
    default:
      return /^(?:fd|fdfind|ls|mdfind)$/.test(texts[0] ?? '');
  }
}

/** Whether a command passes on some of its input lines unchanged, and prints nothing of its own. */
function isFilter({ words }: ScriptCommand): boolean {
  const [name, ...rest] = words.map(({ text }) => text);
  const operands = rest.filter((text) => !/^-[a-zA-Z]*\d*$|^\d+$/.test(text));
  return /^e?grep$/.test(name ?? '')
    ? rest.slice(0, -1).every((text) => /^-[ivwxEF]+$/.test(text)) && operands.length === 1
    : /^(?:sort|uniq|head|tail)$/.test(name ?? '') && operands.length === 0;
}

/** Files that a name-printing program may name; null when unknown. */
function reachOfNames(words: readonly ShellWord[]): Search | null {
  const [program, ...rest] = words;
  const name = program?.text ?? '';
  const all = { passes: () => false, followsLinks: true, splitsNames: false };
  if (/^g?find$/.test(name)) return reachOfFind(rest);
  // git prints no names above or beside its own folder: see `printsNames`.
  if (name === 'git') {
    const isTracked = !rest.some(({ text }) => /^(?:-[a-zA-Z]*[oi]|--others|--ignored)/.test(text));
    return { roots: [plainWord('.')], reach: all, isNarrow: isTracked };
  }
  const search = readSearchCall(words);
  const found = search === null ? null : reachOfSearch(search);
  return found === null ? null : { ...found, reach: { ...found.reach, followsLinks: true } };
}

/**
 * Whether names stay whole: separated by zero bytes, and from find, so that they start with a folder. Otherwise a part of a name could become another
 * name, or an option.
 */
function keepsNames(read: ReadOptions, upstream: readonly ScriptCommand[]): boolean {
  const texts = upstream[0]?.words.map(({ text }) => text) ?? [];
  const isZero = /^g?find$/.test(texts[0] ?? '') && texts.includes('-print0') && !texts.includes('-print');
  return isZero && upstream.length === 1 && (read.options.has('-0') || read.options.has('--null'));
}

/** Whether the program's error messages could show a file's content, if a part of a name were read as an option. */
function takesLists(name: string, read: ReadOptions): boolean {
  return (
    name === 'file' ||
    (/^(?:wc|du)$/.test(name) && ['-n', '-L', '--max-args'].some((option) => read.options.has(option)))
  );
}

/** Why it asks; null when it only reads. `upstream` are the commands before it, nearest first. */
export function findXargsReason(
  words: readonly ShellWord[],
  upstream: readonly ScriptCommand[],
  site: CallSite,
): Sentence | null {
  const read = readOptions(words, OPTIONS, true);
  if (read.unknown !== '') return unknownUse('xargs', read.unknown);
  const source = upstream.at(-1);
  if (source === undefined || !printsNames(source.words.map(({ text }) => text))) return UNKNOWN;
  if (!upstream.slice(0, -1).every(isFilter)) return UNKNOWN;
  const inner = read.operands.length === 0 ? [plainWord('echo')] : read.operands;
  const isCut = read.options.has('-d') || read.options.has('--delimiter');
  const known = isCut ? null : reachOfNames(source.words);
  const names =
    known === null ? null : { ...known, reach: { ...known.reach, splitsNames: !keepsNames(read, upstream) } };
  const reason = findFoundReason(inner, names, site);
  if (reason !== null) return reason;
  if (names?.reach.splitsNames !== false && takesLists(inner[0]?.text ?? '', read)) {
    const listed = names === null ? UNKNOWN : site.findBelow(names.roots, names.reach);
    if (listed !== null) return listed;
  }
  const mark = read.options.get('-I') ?? read.options.get('--replace');
  const judged = inner.map((word) =>
    mark !== undefined && mark !== '' ? { ...word, text: word.text.replaceAll(mark, './found') } : word,
  );
  if (judged.some((word) => word.text.includes('./found') && word.text.includes('..')))
    return say`It leads to other places than what it finds`;
  return site.findInnerReason([...judged, ...FOUND_FILES]);
}
