/** Writes Messages API answers to a socket: whole, as server-sent events, or broken in a scripted way. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Refusal } from './request-rules.ts';
import type { WireUsage } from './usage.ts';

export interface Message {
  readonly model: string;
  /** null: no content block at all. */
  readonly text: string | null;
  /** A thinking block before the text. */
  readonly hasThinking: boolean;
  readonly stopReason: string;
  readonly explanation: string | null;
  readonly usage: WireUsage;
}

export function sendRefusal(
  response: ServerResponse,
  refusal: Refusal,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(refusal.status, { 'content-type': 'application/json', 'request-id': makeId('req'), ...headers });
  response.end(
    JSON.stringify({ type: 'error', error: { type: refusal.type, message: refusal.message }, request_id: null }),
  );
}

export function sendMessage(response: ServerResponse, message: Message): void {
  response.writeHead(200, { 'content-type': 'application/json', 'request-id': makeId('req') });
  response.end(JSON.stringify(renderMessage(message)));
}

/** Half of the answer, then the connection is gone. */
export function sendCutMessage(response: ServerResponse, message: Message, isStream: boolean): void {
  const whole = isStream ? renderEvents(message).join('') : JSON.stringify(renderMessage(message));
  response.writeHead(200, {
    'content-type': isStream ? 'text/event-stream' : 'application/json',
    'content-length': Buffer.byteLength(whole),
  });
  response.write(whole.slice(0, Math.floor(whole.length / 2)), () => response.destroy());
}

export function sendEvents(response: ServerResponse, message: Message): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    'request-id': makeId('req'),
  });
  for (const event of renderEvents(message)) response.write(event);
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
  const thinking = { type: 'thinking', thinking: 'Let me look at it.', signature: 'c2lnbmVk' };
  const text = message.text === null ? [] : [{ type: 'text', text: message.text, citations: null }];
  return message.hasThinking ? [thinking, ...text] : text;
}

function renderEvents(message: Message): readonly string[] {
  const whole = renderMessage(message);
  const events = [
    event('message_start', {
      message: { ...whole, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } },
    }),
    event('ping', {}),
  ];
  for (const [index, block] of renderBlocks(message).entries()) {
    const isText = block.type === 'text';
    events.push(
      event('content_block_start', {
        index,
        content_block: isText ? { ...block, text: '' } : { ...block, thinking: '' },
      }),
    );
    const body = String(isText ? block.text : block.thinking);
    for (let at = 0; at < body.length; at += 40) {
      const part = body.slice(at, at + 40);
      const delta = isText ? { type: 'text_delta', text: part } : { type: 'thinking_delta', thinking: part };
      events.push(event('content_block_delta', { index, delta }));
    }
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

function event(type: string, fields: Readonly<Record<string, unknown>>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function makeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
