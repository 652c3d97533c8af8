/** Makes on the NATS server what must be there: the gateway alone may. Done again it changes nothing. */
import type { JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { PRESENCE_BUCKET, PRESENCE_TTL_MS, subjectsOf, WORK_STREAM, WORK_SUBJECTS } from '../../src/fleet/subjects.ts';

const NS_PER_MS = 1_000_000;
/** What waits longer is of no use: every command's own time is over long before. */
const KEPT_MS = 2 * 24 * 60 * 60_000;
const WORK_BYTES = 256 * 1024 * 1024;
/** One command comes again so soon after a machine took it and did not say that it has it. */
const ACK_WAIT_MS = 15_000;
const DUPLICATES_MS = 120_000;

/** The stream of commands. True: it was not there, and no consumer is. */
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
    // A full stream refuses what is new and loses nothing that it has.
    discard: 'new',
  };
  return await ensure(
    () => manager.streams.info(WORK_STREAM),
    () => manager.streams.add(stream),
  );
}

/** The bucket of who is there. It is in the server's memory, and gone after each restart of it. */
export async function preparePresence(connection: NatsConnection): Promise<KV> {
  const { Kvm } = (await import('./nats-client.ts')).client;
  return await new Kvm(connection).create(PRESENCE_BUCKET, { ttl: PRESENCE_TTL_MS, history: 1, storage: 'memory' });
}

/** The consumer of one machine's commands. */
export async function prepareMachine(connection: NatsConnection, machine: string): Promise<void> {
  const { jetstreamManager } = (await import('./nats-client.ts')).client;
  const { consumer, work } = subjectsOf(machine);
  await addConsumer(await jetstreamManager(connection, { checkAPI: false }), consumer, work);
}

async function addConsumer(manager: JetStreamManager, name: string, subject: string): Promise<void> {
  await ensure(
    () => manager.consumers.info(WORK_STREAM, name),
    () =>
      manager.consumers.add(WORK_STREAM, {
        durable_name: name,
        filter_subject: subject,
        ack_policy: 'explicit',
        ack_wait: ACK_WAIT_MS * NS_PER_MS,
        max_ack_pending: 1,
      }),
  );
}

/** Makes what is not there; true: it was made. */
async function ensure(find: () => Promise<unknown>, make: () => Promise<unknown>): Promise<boolean> {
  try {
    await find();
    return false;
  } catch (error) {
    if (!isAbsent(error)) throw error;
    await make();
    return true;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && /not found/i.test(error.message);
}
