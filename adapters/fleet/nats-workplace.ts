/** The machine's end over NATS: takes what comes for it, one after the other, and says that it has it only once it is on the disk. */
import type { Consumer, JsMsg } from '@nats-io/jetstream';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { decodeFrame, encodeFrame } from '../../src/fleet/frame.ts';
import { readFrame } from '../../src/fleet/read-frame.ts';
import { PRESENCE_EVERY_MS, subjectsOf, WORK_STREAM } from '../../src/fleet/subjects.ts';
import {
  errandSchema,
  type HelloReply,
  headSchema,
  helloReplySchema,
  nowRequestSchema,
  PROTOCOL,
} from '../../src/fleet/wire.ts';
import type { InboundMessage } from '../../src/ports/chat.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Taken, Workplace, WorkplaceEnds } from '../../src/ports/work.ts';
import { english } from '../../src/words/speak.ts';
import { onReconnect } from './on-reconnect.ts';

export interface NatsWorkplaceOptions {
  readonly machine: string;
  readonly version: string;
  /** The connection is sought for ever; its rejection says why it can never work. */
  readonly connection: Promise<NatsConnection>;
  readonly clock: Clock;
  /** Called at each hello with who may use this machine, and where they are. */
  readonly onGreeted: (hello: HelloReply) => void;
  /** Called when nothing was heard of the gateway for a while, with since when (`elapsed`); with null when it is heard again. */
  readonly onCutOff: (since: number | null) => void;
  readonly warn: (problem: string) => void;
}

const HELLO_MS = 5_000;
/** The gateway counts as gone when it was not heard for so long. */
const SILENT_MS = 25_000;
const NEXT_MS = 20_000;
/**
 * After its start, a nats-server 2.9 that was killed during an acknowledgement takes that command for one under way, and delivers the next
 * only when its own timer says so: every half of a pull's time. So pulls are short for a while.
 */
const FRESH_MS = 20_000;
const SOON_MS = 2_000;
const AGAIN_MS = 500;
const HELLOS_AGAIN = 20;
const REPORTS_KEPT = 1_000;
const ASKED_KEPT = 200;

export function createNatsWorkplace(options: NatsWorkplaceOptions): Workplace {
  const { machine, clock, warn } = options;
  const subjects = subjectsOf(machine);
  const life = new AbortController();
  let ends: WorkplaceEnds | null = null;
  let opened: NatsConnection | null = null;
  /** The gateway's clock minus our monotonic one: our own wall clock may be wrong, or be set while this runs. */
  let offset: number | null = null;
  let heardAt = clock.elapsed();
  let isCutOff = false;
  let breaks = 0;
  const greeted = Promise.withResolvers<void>();
  /** Reports that the gateway has not confirmed yet, oldest first. */
  const reports = new Map<string, Taken>();
  let isReporting = false;
  const asked = new Map<string, Promise<Taken>>();
  /** The id of the connected server and since when: a restarted server has another id. */
  let served: { readonly by: string | undefined; readonly since: number } = { by: undefined, since: clock.elapsed() };
  const isFresh = (): boolean => clock.elapsed() - served.since < FRESH_MS;
  let endFetch = (): void => undefined;

  const frame = (body: object): Uint8Array => encodeFrame({ v: PROTOCOL, machine, ...body });
  const gatewayNow = (): number => clock.elapsed() + (offset ?? 0);
  const pause = (ms: number): Promise<void> => clock.sleep(ms, life.signal).catch(() => undefined);

  /** Messages are judged by their age, since a computer's own clock may be minutes off. */
  const onOurClock = (message: InboundMessage): InboundMessage => ({
    ...message,
    sentAt: Math.round(clock.now() - (gatewayNow() - message.sentAt)),
  });

  const take = async (message: InboundMessage, until: number): Promise<Taken> => {
    if (ends === null || gatewayNow() > until) return { kind: 'expired' };
    const why = ends.refuses(message);
    if (why !== null) {
      warn(`A message for this machine was refused: ${english(why)}`);
      return { kind: 'refused', why };
    }
    return { kind: 'taken', receipt: await ends.receive(onOurClock(message)) };
  };

  /** A repeated request, whose answer may have got lost, is answered as it was. */
  const takeAsked = (message: InboundMessage, until: number): Promise<Taken> => {
    const what = asked.get(message.updateId) ?? take(message, until);
    asked.set(message.updateId, what);
    const oldest = asked.keys().next();
    if (asked.size > ASKED_KEPT && !oldest.done) asked.delete(oldest.value);
    return what;
  };

  /**
   * Sends reports until the gateway confirms them. If this process ends before, the gateway hands the same commands over again and then
   * gets them.
   */
  const report = async (): Promise<void> => {
    if (isReporting) return;
    isReporting = true;
    for (let next = reports.entries().next(); !next.done && !life.signal.aborted; next = reports.entries().next()) {
      const [update, what] = next.value;
      const reply = await opened
        ?.request(subjects.up.taken, frame({ update, what }), { timeout: HELLO_MS })
        .catch(() => null);
      if (reply !== null && reply !== undefined && readFrame(reply.data, machine, headSchema).ok)
        reports.delete(update);
      else await pause(AGAIN_MS);
    }
    isReporting = false;
  };

  const takeKept = async (message: JsMsg): Promise<void> => {
    const read = readFrame(message.data, machine, errandSchema);
    if (!read.ok) {
      warn(`A command in the queue of this machine was refused: ${english(read.why)}.`);
      const update = readUpdate(message.data);
      if (read.isOurs && update !== null) note(update, { kind: 'refused', why: read.why });
      return void message.term();
    }
    const what = await take(read.body.message, read.body.until);
    message.ack();
    note(read.body.message.updateId, what);
  };

  const note = (update: string, what: Taken): void => {
    reports.set(update, what);
    const oldest = reports.keys().next();
    if (reports.size > REPORTS_KEPT && !oldest.done) reports.delete(oldest.value);
    void report();
  };

  /** null: nothing came for a while, or the connection broke. */
  const fetchNext = async (consumer: Consumer): Promise<JsMsg | null> => {
    const fetched = await consumer.fetch({ max_messages: 1, expires: isFresh() ? SOON_MS : NEXT_MS });
    endFetch = () => fetched.stop();
    for await (const message of fetched) return message;
    return null;
  };

  const consume = async (connection: NatsConnection): Promise<void> => {
    const { jetstream } = (await import('./nats-client.ts')).client;
    await greeted.promise;
    while (!life.signal.aborted && !connection.isClosed()) {
      try {
        const consumer = await jetstream(connection).consumers.get(WORK_STREAM, subjects.consumer);
        while (!life.signal.aborted) {
          const message = await fetchNext(consumer);
          if (message !== null && !life.signal.aborted) await takeKept(message);
        }
      } catch (error) {
        if (!life.signal.aborted && !connection.isClosed()) warn(`Commands cannot be fetched now: ${String(error)}`);
        await pause(AGAIN_MS);
      }
    }
  };

  const answer = async (message: Msg): Promise<void> => {
    const read = readFrame(message.data, machine, nowRequestSchema);
    if (!read.ok) {
      warn(`Something asked of this machine was refused: ${english(read.why)}.`);
      if (read.isOurs) message.respond(frame({ kind: 'unknown', why: read.why }));
      return;
    }
    const { body } = read;
    if (body.kind === 'errand') {
      await greeted.promise;
      message.respond(frame({ kind: 'errand', what: await takeAsked(body.message, body.until) }));
    } else if (body.kind === 'listening') {
      const listening = ends?.listening(body.thread, body.sender, body.text) ?? 'nothing';
      message.respond(frame({ kind: 'listening', listening }));
    } else {
      message.respond(frame({ kind: 'greet' }));
      await sayHelloAgain();
    }
  };

  /** Resolves to false when nobody answered. */
  const hello = async (): Promise<boolean> => {
    const before = clock.elapsed();
    const reply = await opened
      ?.request(subjects.up.hello, frame({ at: clock.now(), version: options.version }), { timeout: HELLO_MS })
      .catch(() => null);
    const read = reply === null || reply === undefined ? null : readFrame(reply.data, machine, helloReplySchema);
    if (read?.ok === true) {
      const after = clock.elapsed();
      offset = read.body.at - (before + after) / 2;
      heardAt = after;
      options.onGreeted(read.body);
      greeted.resolve();
    } else if (read !== null)
      warn('The gateway answered what is not understood: its version and this one differ by more than one.');
    const isSilent = clock.elapsed() - heardAt > SILENT_MS;
    if (isSilent !== isCutOff) options.onCutOff(isSilent ? heardAt : null);
    isCutOff = isSilent;
    return read?.ok === true;
  };

  const tell = (): void => {
    if (ends === null || opened === null || opened.isClosed()) return;
    opened.publish(subjects.presence, frame({ at: clock.now(), told: ends.told() }));
  };

  const sayHello = async (): Promise<void> => {
    while (!life.signal.aborted) {
      await hello();
      tell();
      await pause(offset === null ? AGAIN_MS : PRESENCE_EVERY_MS);
    }
  };

  /** Says hello several times, since the gateway may reconnect a little later. */
  const sayHelloAgain = async (): Promise<void> => {
    breaks += 1;
    const mine = breaks;
    for (let left = HELLOS_AGAIN; left > 0 && mine === breaks && !life.signal.aborted; left -= 1) {
      if (await hello()) return tell();
      await pause(AGAIN_MS * (0.5 + Math.random()));
    }
  };

  const openAll = async (): Promise<void> => {
    const connection = await options.connection;
    if (life.signal.aborted) return;
    opened = connection;
    connection.subscribe(subjects.now, {
      callback(error, message) {
        if (error !== null) return warn(`This machine cannot be asked: ${error.message}`);
        answer(message).catch((problem: unknown) => warn(`A question could not be answered: ${String(problem)}`));
      },
    });
    void sayHello();
    void onReconnect(connection, () => {
      // The server forgot the open pull. The client's own repeat may come too soon to succeed, and the next only after NEXT_MS, so a new
      // pull is made.
      if (connection.info?.server_id !== served.by) served = { by: connection.info?.server_id, since: clock.elapsed() };
      endFetch();
      // The gateway is told of the return at once, not at the next regular hello.
      void sayHelloAgain();
    });
    await consume(connection);
  };

  return {
    async start(at) {
      ends = at;
      openAll().catch((error: unknown) => {
        if (!life.signal.aborted) warn(`The gateway cannot be reached: ${String(error)}`);
      });
    },
    tell,
    isConnected: () => offset !== null && !isCutOff && opened?.isClosed() === false,
    async stop() {
      life.abort();
      greeted.resolve();
    },
  };
}

const updateSchema = z.object({ message: z.object({ updateId: z.string() }) });

/** The update id of a command that is not understood otherwise; null when even that cannot be read. */
function readUpdate(data: Uint8Array): string | null {
  return updateSchema.safeParse(decodeFrame(data)?.json).data?.message.updateId ?? null;
}
