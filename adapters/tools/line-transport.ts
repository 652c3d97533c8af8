/** Messages of the protocol as lines over the streams of a program that was started already: bounded, and closed when it ends. */
import { deserializeMessage, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import type { StartedAgent } from '../../src/ports/agent-place.ts';

export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** The most that the server may send between two messages of ours. */
const MAX_UNASKED_BYTES = 32 * 1024 * 1024;
/** Lines that are no message, such as a greeting on standard output; after this many the program counts as no server. */
const MAX_STRAY_LINES = 200;

/** Ends the program when it is closed. `onFault` is told once why it was closed by us. */
export function createLineTransport(
  program: StartedAgent,
  onFault: (fault: 'too long' | 'no messages') => void,
): Transport {
  const writer = program.input.getWriter();
  let isClosed = false;
  let unasked = 0;
  const transport: Transport = {
    async start() {
      void read();
      void program.ended.then(close);
    },
    async send(message) {
      unasked = 0;
      await writer.write(Buffer.from(serializeMessage(message)));
    },
    async close() {
      close();
    },
  };
  return transport;

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    program.end();
    writer.abort().catch(() => undefined);
    transport.onclose?.();
  }

  function fail(fault: 'too long' | 'no messages'): void {
    if (isClosed) return;
    onFault(fault);
    close();
  }

  async function read(): Promise<void> {
    const parts: Buffer[] = [];
    let size = 0;
    let stray = 0;
    try {
      for await (const chunk of program.output) {
        let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        for (let end = rest.indexOf(10); end >= 0 && !isClosed; end = rest.indexOf(10)) {
          parts.push(rest.subarray(0, end));
          if (size + end > MAX_MESSAGE_BYTES) return fail('too long');
          if (!take(Buffer.concat(parts).toString('utf8'))) stray += 1;
          if (stray > MAX_STRAY_LINES) return fail('no messages');
          parts.length = 0;
          size = 0;
          rest = rest.subarray(end + 1);
        }
        if (isClosed) return;
        parts.push(rest);
        size += rest.length;
        unasked += chunk.byteLength;
        if (unasked > MAX_UNASKED_BYTES) return fail('too long');
        if (size > MAX_MESSAGE_BYTES) return fail('too long');
      }
    } catch {
      // The end of the program tells the reason.
    }
    close();
  }

  /** Hands a line on; true when it was a message, or empty. */
  function take(line: string): boolean {
    if (line.trim() === '') return true;
    try {
      transport.onmessage?.(deserializeMessage(line));
      return true;
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  }
}
