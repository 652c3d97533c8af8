/** What failed calls have in common, whichever provider they went to. */
import { z } from 'zod';
import { say, type Text } from '../../src/words/say.ts';
import type { Failure, FailureContext } from './provider.ts';

/**
 * The SDKs' APIError, by shape: importing its class would load an SDK before it is needed. Without a status it is an error that came
 * inside a stream.
 */
export const apiErrorSchema = z.object({
  status: z.number().optional(),
  headers: z.instanceof(Headers),
  type: z.string().nullish().catch(null),
  error: z.unknown().optional(),
});

/** Names of errors, or of their classes, that mean an incomplete answer. */
const NETWORK_ERRORS = [
  'APIConnectionError',
  'APIConnectionTimeoutError',
  'UnreadableAnswer',
  'SyntaxError',
  // A connection that breaks inside an event stream of AWS.
  'TruncatedMessage',
];

/** null: no failure of the network. */
export function classifyNetwork(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  // undici reports a body that ends early as a TypeError with a cause; one without a cause is a fault of ours.
  const isBrokenBody = error.name === 'TypeError' && error.cause !== undefined;
  const isNetwork = NETWORK_ERRORS.includes(error.name) || NETWORK_ERRORS.includes(error.constructor.name);
  if (!isNetwork && !isBrokenBody && findCode(error) === '') return null;
  return { kind: 'again', why: describeNetwork(error), waitMs: null };
}

function describeStatus(status: number): Text {
  if (status === 429) return say`too many requests with this key (429)`;
  return status === 529 ? say`overloaded (529)` : say`a fault of the server (${status})`;
}

/** Whether a status is worth another try, with any provider. 424: a model behind Bedrock failed. */
export function isPassing(status: number): boolean {
  return [408, 409, 424, 425, 429].includes(status) || status >= 500;
}

export function reject(sentence: Text): Failure {
  return { kind: 'final', stop: 'rejected', detail: say`${sentence}.` };
}

/** A provider's own words, short, on one line, without the keys. */
export function quote(message: string, secrets: readonly string[]): string {
  const text = secrets
    .reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '[key]')), message)
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? '' : ` ("${text.slice(0, 200)}")`;
}

/** The message of an error's body in any of the usual forms: `{error: {message}}`, `{message}`, `{Message}`, `[{error}]`, `{error: "…"}`. */
export function messageOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (Array.isArray(body)) return messageOf(body[0]);
  if (typeof body !== 'object' || body === null) return '';
  if ('error' in body && body.error !== null) return messageOf(body.error);
  if ('message' in body && typeof body.message === 'string') return body.message;
  if ('Message' in body && typeof body.Message === 'string') return body.Message;
  return '';
}

function describeNetwork(error: Error): Text {
  if (error.name === 'UnreadableAnswer' || error.name === 'SyntaxError') return say`what came back is not an answer`;
  const code = findCode(error);
  return code === '' ? say`it cannot be reached` : say`it cannot be reached (${code})`;
}

/** What the system and undici call a network that fails. */
const NETWORK_CODE =
  /^(?:E(?:CONN[A-Z]+|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH|NETDOWN)|UND_ERR_[A-Z_]+)$/;

/** ECONNREFUSED and its kind stand somewhere down the chain of causes; '' when none does. */
export function findCode(error: Error): string {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string' && NETWORK_CODE.test(current.code)) {
      return current.code;
    }
    current = current.cause;
  }
  return '';
}

/** Milliseconds; null when there is none or it makes no sense. Seconds or an HTTP date (RFC 9110, 10.2.3), or retry-after-ms. */
export function readRetryAfter(headers: Headers, now: number): number | null {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms) && ms > 0) return ms;
  const value = headers.get('retry-after')?.trim() ?? '';
  if (value === '') return null;
  const wait = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(wait) && wait > 0 ? wait : null;
}

/** A key with characters that no header may hold was pasted with something around it. */
export function findKeyFault(variable: string, key: string): Text | null {
  if (/^[\x21-\x7e]+$/.test(key)) return null;
  return say`${variable} holds a blank, a line break or a letter that no key has. Copy it again into .env.`;
}

/** What passes is tried again, unless the server says that this is no use. `said`: its own words, as `quote` gives them. */
export function classifyPassing(
  { status, headers }: { readonly status: number; readonly headers: Headers },
  host: string,
  said: string,
  { now }: Pick<FailureContext, 'now'>,
): Failure {
  if (headers.get('x-should-retry') !== 'false')
    return { kind: 'again', why: describeStatus(status), waitMs: readRetryAfter(headers, now) };
  const detail = say`Nothing came from ${host}: ${describeStatus(status)}${said}. Try again later.`;
  return { kind: 'final', stop: 'unavailable', detail };
}
