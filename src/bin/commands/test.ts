/**
 * `npm test`: types, lint, then every test; ends with the test runner's own closing lines and exit code. `npm test -- FILE …` runs these
 * files alone, without types and lint.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { ensureTestPrograms } from '../ensure-programs.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { PROJECT_ROOT } from '../own-files.ts';

/** Each file has displays, servers and folders of its own; most of them wait. More at once than cores would make times of theirs untrue. */
const FILES_AT_ONCE = 2;
const TEST_TIMEOUT_MS = 240_000;
/** The timeout ends a test, but not the process of its file, which lives as long as anything the test left. */
const END_OF_FILE = './tests/support/end-of-file.ts';
/** Each file is a process; what one has compiled need not be compiled by the next. */
const COMPILED = { NODE_COMPILE_CACHE: getCompileCacheDir() };

await runCommand(async () => {
  await ensureTestPrograms();
  const named = process.argv.slice(2);
  if (named.length === 0) {
    await step('types', 'tsc', ['--noEmit']);
    await step('lint', 'biome', ['check', '.']);
  }
  const files = named.length > 0 ? named : globSync('tests/**/*.test.ts', { cwd: PROJECT_ROOT }).sort();
  if (files.length === 0) throw new ExitError(EXIT.failure, 'There is no test to run.');
  const options = [`--test-concurrency=${FILES_AT_ONCE}`, `--test-timeout=${TEST_TIMEOUT_MS}`, '--test-reporter=spec'];
  return await run(process.execPath, ['--import', END_OF_FILE, '--test', ...options, ...files]);
});

async function step(name: string, program: string, args: readonly string[]): Promise<void> {
  const code = await run(join(PROJECT_ROOT, 'node_modules/.bin', program), args);
  if (code !== 0) throw new ExitError(EXIT.failure, `The check of ${name} failed (${program} ${args.join(' ')}).`);
}

function run(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...COMPILED };
    const child = spawn(command, args, { cwd: PROJECT_ROOT, env, stdio: 'inherit' });
    const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
    process.on('SIGINT', pass);
    process.on('SIGTERM', pass);
    child.on('error', reject);
    child.on('exit', (code) => {
      process.off('SIGINT', pass);
      process.off('SIGTERM', pass);
      resolve(code ?? EXIT.failure);
    });
  });
}
