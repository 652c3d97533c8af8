/** Assigns test files to processes: several share one, except those that would affect others in the same process. */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Files that measure processor time or memory, or have hooks or an environment that would affect others, by themselves or by another file of the
 * tests. All others share a process: starting one and loading a whole Deskhand or a gate costs more than most tests.
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
/** Not part of `npm test`. */
export const LONG_TESTS = /^tests\/long\//;
const REPEATING = /^import .* from '.*\/support\/repeats\.ts';$/m;

/**
 * Plans what to run, in this order: test files themselves, and modules in `folder` (made anew) that load several of them. A file behaves in both as
 * if it was alone; if not, `NEEDS_ITS_OWN` must match it.
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
    // Marked before its imports are checked, so that a cycle ends.
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

/** Files with proofs that `npm test` leaves out: all in their folder, and those that leave some out, by themselves or by their imports. */
export function findRepeating(root: string): readonly string[] {
  const isRepeating = createLook(root, REPEATING);
  return globSync('tests/**/*.test.ts', { cwd: root })
    .filter((file) => file.startsWith('tests/long/repeats/') || isRepeating(file))
    .sort();
}
