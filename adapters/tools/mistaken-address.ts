/** An address that is no tool server's: what it is instead, as far as its answers tell. */

import { withLimit } from '../../src/ports/waits/abort-signals.ts';
import { say, type Text } from '../../src/words/say.ts';
import { fetchFrom, type HttpAnswer, type HttpServer } from './http-transport.ts';

const LOOK_MS = 5000;

export interface NotedAnswers {
  note(answer: HttpAnswer): void;
  /** The server's last answer; null: none came. */
  last(): HttpAnswer | null;
}

export function noteAnswers(): NotedAnswers {
  let last: HttpAnswer | null = null;
  return {
    note(answer) {
      if (answer.method === 'POST') last = answer;
    },
    last: () => last,
  };
}

/** What the address is instead; null: unknown. */
export async function sayMistaken(
  server: HttpServer,
  last: HttpAnswer | null,
  signal: AbortSignal,
): Promise<Text | null> {
  if (last === null) return null;
  // The older transport is tried first: its servers often answer an unknown POST with a web page.
  if (last.status >= 400 && (await isEventStream(server, signal)))
    return say`it speaks only the older transport (HTTP with SSE), which Deskhand does not: its maker may name an address for streamable HTTP, often one that ends in /mcp`;
  if (/^text\/html\b/i.test(last.type))
    return say`it answers with a web page, so this is no address of a tool server: its maker names that one, often one that ends in /mcp`;
  return null;
}

async function isEventStream({ url, headers }: HttpServer, signal: AbortSignal): Promise<boolean> {
  const over = new AbortController();
  const within = withLimit(LOOK_MS, signal, over.signal);
  try {
    const address = new URL(url);
    const ask = fetchFrom(address.origin, () => undefined);
    const response = await ask(address, { headers: { ...headers, accept: 'text/event-stream' }, signal: within });
    return response.ok && /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
  } catch {
    signal.throwIfAborted();
    return false;
  } finally {
    // Such a stream has no end.
    over.abort();
  }
}
