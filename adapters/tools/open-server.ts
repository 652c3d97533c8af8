/** Opens one server as its entry has it: by its address, or as a program in the confined place whose code is the confirmed one. */
import { mkdir } from 'node:fs/promises';
import { SdkHttpError } from '@modelcontextprotocol/client';
import type { StartedAgent } from '../../src/ports/agent-place.ts';
import type { SignInStore } from '../../src/ports/sign-ins.ts';
import type { ToolPlace } from '../../src/ports/tool-place.ts';
import { SaidError } from '../../src/words/said-error.ts';
import { join, say, slash, type Text } from '../../src/words/say.ts';
import { type Connection, connect } from './connection.ts';
import { createHttpTransport } from './http-transport.ts';
import { createLineTransport } from './line-transport.ts';
import { noteAnswers, sayMistaken } from './mistaken-address.ts';
import { hashOfProgram } from './program-hash.ts';
import { describeError, sayChanged, sayRefusedHosts, saySignIn } from './said-of-server.ts';
import type { Pin, ServerEntry } from './server-files.ts';
import type { PublicWeb } from './sign-in/guarded-fetch.ts';
import { createSignedIn, SignInNeeded } from './sign-in/signed-in.ts';

export interface OpenServerRequest {
  readonly name: string;
  readonly entry: ServerEntry;
  readonly pin: Pick<Pin, 'words' | 'code' | 'hosts' | 'folders' | 'signIn'>;
  readonly signIns: SignInStore;
  /** The network as a sign-in may use it. */
  readonly web: PublicWeb;
  /** The folder it may write to. */
  readonly folder: string;
  readonly place: ToolPlace;
  readonly version: string;
}

/** Rejects with a sentence when its code is not the one that was confirmed, or it does not start. */
export async function openServer(request: OpenServerRequest, signal: AbortSignal): Promise<Connection> {
  const { name, entry, pin, folder, place, version } = request;
  if ('url' in entry) {
    const answers = noteAnswers();
    const { url, headers } = entry;
    const authProvider =
      pin.signIn === undefined
        ? undefined
        : createSignedIn({ name, url, pin: pin.signIn, store: request.signIns, web: request.web });
    const transport = createHttpTransport({ url, headers, authProvider }, answers.note);
    const fault = (): SaidError | null => authProvider?.fault() ?? null;
    try {
      return await connect({ server: name, transport, version, tellEnd: async () => '', fault }, signal);
    } catch (error) {
      signal.throwIfAborted();
      const known = fault();
      if (known !== null) throw known;
      if (error instanceof SdkHttpError && error.status === 401) {
        if (pin.signIn !== undefined) throw new SignInNeeded(saySignIn(name), { cause: error });
        throw sayRefusedKey(name, headers, error);
      }
      const mistaken = await sayMistaken(entry, answers.last(), signal);
      throw mistaken === null ? error : new SaidError(mistaken, { cause: error });
    }
  }
  if ((await hashOfProgram(pin.words, place)) !== pin.code) throw new SaidError(sayChanged(name, 'code'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { hosts, folders, words } = pin;
  const program = await place.start({ words, folder, hosts, folders, environment: entry.env });
  let fault: Text = '';
  const transport = createLineTransport(program, (why) => {
    fault =
      why === 'too long'
        ? say`It sent more than it is allowed to.`
        : say`What it sends is not the protocol of tool servers.`;
  });
  const tellEnd = async (): Promise<Text> => fault || (await sayEnd(name, program, hosts));
  try {
    const reach = { refused: program.refusedHosts, granted: hosts };
    return await connect({ server: name, transport, version, tellEnd, reach }, signal);
  } catch (error) {
    program.end();
    signal.throwIfAborted();
    const end = await tellEnd();
    throw new SaidError(
      join(
        [describeError(error), end].filter((part) => part !== ''),
        '. ',
      ),
      { cause: error },
    );
  }
}

function sayRefusedKey(name: string, headers: Readonly<Record<string, string>>, cause: unknown): SaidError {
  if (Object.keys(headers).length > 0)
    return new SaidError(say`it refused the key in its headers: it may have expired, or not be meant for this server`, {
      cause,
    });
  return new SignInNeeded(
    say`it wants a key or a sign-in: ${slash(`tools ${name}`)} in the chat, or ${`deskhand mcp sign-in ${name}`} on the computer, signs you in, ${'--header "Authorization: Bearer …"'} gives it a key`,
    { cause },
  );
}

/** The program's last message, and the hosts that were refused to it. */
async function sayEnd(name: string, program: StartedAgent, granted: readonly string[]): Promise<Text> {
  const { lastLine } = await program.ended;
  const refused = program.refusedHosts();
  const parts: readonly Text[] = [
    ...(lastLine === '' ? [] : [say`Its last message: ${lastLine}`]),
    ...(refused.length === 0 ? [] : [sayRefusedHosts(name, refused, granted)]),
  ];
  return join([...parts], ' ');
}
