/** In which processes the test files run: several to one, but for those that would change what holds for their neighbours. */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What measures the processor's time or memory, or has hooks or an environment that would hold for its neighbours too, by itself or through
 * another file of the tests. Everything else shares: starting a process and loading a whole Deskhand or a gate into it costs more than most
 * tests.
 */
const NEEDS_ITS_OWN =
  /^(?:before|after|beforeEach|afterEach)\(|node:(?:worker_threads|v8|diagnostics_channel)|process\.env(?:\.\w+|\[[^\]]+\])? (?:\?\?)?= |delete process\.env|process\.(?:chdir|on|once|exit|argv|cpuUsage|memoryUsage)\b|\bmock\./m;
/** Displays, bots and browsers take long: few of these files to a process, so that all processors have some. */
const STARTS_PROGRAMS = /node:child_process|playwright-core/;
const IMPORTED = /^(?:import|export)\s[^;]*?\sfrom '(\.[^']+)';$/gm;
const FILES_TO_ONE = 24;
const STARTING_FILES_TO_ONE = 5;
/** The longest are among them; at the end come short ones, so that no processor waits for the last file. */
const FIRST = /^tests\/(?:scenarios|screen\/page|fleet\/fleet-storm|adapters\/chat\/web\/page)/;
/** Not run by `npm test`. */
export const LONG_TESTS = /^tests\/long\//;
const REPEATING = /^import .* from '.*\/support\/repeats\.ts';$/m;

/**
 * What is to be run, in this order: test files as they are, and modules in `folder` (made anew) that load several of them.
 * A file behaves in both as if it was alone, or it belongs among those that `NEEDS_ITS_OWN` finds.
 *
 * @param root the project's root
 * @param files test files, below it
 */
export function planTestFiles(root: string, files: readonly string[], folder: string): readonly string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const isAlone = createLook(root, NEEDS_ITS_OWN);
  const isStarting = createLook(root, STARTS_PROGRAMS);
  const sharing = files.filter((file) => !isAlone(file));
  const starting = sharing.filter(isStarting);
  const share = (name: string, some: readonly string[], toOne: number): readonly string[] =>
    writeShared(root, some, toOne, (nth) => join(folder, `${name}-${nth}.test.mjs`));
  const alone = files.filter(isAlone);
  return [
    ...share(
      'long',
      starting.filter((file) => FIRST.test(file)),
      STARTING_FILES_TO_ONE,
    ),
    ...alone.filter((file) => FIRST.test(file)),
    ...share(
      'several',
      sharing.filter((file) => !isStarting(file)),
      FILES_TO_ONE,
    ),
    ...share(
      'programs',
      starting.filter((file) => !FIRST.test(file)),
      STARTING_FILES_TO_ONE,
    ),
    ...alone.filter((file) => !FIRST.test(file)),
  ];
}

/** Whether the text of this file below `root`, or of one below `tests/` that it imports, matches. */
function createLook(root: string, wanted: RegExp): (file: string) => boolean {
  const known = new Map<string, boolean>();
  const look = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    // What imports in a circle is not asked twice.
    known.set(file, false);
    const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
    const imported = [...text.matchAll(IMPORTED)].map(([, target = '']) => join(dirname(file), target));
    const matches = wanted.test(text) || imported.some((one) => one.startsWith('tests/') && look(one));
    known.set(file, matches);
    return matches;
  };
  return look;
}

/** Writes modules that load so many files each. */
function writeShared(
  root: string,
  files: readonly string[],
  toOne: number,
  place: (nth: number) => string,
): readonly string[] {
  const starts = files.flatMap((_, at) => (at % toOne === 0 ? [at] : []));
  return starts.map((at, nth) => {
    const path = place(nth + 1);
    const part = files.slice(at, at + toOne);
    writeFileSync(path, part.map((file) => `import '${pathToFileURL(join(root, file)).href}';\n`).join(''));
    return path;
  });
}

/** Files of proofs that `npm test` leaves out: all in the folder of them, and those that leave out some of theirs, by themselves or by what they import. */
export function findRepeating(root: string): readonly string[] {
  const isRepeating = createLook(root, REPEATING);
  return globSync('tests/**/*.test.ts', { cwd: root })
    .filter((file) => file.startsWith('tests/long/repeats/') || isRepeating(file))
    .sort();
}
