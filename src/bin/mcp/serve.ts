/** `deskhand mcp serve`: passes another program's requests on to the running Deskhand; holds no token but that program's. */
import { parseArgs } from 'node:util';
import { connectControl } from '../../../adapters/files/control-socket.ts';
import type { AskDeskhand } from '../../../adapters/mcp-server/caller-tools.ts';
import { serveOverHttp } from '../../../adapters/mcp-server/serve-http.ts';
import { serveOverStdio } from '../../../adapters/mcp-server/serve-stdio.ts';
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, ExitError } from '../exit.ts';
import { versionOfDeskhand } from '../own-files.ts';
import { controlSocketPath } from '../parts/open-data.ts';
import { readArguments } from '../reach-deskhand.ts';
import { loadSettings, secretsOf } from '../settings.ts';
import { untilSignal } from '../signals.ts';

export const USE_OF_SERVING: readonly string[] = ['serve [--http] [--port N]'];
const USE = call('mcp', USE_OF_SERVING[0]);
const USUAL_PORT = 7782;

export async function serveMcp(words: readonly string[], hide: (secrets: readonly string[]) => void): Promise<number> {
  const { values } = readArguments(
    () =>
      parseArgs({
        args: [...words],
        options: { http: { type: 'boolean', default: false }, port: { type: 'string' } },
      }),
    USE,
  );
  const port = values.port === undefined ? USUAL_PORT : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || (values.port !== undefined && !values.http))
    throw new ExitError(EXIT.configuration, say`--port is a number from 0 to 65535, with --http.\nUse: ${USE}`);
  const token = process.env.DESKHAND_MCP_TOKEN ?? '';
  if (!values.http && token === '')
    throw new ExitError(
      EXIT.configuration,
      say`DESKHAND_MCP_TOKEN is not set. Make a token with ${call('mcp', 'token NAME')}, and put it into the settings of the program that starts this.`,
    );
  const settings = loadSettings(process.env);
  hide([...secretsOf(settings, process.env), ...(token === '' ? [] : [token])]);
  const socket = controlSocketPath(findDataFolder(settings.DATA_DIR));
  // Standard output is the protocol's.
  const warn = (problem: string): void => void process.stderr.write(`${problem}\n`);
  const { signal } = untilSignal();
  if (!values.http) {
    await serveOverStdio(askThrough(socket, token), versionOfDeskhand(), warn, signal);
    return EXIT.clean;
  }
  const askAs = (one: string): AskDeskhand => askThrough(socket, one);
  const served = await serveOverHttp(port, { askAs, version: versionOfDeskhand(), warn }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new ExitError(
      EXIT.configuration,
      say`The port ${String(port)} cannot be used (${why}). Choose another with --port.`,
    );
  });
  process.stdout.write(`ready http://127.0.0.1:${served.port}/mcp\n`);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await served.close();
  return EXIT.clean;
}

/** Deskhand may be started and ended meanwhile: it is looked for at each call. */
function askThrough(socket: string, token: string): AskDeskhand {
  return async (request, told, signal) => {
    const control = await connectControl(socket);
    if (control === null)
      throw new Error(`Deskhand does not run on this computer. Its owner starts it with ${call('start')}.`);
    return await control.callers.ask(token, request, told, signal);
  };
}
