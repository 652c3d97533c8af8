/** Brings the system programs a command needs, or ends with exit code 3 and the command that brings them. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { ensurePrograms, type NeededPackage, RUN_PACKAGES, TEST_PACKAGES } from '../../adapters/machine/programs.ts';
import { EXIT, ExitError } from './exit.ts';

export function ensureRunPrograms(): Promise<void> {
  return ensure(RUN_PACKAGES);
}

export function ensureTestPrograms(): Promise<void> {
  return ensure(TEST_PACKAGES);
}

async function ensure(needed: readonly NeededPackage[]): Promise<void> {
  if (process.platform !== 'linux') return;
  const ensured = await ensurePrograms(needed, {
    exists: existsSync,
    isRoot: process.getuid?.() === 0,
    isTerminal: process.stdin.isTTY && process.stderr.isTTY,
    isCi: process.env.CI === 'true',
    ask,
    run,
    say: (line) => void process.stderr.write(`${line}\n`),
  });
  if (!ensured.ok) throw new ExitError(EXIT.lacking, ensured.text);
}

async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return !/^\s*n/i.test(await lines.question(question));
  } finally {
    lines.close();
  }
}

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve) => {
    // Standard output is for what the command itself has to say.
    const child = spawn(command, args, { stdio: ['ignore', 2, 2], env: { ...process.env, ...env } });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
