/** What stands before the body of a call: who is asked, in which form, for which trigger. Nothing here tells whether it is genuine. Pure. */
import type { IncomingMessage } from 'node:http';
import { isCallId, isTriggerName } from '../../src/ports/triggers.ts';

/** Bytes of a body. */
export const LONGEST_BODY = 64 * 1024;

export interface CallHead {
  readonly name: string;
  /** The path as it was sent, which the signature covers. */
  readonly path: string;
  /** Seconds since 1970, as it was sent. */
  readonly time: string;
  readonly id: string;
  readonly signature: string;
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** One sentence, in English. */
  readonly text: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

export type ReadHead = { readonly ok: true; readonly head: CallHead } | ({ readonly ok: false } & Refusal);

/** Headers that must not occur twice. */
const SINGLE = [
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'x-deskhand-time',
  'x-deskhand-id',
  'x-deskhand-signature',
];
const PATH = /^\/trigger\/([^/?#%]+)$/;

/** `port`: the one it came in by. */
export function readHead({ method, url = '', headers, rawHeaders }: IncomingMessage, port: number): ReadHead {
  const refuse = (status: number, code: string, text: string): ReadHead => ({ ok: false, status, code, text });
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const doubled = SINGLE.find((name) => names.filter((one) => one === name).length > 1);
  if (doubled !== undefined) return refuse(400, 'doubled_header', `The header ${doubled} may stand there only once.`);
  // A name that resolves to this computer is not ours, and no page of a browser has anything to call here.
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`)
    return refuse(421, 'wrong_host', `The Host must be 127.0.0.1:${port} or localhost:${port}.`);
  if (names.includes('origin') || names.includes('sec-fetch-site'))
    return refuse(403, 'browser', 'Pages in a browser may not call triggers.');
  const name = PATH.exec(url)?.[1] ?? '';
  if (!isTriggerName(name))
    return refuse(404, 'no_such_path', 'Triggers are called at /trigger/NAME, and nothing else is here.');
  if (method !== 'POST') return refuse(405, 'wrong_method', 'Triggers are called with POST.');
  const { 'x-deskhand-time': time, 'x-deskhand-id': id, 'x-deskhand-signature': signature } = headers;
  if (typeof time !== 'string' || !/^\d{10}$/.test(time))
    return refuse(400, 'wrong_time', 'X-Deskhand-Time must be the seconds since 1970, ten digits.');
  if (typeof id !== 'string' || !isCallId(id))
    return refuse(400, 'wrong_id', 'X-Deskhand-Id must be 8 to 64 letters, digits, dots, dashes or underscores.');
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature))
    return refuse(400, 'wrong_form', 'X-Deskhand-Signature must be 64 hexadecimal digits in small letters.');
  if (Number(headers['content-length'] ?? 0) > LONGEST_BODY) return { ok: false, ...TOO_LARGE };
  const type = headers['content-type'];
  if (type !== undefined && !/^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(type))
    return refuse(415, 'wrong_type', 'The body must be application/json.');
  if (headers['content-encoding'] !== undefined) return refuse(415, 'wrong_type', 'The body must not be compressed.');
  return { ok: true, head: { name, path: url, time, id, signature } };
}

export const TOO_LARGE: Refusal = {
  status: 413,
  code: 'too_large',
  text: `The body may have at most ${LONGEST_BODY / 1024} KB.`,
};
