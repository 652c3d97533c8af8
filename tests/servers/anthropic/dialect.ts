/** What differs between the places that serve the Messages API: address, sign-in, the form of refusals and of streams. */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { MessageEvent } from './answers.ts';
import type { Refusal } from './request-rules.ts';

/** A request as Anthropic's own API would have got it. */
export type Opened =
  | { readonly ok: true; readonly headers: IncomingHttpHeaders; readonly raw: Buffer }
  | { readonly ok: false; readonly refusal: Refusal };

export interface Dialect {
  open(incoming: IncomingMessage, raw: Buffer, key: string): Opened;
  sendRefusal(response: ServerResponse, refusal: Refusal, headers: Readonly<Record<string, string>>): void;
  /** Whether it serves older tools, and takes betas in the body. */
  readonly isBedrock?: boolean;
  readonly streamType: string;
  encodeEvent(event: MessageEvent): Buffer;
  /** An error inside a stream. */
  encodeError(type: string, message: string): Buffer;
}

export const ANTHROPIC_DIALECT: Dialect = {
  open(incoming, raw) {
    if (incoming.method !== 'POST' || !/^\/v1\/messages(?:\?beta=true)?$/.test(incoming.url ?? ''))
      return refuse(404, 'not_found_error', 'Not Found');
    return { ok: true, headers: incoming.headers, raw };
  },
  sendRefusal(response, { status, type, message }, headers) {
    const requestId = `req_${randomBytes(12).toString('hex')}`;
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': requestId, ...headers });
    response.end(JSON.stringify({ type: 'error', error: { type, message }, request_id: null }));
  },
  streamType: 'text/event-stream',
  encodeEvent: ({ type, fields }) => Buffer.from(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`),
  encodeError: (type, message) =>
    Buffer.from(`event: error\ndata: ${JSON.stringify({ type: 'error', error: { type, message } })}\n\n`),
};

export function refuse(status: number, type: string, message: string): Extract<Opened, { readonly ok: false }> {
  return { ok: false, refusal: { status, type, message } };
}

/** The body, and the same with some fields set and others gone; null when it is no JSON object. */
export function editBody(
  raw: Buffer,
  edit: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Buffer | null {
  try {
    const body: unknown = JSON.parse(raw.toString());
    if (typeof body !== 'object' || body === null) return null;
    return Buffer.from(JSON.stringify(edit({ ...body })));
  } catch {
    return null;
  }
}

/** The headers that the rules of the Messages API expect, after the cloud's own sign-in succeeded. */
export function asAnthropic(headers: IncomingHttpHeaders, key: string): IncomingHttpHeaders {
  const beta = headers['anthropic-beta'];
  return {
    'content-type': headers['content-type'],
    authorization: `Bearer ${key}`,
    'anthropic-version': '2023-06-01',
    ...(beta === undefined ? {} : { 'anthropic-beta': beta }),
  };
}
