/** In which processes the test files run: those that start programs each in one of its own, the others several to one. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What starts programs, measures the processor's time or memory, or has hooks or an environment that would hold for its neighbours too, by
 * itself or through another file of the tests. Everything else shares: starting a process and loading a whole Deskhand or a gate into it costs
 * more than most tests.
 */
const NEEDS_ITS_OWN =
  /^(?:before|after|beforeEach|afterEach)\(|node:(?:child_process|worker_threads|v8|diagnostics_channel)|process\.(?:env|chdir|on|once|exit|argv|cpuUsage|memoryUsage)\b|\bmock\./m;
const IMPORTED = /^(?:import|export)\s[^;]*?\sfrom '(\.[^']+)';$/gm;
const FILES_TO_ONE = 12;
/** The longest are among them; at the end come short ones, so that no processor waits for the last file. */
const FIRST = /^tests\/(?:scenarios|screen\/page)/;

/**
 * What is to be run, in this order: test files as they are, and modules in `folder` (made anew) that load several of them.
 * A file behaves in both as if it was alone, or it belongs among those that `NEEDS_ITS_OWN` finds.
 *
 * @param root the project's root
 * @param files test files, below it
 */
export function planTestFiles(root: string, files: readonly string[], folder: string): readonly string[] {
  const isAlone = createLook(root);
  const sharing = files.filter((file) => !isAlone(file));
  const alone = files.filter((file) => !sharing.includes(file));
  return [
    ...alone.filter((file) => FIRST.test(file)),
    ...writeShared(root, sharing, folder),
    ...alone.filter((file) => !FIRST.test(file)),
  ];
}

/** Whether this file below `root`, or one below `tests/` that it imports, needs a process of its own. */
function createLook(root: string): (file: string) => boolean {
  const known = new Map<string, boolean>();
  const look = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    // What imports in a circle is not asked twice.
    known.set(file, false);
    const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
    const imported = [...text.matchAll(IMPORTED)].map(([, target = '']) => join(dirname(file), target));
    const isAlone = NEEDS_ITS_OWN.test(text) || imported.some((one) => one.startsWith('tests/') && look(one));
    known.set(file, isAlone);
    return isAlone;
  };
  return look;
}

function writeShared(root: string, files: readonly string[], folder: string): readonly string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const starts = files.flatMap((_, at) => (at % FILES_TO_ONE === 0 ? [at] : []));
  return starts.map((at, nth) => {
    const path = join(folder, `several-${nth + 1}.test.mjs`);
    const part = files.slice(at, at + FILES_TO_ONE);
    writeFileSync(path, part.map((file) => `import '${pathToFileURL(join(root, file)).href}';\n`).join(''));
    return path;
  });
}
