/** One GET request without cookies, user agent and referrer, of whose answer no more is read than fits. */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { connectTo, type Web } from './web.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decompressed. Empty for an answer that is no page. */
  readonly bytes: Uint8Array;
}

/** The answer is larger than what is read. */
export class TooLarge extends Error {}

const MAX_BYTES = 2 * 1024 * 1024;

/** Rejects with `TooLarge`, what `connectTo` rejects with, what HTTP or the decompression says, or the signal's reason. */
export async function get(url: URL, web: Web, signal: AbortSignal): Promise<Answer> {
  const socket = await connectTo(url, web, signal);
  try {
    const answer = await ask(url, socket, signal);
    const { statusCode: status = 0, headers } = answer;
    const isPage = status >= 200 && status < 300;
    return { status, headers, bytes: isPage ? await readBody(answer, signal) : new Uint8Array() };
  } finally {
    socket.on('error', () => undefined);
    socket.destroy();
  }
}

async function ask(
  url: URL,
  socket: Awaited<ReturnType<typeof connectTo>>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const asked = request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: {
        host: url.host,
        'user-agent': 'Deskhand (one page for a person)',
        accept:
          'text/html,application/xhtml+xml,text/plain,application/json,application/xml,text/csv,application/pdf;q=0.9,*/*;q=0.1',
        'accept-encoding': 'gzip, br',
        connection: 'close',
      },
      createConnection: () => socket,
      signal,
    });
    asked.once('response', resolve);
    asked.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    asked.end();
  });
}

async function readBody(answer: IncomingMessage, signal: AbortSignal): Promise<Uint8Array> {
  const decoded = decode(answer);
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of decoded) {
      total += chunk.length;
      if (total > MAX_BYTES) throw new TooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    // The caller closes the connection; decompression that is still under way then fails, which must not go unhandled.
    decoded.on('error', () => undefined);
    answer.on('error', () => undefined);
    answer.unpipe();
  }
  return Buffer.concat(chunks);
}

/** Throws for a compression that was not asked for. */
function decode(answer: IncomingMessage): Readable {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return answer;
  const isGzip = encoding === 'gzip' || encoding === 'x-gzip';
  if (!isGzip && encoding !== 'br') throw new Error(`encoded as ${encoding}`);
  const unpacked = isGzip ? createGunzip() : createBrotliDecompress();
  answer.once('error', (error) => unpacked.destroy(error));
  return answer.pipe(unpacked);
}
