/**
 * What is asked of a machine at once, a stop above all: over a line of its own to the server, past pictures and status, and asked again
 * while a line that broke may have swallowed it. The first answer counts.
 */
import { randomBytes } from 'node:crypto';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { onReconnect } from './on-reconnect.ts';

/**
 * The pauses between tries, for breaks of the connection that nobody notices; a machine that comes back says hello and is then asked. They
 * grow: each try is work for both ends, and a slow end must not get slower by it.
 */
const AGAIN_MS = [100, 200] as const;
const LATER_MS = 250;
/** The status of an answer when nobody listens, numbered as in HTTP. */
const NOBODY = 503;

export interface AskNow {
  /**
   * Resolves to null when no answer comes within `ms`. The receiver must answer a repeated request as it did the first time. Never rejects.
   */
  ask(subject: string, frame: Uint8Array, ms: number): Promise<Msg | null>;
  /** Repeats the open requests on this subject now, since its receiver is there again. */
  again(subject: string): void;
}

interface Asking {
  readonly subject: string;
  readonly again: () => void;
  readonly end: (answer: Msg | null) => void;
}

/** Ends with the connection. `inbox`: below which this connection may be answered. */
export function createAskNow(connection: NatsConnection, inbox: string): AskNow {
  const asking = new Map<string, Asking>();
  /** A subject for this process alone: late answers to an earlier process's requests go elsewhere. */
  const replies = `${inbox}.${randomBytes(12).toString('hex')}`;
  let asked = 0;
  connection.subscribe(`${replies}.*.*`, {
    callback(error, message) {
      // “Nobody listens” is ignored: it comes at once, and may change as fast.
      if (error !== null || message.headers?.code === NOBODY) return;
      asking.get(message.subject.split('.').at(-2) ?? '')?.end(message);
    },
  });
  void onReconnect(connection, () => {
    for (const one of asking.values()) one.again();
  });

  return {
    ask(subject, frame, ms) {
      const answer = Promise.withResolvers<Msg | null>();
      asked += 1;
      const id = String(asked);
      const until = performance.now() + ms;
      let tries = 0;
      let timer: NodeJS.Timeout | undefined;
      const end = (given: Msg | null): void => {
        clearTimeout(timer);
        asking.delete(id);
        answer.resolve(given);
      };
      const again = (): void => {
        clearTimeout(timer);
        const left = until - performance.now();
        if (left <= 0 || connection.isClosed()) {
          end(null);
          return;
        }
        // Each try has a subject of its own: a machine may answer once on each.
        connection.publish(subject, frame, { reply: `${replies}.${id}.${tries}` });
        // When this process was busy the answer may already have arrived, so it is read first.
        const look = (): void => void setImmediate(() => asking.has(id) && again());
        timer = setTimeout(look, Math.min(AGAIN_MS[tries] ?? LATER_MS, left));
        tries += 1;
      };
      asking.set(id, { subject, again, end });
      again();
      return answer.promise;
    },
    again(subject) {
      for (const one of asking.values()) if (one.subject === subject) one.again();
    },
  };
}
