/** Runs one program with fixed arguments, no shell between, and gives back what it printed. */

import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOutput } from './output.ts';
import { type ReadProcesses, waitForExit } from './process-group.ts';
import { createUnderWay } from './under-way.ts';

export interface Command {
  /** Absolute path of the program. */
  readonly program: string;
  readonly args: readonly string[];
  /** Written to its standard input; '' for none. */
  readonly input: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface CommandResult {
  /** null when it was ended by the time limit. */
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Rejects with the signal's reason when it aborts (the program's group is ended first), and when the program cannot be started. */
export type RunCommand = (command: Command, signal: AbortSignal) => Promise<CommandResult>;

const OUTPUT_CHARACTERS = 1_000_000;
const ERROR_CHARACTERS = 4_000;
/** How long to wait for output that is still on its way after the program has ended. */
const DRAIN_MS = 200;

export interface Commands {
  readonly run: RunCommand;
  /** Ends every program that still runs. */
  close(): Promise<void>;
}

export function createCommands(readProcesses: ReadProcesses): Commands {
  const underWay = createUnderWay();
  return {
    run: (command, signal) => underWay.track(runCommand(command, underWay.signalOf(signal), readProcesses)),
    close: underWay.close,
  };
}

async function runCommand(command: Command, signal: AbortSignal, readProcesses: ReadProcesses): Promise<CommandResult> {
  signal.throwIfAborted();
  const { program, args, input, environment, timeoutMs } = command;
  const child = spawn(program, args, { env: environment, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const output = createOutput(OUTPUT_CHARACTERS);
  const errors = createOutput(ERROR_CHARACTERS);
  child.stdout.on('data', output.add);
  child.stderr.on('data', errors.add);
  // A program that does not read to the end of its input closes it early.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const exit = await waitForExit(child, { timeoutMs, signal }, readProcesses);
  // A process that the program left behind may hold its output open.
  await Promise.race([closed, sleep(DRAIN_MS)]);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  return { exitCode: exit.code, output: output.read(0).output, errors: errors.read(0).output.trim() };
}
