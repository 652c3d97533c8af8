/** The line to one running agent: handshake, sessions, and no to everything it asks for. The SDK is loaded when first needed. */
import type { ClientContext, InitializeResponse, PromptResponse } from '@agentclientprotocol/sdk/unstable';
import type { AgentEnd, AgentPlace, StartedAgent } from '../../src/ports/agent-place.ts';
import { anySignal } from '../../src/ports/waits/abort-signals.ts';
import { say, type Text } from '../../src/words/say.ts';
import { onlyOurs } from './acp-stream.ts';
import { type AcpTurn, AgentFlood, nameCall, readUpdate } from './acp-turn.ts';

export interface AcpConnection {
  readonly takesPictures: boolean;
  /** Absolute, as the agent sees it. */
  readonly cwd: string;
  readonly agent: ClientContext;
  readonly turns: Map<string, AcpTurn>;
  readonly closesSessions: boolean;
  /** Hosts that the proxy refused to the agent. */
  readonly refusedHosts: () => readonly string[];
  /** Ends the agent; every turn that is under way fails with this. */
  close(error: Error): void;
}

/** The program is there but no usable agent: trying again does not help. */
export class AgentUnfit extends Error {
  override readonly name = 'AgentUnfit';
  readonly text: Text;
  constructor(text: Text, options?: ErrorOptions) {
    super('the agent cannot be used', options);
    this.text = text;
  }
}

/** The agent has ended, or its line broke. */
export class AgentGone extends Error {
  override readonly name = 'AgentGone';
  readonly text: Text;
  constructor(text: Text) {
    super('the agent is gone');
    this.text = text;
  }
}

/** The largest message; an answer comes in many small ones. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
const GONE_MS = 500;
const LINE_BREAK = 10;
/** The time for the handshake, since an agent may first load for a while. */
const HANDSHAKE_MS = 45_000;

/** Starts an agent and greets it; `onClosed` is called once it can be used no more. Rejects with `AgentUnfit`, `AgentGone`, a `SaidError` of the place, or the signal's reason. */
export async function openConnection(
  place: AgentPlace,
  signal: AbortSignal,
  {
    onClosed,
    handshakeMs = HANDSHAKE_MS,
  }: { readonly onClosed: () => void; readonly handshakeMs?: number | undefined },
): Promise<AcpConnection> {
  const sdk = await import('@agentclientprotocol/sdk/unstable');
  const started = await place.start();
  const turns = new Map<string, AcpTurn>();
  let isOpen = true;
  const heard = listen(started);
  const close = (error: Error): void => {
    if (!isOpen) return;
    isOpen = false;
    onClosed();
    started.end();
    connection.close();
    for (const turn of turns.values()) turn.fail(error);
    turns.clear();
  };
  const findTurn = (sessionId: string): AcpTurn | undefined => turns.get(sessionId);
  const app = sdk
    .client({ name: 'deskhand' })
    .onNotification(sdk.methods.client.session.update, readUpdate, ({ params }) => {
      if (params !== null) findTurn(params.sessionId)?.take(params.update);
    })
    // All other notifications are ignored.
    .onNotification('*', () => undefined)
    .onRequest(sdk.methods.client.session.requestPermission, ({ params }) => {
      findTurn(params.sessionId)?.act(say`${nameCall(params.toolCall.title ?? '')} and asked for permission`);
      const no = params.options.find(({ kind }) => kind === 'reject_once');
      return { outcome: no === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: no.optionId } };
    })
    // No other method is offered (files, terminals, forms): an agent that calls one wants to act.
    .onRequest('*', ({ method, params }) => {
      const id = typeof params === 'object' && params !== null && 'sessionId' in params ? String(params.sessionId) : '';
      const all = turns.has(id) ? [turns.get(id)] : [...turns.values()];
      for (const turn of all) turn?.act(say`use ${method.slice(0, 60)} of this computer`);
      throw sdk.RequestError.methodNotFound(method);
    });
  const connection = app.connect(
    onlyOurs(sdk.ndJsonStream(started.input, heard.output, { maxMessageBytes: MAX_MESSAGE_BYTES })),
  );
  const gone = started.ended.then(({ code, lastLine }): never => {
    throw new AgentGone(describeEnd(code, lastLine));
  });
  gone.catch((error: unknown) => close(error instanceof Error ? error : new Error(String(error))));
  void connection.closed.then(async () => {
    if (heard.isTooLong()) close(new AgentFlood('a message without end'));
    await endOf(started);
    close(new AgentGone(say`the connection to it broke`));
  });
  const greeting = connection.agent.request(sdk.methods.agent.initialize, {
    protocolVersion: sdk.PROTOCOL_VERSION,
    clientInfo: { name: 'deskhand', title: 'Deskhand', version: '1' },
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  });
  greeting.catch(() => undefined);
  try {
    const limit = AbortSignal.timeout(handshakeMs);
    const about = await Promise.race([greeting, gone, rejectOn(anySignal(signal, limit))]).catch(
      async (error: unknown) => {
        if (signal.aborted) throw signal.reason;
        // A broken stream gives no reason; how the agent ended is known a moment later.
        const end = heard.garbage() === '' && !limit.aborted ? await endOf(started) : null;
        if (end !== null) throw new AgentGone(describeEnd(end.code, end.lastLine));
        throw new AgentUnfit(describeSilence(place.name, heard.garbage()), { cause: error });
      },
    );
    checkVersion(about, sdk.PROTOCOL_VERSION, place.name);
    return {
      takesPictures: about.agentCapabilities?.promptCapabilities?.image === true,
      cwd: started.cwd,
      agent: connection.agent,
      turns,
      closesSessions: (about.agentCapabilities?.sessionCapabilities?.close ?? null) !== null,
      refusedHosts: () => started.refusedHosts(),
      close,
    };
  } catch (error) {
    close(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

export type { PromptResponse };

function checkVersion({ protocolVersion }: InitializeResponse, ours: number, name: string): void {
  if (protocolVersion === ours) return;
  throw new AgentUnfit(
    say`${name} speaks version ${protocolVersion} of the Agent Client Protocol, and Deskhand version ${ours}. Install a version of the agent that speaks ${ours}.`,
  );
}

function describeEnd(code: number | null, lastLine: string): Text {
  const how = code === null ? say`the agent was ended` : say`the agent ended with code ${code}`;
  return lastLine === '' ? how : say`${how} (“${lastLine}”)`;
}

function describeSilence(name: string, garbage: string): Text {
  const advice = say`Set in ACP_COMMAND the command that starts it as an agent on its standard input and output.`;
  return garbage === ''
    ? say`${name} did not answer as an agent of the Agent Client Protocol. ${advice}`
    : say`${name} did not answer as an agent of the Agent Client Protocol; it wrote “${garbage}”. ${advice}`;
}

interface Heard {
  readonly output: ReadableStream<Uint8Array>;
  /** The first line that was no message; '' when there was none. */
  readonly garbage: () => string;
  /** Whether a line was longer than a message may be. */
  readonly isTooLong: () => boolean;
}

function listen({ output }: StartedAgent): Heard {
  let garbage = '';
  let isFirst = true;
  let lineBytes = 0;
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      if (isFirst) {
        const start = Buffer.from(bytes.subarray(0, 200)).toString('utf8').trim();
        isFirst = start === '';
        if (!isFirst && !start.startsWith('{')) garbage = (start.split('\n')[0] ?? '').slice(0, 120);
      }
      const lastBreak = bytes.lastIndexOf(LINE_BREAK);
      lineBytes = lastBreak < 0 ? lineBytes + bytes.length : bytes.length - lastBreak - 1;
      if (lineBytes > MAX_MESSAGE_BYTES) controller.error(new AgentFlood('a message without end'));
      else controller.enqueue(bytes);
    },
  });
  return {
    output: output.pipeThrough(watched),
    garbage: () => garbage,
    isTooLong: () => lineBytes > MAX_MESSAGE_BYTES,
  };
}

/** How the agent ended; null: it still runs. */
async function endOf({ ended }: StartedAgent): Promise<AgentEnd | null> {
  const { promise: over, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), GONE_MS);
  return await Promise.race([ended, over]).finally(() => clearTimeout(timer));
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
