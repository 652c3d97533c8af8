/** The real bot as a process of its own, as `npm start` runs it, with everything it says. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { decodeLines } from '../../adapters/files/journal-line.ts';
import { PROGRAMS_ROOT } from './programs.ts';

/** The longest start; beside many others it takes minutes. */
const READY_MS = 240_000;
const LAST_WORDS_MS = 500;

export interface Bot {
  readonly child: ChildProcess;
  /** The line it printed when it could work. */
  readonly ready: string;
  /** From the start of the process, milliseconds. */
  readonly readyAfterMs: number;
  stdout(): string;
  stderr(): string;
  /** SIGTERM, then waits; the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, then waits until the process is gone. */
  kill(): Promise<void>;
  /** Resolves with the exit code when it ends by itself. */
  readonly ended: Promise<number | null>;
}

export interface BotOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Program and arguments below the project's root, instead of those of `npm start`. */
  readonly program?: readonly [string, ...string[]];
  /** An installed `deskhand` and its first words, instead of this checkout. */
  readonly command?: readonly [string, ...string[]];
}

/** What package.json sets in the environment, and the arguments behind `node`. */
export function readStartScript(): {
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
} {
  const { scripts } = scriptsSchema.parse(JSON.parse(readFileSync(join(PROGRAMS_ROOT, 'package.json'), 'utf8')));
  const words = scripts.start.split(' ');
  const program = words.indexOf('node');
  return {
    env: Object.fromEntries(words.slice(2, program).map((word) => word.split('='))),
    args: words.slice(program + 1).map((word) => (word.startsWith('src/') ? join(PROGRAMS_ROOT, word) : word)),
  };
}

const scriptsSchema = z.object({ scripts: z.object({ start: z.string().regex(/^exec env (\w+=\w+ )+node /) }) });

/** Only these of the test's own environment go through: a person's settings must not steer a test. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'USER', 'LANG'];

/** Rejects with what it said when it ends before it is ready. */
export async function startBot(options: BotOptions): Promise<Bot> {
  const startedAt = performance.now();
  const started = spawnBot(options);
  const timeout = sleep(READY_MS, 'timeout' as const, { ref: false });
  for (;;) {
    const line = /^ready .*$/m.exec(started.stdout())?.[0];
    if (line !== undefined) {
      const readyAfterMs = performance.now() - startedAt;
      // Earlier log lines are already in the other pipe and are read one turn later.
      await sleep(5);
      return { ...started, ready: line, readyAfterMs };
    }
    const first = await Promise.race([started.ended.then(() => 'ended' as const), sleep(5, 'again' as const), timeout]);
    if (first !== 'again') {
      await started.kill();
      throw new Error(`The bot was not ready (${first}):\n${started.stdout()}\n${started.stderr()}`);
    }
  }
}

/** Starts it without waiting; for starts that are to fail. */
export function spawnBot({ env, program, command }: BotOptions): Omit<Bot, 'ready' | 'readyAfterMs'> {
  const kept = Object.fromEntries(KEPT.map((name) => [name, process.env[name]]));
  const script =
    program === undefined
      ? readStartScript()
      : { env: {}, args: [join(PROGRAMS_ROOT, program[0]), ...program.slice(1)] };
  const [run, ...first] = command ?? [process.execPath];
  const child = spawn(run, command === undefined ? script.args : [...first, 'start'], {
    // Weights of models are not fetched by tests; the screen is read in those that are about it.
    env: { HF_HUB_OFFLINE: '1', READING: 'off', ...kept, ...script.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: env.HOME ?? PROGRAMS_ROOT,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // The last output is complete when the pipes close; a helper of a killed process may keep them open for a moment.
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => void Promise.race([closed, sleep(LAST_WORDS_MS)]).then(() => resolve(code))),
  );
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A run's journal as it is on the disk, checked line by line. */
export function readRun(dataDir: string, runId = '000001') {
  return decodeLines(readFileSync(join(dataDir, 'recordings', runId, 'journal.jsonl')));
}
