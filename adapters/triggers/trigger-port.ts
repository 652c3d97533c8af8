/**
 * The port for triggers: 127.0.0.1 alone, `POST /trigger/NAME`, signed. 202 is answered once the call is on the disk; all else is refused
 * with a code and a sentence.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createCallLimit } from '../../src/ports/call-limit.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { CallProblem, Triggers } from '../../src/ports/triggers.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { SaidError } from '../../src/words/said-error.ts';
import { say } from '../../src/words/say.ts';
import { english } from '../../src/words/speak.ts';
import { drain, readBody } from './read-body.ts';
import { LONGEST_BODY, type Refusal, readHead, TOO_LARGE } from './read-head.ts';
import { createRefusalLog } from './refusal-log.ts';
import { isGenuine, isInTime, WINDOW_S } from './signature.ts';

export interface TriggerPortPorts {
  readonly triggers: Triggers;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly warn: (problem: string) => void;
}

export interface TriggerPort {
  readonly port: number;
  close(): Promise<void>;
}

/** The port cannot be had; the message says what to do. */
export class TriggerPortUnavailable extends SaidError {
  override readonly name = 'TriggerPortUnavailable';
}

const HOST = '127.0.0.1';
const CONNECTIONS_MOST = 64;
/** Forged calls that are checked: how many at once, and how many more a minute. Genuine calls do not count. */
const FORGED_BURST = 50;
const FORGED_PER_MINUTE = 300;

const STATUSES: Readonly<Record<CallProblem, number>> = {
  unknown: 401,
  seen_before: 409,
  paused: 409,
  wrong_fields: 422,
  too_many: 429,
  too_many_waiting: 429,
  not_saved: 503,
};

/** Serves on `port` (0: any free one). Rejects with `TriggerPortUnavailable`. */
export async function openTriggerPort(port: number, { triggers, clock, warn }: TriggerPortPorts): Promise<TriggerPort> {
  const server = createServer({
    headersTimeout: 2000,
    requestTimeout: 5000,
    connectionsCheckingInterval: 500,
    maxHeaderSize: 8192,
    keepAlive: false,
  });
  // A second request on a connection would get no answer of its own.
  server.maxRequestsPerSocket = 1;
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // Idle connections must not block the port: with too many open, the oldest is closed.
    const [oldest] = open;
    if (open.size > CONNECTIONS_MOST) oldest?.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port)));
    server.listen({ port, host: HOST, exclusive: true }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the port for triggers is no TCP port');
  const forged = createCallLimit(FORGED_BURST, FORGED_PER_MINUTE, () => clock.elapsed());
  const note = createRefusalLog(() => clock.elapsed(), warn);

  const answer = async (request: IncomingMessage): Promise<{ readonly order: string } | Refusal> => {
    const read = readHead(request, address.port);
    if (!read.ok) return read;
    const { head } = read;
    const retryAfter = forged.take('');
    if (retryAfter > 0) return { ...TOO_MANY_FORGED, retryAfter };
    const body = await readBody(request, LONGEST_BODY);
    if (body === null) return TOO_LARGE;
    if (!isGenuine(head, body, triggers.secretOf(head.name))) return NOT_GENUINE;
    forged.giveBack('');
    if (!isInTime(head, clock.now())) return OUT_OF_TIME;
    const fields = parse(body);
    if (fields === undefined) return NO_JSON;
    const taken = await triggers.take({ name: head.name, id: head.id, fields });
    if (taken.ok) return { order: taken.order };
    const { code, text, retryAfterS } = taken;
    return {
      status: STATUSES[code],
      code,
      text: english(text),
      ...(retryAfterS === undefined ? {} : { retryAfter: retryAfterS }),
    };
  };

  server.on('request', (request, response) => {
    answer(request).then(
      (found) => {
        if ('order' in found) return send(response, 202, { accepted: true, order: found.order });
        note(found.code);
        const { status, code, text, retryAfter } = found;
        if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
        send(response, status, { error: code, message: text });
      },
      () => response.destroy(),
    );
  });
  server.on('clientError', (_error, socket) => {
    note('no_http');
    if (!socket.writable) return void socket.destroy();
    // A client that never closes its side would keep the connection open.
    const bad = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
    socket.end(bad, () => socket.destroy());
  });

  return {
    port: address.port,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      return closed;
    },
  };
}

const NOT_GENUINE: Refusal = {
  status: 401,
  code: 'wrong_signature',
  text: 'No trigger of this name is signed like this.',
};
const OUT_OF_TIME: Refusal = {
  status: 401,
  code: 'out_of_time',
  text: `X-Deskhand-Time is more than ${WINDOW_S} s away from this computer's clock.`,
};
const NO_JSON: Refusal = {
  status: 400,
  code: 'no_json',
  text: 'The body must be one JSON object in UTF-8, or empty.',
};
const TOO_MANY_FORGED: Refusal = {
  status: 429,
  code: 'too_many_forged',
  text: 'Too many forged calls came; try again in a moment.',
};

/** The body's JSON; undefined: it is none. */
function parse(body: Uint8Array): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  if (response.req.complete) return void response.end(text);
  // A client that still sends would not read the answer if the connection were cut, so its body is drained first.
  response.write(text);
  drain(response.req).finally(() => response.end());
}

function explain(error: Error, port: number): Error {
  const advice = say`Set ${'TRIGGERS_PORT'} to another port (0 = any free one), or ${'TRIGGERS=off'}, and start again.`;
  const code = systemCode(error);
  if (code === 'EADDRINUSE')
    return new TriggerPortUnavailable(
      say`Port ${String(port)} on ${HOST} is taken, perhaps by a second Deskhand. ${advice}`,
      {
        cause: error,
      },
    );
  if (code === 'EACCES')
    return new TriggerPortUnavailable(say`Port ${String(port)} on ${HOST} may not be used by this account. ${advice}`, {
      cause: error,
    });
  return new Error(`The port for triggers cannot be opened on ${HOST}:${port}: ${error.message}`, { cause: error });
}
