/** Whether a command line asks only because it is not understood: then it may be tried in the confined place. */
import type { Places } from '../places/places.ts';
import { EFFECT_WORDS, ORDERS } from './effect-words.ts';
import type { Script, ScriptCommand } from './script.ts';

/** Constructs of the shell that make ordinary commands uncertain. Other ones hide something, and ask. */
const ORDINARY_RIDDLES =
  /^shell\.(?:if|for|arithmeticfor|while|case|testcommand|arithmeticcommand|expansion|substitution|arithmetic|braces|extended-pattern|assignment|here-document)$/;

export function isOrdinaryRiddle(rule: string): boolean {
  return ORDINARY_RIDDLES.test(rule);
}

/** Programs that work on files and text, or run the project's own code; uses of them that are not described may be tried. */
const TRIED =
  /^(?:g?(?:ls|cat|head|tail|wc|cut|tr|sort|uniq|date|find|sed|awk|grep|xargs|expr|seq|printf|echo|stat|du|diff|od)|nl|tac|rev|fold|fmt|paste|join|comm|column|mawk|nawk|rg|ag|fd|jq|yq|gojq|jaq|xmllint|sqlite3|duckdb|file|tree|test|\[|type|which|less|more|bat|batcat|bc|dc|xxd|hexdump|strings|iconv|zipinfo|zcat|bzcat|xzcat|pdftotext|pdfinfo|pdfimages|ffprobe|mediainfo|exiftool|identify|tokei|cloc|scc|cal|ncal|factor|cmp|cksum|md5sum|sha\d+sum|shasum|python[\d.]*|pypy3?|node|deno|bun|ruby|perl|php|lua|Rscript|julia|go|cargo|rustc|gcc|cc|clang|javac?|tsc|eslint|biome|prettier|ruff|black|flake8|mypy|pytest|tox|jest|vitest|mocha|rspec|make|cmake|ninja|gradle|gradlew|mvn|npm|pnpm|yarn|sh|bash|zsh|dash|nice|time|timeout|stdbuf|env|command)$/;

/** A tool that is described may have its limits: only such as these are tried beyond them. */
export function isTried(tool: string): boolean {
  return TRIED.test(tool);
}

/**
 * Programs that only make or change files: in a folder where that is granted they need no further approval. Moving, deleting, linking and unpacking
 * are not among them.
 */
const WRITERS =
  /^(?:g?(?:mkdir|touch|cp)|tee|sponge|zip|gzip|bzip2|xz|zstd|convert|magick|mogrify|pandoc|ffmpeg|sips|textutil|cwebp|qpdf)$/;

export function onlyWritesFiles(tool: string): boolean {
  return WRITERS.test(tool);
}

/** Variables that decide which program runs, or which code it loads. */
const STEERING =
  /^(?:(?:LD|DYLD|GIT|NODE|NPM|PYTHON|PERL|RUBY|BASH|SHELL|JAVA|MAVEN|GRADLE|CARGO|RUSTC|SSH|XDG|LESS|GCONV|MAGICK|OPENSSL|RIPGREP|GREP|TEXTDOMAIN|CURL|DBUS|DISPLAY|WAYLAND|LUA|PHP|R|JULIA|DENO|BUN|GUILE|TCL|MALLOC|GLIBC|NIX|KUBE|DOCKER|AWS)_?\w*|PATH|IFS|ENV|PROMPT_COMMAND|PS4|EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|HOME|CDPATH|TERMINFO|LOCPATH)$/;

/** Signs of encoded characters, of device files that open connections, of recipients and addresses. */
const HIDING =
  /\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\[0-7]{3}|\/dev\/(?!null\b|stdin\b|stdout\b|stderr\b|fd\/)|\$IFS|\$\{[!@*#]?\w*[@^,:/%#]|\bmkfs|>\s*\(|[\w.+-]@[\w-]+\.\w|[a-z]:\/\/\w/i;

/** Node modules that reach other computers, only as imports, since the bare words are common. */
const MODULES =
  /\b(?:require|import|from)\s?\(?\s?["'`](?:node:)?(net|tls|dgram|dns|cluster|repl|inspector)(?:\/\w+)?["'`]/;
/** Calls that move, empty or overwrite files; as plain words they are harmless. */
const CALLS =
  /\b(?:os|shutil|fs|promises|File|FileUtils|Dir|Path)\.(rename|replace|move|link|symlink|truncate|cp|cp_r|copy\w*|mv|touch|lchown)\b/;
/** Joins of two string literals, which are one when the code runs. */
const JOINT = /["'`] ?(?:[+.] ?)?["'`]/g;

/** Beginnings of call names: `deleteMany`, `sendMessage`. */
const CALL_STARTS =
  /(?<![a-z])(?:delete|remove|unlink|erase|destroy|purge|send|pay|upload|publish|transfer|withdraw)(?=[A-Z])/;

/** The first word that names an effect; null when there is none. Linear in the text. */
export function findEffectWord(source: string): string | null {
  const hiding = HIDING.exec(source)?.[0];
  if (hiding !== undefined) return hiding;
  const called = MODULES.exec(source)?.[1] ?? CALLS.exec(source)?.[1] ?? CALL_STARTS.exec(source)?.[0];
  if (called !== undefined) return called;
  // Also without quotes, backslashes and joins, which hide a word from a reader but not from the shell.
  for (const text of [source, source.replaceAll(/["'\\]/g, ''), source.replaceAll(JOINT, '')])
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) if (EFFECT_WORDS.has(word)) return word;
  return null;
}

const ORDER_PLACES = 4;
/** Commands written as one word with their object: `payinvoice`, `keysend`, `sepatransfer`. */
const JOINED_ORDER =
  /^(?:send|pay|withdraw|transfer|broadcast|publish|upload|delete|remove|erase|purge|destroy|unlock|revoke|getseed|dumpwallet|dumppriv|importpriv|überweis|ueberweis|lösch|loesch|bezahl)[\p{L}_-]*$|^[\p{L}_-]*(?:send|pay|payment|withdraw|transfer|upload|publish|delete|remove|überweisung|ueberweisung)$/u;

/** `flyctl deploy`, `notes add`: an order among the first words of a command. */
export function hasOrder({ commands }: Script): boolean {
  return commands.some(({ words }) => {
    const isFreeText = isTried(nameIn(words[0]?.text ?? ''));
    return words.slice(0, ORDER_PLACES).some(({ text }) => {
      const word = nameIn(text).toLowerCase().replace(/^-+/, '');
      return ORDERS.has(word.replace(/[:-].*$/, '')) || (!isFreeText && JOINED_ORDER.test(word));
    });
  });
}

function nameIn(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}

const MAX_PIECES = 200;

/** Whether any path in the text leads to secrets or to Deskhand's own files. */
export function namesProtected(source: string, places: Places, bases: readonly string[]): boolean {
  const plain = source.replaceAll(/\$(?:HOME\b|\{HOME\})|~(?=\/|\s|$)/g, places.home);
  // `"$HOME"/.ssh` is one path to the shell.
  const pieces = new Set(
    [plain, plain.replaceAll(/["'\\]/g, '')].flatMap((text) => text.match(/[^\s'"`|;&()<>{}=,:@]+/g) ?? []),
  );
  if (pieces.size > MAX_PIECES) return true;
  for (const piece of pieces)
    for (const base of bases) {
      if (places.read(literalPart(piece), base, /[*?[]/.test(literalPart(piece))).kind !== 'plain') return true;
    }
  return false;
}

/**
 * The folder of a pattern such as `*.csv`, as its matches are checked in the confined place. A wildcard in a folder's name, or for hidden names, is
 * kept, as it searches for secrets.
 */
function literalPart(piece: string): string {
  const at = piece.lastIndexOf('/') + 1;
  const name = piece.slice(at);
  if (!/[*?[]/.test(name) || name.startsWith('.') || /[*?[]/.test(piece.slice(0, at))) return piece;
  return at === 0 ? '.' : piece.slice(0, at);
}

/** Whether every value that is set beforehand is a plain variable of the command's own. */
export function setsOnlyItsOwn(source: string): boolean {
  return [...source.matchAll(/(?:^|[\s;&|({])([A-Za-z_]\w*)\+?=/g)].every(
    ([, name]) => name !== undefined && !STEERING.test(name),
  );
}

/** Uses of tools that are known to write or to run something: by an option, or by a file too many. */
const WRITING: Readonly<Record<string, RegExp>> = {
  sed: /^-[a-zA-Z]*i|^--i/,
  perl: /^-[a-zA-Z0-9]*i/,
  ruby: /^-[a-zA-Z]*i/,
  yq: /^-[a-zA-Z]*i|^--(?:in|split)/,
  sort: /^-[a-zA-Z]*[oT]|^--(?:o|c|t)/,
  uniq: /^--output/,
  tree: /^-o/,
  iconv: /^-o|^--out/,
  xmllint: /^--?o/,
  sqlite3:
    /\b(?:insert|update|replace|alter|create|attach|vacuum|reindex)\b|\.(?:import|shell|once|output|save|backup|read|load)/i,
  duckdb: /\b(?:insert|update|replace|alter|create|attach|vacuum|copy|export|load)\b/i,
  date: /^-[a-zA-Z]*s|^--s/,
  exiftool: /^-(?:o$|overwrite|delete|[\w:-]+[-+^]?<?=)/,
  find: /^-(?:delete|f?ls|fprint|ok)/,
  npm: /^(?:ci|i|in|ins|isntall|dedupe|ddp|audit|fund|version|pkg|dist-tag|unpublish|deprecate|link|cache|config|adduser|whoami|hook|team|org|owner|star)$/,
  pnpm: /^(?:i|in|ci|dlx|link|import|audit|version|config)$/,
  yarn: /^(?:global|link|audit|version|config)$/,
  cargo: /^(?:fix|yank|owner|new|vendor|generate-lockfile)$/,
  go: /^(?:get|mod|work|env|generate|telemetry)$/,
};

/** Files are written by a redirect or by an option: that is known, and asks. */
export function writesFile({ commands }: Script): boolean {
  return commands.some(({ outputs, words }: ScriptCommand) => {
    if (outputs.length > 0) return true;
    return words.some(({ text }, at) => {
      const writing = WRITING[text.slice(text.lastIndexOf('/') + 1).replace(/^g(?=sed|sort|find|date)/, '')];
      return writing !== undefined && words.slice(at + 1).some((word) => writing.test(word.text));
    });
  });
}

/** It empties a file, or has a program of its choice run: more than writing. */
export function doesMoreThanWrite({ commands }: Script): boolean {
  return commands.some(({ outputs, words }: ScriptCommand) => {
    const [program, ...args] = words.map(({ text }) => text);
    const isEmpty = outputs.length > 0 && (program === undefined || /^(?::|true)$/.test(program));
    return isEmpty || args.some((text) => text === '/dev/null' || /^--compress-prog/.test(text));
  });
}
