/** Network faults between a Telegram chat and its server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from 'grammy';
import type { Pacing } from '../../adapters/chat/telegram/options.ts';
import { createTelegramChat } from '../../adapters/chat/telegram/telegram-chat.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { startTelegramServer, type TelegramServer } from '../servers/telegram/telegram-server.ts';
import { count, type Round, type RoundOptions, runRound, type Troubles } from './rounds.ts';

const TOKEN = '4242:AAbbccddeeffgghhiijjkkllmmnnooppqqr';
const OWNER = 1001;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const TROUBLES: Troubles<TelegramServer> = {
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

export async function runNetworkRound(options: RoundOptions<Pacing>): Promise<Round> {
  const server = await startTelegramServer({ token: TOKEN, flood: () => null });
  const owner = server.person(OWNER);
  const chat = createTelegramChat({
    token: TOKEN,
    apiRoot: server.root,
    clock: createSystemClock(),
    log: quiet,
    isAllowed: (id) => id === String(OWNER),
    allowedIds: () => [],
    menus: [],
    pacing: options.pacing,
  });
  const thread = { platform: 'telegram', key: `telegram:${OWNER}`, isGroup: false } as const;
  const write = (text: string): void => void owner.send(text);
  return runRound({ server, chat, troubles: TROUBLES, write, thread, countsTrouble: false }, options);
}
