/** The page without a browser: speaks the same interface, for the demo and for tests. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Receipt } from '../../../src/ports/chat.ts';
import { anySignal } from '../../../src/ports/waits/abort-signals.ts';
import { changesEvent, type MessageView, uploadReceipt, wholeEvent } from './wire.ts';

export interface WebChatClient {
  /** Sends what a person would type. The same `updateId` again is a repeated request. */
  sendText(text: string, signal: AbortSignal, updateId?: string): Promise<Receipt>;
  /** Uploads a file and sends it with these words ('' for none). */
  sendFile(
    file: { readonly name: string; readonly bytes: Uint8Array },
    text: string,
    signal: AbortSignal,
    updateId?: string,
  ): Promise<Receipt>;
  /** Presses the button that carries `data`. */
  tap(messageId: string, data: string, signal: AbortSignal, updateId?: string): Promise<Receipt>;
  /** The conversation as it is now. */
  read(signal: AbortSignal): Promise<readonly MessageView[]>;
  /** Resolves with the first message, there or still to come, that matches. */
  waitFor(match: (message: MessageView) => boolean, signal: AbortSignal): Promise<MessageView>;
  /** Bytes of a picture or file under its `url` in a message. */
  download(url: string, signal: AbortSignal): Promise<Uint8Array>;
}

const session = z.object({ token: z.string() });
const receipt = z.object({ toast: z.string() });

/** Uses up the link. Every method rejects when the server refuses, with its words. */
export async function joinWebChat(link: string, signal: AbortSignal): Promise<WebChatClient> {
  const { origin, hash } = new URL(link);

  async function request(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(origin + path, { redirect: 'error', ...init });
    if (!response.ok) throw new Error(`${path.slice(0, 10)}: ${response.status} ${await response.text()}`);
    return response;
  }

  function postJson(path: string, body: unknown, headers: Record<string, string>, until: AbortSignal) {
    return request(path, {
      method: 'POST',
      headers: { ...headers, Origin: origin, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: until,
    });
  }

  const opened = await postJson('/session', { secret: hash.slice(1) }, {}, signal);
  const { token } = session.parse(await opened.json());
  const headers = { Cookie: opened.headers.getSetCookie()[0]?.split(';')[0] ?? '', 'X-Deskhand-Token': token };

  /** Every state the conversation goes through, until the caller stops asking. */
  async function* follow(until: AbortSignal): AsyncGenerator<readonly MessageView[]> {
    const response = await request('/events', { headers, signal: until });
    const messages = new Map<string, MessageView>();
    for await (const event of readEvents(response.body ?? new ReadableStream())) {
      const schema = { whole: wholeEvent, changes: changesEvent }[event.name];
      if (schema === undefined) continue;
      for (const message of schema.parse(JSON.parse(event.data)).messages) messages.set(message.id, message);
      yield [...messages.values()];
    }
    throw new Error('the web chat ended the connection');
  }

  async function first<T>(pick: (messages: readonly MessageView[]) => T | undefined, until: AbortSignal): Promise<T> {
    const enough = new AbortController();
    try {
      for await (const messages of follow(anySignal(until, enough.signal))) {
        const found = pick(messages);
        if (found !== undefined) return found;
      }
      throw new Error('the web chat ended the connection');
    } finally {
      enough.abort();
    }
  }

  return {
    async sendText(text, until, updateId = randomUUID()) {
      return receipt.parse(await (await postJson('/messages', { id: updateId, text }, headers, until)).json());
    },
    async sendFile({ name, bytes }, text, until, updateId = randomUUID()) {
      const where = `/uploads?name=${encodeURIComponent(name)}`;
      const sent = { ...headers, Origin: origin, 'Content-Type': 'application/octet-stream' };
      const init = { method: 'POST', headers: sent, body: Uint8Array.from(bytes), signal: until };
      const { file } = uploadReceipt.parse(await (await request(where, init)).json());
      const body = { id: updateId, text, files: [file] };
      return receipt.parse(await (await postJson('/messages', body, headers, until)).json());
    },
    async tap(messageId, data, until, updateId = randomUUID()) {
      return receipt.parse(await (await postJson('/taps', { id: updateId, messageId, data }, headers, until)).json());
    },
    read: (until) => first((messages) => messages, until),
    waitFor: (match, until) => first((messages) => messages.find(match), until),
    async download(url, until) {
      return new Uint8Array(await (await request(url, { headers, signal: until })).arrayBuffer());
    },
  };
}

export interface ServerEvent {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

/** Ends with the body. Knows the fields this server writes: `event`, `id` and one or more lines of `data`. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield readEvent(block);
  }
}

function readEvent(block: string): ServerEvent {
  const lines = block.split('\n');
  const field = (name: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
  return { name: field('event')[0] ?? 'message', id: field('id')[0] ?? '', data: field('data').join('\n') };
}
