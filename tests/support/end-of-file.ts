/** Loaded before every test file by `npm test`: a file whose process does not end with its tests is ended, and is red for what it left. */
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';

/** The time for a file's last hooks, which end bots and displays: a second or two here, much more on a slow and busy machine. */
const AFTER_LAST_TEST_MS = 60_000;
/** The limit of a file that never comes to its last test; `--test-timeout` ends single tests before. */
const WHOLE_FILE_MS = 300_000;
/** The limit of several files in one process (src/bin/testing/test-files.ts). */
const SEVERAL_FILES_MS = 1_800_000;

const children = new Set<ChildProcess>();

// Workers and forks are started with the same flags as their test file.
const started = process.argv[1] ?? '';
const isSeveral = started.endsWith('.test.mjs');
if (isMainThread && (isSeveral || started.endsWith('.test.ts'))) {
  subscribe('child_process', (message) => {
    if (isSpawn(message)) children.add(message.process);
  });
  endLater(isSeveral ? SEVERAL_FILES_MS : WHOLE_FILE_MS, 'its start');
  after(() => endLater(AFTER_LAST_TEST_MS, 'its last test'));
}

function endLater(ms: number, since: string): void {
  // A file that left nothing ends by itself.
  setTimeout(() => end(`${ms / 1000} s after ${since}`), ms).unref();
}

function end(when: string): void {
  const left = [...children].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const commands = left.map(({ pid, spawnargs }) => `\n  process ${pid}: ${spawnargs.join(' ')}`);
  const handles = process.getActiveResourcesInfo().join(', ');
  process.stderr.write(`${started} was still alive ${when}, with ${handles}${commands.join('')}\n`);
  for (const { pid } of left) if (pid !== undefined) killGroup(pid);
  process.exit(1);
}

/** Kills a process and its group: programs of a display lead groups of their own. */
function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // The process leads no group, or has just ended.
    }
  }
}

function isSpawn(message: unknown): message is { readonly process: ChildProcess } {
  return typeof message === 'object' && message !== null && 'process' in message;
}
