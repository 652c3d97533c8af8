/** A question over a line that may break under it: asked again and again, and the first answer counts. */
import type { Msg, NatsConnection } from '@nats-io/transport-node';

/** What a broken line swallowed comes again this soon after the line is back: a stop waits for it. */
const AGAIN_MS = 50;

/** null: no answer within `ms`. Whoever is asked must answer what it was asked before as it did then. Never rejects. */
export function askAgain(
  connection: NatsConnection,
  subject: string,
  frame: Uint8Array,
  ms: number,
): Promise<Msg | null> {
  const answer = Promise.withResolvers<Msg | null>();
  const until = performance.now() + ms;
  let timer: NodeJS.Timeout | undefined;
  const ask = (): void => {
    const left = until - performance.now();
    if (left <= 0 || connection.isClosed()) {
      answer.resolve(null);
      return;
    }
    // Nobody at the other end is said at once, and may change as fast.
    connection.request(subject, frame, { timeout: Math.max(1, left) }).then(answer.resolve, () => undefined);
    timer = setTimeout(ask, Math.min(AGAIN_MS, left));
  };
  ask();
  return answer.promise.finally(() => clearTimeout(timer));
}
