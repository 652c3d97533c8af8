/** Calls back after each reconnect: what the server forgot in between must be made and said anew. */
import type { NatsConnection } from '@nats-io/transport-node';

/** Resolves when the connection ends for good. */
export async function onReconnect(connection: NatsConnection, act: () => void): Promise<void> {
  for await (const { type } of connection.status()) if (type === 'reconnect') act();
}
