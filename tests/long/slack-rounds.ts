/** One network fault after the other between a Slack chat and its server: nothing may be lost, and each passes in its time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pacing } from '../../adapters/chat/slack/options.ts';
import { createSlackChat } from '../../adapters/chat/slack/slack-chat.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { openData } from '../../src/bin/open-data.ts';
import type { OutboundMessage } from '../../src/ports/chat.ts';
import { createRedactor } from '../../src/safety/redact.ts';
import { type SlackServer, startSlackServer, TEAM } from '../servers/slack/slack-server.ts';

const TOKENS = { botToken: 'xoxb-1111-2222-abcdefgh', appToken: 'xapp-1-A1-2222-abcdefgh' } as const;
const ANN = 'U00000ANN';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const NEVER = new AbortController().signal;
const PLAIN: OutboundMessage = { text: [''], picture: null, pictureAlt: '', buttons: [], kind: 'reply', file: null };

/** Resolves when the network is back. */
type Trouble = (server: SlackServer, random: () => number) => Promise<void>;

/** Those that hit what is said rather than the socket are used up by the messages sent meanwhile. */
const SAYING = ['chat.postMessage', 'apps.connections.open'] as const;

export const SLACK_TROUBLES: Readonly<Record<string, { readonly make: Trouble; readonly limitMs: number }>> = {
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
  'half-open': { limitMs: 45_000, make: async (server) => void server.leaveHalfOpen() },
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
    limitMs: 8_000,
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

function count(random: () => number, most: number): number {
  return 1 + Math.floor(random() * most);
}

export interface SlackRound {
  /** Longest time from the network's return until a command sent then was accepted and a message arrived, by kind, milliseconds. */
  readonly slowest: ReadonlyMap<string, number>;
  readonly lost: number;
  readonly repeated: number;
  /** Messages to the person that never arrived. */
  readonly unsaid: number;
  readonly tooSlow: readonly string[];
}

export interface SlackRoundOptions {
  readonly faults: number;
  readonly random: () => number;
  readonly pacing: Partial<Pacing>;
  readonly folder: string;
  readonly kinds: readonly string[];
  readonly say: (line: string) => void;
}

/** Half of the commands are sent while the trouble is on, half when it is over; each is answered. */
export async function runSlackRound({
  faults,
  random,
  pacing,
  folder,
  kinds,
  say,
}: SlackRoundOptions): Promise<SlackRound> {
  // Slack sends again after one and five minutes; here that is shorter, the order of things is the same.
  const server = await startSlackServer({
    ...TOKENS,
    hub: { ackMs: 1_000, retryMs: [0, 200, 500, 1_000, 2_000, 4_000] },
  });
  const ann = server.person(ANN);
  const data = await openData(folder, createSystemClock(), createRedactor([]), say);
  const accepted = new Map<string, number>();
  const thread = { platform: 'slack', key: `slack:${TEAM}:${ann.dm}`, isGroup: false } as const;
  const chat = createSlackChat({
    ...TOKENS,
    apiUrl: server.apiUrl,
    clock: createSystemClock(),
    log: quiet,
    isAllowed: (id) => id === `slack:${TEAM}:${ANN}`,
    allowedIds: () => [],
    pacing,
  });
  await chat.start(async (message) => {
    if (data.inbox.accept(message, { goal: 'x' })) {
      const text = 'text' in message.content ? message.content.text : '';
      accepted.set(text, (accepted.get(text) ?? 0) + 1);
    }
    await data.inbox.sync();
    return { toast: '' };
  });
  const slowest = new Map<string, number>();
  const tooSlow: string[] = [];
  let sent = 0;
  let unsaid = 0;
  const send = (): string => {
    sent += 1;
    ann.say(`run ${sent}`);
    return `run ${sent}`;
  };
  /** As the outbox does it. */
  const answer = async (text: string): Promise<boolean> => {
    for (const end = performance.now() + 60_000; performance.now() < end; ) {
      const delivery = await chat.post(thread, { ...PLAIN, text: [text] }, NEVER);
      if (delivery.result !== 'later') return delivery.result === 'sent';
      await sleep(delivery.retryAfterMs);
    }
    return false;
  };
  for (let fault = 0; fault < faults; fault += 1) {
    const kind = kinds[fault % kinds.length] ?? '';
    const trouble = SLACK_TROUBLES[kind];
    if (trouble === undefined) throw new Error(`there is no trouble called ${kind}`);
    // Connections that the one before left half open are still found one by one.
    const before = kinds[(fault + kinds.length - 1) % kinds.length];
    const limitMs = before === 'half-open' ? (SLACK_TROUBLES[before]?.limitMs ?? 0) : trouble.limitMs;
    const coming = trouble.make(server, random);
    const during = send();
    await coming;
    const from = performance.now();
    const answering = answer(during);
    const after = send();
    while ((!accepted.has(after) || !accepted.has(during)) && performance.now() - from < limitMs * 2) await sleep(5);
    if (!(await answering)) unsaid += 1;
    const tookMs = performance.now() - from;
    slowest.set(kind, Math.max(slowest.get(kind) ?? 0, tookMs));
    if (tookMs > limitMs) tooSlow.push(`${kind}: ${Math.round(tookMs)} ms`);
    say(`  ${fault + 1}/${faults} ${kind}: ${Math.round(tookMs)} ms`);
    server.clearFaults();
  }
  await chat.stop();
  data.close();
  await server.stop();
  const repeated = [...accepted.values()].filter((times) => times > 1).length;
  return { slowest, lost: sent - accepted.size, repeated, unsaid, tooSlow };
}
