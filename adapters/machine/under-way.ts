/** Work that a part has under way: closing the part ends all of it and waits for that. */
import { anySignal } from '../../src/ports/waits/abort-signals.ts';

export interface UnderWay {
  /** A signal that aborts with `signal`, and on `close`. */
  signalOf(signal: AbortSignal): AbortSignal;
  track<Value>(work: Promise<Value>): Promise<Value>;
  /** Aborts all of it; resolves when all of it has ended, in whichever way. */
  close(): Promise<void>;
}

export function createUnderWay(): UnderWay {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    signalOf: (signal) => anySignal(signal, closing.signal),
    async track(work) {
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
      }
    },
    async close() {
      closing.abort(new Error('Deskhand is ending'));
      await Promise.allSettled(running);
    },
  };
}
