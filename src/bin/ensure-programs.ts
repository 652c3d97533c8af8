/** Brings the system programs a command needs, or ends with exit code 3 and the command that brings them. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import {
  ensurePrograms,
  FLEET_PACKAGES,
  GESTURE_PACKAGES,
  LONG_WORK_PACKAGES,
  type NeededPackage,
  RUN_PACKAGES,
  TEST_PACKAGES,
} from '../../adapters/machine/programs.ts';
import type { Text } from '../words/say.ts';
import { speak } from '../words/speak.ts';
import { EXIT, ExitError } from './exit.ts';
import { terminalLanguage } from './terminal/terminal-language.ts';

/** Rejects when the signal aborts; an installation under way is not interrupted, as half of one is worse. */
export function ensureRunPrograms(signal?: AbortSignal): Promise<void> {
  return ensure(RUN_PACKAGES, signal);
}

export function ensureTestPrograms(): Promise<void> {
  return ensure(TEST_PACKAGES);
}

export function ensureGesturePrograms(): Promise<void> {
  return ensure(GESTURE_PACKAGES);
}

export function ensureFleetPrograms(): Promise<void> {
  return ensure(FLEET_PACKAGES);
}

export function ensureLongWorkPrograms(): Promise<void> {
  return ensure(LONG_WORK_PACKAGES);
}

async function ensure(needed: readonly NeededPackage[], signal?: AbortSignal): Promise<void> {
  if (process.platform !== 'linux') return;
  const ensured = await ensurePrograms(needed, {
    exists: existsSync,
    isRoot: process.getuid?.() === 0,
    isTerminal: process.stdin.isTTY && process.stderr.isTTY,
    isCi: process.env.CI === 'true',
    ask: (question) => ask(question, signal),
    run: (command, args, env) => run(command, args, env, signal),
    say: (line) => void process.stderr.write(`${speak(line, terminalLanguage())}\n`),
  });
  if (!ensured.ok) throw new ExitError(EXIT.lacking, ensured.text);
}

async function ask(question: Text, signal?: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // While a question is open, the terminal delivers Ctrl+C to it instead of sending a signal.
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    return !/^\s*n/i.test(await lines.question(speak(question, terminalLanguage()), { signal }));
  } finally {
    lines.close();
  }
}

function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    // Standard output is reserved for the command's own output.
    const child = spawn(command, args, { stdio: ['ignore', 2, 2], env: { ...process.env, ...env } });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
    signal?.addEventListener('abort', () => {
      child.unref();
      reject(signal.reason);
    });
  });
}
