/**
 * The way of a scenario's phone through a gateway, a real NATS server and a worker, in the place of one bot: `PHONE_THROUGH=fleet`. Two more
 * real workers with desktops of their own stand beside it, and none of what is meant for the first may reach them.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeenMessage, Speaker } from '../servers/telegram/people.ts';
import type { Person, TelegramServer } from '../servers/telegram/telegram-server.ts';
import { type Bot, startBot } from './bot.ts';
import { startFleetServer } from './fleet-server.ts';
import { startTestDisplay } from './x11.ts';

export const isThroughFleet = process.env.PHONE_THROUGH === 'fleet';

export interface PhoneWay {
  /** Starts the working processes, once the way to them exists. */
  start(env: Readonly<Record<string, string>>): Promise<Bot>;
  /** The log of the other processes on the way. */
  log(): string;
  /** The Telegram server as seen with the machine's name taken off its messages. */
  readonly telegram: TelegramServer;
  /** Ends the other processes; fails when one of them did another's work. */
  close(): Promise<void>;
}

const MACHINE = 'studio';
const BYSTANDERS = ['laptop', 'mini'];
const SOMEBODY_ELSE = 999;
const OF_CHATS = /^(?:TELEGRAM_|SLACK_)/;
const OF_MACHINE = /^(?:ANTHROPIC_|OPENAI_|DISPLAY$)/;
/** Acts by hand through a gateway are judged as a model's acts are, with one more tap, which scenarios of one machine do not make. */
const BY_HAND = /\n(?:low|moderate|high) risk · by hand, /;

/** The direct way, with one bot. */
export function directWay(telegram: TelegramServer): PhoneWay {
  return { telegram, start: (env) => startBot({ env }), log: () => '', close: () => Promise.resolve() };
}

/** `folder`: the scenario's. */
export async function openFleetWay(folder: string, telegram: TelegramServer, owner: Person): Promise<PhoneWay> {
  const server = await startFleetServer([MACHINE, ...BYSTANDERS]);
  const gatewayData = join(folder, 'gateway');
  const write = (path: string, value: object): void => {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(path, JSON.stringify(value), { mode: 0o600 });
  };
  // The bystanders belong to somebody else: within reach, each person and thread would first be asked which machine is meant.
  const machines = [
    { name: MACHINE, people: null },
    ...BYSTANDERS.map((name) => ({ name, people: [`telegram:${SOMEBODY_ELSE}`] })),
  ];
  write(join(gatewayData, 'state/fleet/fleet.json'), { machines });
  const joined = (name: string, env: Readonly<Record<string, string>>): Promise<Bot> => {
    // No phone makes codes here: a tap is enough, as it is for one that has no gateway.
    const policy = { refuse: [], people: null, code: 'never', whenCutOff: 'go on' };
    write(join(env.DATA_DIR ?? '', 'state/fleet/policy.json'), policy);
    return startBot({
      env: {
        ...Object.fromEntries(Object.entries(env).filter(([key]) => !OF_CHATS.test(key))),
        ...{ DESKHAND_ROLE: 'worker', MACHINE_NAME: name, NATS_URL: server.url, NATS_CREDS: server.credsOf(name) },
      },
    });
  };
  const bystanders = BYSTANDERS.map((name) => ({ name, home: join(folder, name), data: join(folder, `${name}-data`) }));
  const displays = await Promise.all(bystanders.map(() => startTestDisplay({ hasSessionBus: false })));
  const others: Bot[] = [];
  const endApproving = approveByHand(owner);
  let gateway: Bot | null = null;

  const startOthers = async (env: Readonly<Record<string, string>>): Promise<void> => {
    gateway = await startBot({
      env: {
        ...Object.fromEntries(Object.entries(env).filter(([key]) => !OF_MACHINE.test(key))),
        ...{ HOME: folder, DATA_DIR: gatewayData, DESKHAND_ROLE: 'gateway' },
        ...{ NATS_URL: server.url, NATS_CREDS: server.credsOf('gateway') },
      },
    });
    for (const [index, bystander] of bystanders.entries()) {
      mkdirSync(bystander.home);
      const own = { ...displays[index]?.env, HOME: bystander.home, DATA_DIR: bystander.data };
      others.push(await joined(bystander.name, { ...own, MODEL_PROVIDER: 'playbook' }));
    }
  };

  return {
    telegram: undressed(telegram),
    async start(env) {
      if (gateway === null) await startOthers(env);
      return joined(MACHINE, env);
    },
    log: () => [gateway, ...others].map((bot) => bot?.stderr() ?? '').join(''),
    async close() {
      try {
        for (const bot of [...others, gateway]) assert.equal(await bot?.stop(), 0, 'it ends cleanly');
        for (const bystander of bystanders) {
          const runs = join(bystander.data, 'recordings');
          assert.deepEqual(existsSync(runs) ? readdirSync(runs) : [], [], `${bystander.name} did something`);
        }
        const foreign = owner.received().filter(({ text }) => /^(?:laptop|mini)\n/.test(text));
        assert.deepEqual(foreign, [], 'another machine spoke');
      } finally {
        endApproving();
        for (const bot of [...others, gateway]) await bot?.kill();
        await Promise.all(displays.map((display) => display.stop()));
        await server.close();
      }
    },
  };
}

/** Texts without the machine's name, as from a single bot. */
function undressed(telegram: TelegramServer): TelegramServer {
  return {
    ...telegram,
    person: (...about) => readBare(telegram.person(...about)),
    group(...about) {
      const group = telegram.group(...about);
      return { ...group, as: (person) => readBare(group.as(person)) };
    },
  };
}

function readBare<One extends Speaker>(speaker: One): One {
  const bare = (message: SeenMessage): SeenMessage =>
    message.text.startsWith(`${MACHINE}\n`) ? { ...message, text: message.text.slice(MACHINE.length + 1) } : message;
  const read = (messages: readonly SeenMessage[]): readonly SeenMessage[] =>
    messages.map(bare).filter(({ text }) => !BY_HAND.test(text));
  return {
    ...speaker,
    messages: () => read(speaker.messages()),
    received: () => read(speaker.received()),
    waitFor: (look, ms) => speaker.waitFor((received) => look(read(received)), ms),
  };
}

/** Approves what the person does by hand; the returned function ends it. */
function approveByHand(owner: Person): () => void {
  const approved = new Set<number>();
  const timer = setInterval(() => {
    for (const message of owner.received()) {
      const isOpen = message.buttons.flat().some(({ text, data }) => text === 'Approve' && data !== null);
      if (!isOpen || approved.has(message.id) || !BY_HAND.test(message.text)) continue;
      approved.add(message.id);
      owner.tap(message, 'Approve');
    }
  }, 20);
  return () => clearInterval(timer);
}
