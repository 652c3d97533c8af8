/** Looks into a bot's process through Node's inspector on loopback. */
import { once } from 'node:events';
import { z } from 'zod';

/** For NODE_OPTIONS of the process. */
export const INSPECTED = '--inspect=127.0.0.1:0';

/** Collects garbage in the process, so that its memory tells what it keeps. `stderr`: its output so far. */
export async function collectGarbage(stderr: string): Promise<void> {
  // The second collection frees what finalizers let go of in the first.
  for (let count = 0; count < 2; count += 1) await call(stderr, 'HeapProfiler.collectGarbage', {});
}

const evaluated = z.object({ result: z.object({ result: z.object({ value: z.unknown() }) }) });

/** Evaluates JavaScript in the process; resolves to the value as JSON. */
export async function evaluate(stderr: string, expression: string): Promise<unknown> {
  const answer = await call(stderr, 'Runtime.evaluate', { expression, returnByValue: true });
  return evaluated.safeParse(answer).data?.result.result.value;
}

const heapUsage = z.object({ result: z.object({ usedSize: z.number(), backingStorageSize: z.number() }) });

/** Memory of its objects and buffers, without what the C library holds ready. */
export async function readHeapMb(stderr: string): Promise<number> {
  const { usedSize, backingStorageSize } = heapUsage.parse(await call(stderr, 'Runtime.getHeapUsage', {})).result;
  return (usedSize + backingStorageSize) / 2 ** 20;
}

/** Rejects when the process has no inspector: it names it when it starts. */
async function call(stderr: string, method: string, params: object): Promise<unknown> {
  const address = /Debugger listening on (ws:\/\/\S+)/.exec(stderr)?.[1];
  if (address === undefined) throw new Error('the process has no inspector');
  const socket = new WebSocket(address);
  try {
    await once(socket, 'open');
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [message] = await once(socket, 'message');
    return JSON.parse(message.data);
  } finally {
    socket.close();
  }
}
