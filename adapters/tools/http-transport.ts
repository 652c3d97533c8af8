/** A server by its address (streamable HTTP): this host alone, redirects on it alone, answers bounded. */
import {
  type AuthProvider,
  type FetchLike,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export interface HttpServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Adds the token where the person signed in. */
  readonly authProvider?: AuthProvider | undefined;
}

/** Status and type of an answer, noted before its body is read. */
export interface HttpAnswer {
  readonly method: string;
  readonly status: number;
  /** '' where the answer names no type. */
  readonly type: string;
}

export function createHttpTransport(
  { url, headers, authProvider }: HttpServer,
  note: (answer: HttpAnswer) => void,
): Transport {
  const address = new URL(url);
  return new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { ...headers } },
    ...(authProvider === undefined ? {} : { authProvider }),
    fetch: fetchFrom(address.origin, note),
    redirectPolicy: 'same-origin',
    reconnectionOptions: {
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 5000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 2,
    },
  });
}

/** A `fetch` for this origin alone: other addresses are refused before a byte is sent. */
export function fetchFrom(origin: string, note: (answer: HttpAnswer) => void): FetchLike {
  return async (input, init) => {
    const wanted = new URL(input);
    if (wanted.origin !== origin) throw new Error(`${wanted.origin} was not confirmed`);
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const type = response.headers.get('content-type') ?? '';
    note({ method: init?.method ?? 'GET', status: response.status, type });
    return bounded(response);
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
