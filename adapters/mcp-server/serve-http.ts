/** Serves the tools over streamable HTTP on 127.0.0.1 alone: each request by its token, none from a page of a browser. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createCallLimit } from '../../src/ports/call-limit.ts';
import { ControlRefusal } from '../../src/ports/control.ts';
import { type AskDeskhand, createCallerServer } from './caller-tools.ts';

export interface HttpPorts {
  /** Makes the function that asks Deskhand with this token. */
  readonly askAs: (token: string) => AskDeskhand;
  readonly version: string;
  readonly warn: (problem: string) => void;
}

export interface HttpPort {
  readonly port: number;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const PATH = '/mcp';
const LONGEST_BODY = 256 * 1024;
const CONNECTIONS_MOST = 64;
/** Requests without a valid token: how many at once, and how many more a minute. */
const WRONG_BURST = 20;
const WRONG_PER_MINUTE = 60;
const TOKEN = /^Bearer (deskhand_mcp_[A-Za-z0-9_-]{43})$/;

interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** Serves on `port` (0: any free one). Rejects when it cannot be had. */
export async function serveOverHttp(port: number, { askAs, version, warn }: HttpPorts): Promise<HttpPort> {
  const handler = createMcpHandler(({ authInfo }) => createCallerServer(askAs(authInfo?.token ?? ''), version), {
    onerror: ({ message }) => warn(message),
  });
  const wrong = createCallLimit(WRONG_BURST, WRONG_PER_MINUTE, () => performance.now());
  const server = createServer({ headersTimeout: 5000, requestTimeout: 15_000, maxHeaderSize: 8192 });
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const [oldest] = open;
    if (open.size > CONNECTIONS_MOST) oldest?.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: HOST, exclusive: true }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('this is no TCP port');

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = refuse(request, address.port);
    if (refusal !== null) return send(response, refusal);
    const token = TOKEN.exec(request.headers.authorization ?? '')?.[1];
    // A well-formed token that is not valid counts like none.
    if (token === undefined || !(await mayCount(askAs(token)))) {
      const retryAfter = wrong.take('');
      response.setHeader(retryAfter > 0 ? 'Retry-After' : 'WWW-Authenticate', retryAfter > 0 ? retryAfter : 'Bearer');
      return send(response, retryAfter > 0 ? TOO_MANY : NO_TOKEN);
    }
    const body = await readBody(request);
    if (body === null) return send(response, TOO_LARGE);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const asked = new Request(`http://${HOST}:${address.port}${PATH}`, {
      method: request.method ?? 'POST',
      headers: plainHeaders(request),
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      signal: gone.signal,
    });
    const answered = await handler.fetch(asked, { authInfo: { token, clientId: '', scopes: [] } });
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    if (answered.body === null) return void response.end();
    await pipeline(Readable.fromWeb(answered.body), response);
  };

  server.on('request', (request, response) => {
    answer(request, response).catch(() => void response.destroy());
  });
  return {
    port: address.port,
    async close() {
      await handler.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

const NEVER = new AbortController().signal;

/** Whether the token is valid. When Deskhand does not run and cannot tell, the call itself gets the reason. */
async function mayCount(ask: AskDeskhand): Promise<boolean> {
  try {
    await ask({ ask: 'hello' }, () => undefined, NEVER);
    return true;
  } catch (error) {
    return !(error instanceof ControlRefusal);
  }
}

/** Refuses what can be judged before the token. */
function refuse({ url = '', method, headers, rawHeaders }: IncomingMessage, port: number): Refusal | null {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  if (SINGLE.some((single) => names.filter((name) => name === single).length > 1))
    return { status: 400, text: 'A header stands there twice.' };
  // A name that resolves to this computer is not ours.
  if (headers.host !== `${HOST}:${port}` && headers.host !== `localhost:${port}`)
    return { status: 421, text: `The Host must be ${HOST}:${port} or localhost:${port}.` };
  if (names.includes('origin') || names.includes('sec-fetch-site'))
    return { status: 403, text: 'Pages in a browser may not call.' };
  if (url !== PATH) return { status: 404, text: `There is only ${PATH}.` };
  if (!['POST', 'GET', 'DELETE'].includes(method ?? '')) return { status: 405, text: 'Call with POST.' };
  if (Number(headers['content-length'] ?? 0) > LONGEST_BODY) return TOO_LARGE;
  return null;
}

const SINGLE = ['host', 'authorization', 'content-length', 'content-type', 'origin'];

/** null: it is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    length += bytes.length;
    if (length > LONGEST_BODY) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/** The headers for later handlers: without the token, which is no business of theirs, and without those of the connection. */
function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && !LEFT_OUT.includes(name)) plain[name] = value;
  return plain;
}

const LEFT_OUT = ['authorization', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'host', 'expect'];

function send(response: ServerResponse, { status, text }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: text } }));
}

const NO_TOKEN = {
  status: 401,
  text: 'Send a token that counts here: Authorization: Bearer deskhand_mcp_… The owner makes one with deskhand mcp token NAME.',
};
const TOO_MANY = { status: 429, text: 'Too many requests without a token that counts here. Come again later.' };
const TOO_LARGE = { status: 413, text: `A request may have ${LONGEST_BODY / 1024} KB at most.` };
