/** What a command names, as it is on the disk now: told before a person is asked and again after the yes. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { MachineFacts } from '../../src/ports/machine.ts';

const MOST_WORDS = 200;
const MOST_FOLDERS = 12;
/** Of one folder. */
const MOST_BESIDE = 200;
/** Larger files are data: hardly anything runs them, and they grow while somebody thinks. */
const MOST_BYTES = 4_000_000;
/** Files that programs read and run, without being told their names, from the folder they are started in or given. */
const READ_UNASKED =
  /^(?:(?:gnu)?makefile|justfile|rakefile|gemfile|vagrantfile|procfile|dockerfile|containerfile|jenkinsfile|gulpfile.*|gruntfile.*|taskfile.*|package\.json|deno\.jsonc?|bunfig\.toml|turbo\.json|nx\.json|cargo\.toml|build\.rs|go\.mod|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|conftest\.py|pytest\.ini|manage\.py|pom\.xml|build\.gradle.*|settings\.gradle.*|build\.xml|cmakelists\.txt|meson\.build|build\.ninja|sconstruct|wscript|configure|(?:docker-)?compose.*\.ya?ml|ansible\.cfg|\.npmrc|\.yarnrc.*|\.pnpmfile\.cjs|\.envrc|\.env|\.pre-commit-config\.yaml|[^/]*\.config\.[cm]?[jt]s|[^/]*\.mk)$/i;

const SCRIPT = /\.(?:[a-z]*sh|[cm]?[jt]s|py|pl|rb|php|lua|awk|sed|command|applescript|scpt|sql)$/i;
/** Programs that never run what they are given, so documents may change while the person thinks. Any other program may run it. */
const ONLY_DOCUMENTS: ReadonlySet<string> = new Set(
  'cat tail head wc ls cp mv rm rmdir mkdir touch chmod chown ln stat file du sort uniq cut diff cmp grep tar zip unzip gzip gunzip echo printf cd pwd'.split(
    ' ',
  ),
);

/** Whether every part of the command begins with a program that only works on documents. */
function worksOnDocuments(command: string): boolean {
  const parts = command.split(/[;&|\n(){}]+/).map((part) => part.trim());
  return parts.every((part) => part === '' || ONLY_DOCUMENTS.has(part.split(/\s/)[0] ?? ''));
}

/**
 * Everything in a command that could name a file: the whole command; its words as a shell joins them, also inside quotes; and bare pieces.
 */
function namesIn(command: string): readonly string[] {
  const words = shellWords(command);
  return [
    ...(/^(?:~?\/|[^\n]*\.\w+$)/.test(command) ? [command] : []),
    ...words,
    ...words.flatMap((word) => (/\s/.test(word) ? shellWords(word) : [])),
    ...(command.match(/[^\s'"`;|&<>(){}=]+/g) ?? []),
  ].filter((word) => word !== '');
}

/** The words of a text with quotes and backslashes taken off, split where a shell ends a word. */
function shellWords(text: string): readonly string[] {
  const words: string[] = [];
  let [word, quote] = ['', ''];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\\' && quote !== "'") {
      at += 1;
      word += text[at] ?? '';
    } else if (quote !== '') {
      if (sign === quote) quote = '';
      else word += sign;
    } else if (sign === "'" || sign === '"') quote = sign;
    else if (/[\s;&|<>(){}=`]/.test(sign)) {
      words.push(word);
      word = '';
    } else word += sign;
  }
  return [...words, word];
}

/** `folders` to look for programs in, in order. */
export function createNamedFiles(home: string, folders: readonly string[]): MachineFacts['named'] {
  return async (command, cwd, signal) => {
    signal.throwIfAborted();
    const words = [...new Set(namesIn(command))].slice(0, MOST_WORDS);
    const bindsAll = !worksOnDocuments(command);
    const beside = new Set([cwd]);
    const found = await Promise.all(
      words.map(async (word) => {
        const path = await find(word, cwd, home, folders);
        const there = await describe(path, bindsAll);
        if (there !== '' && bindsAll && !folders.includes(dirname(path))) beside.add(await folderOf(path));
        return there === '' && word.includes('/') ? await describeAbove(path) : there;
      }),
    );
    const unasked = await Promise.all(
      [...beside]
        .sort()
        .slice(0, MOST_FOLDERS)
        .map(async (folder) => {
          const names = await listReadUnasked(folder, bindsAll);
          return (await Promise.all(names.map((name) => describe(join(folder, name), true)))).join('\n');
        }),
    );
    return [await describe(cwd, false), ...[...found, ...unasked].filter((each) => each !== '')].join('\n');
  };
}

/** The folder itself, or the one that a file lies in: a program reads scripts beside what it runs. */
async function folderOf(path: string): Promise<string> {
  const isFolder = await stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  return isFolder ? path : dirname(path);
}

/** A program by its bare name, else a path; whether it is there shows when it is described. */
async function find(word: string, cwd: string, home: string, folders: readonly string[]): Promise<string> {
  const inHome = /^(?:~|\$HOME|\$\{HOME\})\/(.*)$/s.exec(word)?.[1];
  if (inHome !== undefined) return join(home, inHome);
  if (isAbsolute(word)) return word;
  if (!word.includes('/')) {
    for (const folder of folders) {
      const path = join(folder, word);
      if (await isFile(path)) return path;
    }
  }
  return join(cwd, word);
}

async function listReadUnasked(folder: string, withScripts: boolean): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => READ_UNASKED.test(name) || (withScripts && SCRIPT.test(name)))
    .sort()
    .slice(0, MOST_BESIDE);
}

/**
 * The state of a file: with size and times, for its content, if it is a program or a script, or if the command may run it (`bindsAll`). ''
 * when it is not there.
 */
async function describe(path: string, bindsAll: boolean): Promise<string> {
  try {
    const [where, facts] = await Promise.all([realpath(path), stat(path, { bigint: true })]);
    const isRun = (facts.mode & 0o111n) !== 0n || SCRIPT.test(where);
    const isBound = facts.isFile() && (isRun || (bindsAll && facts.size <= MOST_BYTES));
    const contents = isBound ? ` ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}` : '';
    return `${path} ${where} ${facts.dev}:${facts.ino}${contents}`;
  } catch {
    return '';
  }
}

/** The state of the nearest folder above a file that is yet to be made. */
async function describeAbove(path: string): Promise<string> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const there = await describe(folder, false);
    if (there !== '') return `${path} in ${there}`;
  }
  return '';
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  );
}
