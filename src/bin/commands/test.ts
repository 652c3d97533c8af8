/**
 * `npm test`: types, lint, then every test; ends with the test runner's own last lines and exit code. `npm test -- FILE …` runs only these files,
 * without types and lint; `npm run test:repeats` runs the tests whose proofs a cheaper one replaces, with these proofs.
 */
import { spawn } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as runTests } from 'node:test';
import { spec } from 'node:test/reporters';
import { bundleCheckout } from '../build/bundle.ts';
import { NATIVE } from '../build/published-manifest.ts';
import { ensureTestPrograms } from '../ensure-programs.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { PROJECT_ROOT } from '../own-files.ts';
import { findRepeating, LONG_TESTS, planTestFiles } from '../testing/test-files.ts';

/**
 * Each process starts displays and servers of its own and waits for them a third of its time. More processes would distort tests that measure time.
 */
const PROCESSES_AT_ONCE = Math.min(availableParallelism() + 3, 6);
/** Instead of files. */
const REPEATS = '--repeats';
const TEST_TIMEOUT_MS = 240_000;
/** The timeout ends a test, but not the process of its file, which stays alive with anything that the test left running. */
const END_OF_FILE = './tests/support/end-of-file.ts';
const CACHE = join(PROJECT_ROOT, 'node_modules/.cache');
const TYPES = join(CACHE, 'types.tsbuildinfo');
/** Type checkers at work side by side: each repeats part of the others' work, and four, the default, cost half as much again. */
const CHECKERS = '2';
/** The memory is theirs for some seconds; collecting it four times as seldom costs a third less. */
const GOGC = '400';
/** Processes share compiled code by Node's cache. */
const COMPILED = { NODE_COMPILE_CACHE: getCompileCacheDir() };
/** Hundreds of bots and commands are started: from these files each costs two thirds of the time (tests/support/programs.ts). */
const BUILT = join(PROJECT_ROOT, 'dist/for-tests');
/** Commands use the computer's language; tests need the same one everywhere. */
const IN_ENGLISH = { LANG: 'C.UTF-8', LC_ALL: undefined, LC_MESSAGES: undefined, LANGUAGE: undefined };

await runCommand(async () => {
  await ensureTestPrograms();
  const named = process.argv.slice(2);
  if (named[0] === REPEATS) return await runFiles(findRepeating(PROJECT_ROOT), { REPEATS: 'on' });
  if (named.length > 0) return await runFiles(named.flatMap(find).sort());
  const files = find('tests/**/*.test.ts').filter((file) => !LONG_TESTS.test(file));
  await Promise.all([
    check('types', 'tsc', ['--noEmit', '--checkers', CHECKERS, '--incremental', '--tsBuildInfoFile', TYPES], { GOGC }),
    check('lint', 'biome', ['check', '.']),
    bundleCheckout(BUILT, NATIVE),
  ]);
  return await runFiles(planTestFiles(PROJECT_ROOT, files.sort(), join(CACHE, 'tests')), { BUILT });
});

function find(pattern: string): readonly string[] {
  const files = globSync(pattern, { cwd: PROJECT_ROOT });
  if (files.length === 0) throw new ExitError(EXIT.failure, `There is no test to run at ${pattern}.`);
  return files;
}

async function check(
  name: string,
  program: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(join(PROJECT_ROOT, 'node_modules/.bin', program), args, {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...more },
    stdio: 'inherit',
  });
  const stop = passSignals((signal) => void child.kill(signal));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('exit', resolve);
  const code = await promise.finally(stop);
  if (code !== 0) throw new ExitError(EXIT.failure, `The check of ${name} failed (${program} ${args.join(' ')}).`);
}

/** Runs the files in this order; returns the exit code. */
async function runFiles(files: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<number> {
  // Temporary folder of all tests, removed with what a killed browser leaves. A short name, since paths of sockets are limited to 108 bytes.
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'dt-'));
  // Open to all users like /tmp, as some tests run programs as other users.
  chmodSync(folder, 0o1777);
  const stopping = new AbortController();
  const stop = passSignals((signal) => stopping.abort(new Error(`ended by ${signal}`)));
  let isGood = false;
  const events = runTests({
    files,
    cwd: PROJECT_ROOT,
    concurrency: PROCESSES_AT_ONCE,
    timeout: TEST_TIMEOUT_MS,
    signal: stopping.signal,
    execArgv: ['--import', END_OF_FILE],
    env: { ...process.env, ...COMPILED, ...IN_ENGLISH, TMPDIR: folder, ...more },
  });
  events.on('test:summary', (summary) => {
    // A summary without a file is that of all files.
    if (summary.file === undefined) isGood = summary.success;
  });
  for await (const text of events.compose(new spec())) process.stdout.write(text);
  stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return isGood ? EXIT.clean : EXIT.failure;
}

/** Passes signals on until the returned function is called. */
function passSignals(pass: (signal: NodeJS.Signals) => void): () => void {
  process.on('SIGINT', pass);
  process.on('SIGTERM', pass);
  return () => {
    process.off('SIGINT', pass);
    process.off('SIGTERM', pass);
  };
}
