/** One server that runs: what it offers, and calls of its tools, each bounded in time. */
import { Client, type ClientOptions, type Transport, UrlElicitationRequiredError } from '@modelcontextprotocol/client';
import type { AskForServer, Tool, ToolAnswer, ToolCall } from '../../src/ports/tools.ts';
import { anySignal } from '../../src/ports/waits/abort-signals.ts';
import type { SaidError } from '../../src/words/said-error.ts';
import { join, say, type Text } from '../../src/words/say.ts';
import { readAnswer } from './answer.ts';
import { elicit } from './elicit.ts';
import { describeError, sayRefusedHosts, sayWantsOpened } from './said-of-server.ts';
import { readTools } from './tool-list.ts';

export interface Connection {
  /** The server's tools, asked for anew each time. */
  list(signal: AbortSignal): Promise<readonly Tool[]>;
  /** Rejects with the signal's reason when it aborts; everything else is an answer. */
  call(call: ToolCall, ask: AskForServer, signal: AbortSignal): Promise<ToolAnswer>;
  isOpen(): boolean;
  /** The fault of the last sign-in that a call needed; null when it worked. */
  fault(): SaidError | null;
  close(): void;
}

export interface ConnectionOptions {
  readonly server: string;
  readonly transport: Transport;
  /** Deskhand's version, told to the server. */
  readonly version: string;
  /** Why the server ended, as far as that is known; ''. */
  readonly tellEnd: () => Promise<Text>;
  /** Hosts that were refused to the server, and those granted; left out where it is not confined. */
  readonly reach?: { readonly refused: () => readonly string[]; readonly granted: readonly string[] };
  /** What went wrong with the person's sign-in; left out where nobody signs in. */
  readonly fault?: () => SaidError | null;
}

const CONNECT_MS = 30_000;
/** How long the probe of the protocol's version waits: an older server ignores an unknown request, or answers it with an error. */
const PROBE_MS = 8000;
const LIST_MS = 15_000;
export const CALL_MS = 120_000;
const LONGEST_MS = 24 * 3_600_000;

/** What it takes to validate results is a stranger's schema: nothing of it is compiled. */
const BELIEVES: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator: () => (input) => ({ valid: true, data: JSON.parse(JSON.stringify(input)), errorMessage: undefined }),
};

/** Rejects with what the client found wrong, after the transport was closed. */
export async function connect(options: ConnectionOptions, signal: AbortSignal): Promise<Connection> {
  const { server, transport, version, tellEnd, reach, fault = () => null } = options;
  const client = new Client(
    { name: 'deskhand', version },
    {
      // No sampling and no roots: a server that asks for them gets an error.
      // Address requests are declared too, in order to be declined with a word to the run; undeclared, they would fail without one.
      capabilities: { elicitation: { form: {}, url: {} } },
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_MS } },
      jsonSchemaValidator: BELIEVES,
      listMaxPages: 8,
    },
  );
  let isOpen = true;
  client.onclose = () => {
    isOpen = false;
  };
  client.onerror = () => undefined;
  /** The call under way; a server's question outside of a call belongs to nobody. */
  let asking: AskForServer | null = null;
  /** Notes for the run beside the answer. */
  let notes: Text[] = [];
  client.setRequestHandler('elicitation/create', async (request) =>
    asking === null ? { action: 'cancel' } : await elicit(request, asking, (why) => void notes.push(why)),
  );
  const close = (): void => {
    isOpen = false;
    client.close().catch(() => undefined);
  };
  try {
    await client.connect(transport, { signal, timeout: CONNECT_MS });
  } catch (error) {
    close();
    throw error;
  }
  return {
    isOpen: () => isOpen,
    fault,
    close,
    list: async (stop) => {
      const { tools } = await client.listTools(undefined, { signal: stop, timeout: LIST_MS, cacheMode: 'bypass' });
      return readTools(server, tools);
    },
    async call({ name, arguments: values }, ask, stop) {
      const limit = startLimit(CALL_MS);
      const refusedBefore = reach?.refused() ?? [];
      const withNotes = (answer: ToolAnswer): ToolAnswer => {
        const refused = (reach?.refused() ?? []).filter((host) => !answer.ok || !refusedBefore.includes(host));
        const reaching = refused.length === 0 ? [] : [sayRefusedHosts(server, refused, reach?.granted ?? [])];
        const all = [...new Set(notes), ...reaching];
        return all.length === 0 ? answer : { ...answer, text: join([answer.text, ...all], '\n') };
      };
      notes = [];
      asking = async (question) => {
        limit.pause();
        try {
          return await ask(question);
        } finally {
          limit.resume();
        }
      };
      try {
        const both = anySignal(stop, limit.signal);
        const result = await client.callTool({ name, arguments: { ...values } }, { signal: both, timeout: LONGEST_MS });
        return withNotes(readAnswer(result));
      } catch (error) {
        // The connection is closed, since nobody waits for what the server still does.
        if (stop.aborted || limit.signal.aborted) close();
        stop.throwIfAborted();
        if (limit.signal.aborted)
          return {
            ok: false,
            text: say`${server} did not answer within ${CALL_MS / 1000} s, so I ended it. I don't know whether it did anything.`,
          };
        if (!isOpen)
          return {
            ok: false,
            text: say`${server} ended in the middle of it. I don't know whether it did anything. ${await tellEnd()}`,
          };
        if (error instanceof UrlElicitationRequiredError)
          notes.push(sayWantsOpened(error.elicitations.map(({ url }) => url)));
        return withNotes({ ok: false, text: say`${server} refused it: ${fault()?.text ?? describeError(error)}` });
      } finally {
        asking = null;
        limit.stop();
      }
    },
  };
}

/** Time that a person takes to answer is not counted; they may answer after the call has ended. */
function startLimit(ms: number) {
  const controller = new AbortController();
  let left = ms;
  let since = performance.now();
  let isOver = false;
  let timer = setTimeout(() => controller.abort(), left);
  return {
    signal: controller.signal,
    pause() {
      clearTimeout(timer);
      left -= performance.now() - since;
    },
    resume() {
      if (isOver) return;
      since = performance.now();
      timer = setTimeout(() => controller.abort(), Math.max(1, left));
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
