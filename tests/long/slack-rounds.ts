/** Network faults between a Slack chat and its server. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pacing } from '../../adapters/chat/slack/options.ts';
import { createSlackChat } from '../../adapters/chat/slack/slack-chat.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { readPlainWord } from '../../src/commands/plain-words.ts';
import { type SlackServer, startSlackServer, TEAM } from '../servers/slack/slack-server.ts';
import { count, type Round, type RoundOptions, runRound, type Troubles } from './rounds.ts';

const TOKENS = { botToken: 'xoxb-1111-2222-abcdefgh', appToken: 'xapp-1-A1-2222-abcdefgh' } as const;
const ANN = 'U00000ANN';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Those that hit what is said rather than the socket are used up by the messages sent meanwhile. */
const SAYING = ['chat.postMessage', 'apps.connections.open'] as const;

export const SLACK_TROUBLES: Troubles<SlackServer> = {
  'network gone': {
    limitMs: 5_000,
    make: async (server, random) => {
      await server.goDown();
      await sleep(100 + random() * 1_900);
      await server.comeUp();
    },
  },
  'sockets cut': { limitMs: 5_000, make: async (server) => void server.cut() },
  'sockets replaced': { limitMs: 5_000, make: async (server) => server.refresh() },
  'half-open': { limitMs: 5_000, make: async (server) => void server.leaveHalfOpen() },
  'flood of 429': {
    limitMs: 5_000,
    make: async (server, random) => {
      const parameters = { retry_after: 1 };
      for (const method of SAYING)
        server.fail(method, { kind: 'refuse', code: 429, description: 'ratelimited', parameters }, count(random, 2));
      server.cut();
    },
  },
  'garbage Retry-After': {
    limitMs: 5_000,
    make: async (server) => {
      for (const method of SAYING) server.fail(method, { kind: 'body', status: 429, body: 'soon' });
      server.cut();
    },
  },
  'cut bodies': {
    limitMs: 5_000,
    make: async (server, random) => {
      for (const method of SAYING) server.fail(method, { kind: 'cut' }, count(random, 2));
      server.cut();
    },
  },
  'resets and lost answers': {
    limitMs: 5_000,
    make: async (server, random) => {
      const kind = random() < 0.5 ? 'reset' : 'lost answer';
      for (const method of SAYING) server.fail(method, { kind }, count(random, 2));
      server.cut();
    },
  },
  'pages of proxies and 5xx': {
    limitMs: 5_000,
    make: async (server, random) => {
      const body = '<html>Bad Gateway</html>';
      for (const method of SAYING) server.fail(method, { kind: 'body', status: 502, body }, count(random, 2));
      server.cut();
    },
  },
  'garbage on the socket': {
    limitMs: 5_000,
    make: async (server) => {
      for (const text of ['null', '{', '{"type":"events_api","payload":{}}']) server.garble(text);
    },
  },
};

export async function runSlackRound(options: RoundOptions<Pacing>): Promise<Round> {
  // Slack sends again after one and five minutes; here that is shorter, the order of things is the same.
  const server = await startSlackServer({
    ...TOKENS,
    hub: { ackMs: 1_000, retryMs: [0, 200, 500, 1_000, 2_000, 4_000] },
  });
  const ann = server.person(ANN);
  const chat = createSlackChat({
    isCommand: (text) => readPlainWord(text) !== null,
    ...TOKENS,
    apiUrl: server.apiUrl,
    clock: createSystemClock(),
    log: quiet,
    isAllowed: (id) => id === `slack:${TEAM}:${ANN}`,
    allowedIds: () => [],
    pacing: options.pacing,
  });
  const thread = { platform: 'slack', key: `slack:${TEAM}:${ann.dm}`, isGroup: false } as const;
  const write = (text: string): void => void ann.say(text);
  return runRound({ server, chat, troubles: SLACK_TROUBLES, write, thread, countsTrouble: true }, options);
}
