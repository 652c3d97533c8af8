/** Serves the tools over standard input and output: one program, the one that started this. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type AskDeskhand, createCallerServer } from './caller-tools.ts';

/** Resolves when the program has closed its end, or the signal aborts. `warn` gets what is wrong with its messages. */
export async function serveOverStdio(
  ask: AskDeskhand,
  version: string,
  warn: (problem: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const handle = serveStdio(() => createCallerServer(ask, version), { onerror: ({ message }) => warn(message) });
  const ended = Promise.withResolvers<void>();
  process.stdin.once('end', ended.resolve);
  process.stdin.once('close', ended.resolve);
  signal.addEventListener('abort', () => ended.resolve(), { once: true });
  await ended.promise;
  await handle.close();
}
