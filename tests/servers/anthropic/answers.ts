/** Writes Messages API answers to a socket: whole, as events, or broken in a scripted way. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect } from './dialect.ts';
import { SIGNATURE } from './request-rules.ts';
import type { WireUsage } from './usage.ts';

export interface WireCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** null: a tool of the client's own, or a single tool. */
  readonly toolset: string | null;
}

export interface Message {
  /** Calls that follow the text. */
  readonly calls: readonly WireCall[];
  readonly model: string;
  /** null: there is no content block. */
  readonly text: string | null;
  /** Whether a thinking block precedes the text. */
  readonly hasThinking: boolean;
  readonly stopReason: string;
  readonly explanation: string | null;
  readonly usage: WireUsage;
}

export function sendMessage(response: ServerResponse, message: Message): void {
  response.writeHead(200, { 'content-type': 'application/json', 'request-id': makeId('req') });
  response.end(JSON.stringify(renderMessage(message)));
}

/** Sends half of the answer and cuts the connection. */
export function sendCutMessage(response: ServerResponse, message: Message, dialect: Dialect | null): void {
  const whole =
    dialect === null
      ? Buffer.from(JSON.stringify(renderMessage(message)))
      : Buffer.concat(renderEvents(message).map((event) => dialect.encodeEvent(event)));
  response.writeHead(200, {
    'content-type': dialect?.streamType ?? 'application/json',
    'content-length': whole.length,
  });
  response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => response.destroy());
}

export interface EventOptions {
  /** The pause between two events. */
  readonly dripMs?: number;
  /** Sends half of the events, then an error of this type. */
  readonly failsWith?: string;
}

export async function sendEvents(
  response: ServerResponse,
  message: Message,
  dialect: Dialect,
  options: EventOptions = {},
): Promise<void> {
  response.writeHead(200, {
    'content-type': dialect.streamType,
    'cache-control': 'no-cache',
    'request-id': makeId('req'),
  });
  const events = renderEvents(message);
  const { dripMs = 0, failsWith } = options;
  for (const event of failsWith === undefined ? events : events.slice(0, events.length / 2)) {
    if (response.destroyed) return;
    response.write(dialect.encodeEvent(event));
    if (dripMs > 0) await sleep(dripMs);
  }
  if (failsWith !== undefined) response.write(dialect.encodeError(failsWith, 'It broke in the middle'));
  response.end();
}

function renderMessage(message: Message): Readonly<Record<string, unknown>> {
  return {
    id: makeId('msg'),
    type: 'message',
    role: 'assistant',
    model: message.model,
    content: renderBlocks(message),
    stop_reason: message.stopReason,
    stop_sequence: null,
    stop_details:
      message.stopReason === 'refusal' ? { type: 'refusal', category: null, explanation: message.explanation } : null,
    usage: { ...message.usage, cache_creation: null, server_tool_use: null, service_tier: 'standard' },
  };
}

function renderBlocks(message: Message): readonly Readonly<Record<string, unknown>>[] {
  const thinking = { type: 'thinking', thinking: 'Let me look at it.', signature: SIGNATURE };
  const text = message.text === null ? [] : [{ type: 'text', text: message.text, citations: null }];
  const calls = message.calls.map(({ name, input, toolset }) => ({
    type: 'tool_use',
    id: `toolu_${randomBytes(12).toString('hex')}`,
    name,
    input,
    ...(toolset === null ? {} : { toolset_name: toolset }),
  }));
  return [...(message.hasThinking ? [thinking] : []), ...text, ...calls];
}

/** A part of a streamed answer. */
export interface MessageEvent {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

function renderEvents(message: Message): readonly MessageEvent[] {
  const whole = renderMessage(message);
  const events = [
    event('message_start', {
      message: { ...whole, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } },
    }),
    event('ping', {}),
  ];
  for (const [index, block] of renderBlocks(message).entries()) {
    const start = { ...block, ...EMPTY[String(block.type)] };
    events.push(event('content_block_start', { index, content_block: start }));
    const body = block.type === 'tool_use' ? JSON.stringify(block.input) : String(block.text ?? block.thinking);
    for (let at = 0; at < body.length; at += 40) {
      const part = body.slice(at, at + 40);
      events.push(event('content_block_delta', { index, delta: deltaOf(String(block.type), part) }));
    }
    if (block.type === 'thinking')
      events.push(
        event('content_block_delta', { index, delta: { type: 'signature_delta', signature: block.signature } }),
      );
    events.push(event('content_block_stop', { index }));
  }
  events.push(
    event('message_delta', {
      delta: { stop_reason: message.stopReason, stop_sequence: null },
      usage: message.usage,
    }),
    event('message_stop', {}),
  );
  return events;
}

const EMPTY: Readonly<Record<string, object>> = {
  text: { text: '' },
  thinking: { thinking: '', signature: '' },
  tool_use: { input: {} },
};

function deltaOf(type: string, part: string): object {
  if (type === 'tool_use') return { type: 'input_json_delta', partial_json: part };
  return type === 'text' ? { type: 'text_delta', text: part } : { type: 'thinking_delta', thinking: part };
}

function event(type: string, fields: Readonly<Record<string, unknown>>): MessageEvent {
  return { type, fields };
}

function makeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
