/** Runs programs of macOS itself: osascript and screencapture. */
import { spawn } from 'node:child_process';
import { withLimit } from '../../../src/ports/waits/abort-signals.ts';

/** Rejects when the program fails (with what it wrote to standard error), and with the signal's reason on abort. */
export type Run = (command: readonly [string, ...string[]], input: string, signal: AbortSignal) => Promise<string>;

const TIMEOUT_MS = 8000;

export const runProgram: Run = async ([program, ...args], input, signal) => {
  signal.throwIfAborted();
  const limit = withLimit(TIMEOUT_MS, signal);
  const child = spawn(program, args, { stdio: 'pipe', signal: limit });
  const output: Buffer[] = [];
  const complaint: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => complaint.push(chunk));
  // A program that ends without reading its input is judged by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = Promise.withResolvers<number | null>();
  child.once('error', ended.reject);
  child.once('close', ended.resolve);
  try {
    const code = await ended.promise;
    if (code !== 0) throw new Error(`${program} failed (${code}): ${Buffer.concat(complaint).toString().trim()}`);
    return Buffer.concat(output).toString();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
};
