/** Makes on the NATS server what must be there: the gateway alone may. */
import type { StreamConfig } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { PRESENCE_BUCKET, PRESENCE_TTL_MS, subjectsOf, WORK_STREAM, WORK_SUBJECTS } from '../../src/fleet/subjects.ts';

const NS_PER_MS = 1_000_000;
/** How long commands are kept on the server; every command's own time is over long before. */
const KEPT_MS = 2 * 24 * 60 * 60_000;
const WORK_BYTES = 256 * 1024 * 1024;
/** How soon a command is delivered again when a machine took it and did not acknowledge it. */
const ACK_WAIT_MS = 15_000;
const DUPLICATES_MS = 120_000;

/** Makes the stream of commands. True: there was none, so no consumer is there either. */
export async function prepareServer(connection: NatsConnection): Promise<boolean> {
  const { jetstreamManager } = (await import('./nats-client.ts')).client;
  const manager = await jetstreamManager(connection);
  const stream: Partial<StreamConfig> & { readonly name: string } = {
    name: WORK_STREAM,
    subjects: [...WORK_SUBJECTS],
    retention: 'workqueue',
    storage: 'file',
    max_age: KEPT_MS * NS_PER_MS,
    max_bytes: WORK_BYTES,
    duplicate_window: DUPLICATES_MS * NS_PER_MS,
    // A full stream refuses new commands instead of dropping old ones.
    discard: 'new',
  };
  if ((await unlessAbsent(() => manager.streams.info(WORK_STREAM))) !== null) return false;
  await manager.streams.add(stream);
  return true;
}

/** The bucket of presence. It is in the server's memory, and gone after each restart of the server. */
export async function preparePresence(connection: NatsConnection): Promise<KV> {
  const { Kvm } = (await import('./nats-client.ts')).client;
  return await new Kvm(connection).create(PRESENCE_BUCKET, { ttl: PRESENCE_TTL_MS, history: 1, storage: 'memory' });
}

/**
 * Makes the consumer of one machine's commands anew if it waits for an acknowledgement: a server that was killed during one may wait for
 * days and deliver nothing meanwhile, as long as any older command is in the stream. All commands kept for the machine are then delivered
 * again; the machine carries out each only once.
 */
export async function prepareMachine(connection: NatsConnection, machine: string): Promise<void> {
  const { jetstreamManager } = (await import('./nats-client.ts')).client;
  const { consumers } = await jetstreamManager(connection, { checkAPI: false });
  const { consumer, work } = subjectsOf(machine);
  const isWaiting = async (): Promise<boolean> => (await consumers.info(WORK_STREAM, consumer)).num_ack_pending > 0;
  if ((await unlessAbsent(isWaiting)) === false) return;
  await unlessAbsent(() => consumers.delete(WORK_STREAM, consumer));
  await consumers.add(WORK_STREAM, {
    durable_name: consumer,
    filter_subject: work,
    ack_policy: 'explicit',
    ack_wait: ACK_WAIT_MS * NS_PER_MS,
    max_ack_pending: 1,
  });
}

/** null: it is not there. */
async function unlessAbsent<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return null;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && /not found/i.test(error.message);
}
