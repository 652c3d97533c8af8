/** A server by its address (streamable HTTP): this host alone, redirects on it alone, answers bounded. */
import { type FetchLike, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export interface HttpServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function createHttpTransport({ url, headers }: HttpServer): Transport {
  const address = new URL(url);
  return new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { ...headers } },
    fetch: fetchFrom(address.origin),
    redirectPolicy: 'same-origin',
    reconnectionOptions: {
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 5000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 2,
    },
  });
}

/** Everything else is refused before a byte of it is sent. */
function fetchFrom(origin: string): FetchLike {
  return async (input, init) => {
    const wanted = new URL(input);
    if (wanted.origin !== origin) throw new Error(`${wanted.origin} was not confirmed`);
    return bounded(await fetch(input, { ...init, redirect: 'manual' }));
  };
}

function bounded(response: Response): Response {
  if (response.body === null) return response;
  let left = MAX_ANSWER_BYTES;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) controller.error(new Error('the answer is longer than 16 MB'));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, response);
}
