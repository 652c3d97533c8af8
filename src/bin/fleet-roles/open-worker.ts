/** This computer as a worker: its chats are the gateway's, and messages through it are handled like those of a chat. */
import type { Logger } from 'pino';
import type { RemoteChat } from '../../../adapters/fleet/remote-chat.ts';
import type { Settings } from '../../config/schema.ts';
import type { About, Here } from '../../fleet/here.ts';
import { subjectsOf } from '../../fleet/subjects.ts';
import { type HelloReply, helloReplySchema } from '../../fleet/wire.ts';
import type { InboundMessage, Platform } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StateStore } from '../../ports/state-store.ts';
import type { Workplace } from '../../ports/work.ts';
import type { Together } from '../../run/limits/caps.ts';
import type { Text } from '../../words/say.ts';
import { versionOfDeskhand } from '../own-files.ts';
import type { OpenChats } from '../parts/open-chats.ts';

/** This computer's own rules for messages through the gateway. */
export interface WorkerRules {
  /** Why it refuses a message; null: it does not. */
  readonly refuses: (message: InboundMessage) => Text | null;
  readonly whenCutOff: 'go on' | 'stop';
}

export interface Worker extends OpenChats {
  /** Begins to take messages. */
  begin(here: Here, about: () => About): Promise<void>;
  /** Resolves with why, once the server lets this computer in no more. */
  readonly shutOut: Promise<string>;
  /** Cost of the other machines today, and the common limit, from the gateway's last message. */
  together(): Together | null;
}

const PLATFORMS: readonly Platform[] = ['telegram', 'slack', 'web'];
/** The gateway's last message, stored so that the next process knows whom to tell before it is connected. */
const KEPT = 'fleet.hello';
const TOLD_MS = 2_000;

export async function openWorker(
  settings: Settings,
  state: StateStore,
  rules: WorkerRules,
  clock: Clock,
  log: Logger,
): Promise<Worker> {
  const { NATS_URL: url = '', NATS_CREDS: creds = '', MACHINE_NAME: machine = '' } = settings;
  const [{ connectFleet }, { createNatsWorkplace }, { createRemoteChat }, { createAskGateway }] = await Promise.all([
    import('../../../adapters/fleet/connect.ts'),
    import('../../../adapters/fleet/nats-workplace.ts'),
    import('../../../adapters/fleet/remote-chat.ts'),
    import('../../../adapters/fleet/ask-gateway.ts'),
  ]);
  const warn = (problem: string): void => log.warn(problem);
  const life = new AbortController();
  let hello: HelloReply | null = helloReplySchema.safeParse(state.get(KEPT)).data ?? null;
  let contactAt: number | null = null;
  /** Day of that message by this computer's clock. */
  let helloDay = hello === null ? '' : new Date(hello.at).toDateString();
  let here: Here | null = null;
  let open: Awaited<ReturnType<typeof connectFleet>> | null = null;
  const shutOut = Promise.withResolvers<string>();
  const connection = connectFleet({
    url,
    creds,
    name: machine,
    inboxPrefix: subjectsOf(machine).inboxPrefix,
    note: warn,
  });
  connection
    .then(async (connected) => {
      open = connected;
      const why = await connected.closed();
      if (!life.signal.aborted) shutOut.resolve(why instanceof Error ? why.message : 'the connection was closed');
    })
    .catch((error: unknown) => shutOut.resolve(error instanceof Error ? error.message : String(error)));
  const stopRun = (why: string): void => here?.stop(why);
  void shutOut.promise.then((why) => {
    warn(`The NATS server lets this computer in no more: ${why}. What it runs is stopped.`);
    stopRun('the gateway, which let this computer go');
  });

  const workplace: Workplace = createNatsWorkplace({
    machine,
    version: versionOfDeskhand(),
    connection,
    clock,
    onGreeted(said) {
      // Fields that change all the time are only used when they are fresh.
      const lasting = (one: HelloReply | null): string => JSON.stringify({ ...one, at: 0, together: null });
      const isNew = lasting(said) !== lasting(hello);
      hello = said;
      helloDay = new Date(clock.now()).toDateString();
      contactAt = clock.now();
      if (isNew) state.set(KEPT, said).catch((error: unknown) => warn(String(error)));
    },
    onCutOff(since) {
      warn(since === null ? 'The gateway answers again.' : 'The gateway does not answer.');
      if (since !== null && rules.whenCutOff === 'stop') stopRun('this computer: it is cut off from its gateway');
    },
    warn,
  });
  const ask = createAskGateway(machine, () => open, warn);
  const remote = new Map<Platform, RemoteChat>(
    PLATFORMS.map((platform) => [
      platform,
      createRemoteChat({
        platform,
        ask,
        hello: () => hello,
        isConnected: workplace.isConnected,
        lastContactAt: () => contactAt,
      }),
    ]),
  );
  const people = (): readonly string[] => hello?.people.map(({ id }) => id) ?? [];

  return {
    byPlatform: remote,
    web: null,
    isAllowed: (senderId) => people().includes(senderId),
    people,
    async checkDoors() {},
    needOne() {},
    labels: () => `machine ${machine} through ${new URL(url).host}`,
    shutOut: shutOut.promise,
    together() {
      const together = hello?.together ?? null;
      // A new day begins with nothing.
      const isOld = helloDay !== new Date(clock.now()).toDateString();
      return together === null || !isOld ? together : { ...together, othersUsd: 0 };
    },
    async begin(given, about) {
      here = given;
      await workplace.start({
        receive: async (message) => (await remote.get(message.thread.platform)?.receive(message)) ?? { toast: '' },
        listening: given.listening,
        told: () => given.told(about()),
        refuses: rules.refuses,
      });
      void keepTelling(workplace, given, about, clock, life.signal);
    },
    async close() {
      life.abort();
      await workplace.stop();
      await open?.close();
    },
  };
}

/** Reports regularly, and soon after a change. */
async function keepTelling(
  workplace: Workplace,
  here: Here,
  about: () => About,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  let before = '';
  while (!signal.aborted) {
    const now = JSON.stringify({ ...here.told(about()), freeBytes: null });
    if (now !== before) workplace.tell();
    before = now;
    await clock.sleep(TOLD_MS, signal).catch(() => undefined);
  }
}
