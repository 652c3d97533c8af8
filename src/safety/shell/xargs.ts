/** xargs: harmless when what it appends comes from a list of files and the command only reads. */
import { compileOptions, readOptions } from './options.ts';
import type { ScriptCommand } from './script.ts';
import type { CallSite } from './tool-rule.ts';
import { isNarrowSearch } from './tools/narrow-pattern.ts';
import { plainWord, type ShellWord } from './words.ts';

const OPTIONS = compileOptions(
  '-0rtx -n= -P= -I= -L= -J= -d= -s= -E= --null --no-run-if-empty --max-args= --max-procs= --verbose --delimiter= --replace=',
  'letters',
);

/** They print names of files that are there. */
const LISTERS = /^(?:find|gfind|fd|fdfind|git|rg|grep|egrep|ls|mdfind)$/;
const FILTERS = /^(?:sort|uniq|head|tail|grep|egrep)$/;
/** They say something about a file without showing what is in it. */
const ABOUT_FILES =
  /^(?:ls|wc|file|stat|du|md5|md5sum|shasum|sha1sum|sha256sum|basename|dirname|realpath|readlink|echo)$/;
const READERS = /^(?:cat|head|tail|grep|egrep|fgrep|sort|uniq|nl|cut)$/;

/** Why it asks; null when it only reads. `upstream` are the commands before it, nearest first. */
export function findXargsReason(
  words: readonly ShellWord[],
  upstream: readonly ScriptCommand[],
  site: CallSite,
): string | null {
  const read = readOptions(words, OPTIONS, true);
  if (read.unknown !== '') return `xargs ${read.unknown.slice(0, 30)} is not understood`;
  const name = read.operands[0]?.text ?? 'echo';
  const source = upstream.at(-1);
  const names = upstream.map((command) => command.words[0]?.text ?? '');
  if (
    source === undefined ||
    !LISTERS.test(names.at(-1) ?? '') ||
    !names.slice(0, -1).every((before) => FILTERS.test(before))
  ) {
    return 'xargs appends words that are not known before it runs';
  }
  if (!ABOUT_FILES.test(name) && !(READERS.test(name) && (isNarrow(source) || isNarrowSearch(read.operands))))
    return `xargs runs ${name.slice(0, 30)} on files that are not known before it runs`;
  const mark = read.options.get('-I') ?? read.options.get('--replace');
  const inner = read.operands.map((word) =>
    mark !== undefined && mark !== '' ? { ...word, text: word.text.replaceAll(mark, './found') } : word,
  );
  if (inner.some((word) => word.text.includes('./found') && word.text.includes('..')))
    return 'it leads away from what it finds';
  return site.findInnerReason([...inner, plainWord('./found')]);
}

/** The list holds only files of a kind, or of one project. */
function isNarrow(source: ScriptCommand): boolean {
  const texts = source.words.map((word) => word.text);
  if (texts[0] === 'git') return texts.includes('ls-files') || texts.includes('grep');
  // Hidden files, where secrets are, are among what grep finds, and among what rg does when it is told so.
  if (/^(?:grep|egrep)$/.test(texts[0] ?? '') && !texts.some((text) => /^--include=.*\.[a-z0-9]+$/i.test(text)))
    return false;
  if (/^(?:rg|grep|egrep)$/.test(texts[0] ?? ''))
    return (
      texts.some((text) => /^-[a-zA-Z]*l|^--files-with-matches$/.test(text)) &&
      !texts.some((text) => /^-[a-zA-Z]*[.u]|^--hidden$|^--unrestricted$/.test(text))
    );
  const at = texts.findIndex((text) => /^-i?name$/.test(text));
  return (
    at > 0 &&
    /\.[a-z0-9]+$/i.test(texts[at + 1] ?? '') &&
    !texts.includes('-o') &&
    !texts.includes('-not') &&
    !texts.includes('!')
  );
}
