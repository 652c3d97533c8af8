/** What a command names, as it is on the disk now: told before a person is asked and again after the yes. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { MachineFacts } from '../../src/ports/machine.ts';

const MOST_WORDS = 200;
/** Larger files are data: hardly anything runs them, and they grow while somebody thinks. */
const MOST_BYTES = 4_000_000;
/** What programs read and run from the folder they are started in, without being told its name. */
const READ_UNASKED =
  /^(?:(?:gnu)?makefile|justfile|rakefile|gemfile|vagrantfile|procfile|dockerfile|containerfile|jenkinsfile|gulpfile.*|gruntfile.*|taskfile.*|package\.json|deno\.jsonc?|bunfig\.toml|turbo\.json|nx\.json|cargo\.toml|build\.rs|go\.mod|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|conftest\.py|pytest\.ini|manage\.py|pom\.xml|build\.gradle.*|settings\.gradle.*|build\.xml|cmakelists\.txt|meson\.build|build\.ninja|sconstruct|wscript|configure|(?:docker-)?compose.*\.ya?ml|ansible\.cfg|\.npmrc|\.yarnrc.*|\.pnpmfile\.cjs|\.envrc|\.env|\.pre-commit-config\.yaml|[^/]*\.config\.[cm]?[jt]s|[^/]*\.mk)$/i;

const SCRIPT = /\.(?:[a-z]*sh|[cm]?[jt]s|py|pl|rb|php|lua|awk|sed|command|applescript|scpt|sql)$/i;
/** These never run what they are given: a document may change under them while somebody thinks. Any other program may. */
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

/** `folders` is where programs are looked for, in order. */
export function createNamedFiles(home: string, folders: readonly string[]): MachineFacts['named'] {
  return async (command, cwd, signal) => {
    signal.throwIfAborted();
    const words = [...new Set(command.match(/[^\s'"`;|&<>(){}=]+/g) ?? [])].slice(0, MOST_WORDS);
    const bindsAll = !worksOnDocuments(command);
    const found = await Promise.all(
      words.map(async (word) => describe(await find(word, cwd, home, folders), bindsAll)),
    );
    const unasked = await Promise.all((await listReadUnasked(cwd)).map((name) => describe(join(cwd, name), true)));
    return [await describe(cwd, false), ...[...found, ...unasked].filter((each) => each !== '')].join('\n');
  };
}

/** A program by its bare name, else a path; whether it is there shows when it is described. */
async function find(word: string, cwd: string, home: string, folders: readonly string[]): Promise<string> {
  if (word.startsWith('~/')) return join(home, word.slice(2));
  if (isAbsolute(word)) return word;
  if (!word.includes('/')) {
    for (const folder of folders) {
      const path = join(folder, word);
      if (await isFile(path)) return path;
    }
  }
  return join(cwd, word);
}

async function listReadUnasked(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => READ_UNASKED.test(name)).sort();
}

/**
 * Of programs and scripts also the contents count, by size and times, and of every other file where the command may run it (`bindsAll`).
 * '' for what is not there.
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

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  );
}
