/** Asks only origins that were granted, follows no redirect, and takes a short answer within a deadline. */
import { request as ask, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FetchLike } from '@modelcontextprotocol/client';
import { withLimit } from '../../../src/ports/waits/abort-signals.ts';
import { SaidError } from '../../../src/words/said-error.ts';
import { say } from '../../../src/words/say.ts';

/** The public web, where no name leads to this computer or its network. */
export interface PublicWeb {
  /** Whether all addresses of a host are public now. */
  isPublic(host: string): Promise<boolean>;
  /** Connects to a checked address, with TLS where the URL says so. Rejects when one of the host's addresses is not public. */
  connect(url: URL, signal: AbortSignal): Promise<Socket>;
}

/** Where a sign-in may connect without checking addresses: the tool server itself, and loopback if that server is on loopback. */
export interface From {
  /** The address of the tool server. */
  readonly url: string;
  readonly web: PublicWeb;
}

const ANSWER_MS = 15_000;
const MAX_ANSWER_BYTES = 256 * 1024;

/** A `fetch` for these origins: other addresses are refused before a byte is sent. Rejects with a sentence, or the signal's reason. */
export function fetchOnly(origins: readonly string[], from: From, signal: AbortSignal): FetchLike {
  return async (input, init) => {
    const wanted = new URL(input);
    if (!origins.includes(wanted.origin))
      throw new SaidError(say`it points to ${wanted.host}, which was not confirmed; nothing was sent there`);
    const limit = withLimit(ANSWER_MS, signal);
    let answered: { readonly response: Response; readonly body: Uint8Array<ArrayBuffer> };
    try {
      const response = isAtHome(wanted, from.url)
        ? await fetch(input, { ...init, redirect: 'manual', signal: limit })
        : await fetchPublic(wanted, init, from.web, limit);
      answered = { response, body: await readShort(response, wanted.host) };
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof SaidError
        ? error
        : new SaidError(say`${wanted.host} can't be reached, or doesn't answer in time`);
    }
    const { response, body } = answered;
    if (response.status >= 300 && response.status < 400)
      throw new SaidError(say`${wanted.host} sends on to another address, which is not followed`);
    return new Response(body.length === 0 ? null : body, { status: response.status, headers: response.headers });
  };
}

/** Whether an address is of the tool server's own origin, or both are on loopback. */
export function isAtHome(wanted: URL, url: string): boolean {
  const server = new URL(url);
  return wanted.origin === server.origin || (isLoopback(wanted) && isLoopback(server));
}

function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

/** A name may lead elsewhere from one moment to the next: the address that is asked is one that was looked at. */
async function fetchPublic(
  url: URL,
  { method = 'GET', headers, body }: RequestInit = {},
  web: PublicWeb,
  signal: AbortSignal,
): Promise<Response> {
  const bytes = new Uint8Array(await new Response(body ?? null).arrayBuffer());
  const given = new Headers(headers);
  if (body instanceof URLSearchParams && !given.has('content-type'))
    given.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  const socket = await web.connect(url, signal);
  // Ends the connection with the reading of the answer, however that ends.
  const end = (): void => {
    socket.on('error', () => undefined);
    socket.destroy();
  };
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = ask({
        method,
        path: `${url.pathname}${url.search}`,
        setHost: false,
        headers: {
          ...Object.fromEntries(given),
          host: url.host,
          connection: 'close',
          'accept-encoding': 'identity',
          ...(bytes.length > 0 || method !== 'GET' ? { 'content-length': String(bytes.length) } : {}),
        },
        createConnection: () => socket,
        signal,
      });
      asked.once('response', resolve);
      asked.on('error', reject);
      asked.end(bytes);
    });
    answer.once('close', end);
    const { statusCode: status = 502 } = answer;
    const said = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const isEmpty = [204, 205, 304].includes(status);
    if (isEmpty) end();
    return new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), {
      status,
      headers: said,
    });
  } catch (error) {
    end();
    throw error;
  }
}

async function readShort(response: Response, host: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body === null) return new Uint8Array();
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new SaidError(say`${host} answers with more than it is allowed to`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
