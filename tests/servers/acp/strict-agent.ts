/**
 * A strict agent of the Agent Client Protocol, as a program: built with the official SDK's agent side, it refuses what an agent may refuse,
 * asks its provider (PROVIDER_URL, through the proxy it is given) what to do, and does that, right or wrong.
 */
import { readdirSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AgentContext,
  agent,
  type ContentBlock,
  methods,
  ndJsonStream,
  type PromptResponse,
  RequestError,
} from '@agentclientprotocol/sdk/unstable';

const PROVIDER = process.env.PROVIDER_URL ?? '';
/** What this agent says it can do, and how it fails as a whole. */
const TRAITS = new Set((process.env.AGENT_TRAITS ?? '').split(','));

interface Session {
  cancelled: AbortController;
  isPrompted: boolean;
}

const sessions = new Map<string, Session>();

if (TRAITS.has('dies')) {
  process.stderr.write('the license has run out\n');
  process.exit(3);
}

const app = agent({ name: 'strict-agent' })
  .onRequest(methods.agent.initialize, ({ params }) => {
    const { clientCapabilities: offered } = params;
    if (offered?.fs?.readTextFile === true || offered?.fs?.writeTextFile === true || offered?.terminal === true)
      throw RequestError.invalidParams(undefined, 'no file or terminal may be offered');
    return {
      protocolVersion: TRAITS.has('version 7') ? 7 : 1,
      agentInfo: { name: 'strict-agent', version: '1.0.0' },
      agentCapabilities: {
        promptCapabilities: { image: !TRAITS.has('blind') },
        sessionCapabilities: { close: {} },
      },
    };
  })
  .onRequest(methods.agent.session.new, ({ params }) => {
    if (TRAITS.has('signed out')) throw RequestError.authRequired();
    if (!isAbsolute(params.cwd)) throw RequestError.invalidParams(undefined, 'cwd must be absolute');
    readdirSync(params.cwd);
    if (params.mcpServers.length > 0) throw RequestError.invalidParams(undefined, 'no servers were expected');
    const sessionId = `session-${sessions.size + 1}-${process.pid}`;
    sessions.set(sessionId, { cancelled: new AbortController(), isPrompted: false });
    return { sessionId };
  })
  .onRequest(methods.agent.session.close, ({ params }) => {
    if (!sessions.has(params.sessionId)) throw RequestError.resourceNotFound(params.sessionId);
    return {};
  })
  .onNotification(methods.agent.session.cancel, async ({ params }) => {
    sessions.get(params.sessionId)?.cancelled.abort();
    await tell('cancelled', {});
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const session = sessions.get(params.sessionId);
    if (session === undefined) throw RequestError.resourceNotFound(params.sessionId);
    if (session.isPrompted) throw RequestError.invalidParams(undefined, 'one question a session was expected');
    session.isPrompted = true;
    const decision = await tell('asked', describe(params.prompt));
    return await carryOut(decision, { client, sessionId: params.sessionId, session });
  });

app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>));

function describe(prompt: readonly ContentBlock[]): object {
  const texts = prompt.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const images = prompt.flatMap((block) => (block.type === 'image' ? [block] : []));
  if (texts.length !== 2 || texts.some((text) => text.trim() === ''))
    throw RequestError.invalidParams(undefined, 'two texts were expected, none of them empty');
  if (texts.length + images.length !== prompt.length)
    throw RequestError.invalidParams(undefined, 'only texts and images are taken');
  for (const { mimeType, data } of images) {
    const bytes = Buffer.from(data, 'base64');
    if (mimeType !== 'image/jpeg' || bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes.toString('base64') !== data)
      throw RequestError.invalidParams(undefined, 'an image is no JPEG in base64');
    if (TRAITS.has('blind')) throw RequestError.invalidParams(undefined, 'no images were promised');
  }
  return { system: texts[0], text: texts[1], pictures: images.length };
}

async function tell(what: string, body: object): Promise<unknown> {
  const answer = await fetch(`${PROVIDER}/${what}`, { method: 'POST', body: JSON.stringify(body) });
  return await answer.json();
}

interface Turn {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly session: Session;
}

async function carryOut(decision: unknown, turn: Turn): Promise<PromptResponse> {
  if (typeof decision === 'string') return await answer(decision, turn);
  if (typeof decision !== 'object' || decision === null) throw RequestError.internalError(undefined, 'no decision');
  if (!('fault' in decision)) return await answer(JSON.stringify(decision), turn);
  const fault = decision as { fault: string; [key: string]: unknown };
  const text = JSON.stringify(fault.reply ?? { screen: 'A desktop.' });
  const half = text.slice(0, text.length / 2);
  switch (fault.fault) {
    case 'status':
      if (fault.status === 401) throw RequestError.authRequired();
      if (fault.status === 400) throw RequestError.invalidParams(undefined, 'the provider does not take this');
      throw RequestError.internalError(undefined, `the provider answered ${fault.status}`);
    case 'hang':
      await new Promise((resolve) => turn.session.cancelled.signal.addEventListener('abort', resolve));
      return { stopReason: 'cancelled' };
    case 'deaf':
      return await new Promise(() => undefined);
    case 'cut':
      await write(half, turn);
      process.exit(1);
      break;
    case 'reset':
      process.stderr.write('out of memory\n');
      process.exit(134);
      break;
    case 'break':
      await write(half, turn);
      throw RequestError.internalError(undefined, String(fault.type));
    case 'refusal':
      return { stopReason: 'refusal' };
    case 'truncated':
      await write(half, turn);
      return { stopReason: 'max_tokens', usage: usageOf(half) };
    case 'pause':
      return { stopReason: 'max_turn_requests' };
    case 'empty':
      return { stopReason: 'end_turn' };
    case 'garbage':
      process.stdout.write(`${String(fault.body)}\n{"jsonrpc":"2.0","id":"nobody asked"}\n[]\n`);
      throw RequestError.internalError(undefined, 'something broke');
    case 'thinking':
      await update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Well…' } }, turn);
      await update({ sessionUpdate: 'tool_call', toolCallId: 'a thought', title: 'Think', kind: 'think' }, turn);
      await update({ sessionUpdate: 'tool_call_update', toolCallId: 'a thought', status: 'completed' }, turn);
      return await answer(text, turn);
    case 'slow':
      await sleep(Number(fault.ms));
      return await answer(text, turn);
    case 'drip':
      return await answer(text, turn, Number(fault.ms));
    case 'flood':
      for (let at = 0; at < Number(fault.megabytes) * 10; at += 1) await write('x'.repeat(100_000), turn);
      return { stopReason: 'end_turn' };
    case 'long line':
      await write('x'.repeat(3_000_000), turn);
      return { stopReason: 'end_turn' };
    case 'priced':
      await update(
        { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 0.0125, currency: 'USD' } },
        turn,
      );
      return await answer(text, turn);
  }
  throw RequestError.internalError(undefined, `no such fault: ${fault.fault}`);
}

async function answer(text: string, turn: Turn, pauseMs = 0): Promise<PromptResponse> {
  const pieces = pauseMs === 0 ? [text] : (text.match(/[\s\S]{1,20}/g) ?? []);
  for (const piece of pieces) {
    if (turn.session.cancelled.signal.aborted) return { stopReason: 'cancelled' };
    await write(piece, turn);
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return { stopReason: 'end_turn', usage: usageOf(text) };
}

function usageOf(text: string): NonNullable<PromptResponse['usage']> {
  return { totalTokens: 3000 + text.length, inputTokens: 2000, outputTokens: text.length, cachedReadTokens: 1000 };
}

async function write(text: string, turn: Turn): Promise<void> {
  await update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }, turn);
}

type Update = Parameters<AgentContext['notify']>[1];

async function update(content: Update, { client, sessionId }: Turn): Promise<void> {
  await client.notify('session/update', { sessionId, update: content });
}
