/** The gateway in this process: the front desk, the connection to the other machines, and their messages in the chats. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { createMachineList } from '../../../adapters/fleet/machine-list.ts';
import { openPostedLog } from '../../../adapters/fleet/posted-log.ts';
import type { Settings } from '../../config/schema.ts';
import { type Receive, shareChats } from '../../fleet/gateway/chats.ts';
import { createDefaults } from '../../fleet/gateway/defaults.ts';
import { createDepartures } from '../../fleet/gateway/departures.ts';
import { createErrands, type Errands } from '../../fleet/gateway/errands.ts';
import { createFleetCosts } from '../../fleet/gateway/fleet-costs.ts';
import { createGatewayControl, type GatewayControl } from '../../fleet/gateway/gateway-control.ts';
import { createGatewayQuestions } from '../../fleet/gateway/gateway-questions.ts';
import { joinWorks } from '../../fleet/gateway/join-works.ts';
import { labelMessage } from '../../fleet/gateway/label-message.ts';
import { createMessageRouter } from '../../fleet/gateway/message-router.ts';
import { createOpenCards } from '../../fleet/gateway/open-cards.ts';
import { createOwnButtons } from '../../fleet/gateway/own-buttons.ts';
import type { About, Here } from '../../fleet/here.ts';
import { createLocalWork } from '../../fleet/local-work.ts';
import { createSeals } from '../../fleet/seal.ts';
import { GATEWAY_INBOX } from '../../fleet/subjects.ts';
import { askOwner } from '../../inbound/ask-owner.ts';
import { samePersonBy } from '../../inbound/links.ts';
import { findDirectThread } from '../../outbound/direct-thread.ts';
import { createLanguages } from '../../outbound/languages.ts';
import { createOutbox } from '../../outbound/outbox.ts';
import { closeLeftOpen } from '../../outbound/outgoing.ts';
import type { Chat, Platform, Thread } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StateStore } from '../../ports/state-store.ts';
import { anySignal } from '../../ports/waits/abort-signals.ts';
import type { Work } from '../../ports/work.ts';
import type { Together } from '../../run/limits/caps.ts';
import type { Redactor } from '../../safety/secrets/redact.ts';
import { say, type Text } from '../../words/say.ts';
import { versionOfDeskhand } from '../own-files.ts';
import type { OpenChats } from '../parts/open-chats.ts';
import { openInbox } from '../parts/open-data.ts';

export interface FleetGatewayOptions {
  readonly settings: Settings;
  readonly dataFolder: string;
  readonly chats: Pick<OpenChats, 'isAllowed' | 'people'>;
  /** The chats, with secrets masked in outgoing messages. */
  readonly byPlatform: ReadonlyMap<Platform, Chat>;
  readonly state: StateStore;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface FleetGateway {
  /** The chats for this machine's own Deskhand. */
  readonly chats: ReadonlyMap<Platform, Chat>;
  /** Receives messages from a chat. */
  readonly receive: Receive;
  /** `local`: this machine's own end; null: it has none. Resolves even while the server is not reached yet. */
  start(local: { readonly here: Here; readonly about: () => About } | null): Promise<void>;
  stop(): Promise<void>;
  /** For programs of this computer, where it has no desktop. */
  readonly door: GatewayControl & {
    /** Resolves once the owner approves on their phone, or when nobody has one. */
    askOwner(what: Text, signal: AbortSignal, lead?: Text): Promise<void>;
  };
  /** Cost of the other machines today, and the common limit. */
  together(): Together;
  /** Part of the ready line. */
  label(): string;
}

const DRAIN_MS = 3_000;

export async function openGateway(options: FleetGatewayOptions): Promise<FleetGateway> {
  const { settings, dataFolder, clock, log, byPlatform, chats } = options;
  const { NATS_URL: url = '', NATS_CREDS: creds = '', MACHINE_NAME: named } = settings;
  const local = settings.DESKHAND_ROLE === 'both' ? (named ?? null) : null;
  const warn = (problem: string): void => log.warn(problem);
  const life = new AbortController();
  const fleet = join(dataFolder, 'state', 'fleet');
  const inbox = await openInbox(
    join(fleet, 'inbox.jsonl'),
    () => Promise.resolve(false),
    clock,
    options.redactor,
    warn,
  );
  if (inbox.damage !== '') warn(inbox.damage);
  const languages = createLanguages(settings.LANGUAGE, options.state, byPlatform);
  const outbox = createOutbox(
    {
      chats: byPlatform,
      inbox,
      clock,
      readPicture: () => Promise.resolve(null),
      languageOf: languages.of,
      buttons: { place: () => undefined },
      warn,
    },
    life.signal,
  );
  const list = createMachineList(dataFolder, clock, warn);
  const others = (): readonly string[] =>
    list()
      .map(({ name }) => name)
      .filter((name) => name !== local);
  const isSame = samePersonBy(settings.LINKED_USERS);
  const mayWork = (senderId: string, machine: string): boolean => {
    if (machine === local) return true;
    const people = list().find(({ name }) => name === machine)?.people;
    return people === null || people?.some((id) => isSame(id, senderId)) === true;
  };
  const openCards = createOpenCards();
  let here: { readonly here: Here; readonly about: () => About } | null = null;
  const limitTodayUsd = settings.DAY_COST_LIMIT_USD;
  const costs = createFleetCosts(
    options.state,
    clock,
    () => work.machines().find(({ name }) => here !== null && name === local) ?? null,
    warn,
  );
  const seals = createSeals(readSealKey(join(fleet, 'seal.key')));
  const sealOf = (machine: string, thread: Thread | null) => (thread === null ? null : seals.thread(machine, thread));
  const [{ createNatsWork }, { connectFleet }] = await Promise.all([
    import('../../../adapters/fleet/nats-work.ts'),
    import('../../../adapters/fleet/connect.ts'),
  ]);
  const nats = createNatsWork({
    connect: () => connectFleet({ url, creds, name: 'gateway', inboxPrefix: GATEWAY_INBOX, note: warn }),
    machines: others,
    greet: (machine) => ({
      version: versionOfDeskhand(),
      people: chats
        .people()
        .filter((id) => mayWork(id, machine))
        .map((id) => ({ id, direct: sealOf(machine, findDirectThread(id, byPlatform)) })),
      links: settings.LINKED_USERS.map((group) => [...group]),
      platforms: [...byPlatform].map(([platform, chat]) => {
        const { isConnected, detail } = chat.health();
        return { platform, isConnected, detail };
      }),
      together: { othersUsd: costs.todayUsd(machine), limitUsd: limitTodayUsd },
    }),
    seals,
    clock,
    chats: byPlatform,
    labelMessage,
    onShown: openCards.noteShown,
    posted: openPostedLog(join(fleet, 'posted.jsonl'), warn),
    warn,
  });
  const shared = shareChats({
    chats: byPlatform,
    machine: local ?? '',
    areSeveral: () => others().length > 0,
    receiveAll: (message) => desk.receive(message),
  });
  const works: readonly Work[] =
    local === null
      ? [nats]
      : [
          createLocalWork(
            {
              name: local,
              receive: shared.receive,
              listening: (...asked) => here?.here.listening(...asked) ?? 'nothing',
              told: () => {
                if (here === null) throw new Error('This machine is not started yet.');
                return here.here.told(here.about());
              },
            },
            clock,
          ),
          nats,
        ];
  const work = joinWorks(works);
  const buttons = createOwnButtons(options.state);
  const errands: Errands = createErrands(
    {
      work,
      inbox,
      outbox,
      clock,
      async cancelButton(of, thread, update) {
        const data = buttons.register({ kind: 'cancel', update }, of, thread, {});
        await buttons
          .kept()
          .catch((error: unknown) => warn(`A button cannot be kept for after a restart: ${String(error)}`));
        return { label: say`Take it back`, data, style: 'plain' };
      },
      warn,
    },
    life.signal,
  );
  const departures = createDepartures({ work, errands, outbox, clock });
  const desk = createMessageRouter(
    {
      work,
      errands,
      inbox,
      outbox,
      clock,
      languages,
      buttons,
      defaults: createDefaults(options.state),
      openCards,
      isAllowed: chats.isAllowed,
      mayWork,
      local,
      refusesRuns(): Text | null {
        const spent = costs.todayUsd(null);
        return spent > 0 && spent >= limitTodayUsd
          ? say`Together your computers have spent ${{ usd: spent }} today, and ${{ usd: limitTodayUsd }} is the limit (DAY_COST_LIMIT_USD of the gateway). Nothing was started.`
          : null;
      },
      limitTodayUsd: () => limitTodayUsd,
      spentTodayUsd: () => costs.todayUsd(null),
      log,
    },
    life.signal,
  );
  const { people } = chats;
  const { control, dismiss } = createGatewayControl({
    work,
    inbox,
    chats: byPlatform,
    people,
    mayWork,
    clock,
    limitTodayUsd,
    spentTodayUsd: () => costs.todayUsd(null),
  });
  const asking = {
    questions: createGatewayQuestions({ outbox, clock, buttons }),
    timeoutMs: settings.CONFIRM_TIMEOUT_S * 1000,
    chats: byPlatform,
    people,
    links: settings.LINKED_USERS,
  };
  return {
    door: {
      control,
      dismiss,
      askOwner: (what, signal, lead) => askOwner(what, asking, anySignal(signal, life.signal), lead),
    },
    chats: shared.chats,
    receive: desk.receive,
    async start(given) {
      here = given;
      work.onChange((machine) => {
        costs.note(machine);
        departures.note(machine);
      });
      outbox.resume(closeLeftOpen);
      await work.start(({ machine, update }, what) => errands.taken(machine, update, what));
      errands.resume();
      void departures.watch(life.signal);
    },
    async stop() {
      await outbox.drain(DRAIN_MS);
      life.abort(new Error('Deskhand ends'));
      await work.stop();
      await inbox.sync().catch(() => undefined);
      inbox.close();
    },
    together: () => ({ othersUsd: costs.todayUsd(local), limitUsd: limitTodayUsd }),
    label: () => `gateway of ${others().length} ${others().length === 1 ? 'machine' : 'machines'}`,
  };
}

/** Made once: with a new key the gateway could not recognise the places given to machines before. */
function readSealKey(path: string): Uint8Array {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, randomBytes(32), { mode: 0o600, flag: 'wx', flush: true });
  }
  return readFileSync(path);
}
