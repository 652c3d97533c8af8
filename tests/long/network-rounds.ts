/** One network fault after the other between a Telegram chat and its server: nothing may be lost, and each passes in its time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from 'grammy';
import type { Pacing } from '../../adapters/chat/telegram/options.ts';
import { createTelegramChat } from '../../adapters/chat/telegram/telegram-chat.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { openData } from '../../src/bin/open-data.ts';
import { createRedactor } from '../../src/safety/redact.ts';
import { startTelegramServer, type TelegramServer } from '../servers/telegram/telegram-server.ts';

const TOKEN = '4242:AAbbccddeeffgghhiijjkkllmmnnooppqqr';
const OWNER = 1001;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Resolves when the network is back. */
type Trouble = (server: TelegramServer, random: () => number) => Promise<void>;

export const TROUBLES: Readonly<Record<string, { readonly make: Trouble; readonly limitMs: number }>> = {
  'socket drops': { limitMs: 5_000, make: goAway },
  'half-open': {
    limitMs: 45_000,
    make: async (server) => {
      server.leaveHalfOpen();
    },
  },
  'flood of 429': {
    limitMs: 5_000,
    make: async (server, random) => {
      const parameters = { retry_after: 1 };
      server.fail(
        '*',
        { kind: 'refuse', code: 429, description: 'Too Many Requests', parameters },
        1 + count(random, 3),
      );
    },
  },
  'garbage Retry-After': {
    limitMs: 5_000,
    make: async (server, random) => {
      const values = ['soon', -5, null, {}, 'NaN', [1]];
      const parameters = { retry_after: values[count(random, values.length) - 1] };
      server.fail('*', { kind: 'refuse', code: 429, description: 'Too Many Requests', parameters }, count(random, 3));
    },
  },
  'cut bodies': {
    limitMs: 5_000,
    make: async (server, random) => {
      server.fail('*', { kind: 'cut' }, count(random, 4));
    },
  },
  'resets and lost answers': {
    limitMs: 5_000,
    make: async (server, random) => {
      server.fail('*', { kind: random() < 0.5 ? 'reset' : 'lost answer' }, count(random, 4));
    },
  },
  'pages of proxies and 5xx': {
    limitMs: 5_000,
    make: async (server, random) => {
      server.fail('*', { kind: 'body', status: 502, body: '<html>Bad Gateway</html>' }, count(random, 3));
    },
  },
  'another copy (409)': {
    limitMs: 20_000,
    make: async (server) => {
      await new Api(TOKEN, { apiRoot: server.root }).getUpdates({ timeout: 1 }).catch(() => []);
    },
  },
};

async function goAway(server: TelegramServer, random: () => number): Promise<void> {
  await server.goDown();
  await sleep(100 + random() * 1_900);
  await server.comeUp();
}

function count(random: () => number, most: number): number {
  return 1 + Math.floor(random() * most);
}

export interface NetworkRound {
  /** Longest time from the network's return until a command sent then was accepted, by kind, milliseconds. */
  readonly slowest: ReadonlyMap<string, number>;
  /** Commands that were not accepted, or more than once. */
  readonly lost: number;
  readonly repeated: number;
  readonly tooSlow: readonly string[];
}

export interface RoundOptions {
  readonly faults: number;
  readonly random: () => number;
  readonly pacing: Partial<Pacing>;
  readonly folder: string;
  /** Kinds to take turns with. */
  readonly kinds: readonly string[];
  readonly say: (line: string) => void;
}

/** Half of the commands are sent while the trouble is on, half when it is over. */
export async function runNetworkRound({
  faults,
  random,
  pacing,
  folder,
  kinds,
  say,
}: RoundOptions): Promise<NetworkRound> {
  const server = await startTelegramServer({ token: TOKEN, flood: () => null });
  const owner = server.person(OWNER);
  const data = await openData(folder, createSystemClock(), createRedactor([]), say);
  const accepted = new Map<string, number>();
  const chat = createTelegramChat({
    token: TOKEN,
    apiRoot: server.root,
    clock: createSystemClock(),
    log: quiet,
    isAllowed: (id) => id === String(OWNER),
    allowedIds: () => [],
    menus: [],
    pacing,
  });
  await chat.start(async (message) => {
    if (data.inbox.accept(message, { goal: 'x' })) {
      const text = message.content.kind === 'text' ? message.content.text : '';
      accepted.set(text, (accepted.get(text) ?? 0) + 1);
    }
    await data.inbox.sync();
    return { toast: '' };
  });
  const slowest = new Map<string, number>();
  const tooSlow: string[] = [];
  let sent = 0;
  const send = (): string => {
    sent += 1;
    owner.send(`/run ${sent}`);
    return `/run ${sent}`;
  };
  for (let fault = 0; fault < faults; fault += 1) {
    const kind = kinds[fault % kinds.length] ?? '';
    const trouble = TROUBLES[kind];
    if (trouble === undefined) throw new Error(`there is no trouble called ${kind}`);
    const coming = trouble.make(server, random);
    const during = send();
    await coming;
    // Scripted trouble is over once it is used up.
    for (let waited = 0; server.faultsLeft() > 0 && waited < 60_000; waited += 5) await sleep(5);
    const from = performance.now();
    const after = send();
    while (!accepted.has(after) || !accepted.has(during)) {
      if (performance.now() - from > trouble.limitMs * 2) break;
      await sleep(5);
    }
    const tookMs = performance.now() - from;
    slowest.set(kind, Math.max(slowest.get(kind) ?? 0, tookMs));
    if (tookMs > trouble.limitMs) tooSlow.push(`${kind}: ${Math.round(tookMs)} ms`);
    say(`  ${fault + 1}/${faults} ${kind}: ${Math.round(tookMs)} ms`);
    server.clearFaults();
  }
  await chat.stop();
  data.close();
  await server.stop();
  const repeated = [...accepted.values()].filter((times) => times > 1).length;
  return { slowest, lost: sent - accepted.size, repeated, tooSlow };
}
