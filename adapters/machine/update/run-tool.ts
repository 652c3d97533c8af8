/** Runs git and npm for an update: their output, or their own last words. */
import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { systemCode } from '../../../src/words/disk-trouble.ts';
import { say, type Text } from '../../../src/words/say.ts';
import { UpdateRefused } from './candidate.ts';

export interface ToolPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const MOST_BYTES = 50_000_000;
const LONGEST_WORDS = 400;

/** Standard output. Rejects with `UpdateRefused`, `what` at the start of its message: a sentence that says what did not work. */
export async function runTool(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: ToolPlace,
  what: Text,
  signal: AbortSignal,
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env, signal, maxBuffer: MOST_BYTES });
    return stdout;
  } catch (error) {
    signal.throwIfAborted();
    const reason = systemCode(error) === 'ENOENT' ? say`${basename(program)} is not installed` : lastWords(error);
    throw new UpdateRefused(say`${what} Reason: ${reason}`, { cause: error });
  }
}

function lastWords(error: unknown): string {
  const { stderr, stdout } = {
    stderr: '',
    stdout: '',
    ...(error instanceof Error ? error : {}),
  };
  const lines = `${String(stderr)}\n${String(stdout)}`
    .split('\n')
    .map((line) => line.replace(/^(?:npm error|fatal:|error:)\s*/, '').trim())
    .filter((line) => line !== '' && !/A complete log of this run/.test(line));
  return (
    lines.slice(0, 3).join(' ').slice(0, LONGEST_WORDS) || (error instanceof Error ? error.message : String(error))
  );
}
