/** Filters an agent's stream: only calls, and answers to our own requests, get through, since the SDK would log the rest word for word. */
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk/unstable';

/** The same stream without all other messages. */
export function onlyOurs({ readable, writable }: Stream): Stream {
  const asked = new Set<unknown>();
  const out = new TransformStream<AnyMessage, AnyMessage>({
    transform(message, controller) {
      if ('method' in message && 'id' in message) asked.add(message.id);
      controller.enqueue(message);
    },
  });
  // The stream breaks when the agent ends, which is reported elsewhere.
  out.readable.pipeTo(writable).catch(() => undefined);
  const known = new TransformStream<AnyMessage, AnyMessage>({
    transform(message, controller) {
      if (isCall(message) || isAnswer(message, asked)) controller.enqueue(message);
    },
  });
  return { readable: readable.pipeThrough(known), writable: out.writable };
}

function isCall(message: AnyMessage): boolean {
  return message.jsonrpc === '2.0' && 'method' in message && typeof message.method === 'string';
}

function isAnswer(message: AnyMessage, asked: Set<unknown>): boolean {
  return 'id' in message && asked.delete(message.id) && ('result' in message || 'error' in message);
}
