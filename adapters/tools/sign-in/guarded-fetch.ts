/** Asks only origins that were granted, follows no redirect, and takes a short answer within a deadline. */
import type { FetchLike } from '@modelcontextprotocol/client';
import { SaidError } from '../../../src/words/said-error.ts';
import { say } from '../../../src/words/say.ts';

const ANSWER_MS = 15_000;
const MAX_ANSWER_BYTES = 256 * 1024;

/** Everything else is refused before a byte of it is sent. Rejects with a sentence, or the signal's reason. */
export function fetchOnly(origins: readonly string[], signal: AbortSignal): FetchLike {
  return async (input, init) => {
    const wanted = new URL(input);
    if (!origins.includes(wanted.origin))
      throw new SaidError(say`it points to ${wanted.host}, which was not confirmed; nothing was sent there`);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    let answered: { readonly response: Response; readonly body: Uint8Array<ArrayBuffer> };
    try {
      const response = await fetch(input, { ...init, redirect: 'manual', signal: limit });
      answered = { response, body: await readShort(response) };
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

async function readShort(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body === null) return new Uint8Array();
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new SaidError(say`${new URL(response.url).host} answers with more than it may`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
