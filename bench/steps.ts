/** What a step costs beside the model, against the naive path on the same desktop; and how soon the phone hears of its command. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openJournal } from '../adapters/files/journal.ts';
import { createRecordings } from '../adapters/files/recordings.ts';
import { createSystemClock } from '../adapters/machine/clock.ts';
import { createInbox } from '../src/inbox/inbox.ts';
import { inboxEventSchema } from '../src/inbox/inbox-events.ts';
import { createFakeModel } from '../tests/fakes/model.ts';
import { type ByteWindow, openByteWindow } from '../tests/support/byte-window.ts';
import { startTestDeskhand } from '../tests/support/deskhand.ts';
import { startTestHands, type TestHands } from '../tests/support/hands.ts';
import { startPhone } from '../tests/support/phone.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';
import { type Peer, startPeer } from './peer.ts';

const SCREEN = { width: 1440, height: 900 };
/** As large as the models take it; the naive path sends no smaller one. */
const PICTURE = { width: 1260, height: 784 };
const BLOCKS = 5;
const MIN_RATIO = 4;
/** The naive path waits this long after each act, so that the next picture shows what came of it. */
const SETTLE_MS = 2000;
const SPOTS = [
  { x: 300, y: 250 },
  { x: 900, y: 600 },
] as const;
/** Letters and a blank, which nut-js types right. */
const TEXT = 'hello world';
const STEPS = SPOTS.length + 2;
/** What the window shows of one round. */
const ROUND_TEXT = `${TEXT}^S`;

const ACKNOWLEDGEMENTS = 10;
const MAX_ACKNOWLEDGEMENT_MS = 1000;

export async function measureSteps(): Promise<readonly Figure[]> {
  return [await measureOverhead(), await measureAcknowledgement()];
}

/** Two clicks, eleven characters, one key, each a step of its own; a real terminal answers each of them. */
async function measureOverhead(): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-bench-'));
  const hands = await startTestHands(SCREEN);
  const peer = startPeer(hands.display.env);
  try {
    const window = await openByteWindow(hands.display, folder);
    const ours: number[] = [];
    const theirs: number[] = [];
    // What is loaded at the first use is loaded now, on both sides.
    await runOurs(hands, join(folder, 'warm'));
    await peer.run({ order: 'look', ...PICTURE });
    const before = window.presses().length;
    const isWarm = window.text() === ROUND_TEXT;
    for (let block = 0; block < BLOCKS; block += 1) {
      ours.push(await runOurs(hands, join(folder, String(block))));
      theirs.push(await runTheirs(peer));
    }
    await sleep(500);
    const time = { ours: Math.round(median(ours)), theirs: Math.round(median(theirs)) };
    const ratio = Math.round((time.theirs / time.ours) * 10) / 10;
    const correct = isWarm && hasArrived(window, before);
    return {
      figure: 'step overhead',
      unit: 'ms/step',
      better: 'lower',
      ...time,
      ratio,
      goal: MIN_RATIO,
      ok: ratio >= MIN_RATIO,
      correct,
      n: BLOCKS * STEPS,
    };
  } finally {
    await peer.close();
    await hands.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every round of both, whole, in order, to the pixel and to the letter. */
function hasArrived(window: ByteWindow, before: number): boolean {
  const wanted = Array.from({ length: 2 * BLOCKS }, () => SPOTS).flat();
  const presses = window.presses().slice(before);
  const isHit = wanted.every(({ x, y }, index) => {
    const press = presses[index];
    return press?.button === 'left' && Math.abs(press.x - x) <= 1 && Math.abs(press.y - y) <= 1;
  });
  return presses.length === wanted.length && isHit && window.text() === ROUND_TEXT.repeat(1 + 2 * BLOCKS);
}

/** Milliseconds a step between the model's answer and its next question: judged, written down, done, settled, looked at, shown. */
async function runOurs(hands: TestHands, folder: string): Promise<number> {
  const toThousandths = ({ x, y }: (typeof SPOTS)[number]) => ({
    x: ((x + 0.5) / SCREEN.width) * 1000,
    y: ((y + 0.5) / SCREEN.height) * 1000,
  });
  const actions = [
    ...SPOTS.map((spot) => ({ action: 'click', target: toThousandths(spot) })),
    { action: 'type', text: TEXT },
    { action: 'key', keys: 'ctrl+s' },
  ];
  const overheads: number[] = [];
  let answeredAt = 0;
  const model = createFakeModel((request, index) => {
    if (request.purpose === 'verify') return { screen: '', reasons: [], score: 90 };
    if (request.purpose !== 'step') return { narrative: 'It was done.', lessons: [] };
    if (index > 0) overheads.push(performance.now() - answeredAt);
    answeredAt = performance.now();
    const action = actions[index] ?? { action: 'done', summary: 'Done.' };
    return { screen: 'A terminal.', intent: 'Go on', action, note: null };
  });
  const clock = createSystemClock();
  const recordings = createRecordings({ folder: join(folder, 'recordings'), clock });
  const inbox = createInbox(openJournal(join(folder, 'inbox.jsonl'), inboxEventSchema, clock));
  const bot = await startTestDeskhand({ model, desktop: hands.desktop, stores: { recordings, inbox } });
  await bot.chat.sendText('/run work');
  await bot.chat.waitFor((message) => message.kind === 'end', 30_000);
  await bot.close();
  inbox.close();
  if (overheads.length !== STEPS) throw new Error(`the run took ${overheads.length} steps`);
  return overheads.reduce((sum, ms) => sum + ms, 0) / STEPS;
}

/** The same four steps as the documentation of nut-js does them: act, wait long enough, grab, scale, PNG. */
async function runTheirs(peer: Peer): Promise<number> {
  const orders = [
    ...SPOTS.map((spot) => ({ order: 'click' as const, ...spot })),
    { order: 'type' as const, text: TEXT },
    { order: 'chord' as const },
  ];
  let sum = 0;
  for (const order of orders) {
    const acted = await peer.run(order);
    await sleep(SETTLE_MS);
    const looked = await peer.run({ order: 'look', ...PICTURE });
    sum += acted.ms + SETTLE_MS + looked.ms;
  }
  return sum / orders.length;
}

/** From the update at Telegram's server to the first message there, through the real process; the slowest counts. */
async function measureAcknowledgement(): Promise<Figure> {
  const afters: (() => void)[] = [];
  const phone = await startPhone({ after: (act) => afters.push(act) });
  const times: number[] = [];
  let correct = true;
  try {
    for (let turn = 1; turn <= ACKNOWLEDGEMENTS; turn += 1) {
      const sentAt = performance.now();
      phone.run('nothing at all');
      const first = await phone.waitFor(() => true);
      times.push(performance.now() - sentAt);
      correct &&= first.text.startsWith(`Run ${turn} nothing at all\n`);
      await phone.end();
    }
    await phone.close();
  } finally {
    for (const act of afters) act();
  }
  const ours = Math.round(Math.max(...times));
  return {
    figure: 'acknowledgement',
    unit: 'ms',
    better: 'lower',
    ours,
    theirs: null,
    ratio: null,
    goal: MAX_ACKNOWLEDGEMENT_MS,
    ok: ours <= MAX_ACKNOWLEDGEMENT_MS,
    correct,
    n: times.length,
  };
}
