/** Runs git and npm for an update: their output, or their own last words. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UpdateRefused } from './candidate.ts';

export interface ToolPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const MOST_BYTES = 50_000_000;
const LONGEST_WORDS = 400;

/** Standard output. Rejects with `UpdateRefused`, `what` at the start of its message: it names what was tried. */
export async function runTool(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: ToolPlace,
  what: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env, signal, maxBuffer: MOST_BYTES });
    return stdout;
  } catch (error) {
    signal.throwIfAborted();
    throw new UpdateRefused(`${what}: ${lastWords(program, error)}`, { cause: error });
  }
}

function lastWords(program: string, error: unknown): string {
  const { code, stderr, stdout } = {
    code: undefined,
    stderr: '',
    stdout: '',
    ...(error instanceof Error ? error : {}),
  };
  if (code === 'ENOENT') return `${program} is not there`;
  const lines = `${String(stderr)}\n${String(stdout)}`
    .split('\n')
    .map((line) => line.replace(/^(?:npm error|fatal:|error:)\s*/, '').trim())
    .filter((line) => line !== '' && !/A complete log of this run/.test(line));
  return (
    lines.slice(0, 3).join(' ').slice(0, LONGEST_WORDS) || (error instanceof Error ? error.message : String(error))
  );
}
