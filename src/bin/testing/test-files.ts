/** In which processes the test files run: those that start programs each in one of its own, the others several to one. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Of what is pure, and so far quick: starting a process and loading it costs more than most of their tests. */
const SHARING =
  /^tests\/(?:action|checks|commands|config|fakes|inbound|inbox|journal|memory|orders|outbound|ports|run|safety|screen|skills|words)\//;
/** What starts programs or a whole bot, has folders, measures time or memory, or has hooks or an environment that would hold for its neighbours too. */
const NEEDS_ITS_OWN =
  /^(?:before|after|beforeEach|afterEach)\(|support\/(?:x11|chromium|bot|phone|launched|processor-time|deskhand|temp-folder)|open-test-gate|mkdtemp|node:(?:child_process|worker_threads|v8)|performance\.now|process\.(?:env|chdir|on|once|exit|argv|cpuUsage|memoryUsage)\b|\bmock\./m;
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
  const sharing = files.filter(
    (file) => SHARING.test(file) && !NEEDS_ITS_OWN.test(readFileSync(join(root, file), 'utf8')),
  );
  const alone = files.filter((file) => !sharing.includes(file));
  return [
    ...alone.filter((file) => FIRST.test(file)),
    ...writeShared(root, sharing, folder),
    ...alone.filter((file) => !FIRST.test(file)),
  ];
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
