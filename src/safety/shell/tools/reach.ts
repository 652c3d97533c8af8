/** Files that recursive search programs read: their start folders, and the names they skip. */
import type { Reach } from '../../places/below.ts';
import { compileOptions, readOptions } from '../options.ts';
import type { ToolCall } from '../tool-rule.ts';
import { plainWord, type ShellWord } from '../words.ts';

export interface Search {
  readonly roots: readonly ShellWord[];
  readonly reach: Reach;
  /** Whether it finds only files of one kind, or of one project, without hidden files. */
  readonly isNarrow: boolean;
}

export const GREP_OPTIONS =
  '-abcEFGhHiIlLnoPqrRsTUvwxyzZSOpJu -A= -B= -C= -D= -d= -e= -m= -f=@ -# --after-context= --before-context= --context? --color? --colour? --count --extended-regexp --fixed-strings --basic-regexp --perl-regexp --no-filename --with-filename --ignore-case --no-ignore-case --files-with-matches --files-without-match --line-number --only-matching --quiet --silent --recursive --dereference-recursive --no-messages --invert-match --word-regexp --line-regexp --regexp= --file=@ --max-count= --include= --exclude= --exclude-dir= --include-dir= --binary-files= --text --null --null-data --byte-offset --line-buffered --label= --directories= --devices= --initial-tab --exclude-from=@';

export const RG_OPTIONS =
  '-abcFhHiIlnNopPqsSuUvwx. -A= -B= -C= -e= -f=@ -g= -m= -M= -t= -T= -r= -j= -d= -E= --after-context= --before-context= --context= --glob= --iglob= --type= --type-not= --type-list --files --files-with-matches --files-without-match --count --count-matches --ignore-case --smart-case --case-sensitive --fixed-strings --word-regexp --line-regexp --line-number --no-line-number --column --heading --no-heading --with-filename --no-filename --hidden --no-ignore --no-ignore-vcs --max-count= --max-depth= --max-columns= --max-filesize= --multiline --multiline-dotall --only-matching --passthru --pcre2 --regexp= --replace= --sort= --sortr= --stats --json --vimgrep --trim --color= --colors= --null --follow --pretty --quiet --invert-match --unrestricted --text --version --no-messages --engine= --threads= --line-buffered --no-config --no-follow --encoding= --crlf --debug --context-separator= --field-match-separator=';

export const AG_OPTIONS =
  '-acghHilnoQsSvwf -G= -A= -B= -C= -m= --count --ignore-case --literal --files-with-matches --nocolor --color --nogroup --hidden --word-regexp --js --py --ts --type= --noheading';

/** File types of `rg -t` with a short list; for any other type every name counts. */
const RG_TYPES: Readonly<Record<string, readonly string[]>> = {
  ts: ['*.ts', '*.tsx', '*.cts', '*.mts'],
  typescript: ['*.ts', '*.tsx', '*.cts', '*.mts'],
  py: ['*.py', '*.pyi'],
  python: ['*.py', '*.pyi'],
  rust: ['*.rs'],
  go: ['*.go'],
};

const SEARCHERS: ReadonlyMap<string, string> = new Map([
  ...['grep', 'egrep', 'fgrep', 'ggrep'].map((name): [string, string] => [name, GREP_OPTIONS]),
  ['rg', RG_OPTIONS],
]);

/** Parses a search inside another command; null for another program, or with an unknown option. */
export function readSearchCall(words: readonly ShellWord[]): ToolCall | null {
  const [program, ...rest] = words;
  const list = SEARCHERS.get(program?.text ?? '');
  if (program === undefined || list === undefined) return null;
  const read = readOptions(rest, compileOptions(list, 'letters'), false);
  return read.unknown === '' ? { name: program.text, words: rest, ...read } : null;
}

const ONE_KIND = /\.[a-z0-9]+$/i;

const RECURSIVE_GREP = ['-r', '-R', '--recursive', '--dereference-recursive', '-d', '--directories'];

/** null where it reads only the files it names. */
export function reachOfSearch(call: ToolCall): Search | null {
  const has = (...options: readonly string[]): boolean => options.some((option) => call.options.has(option));
  const isGrep = call.name.endsWith('grep') && call.name !== 'ripgrep';
  if (isGrep && !has(...RECURSIVE_GREP)) return null;
  const valuesOf = (...options: readonly string[]): readonly string[] =>
    call.textValues.filter(({ option }) => options.includes(option)).map(({ value }) => value.text);
  const hasNoPattern = has('-e', '-f', '--regexp', '--file', '--files', '--type-list');
  const operands = call.operands.slice(hasNoPattern ? 0 : 1);
  const roots = operands.length === 0 ? [plainWord('.')] : operands;
  if (isGrep) {
    const passes = passesOf(valuesOf('--include'), valuesOf('--exclude'), valuesOf('--exclude-dir'));
    const followsLinks = has('-R', '--dereference-recursive', '-S', '-O');
    const isNarrow = valuesOf('--include').some((glob) => ONE_KIND.test(glob));
    return { roots, reach: { passes, followsLinks, splitsNames: false }, isNarrow };
  }
  const globs = valuesOf('-g', '--glob', '--iglob');
  const types = valuesOf('-t', '--type');
  const named = [...globs.filter((glob) => !glob.startsWith('!')), ...types.flatMap((type) => RG_TYPES[type] ?? ['*'])];
  const left = valuesOf('-g', '--glob').flatMap((glob) => (glob.startsWith('!') ? [glob.slice(1)] : []));
  const passes = passesOf(named, left, left);
  // A file selected by name is read even if it is hidden.
  const isHiddenRead = has('-.', '--hidden', '-u', '--unrestricted') || named.length > 0;
  return {
    roots,
    reach: {
      passes: (name, isFolder) => (!isHiddenRead && name.startsWith('.')) || passes(name, isFolder),
      followsLinks: has('--follow') || (call.name === 'ag' && has('-f')),
      splitsNames: false,
    },
    isNarrow: !has('-.', '--hidden', '-u', '--unrestricted'),
  };
}

/**
 * grep and rg decide differently which of two globs wins, so only what holds in all of them is used: with wanted names alone every other file is
 * skipped; with unwanted ones too, only an unwanted name that no glob wants.
 */
function passesOf(
  wanted: readonly string[],
  unwanted: readonly string[],
  unwantedFolders: readonly string[],
): Reach['passes'] {
  const isWanted = matcherOf(wanted, 'i', true);
  const [isUnwanted, isUnwantedFolder] = [matcherOf(unwanted, '', false), matcherOf(unwantedFolders, '', false)];
  return (name, isFolder) => {
    if (isFolder) return isUnwantedFolder(name) && !isWanted(name);
    if (isWanted(name)) return false;
    return unwanted.length === 0 ? wanted.length > 0 : isUnwanted(name);
  };
}

/** Handles globs of letters, dots and stars; any other glob counts as `otherwise`. */
function matcherOf(globs: readonly string[], flags: string, otherwise: boolean): (name: string) => boolean {
  const plain = globs.filter((glob) => /^[\w.*-]+$/.test(glob));
  if (plain.length < globs.length && otherwise) return () => true;
  const sources = plain.map((glob) => glob.replaceAll('.', '\\.').replaceAll(/\*+/g, '[^/]*'));
  const pattern = new RegExp(`^(?:${sources.join('|')})$`, flags);
  return (name) => plain.length > 0 && pattern.test(name);
}

/** Reach of find: `-name '*.ts'` narrows it when it precedes the action and is not negated or combined. */
export function reachOfFind(words: readonly ShellWord[]): Search {
  const texts = words.map(({ text }) => text);
  const options = texts.findIndex((text, at) => isFindTest(text) && !/^-(?:[HLPEXdsx]|O\d)$/.test(texts[at] ?? ''));
  const end = options < 0 ? texts.length : options;
  const named = words.slice(0, end).filter(({ text }) => !text.startsWith('-'));
  const acts = texts.findIndex((text) => /^-(?:print|print0|exec|ls|printf)$/.test(text));
  const tests = texts.slice(end, acts < 0 ? texts.length : acts);
  const isPlain = !texts.some((text) => /^(?:-o|-or|,|!|-not|\(|\))$/.test(text));
  const at = tests.findIndex((text) => text === '-name' || text === '-iname');
  const kind = isPlain && at >= 0 ? tests[at + 1] : undefined;
  const isOnlyFiles = isPlain && tests.some((text, index) => text === '-type' && tests[index + 1] === 'f');
  const isWanted = matcherOf(kind === undefined ? ['*'] : [kind], 'i', true);
  return {
    roots: named.length === 0 ? [plainWord('.')] : named,
    reach: {
      passes: (name, isFolder) => !isFolder && !isWanted(name),
      followsLinks: !isOnlyFiles || texts.some((text) => text === '-L' || text === '-follow'),
      splitsNames: false,
    },
    isNarrow: kind !== undefined && ONE_KIND.test(kind),
  };
}

function isFindTest(text: string): boolean {
  return text.startsWith('-') || ['!', '(', ')', ','].includes(text);
}
