/** Several machines and one phone: a gateway, a real NATS server with TLS and a worker a machine with a desktop of its own, each a process. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeenMessage } from '../servers/telegram/people.ts';
import { type Person, startTelegramServer, type TelegramServer } from '../servers/telegram/telegram-server.ts';
import { type Bot, startBot } from './bot.ts';
import { type FleetServer, startFleetServer } from './fleet-server.ts';
import { BOT_TOKEN, OWNER } from './phone.ts';
import { makeTempFolder } from './temp-folder.ts';
import { startTestDisplay, type TestDisplay } from './x11.ts';

export interface FleetMachine {
  readonly name: string;
  readonly data: string;
  readonly home: string;
  readonly display: TestDisplay;
  bot(): Bot;
  start(settings?: Readonly<Record<string, string>>): Promise<void>;
}

export interface FleetPhone {
  readonly telegram: TelegramServer;
  readonly owner: Person;
  readonly server: FleetServer;
  machine(name: string): FleetMachine;
  gateway(): Bot;
  /** DATA_DIR of the gateway. */
  readonly data: string;
  startGateway(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Sends a message; later waits look only at what comes after it. */
  say(text: string): void;
  news(): readonly SeenMessage[];
  waitFor(what: RegExp | ((message: SeenMessage) => boolean), ms?: number): Promise<SeenMessage>;
  tap(message: SeenMessage, label: string): Promise<string>;
  close(): Promise<void>;
}

export interface FleetPhoneOptions {
  readonly machines: readonly string[];
  /** Machines of the fleet that are never there. */
  readonly away?: readonly string[];
  /** Own skills of every machine, by file name. */
  readonly skills?: Readonly<Record<string, string>>;
  /** Sender ids of those who may use a machine; everybody where it is left out. */
  readonly people?: Readonly<Record<string, readonly string[]>>;
  readonly gateway?: Readonly<Record<string, string>>;
  /** Where the workers find the server, when not at its own address. */
  readonly urlOf?: (server: FleetServer, machine: string) => string;
}

export async function startFleetPhone(
  t: { after(act: () => void): void },
  {
    machines: names,
    away = [],
    skills = {},
    people = {},
    gateway: settings = {},
    urlOf = ({ url }) => url,
  }: FleetPhoneOptions,
): Promise<FleetPhone> {
  const folder = makeTempFolder(t);
  const telegram = await startTelegramServer({ token: BOT_TOKEN, flood: () => null });
  const owner = telegram.person(OWNER, { name: 'Ann' });
  const all = [...names, ...away];
  const server = await startFleetServer(all);
  const data = join(folder, 'gateway');
  mkdirSync(join(data, 'state', 'fleet'), { recursive: true, mode: 0o700 });
  writeFileSync(
    join(data, 'state', 'fleet', 'fleet.json'),
    JSON.stringify({ machines: all.map((name) => ({ name, people: people[name] ?? null })) }),
  );
  let gateway: Bot | null = null;
  let since = 0;
  const startGateway: FleetPhone['startGateway'] = async (more = {}) => {
    gateway = await startBot({
      env: {
        HOME: folder,
        DATA_DIR: data,
        DESKHAND_ROLE: 'gateway',
        NATS_URL: server.url,
        NATS_CREDS: server.credsOf('gateway'),
        TELEGRAM_BOT_TOKEN: BOT_TOKEN,
        TELEGRAM_ALLOWED_USERS: String(OWNER),
        TELEGRAM_API_ROOT: telegram.root,
        ...settings,
        ...more,
      },
    });
  };
  const makeMachine = async (name: string): Promise<FleetMachine> => {
    const [mine, home] = [join(folder, name), join(folder, `${name}-home`)];
    mkdirSync(join(mine, 'skills', 'own'), { recursive: true });
    mkdirSync(home);
    // No phone here makes codes, so the rules of the machines ask for taps alone.
    mkdirSync(join(mine, 'state', 'fleet'), { recursive: true, mode: 0o700 });
    const policy = { refuse: [], people: null, code: 'never', whenCutOff: 'go on' };
    writeFileSync(join(mine, 'state', 'fleet', 'policy.json'), JSON.stringify(policy), { mode: 0o600 });
    for (const [file, text] of Object.entries(skills)) writeFileSync(join(mine, 'skills', 'own', file), text);
    const display = await startTestDisplay({ hasSessionBus: false });
    let bot: Bot | null = null;
    return {
      name,
      data: mine,
      home,
      display,
      bot() {
        if (bot === null) throw new Error(`${name} was not started`);
        return bot;
      },
      async start(more = {}) {
        bot = await startBot({
          env: {
            ...display.env,
            HOME: home,
            DATA_DIR: mine,
            DESKHAND_ROLE: 'worker',
            MACHINE_NAME: name,
            NATS_URL: urlOf(server, name),
            NATS_CREDS: server.credsOf(name),
            MODEL_PROVIDER: 'playbook',
            ...more,
          },
        });
      },
    };
  };
  const machines = new Map<string, FleetMachine>();
  for (const name of names) machines.set(name, await makeMachine(name));
  await startGateway();
  const isNew = ({ id }: SeenMessage): boolean => id > since;
  return {
    telegram,
    owner,
    server,
    data,
    machine(name) {
      const found = machines.get(name);
      if (found === undefined) throw new Error(`no machine ${name}`);
      return found;
    },
    gateway() {
      if (gateway === null) throw new Error('no gateway');
      return gateway;
    },
    startGateway,
    say(text) {
      since = owner.messages().at(-1)?.id ?? 0;
      owner.send(text);
    },
    news: () => owner.received().filter(isNew),
    waitFor: (what, ms) =>
      owner.waitFor(
        (messages) => messages.find((one) => isNew(one) && (what instanceof RegExp ? what.test(one.text) : what(one))),
        ms,
      ),
    tap: async (message, label) => (await owner.tap(message, label).answered)?.text ?? '',
    async close() {
      for (const { bot } of machines.values()) await attempt(() => bot().kill());
      await attempt(async () => await gateway?.kill());
      await Promise.all([...machines.values()].map(({ display }) => display.stop()));
      await telegram.stop();
      await server.close();
    },
  };
}

/** What was never started needs no end. */
async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch {
    // There is nothing to end.
  }
}
