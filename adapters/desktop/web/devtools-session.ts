/** One connection to one page over the DevTools protocol (JSON over a WebSocket on loopback). */
import { z } from 'zod';
import { SaidError } from '../../../src/words/said-error.ts';
import { say } from '../../../src/words/say.ts';

export interface DevtoolsSession extends AsyncDisposable {
  /** The result, checked; rejects with what the browser says, and with the signal's reason. */
  send<Value>(method: string, params: Readonly<Record<string, unknown>>, value: z.ZodType<Value>): Promise<Value>;
}

const messageSchema = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

interface Waiting {
  readonly done: (value: unknown) => void;
  readonly failed: (error: unknown) => void;
}

export async function openDevtools(url: string, signal: AbortSignal): Promise<DevtoolsSession> {
  signal.throwIfAborted();
  const socket = new WebSocket(url);
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  const fail = (error: unknown): void => {
    for (const { failed } of waiting.values()) failed(error);
    waiting.clear();
    socket.close();
  };
  const stop = (): void => fail(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  socket.addEventListener('close', () => fail(new SaidError(say`the browser closed the connection`)));
  socket.addEventListener('message', ({ data }) => {
    const message = messageSchema.parse(JSON.parse(String(data)));
    if (message.id === undefined) return;
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) call?.done(message.result);
    else call?.failed(new Error(message.error.message));
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new SaidError(say`the browser cannot be reached`)), { once: true });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return {
    async send(method, params, value) {
      signal.throwIfAborted();
      const id = nextId;
      nextId += 1;
      const answered = new Promise<unknown>((done, failed) => waiting.set(id, { done, failed }));
      socket.send(JSON.stringify({ id, method, params }));
      return value.parse(await answered);
    },
    async [Symbol.asyncDispose]() {
      signal.removeEventListener('abort', stop);
      socket.close();
    },
  };
}
