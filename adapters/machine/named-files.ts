/** What a command names, as it is on the disk now: told before a person is asked and again after the yes. */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { MachineFacts } from '../../src/ports/machine.ts';

const MOST_WORDS = 200;
const SCRIPT =
  /\.(?:[a-z]*sh|[cm]?[jt]s|py|pl|rb|php|lua|awk|sed|command|applescript|scpt|sql)$|(?:^|\/)(?:Makefile|package\.json|Dockerfile)$/i;

/** `folders` is where programs are looked for, in order. */
export function createNamedFiles(home: string, folders: readonly string[]): MachineFacts['named'] {
  return async (command, cwd, signal) => {
    signal.throwIfAborted();
    const words = [...new Set(command.match(/[^\s'"`;|&<>(){}=]+/g) ?? [])].slice(0, MOST_WORDS);
    const found = await Promise.all(words.map(async (word) => describe(await find(word, cwd, home, folders))));
    return [await describe(cwd), ...found.filter((each) => each !== '')].join('\n');
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

/** Of what is run also its contents count, by time and size; of what is only worked on which file it is. '' for what is not there. */
async function describe(path: string): Promise<string> {
  try {
    const [where, facts] = await Promise.all([realpath(path), stat(path, { bigint: true })]);
    const isRun = facts.isFile() && ((facts.mode & 0o111n) !== 0n || SCRIPT.test(where));
    const contents = isRun ? ` ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}` : '';
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
