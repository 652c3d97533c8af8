/** What still arrives after a stop in the middle of a long text. */
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPeer } from '../../bench/peer.ts';
import { createFakeModel } from '../fakes/model.ts';
import { openByteWindow } from '../support/byte-window.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { startTestHands, type TestHands } from '../support/hands.ts';
import { until } from '../support/until.ts';
import { startPeerServer } from './peer-server.ts';
import type { Row } from './row.ts';

const SIZE = { width: 1024, height: 768 };
const TEXT = 'abcdefghi '.repeat(2000);
/** The number of characters that have arrived when the stop is given. */
const BEGUN = 20;
/** How long arrivals after the stop are counted. */
const WATCH_MS = 3000;
const MOST_AFTER = 100;

/** Typing is begun, and what stops it is given back. */
type Begin = (hands: TestHands) => Promise<{ stop(): Promise<void>; end(): Promise<void> }>;

export async function compareStops(peerFolder: string, folder: string, rounds: number): Promise<readonly Row[]> {
  mkdirSync(folder);
  const [ours, naive, peer]: [Count[], Count[], Count[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await countAfter(beginOurs, folder, `ours-${round}`));
    naive.push(await countAfter(beginNaive, folder, `naive-${round}`));
    peer.push(await countAfter((hands) => beginPeer(hands, peerFolder), folder, `peer-${round}`));
  }
  const most = (counts: readonly Count[]): number => Math.max(...counts.map(({ after }) => after));
  const say = (counts: readonly Count[]): string => counts.map(({ after }) => after).join(', ');
  const isMidway = [...ours, ...naive, ...peer].every(({ before }) => before >= BEGUN && before < TEXT.length);
  return [
    {
      what: `characters within ${WATCH_MS / 1000} s after a stop while ${TEXT.length.toLocaleString('en')} are typed`,
      ours: say(ours),
      naive: `${say(naive)} (its process killed: it has no stop)`,
      peer: `${say(peer)} (its call cancelled, as the protocol has it)`,
      goal: `≤ ${MOST_AFTER}`,
      ok: most(ours) <= MOST_AFTER && isMidway,
      correct: isMidway ? 'typing was under way at each stop' : 'not each stop came in the middle',
    },
  ];
}

interface Count {
  readonly before: number;
  readonly after: number;
}

async function countAfter(begin: Begin, folder: string, name: string): Promise<Count> {
  const hands = await startTestHands(SIZE);
  try {
    const window = await openByteWindow(hands.display, folder, name);
    const { stop, end } = await begin(hands);
    try {
      await until(() => window.text().length >= BEGUN, 'typing to begin');
      const before = window.text().length;
      await stop();
      await sleep(WATCH_MS);
      return { before, after: window.text().length - before };
    } finally {
      await end();
    }
  } finally {
    await hands.close();
  }
}

async function beginOurs({ desktop }: TestHands): ReturnType<Begin> {
  const model = createFakeModel(() => ({
    screen: 's',
    intent: 'i',
    action: { action: 'type', text: TEXT },
    note: null,
  }));
  const bot = await startTestDeskhand({ model, desktop });
  await bot.chat.sendText('/run work');
  return { stop: async () => void (await bot.chat.sendText('stop')), end: () => bot.close() };
}

async function beginNaive({ display }: TestHands): ReturnType<Begin> {
  const peer = startPeer(display.env);
  // It ends by a kill.
  peer.run({ order: 'type', text: TEXT, delayMs: 10 }).catch(() => undefined);
  return { stop: () => peer.close(), end: () => peer.close() };
}

async function beginPeer({ display }: TestHands, folder: string): ReturnType<Begin> {
  const peer = await startPeerServer(folder, display.env, SIZE);
  const stopping = new AbortController();
  peer.call('type', { text: TEXT }, stopping.signal).catch(() => undefined);
  return {
    stop: async () => stopping.abort(),
    end: () => peer.close(),
  };
}
