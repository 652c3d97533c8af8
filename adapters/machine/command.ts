/** Runs one program with fixed arguments, no shell between, and gives back what it printed. */
import { spawn } from 'node:child_process';
import { createOutput } from './output.ts';
import { type ReadProcesses, waitForExit } from './process-group.ts';

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

export function createRunCommand(readProcesses: ReadProcesses): RunCommand {
  return async ({ program, args, input, environment, timeoutMs }, signal) => {
    signal.throwIfAborted();
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
    await closed;
    return { exitCode: exit.code, output: output.text(''), errors: errors.text('').trim() };
  };
}
