/** Work over NATS, the gateway's end: commands through a stream that keeps them, what is asked at once by request and reply. */
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { encodeFrame } from '../../src/fleet/frame.ts';
import { readFrame } from '../../src/fleet/read-frame.ts';
import type { Seals } from '../../src/fleet/seal.ts';
import { GATEWAY_INBOX, subjectsOf, WORK_STREAM } from '../../src/fleet/subjects.ts';
import { type HelloReply, type NowRequest, nowReplySchema, PROTOCOL } from '../../src/fleet/wire.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Asked, MachineSeen, Work } from '../../src/ports/work.ts';
import { type AskNow, createAskNow } from './ask-now.ts';
import { onReconnect } from './on-reconnect.ts';
import { createParts } from './parts.ts';
import { prepareMachine, prepareServer } from './prepare-server.ts';
import { createPresence } from './presence.ts';
import { createServeChats, type ServeChatsPorts } from './serve-chats.ts';
import { serveUp } from './serve-up.ts';

export interface NatsWorkOptions extends Omit<ServeChatsPorts, 'parts'> {
  /**
   * The connection is sought for ever; its rejection says why it can never work. Called once per connection: urgent requests have one of
   * their own.
   */
  readonly connect: () => Promise<NatsConnection>;
  /** Names of the machines that may be worked, as it is now. */
  readonly machines: () => readonly string[];
  readonly greet: (machine: string, version: string) => Omit<HelloReply, 'v' | 'machine' | 'at'>;
  readonly seals: Seals;
  readonly clock: Clock;
}

const PUBLISH_MS = 5_000;
const NAMES_MS = 3_000;
const NUDGE_MS = 1_000;
const PREPARED_AT_ONCE = 32;
/** How many positions of commands on the server are remembered, for taking commands back. */
const PLACES_KEPT = 5_000;

interface Open {
  readonly connection: NatsConnection;
  readonly nowConnection: NatsConnection;
  readonly now: AskNow;
  readonly stream: JetStreamClient;
  readonly manager: JetStreamManager;
}

export function createNatsWork(options: NatsWorkOptions): Work {
  const { clock, seals, warn } = options;
  const life = new AbortController();
  const parts = createParts(clock);
  const serveChat = createServeChats({ ...options, parts });
  let listener: (machine: MachineSeen) => void = () => undefined;
  const presence = createPresence(clock, seals, (machine) => noteChange(machine), warn);
  const spent = new Map<string, number>();
  let isNudging = false;
  const prepared = new Set<string>();
  const places = new Map<string, number>();
  let open: Open | null = null;
  const opened = Promise.withResolvers<Open>();

  const noteChange = (machine: MachineSeen): void => {
    listener(machine);
    const usd = machine.told?.spentTodayUsd ?? 0;
    const isNew = usd !== (spent.get(machine.name) ?? usd);
    spent.set(machine.name, usd);
    if (isNew) nudge().catch(() => undefined);
  };

  /** A machine's cost leaves less of the common limit for the others, so the machines that work are told soon. */
  const nudge = async (): Promise<void> => {
    if (isNudging) return;
    isNudging = true;
    await clock.sleep(NUDGE_MS, life.signal);
    isNudging = false;
    for (const { name, isHere, told } of options.machines().map(presence.seen))
      if (isHere && told?.run !== null && open !== null) callForHello(open.connection, name);
  };

  const callForHello = (connection: NatsConnection, machine: string): void =>
    connection.publish(subjectsOf(machine).now, encodeFrame({ v: PROTOCOL, machine, kind: 'greet' }));

  /** Resolves to null when there is no connection within `ms`. */
  const whenOpen = async (ms: number): Promise<Open | null> =>
    open ?? (await Promise.race([opened.promise, clock.sleep(ms, life.signal).then(() => null)]));

  const use = async (): Promise<Open> => {
    const way = await whenOpen(PUBLISH_MS);
    if (way === null) throw new Error('The NATS server is not connected yet.');
    return way;
  };

  /** Prepares all machines, again and again, since machines join while this runs. */
  const prepareAll = async (connection: NatsConnection): Promise<void> => {
    const names = options.machines();
    for (const name of prepared) if (!names.includes(name)) prepared.delete(name);
    const left = names.filter((name) => !prepared.has(name));
    // Several at once: preparing hundreds one after the other would take as many answers of the server.
    for (let at = 0; at < left.length; at += PREPARED_AT_ONCE)
      await Promise.all(
        left.slice(at, at + PREPARED_AT_ONCE).map(async (name) => {
          await prepareMachine(connection, name);
          prepared.add(name);
        }),
      );
  };

  const openAll = async (taken: Parameters<Work['start']>[0]): Promise<void> => {
    const [connection, nowConnection] = await Promise.all([options.connect(), options.connect()]);
    for (const one of [connection, nowConnection])
      life.signal.addEventListener('abort', () => void one.close(), { once: true });
    const now = createAskNow(nowConnection, GATEWAY_INBOX);
    const { jetstream, jetstreamManager } = (await import('./nats-client.ts')).client;
    await prepareStream(connection);
    let server = connection.info?.server_id;
    void onReconnect(connection, () => {
      // A restarted server may be wrong about what is under way, and a new one has nothing of it, so machines are prepared anew.
      if (connection.info?.server_id !== server) prepared.clear();
      server = connection.info?.server_id;
      void prepareStream(connection);
    });
    // A command handed over before its machine has a consumer is kept for the machine all the same.
    open = {
      connection,
      nowConnection,
      now,
      stream: jetstream(connection, { timeout: PUBLISH_MS }),
      manager: await jetstreamManager(connection, { checkAPI: false }),
    };
    opened.resolve(open);
    serveUp(connection, {
      ...options,
      parts,
      serveChat,
      isKnown: (machine) => options.machines().includes(machine),
      onTaken(machine, update, what) {
        presence.note(machine);
        places.delete(`${machine} ${update}`);
        taken({ machine, update }, what);
      },
      onHello(machine) {
        presence.note(machine);
        now.again(subjectsOf(machine).now);
      },
      now: () => clock.now(),
    });
    // Machines say hello by themselves every ten seconds only; without this call those that were up first would seem away until then.
    for (const machine of options.machines()) callForHello(connection, machine);
    void presence.watch(connection, life.signal);
    void keepPreparing(connection);
  };

  /** Tries until the server, which may start after this process, answers. */
  const prepareStream = async (connection: NatsConnection): Promise<void> => {
    while (!life.signal.aborted && !connection.isClosed()) {
      try {
        if (await prepareServer(connection)) prepared.clear();
        return;
      } catch (error) {
        if (!life.signal.aborted) warn(`The NATS server cannot be prepared yet: ${String(error)}`);
      }
      await clock.sleep(1_000, life.signal).catch(() => undefined);
    }
  };

  const keepPreparing = async (connection: NatsConnection): Promise<void> => {
    while (!life.signal.aborted) {
      await prepareAll(connection).catch((error: unknown) => {
        if (!life.signal.aborted) warn(`A machine cannot be prepared on the NATS server: ${String(error)}`);
      });
      await clock.sleep(NAMES_MS, life.signal).catch(() => undefined);
    }
  };

  /** null: no answer, or one that is none. */
  const request = async (machine: string, body: NowRequest, ms: number) => {
    if (!options.machines().includes(machine)) return null;
    const since = clock.elapsed();
    const way = await whenOpen(ms).catch(() => null);
    if (way === null) return null;
    const frame = encodeFrame({ v: PROTOCOL, machine, ...body });
    const left = ms - (clock.elapsed() - since);
    const reply = await way.now.ask(subjectsOf(machine).now, frame, left);
    if (reply === null) return null;
    const read = readFrame(reply.data, machine, nowReplySchema);
    if (!read.ok) warn(`${machine} answered what is not understood.`);
    if (read.ok) presence.note(machine);
    return read.ok ? read.body : null;
  };

  return {
    async start(taken) {
      openAll(taken).catch((error: unknown) => {
        if (!life.signal.aborted) warn(`The machines cannot be reached: ${String(error)}`);
      });
    },
    machines: () => options.machines().toSorted().map(presence.seen),
    async hand({ machine, message, until }, again = false) {
      const { updateId } = message;
      if (!options.machines().includes(machine)) throw new Error(`There is no machine ${machine}.`);
      const { stream } = await use();
      // A machine that is connected should have the command by now, unless the server does not deliver it; so its consumer is checked anew.
      if (again) prepared.delete(machine);
      const sealed = seals.message(machine, message);
      const frame = encodeFrame({ v: PROTOCOL, machine, kind: 'errand', message: sealed, until });
      const kept = await stream.publish(subjectsOf(machine).work, frame, {
        msgID: again ? `${machine} ${updateId} ${clock.now()}` : `${machine} ${updateId}`,
        timeout: PUBLISH_MS,
      });
      places.set(`${machine} ${updateId}`, kept.seq);
      const oldest = places.keys().next();
      if (places.size > PLACES_KEPT && !oldest.done) places.delete(oldest.value);
    },
    async takeBack(machine, update) {
      const place = places.get(`${machine} ${update}`);
      if (place !== undefined) await open?.manager.streams.deleteMessage(WORK_STREAM, place).catch(() => undefined);
    },
    async ask({ machine, message, until }, ms): Promise<Asked> {
      const reply = await request(machine, { kind: 'errand', message: seals.message(machine, message), until }, ms);
      if (reply?.kind === 'unknown') return { kind: 'refused', why: reply.why };
      return reply?.kind === 'errand' ? reply.what : { kind: 'away' };
    },
    async listening(machine, thread, sender, text, ms) {
      const where = seals.thread(machine, thread);
      const reply = await request(machine, { kind: 'listening', thread: where, sender, text }, ms);
      return reply?.kind === 'listening' ? reply.listening : null;
    },
    onChange(told) {
      listener = told;
    },
    async stop() {
      life.abort();
      await Promise.all(open === null ? [] : [open.connection.close(), open.nowConnection.close()]);
    },
  };
}
