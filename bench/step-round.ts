/** One round of four ordinary steps on a real terminal, done by us and by the naive path, and what each step costs beside the model. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openJournal } from '../adapters/files/journal.ts';
import { createRecordings } from '../adapters/files/recordings.ts';
import { createSystemClock } from '../adapters/machine/clock.ts';
import { createInbox } from '../src/inbox/inbox.ts';
import { inboxEventSchema } from '../src/inbox/inbox-events.ts';
import type { Desktop } from '../src/ports/desktop.ts';
import { createFakeModel } from '../tests/fakes/model.ts';
import type { ByteWindow } from '../tests/support/byte-window.ts';
import { startTestDeskhand } from '../tests/support/deskhand.ts';
import type { TestHands } from '../tests/support/hands.ts';
import type { Peer } from './peer.ts';

/** The naive path waits this long after each act, so that the next picture shows what came of it. */
const SETTLE_MS = 2000;
/** The time of a fast model's answer, which is counted for neither side; meanwhile the screen is watched and may still change. */
const THINK_MS = 1200;
/** The largest picture that the models take; the naive path sends no smaller one. */
export const PICTURE = { width: 1260, height: 784 };
export const SPOTS = [
  { x: 300, y: 250 },
  { x: 900, y: 600 },
] as const;
/** Letters and a blank, since nut-js types nothing else right. */
export const TEXT = 'hello world';
export const STEPS_A_ROUND = SPOTS.length + 2;
/** The text in the window after one round. */
export const ROUND_TEXT = `${TEXT}^S`;

/** Milliseconds a step, on average over a round. */
export interface RoundTimes {
  /** From the model's answer to its next question: judged, written down, done, settled, looked at, shown. */
  readonly whole: number;
  /** The same without the time the screen is waited for, and without the list of elements, which is read meanwhile. */
  readonly own: number;
}

/** Two clicks, eleven characters, one key, each a step of its own; `folder` gets the run's files. */
export async function runOurs(
  hands: TestHands,
  screen: { readonly width: number; readonly height: number },
  folder: string,
): Promise<RoundTimes> {
  const toThousandths = ({ x, y }: (typeof SPOTS)[number]) => ({
    x: ((x + 0.5) / screen.width) * 1000,
    y: ((y + 0.5) / screen.height) * 1000,
  });
  const actions = [
    ...SPOTS.map((spot) => ({ action: 'click', target: toThousandths(spot) })),
    { action: 'type', text: TEXT },
    { action: 'key', keys: 'ctrl+s' },
  ];
  const whole: number[] = [];
  const own: number[] = [];
  let answeredAt = 0;
  const { desktop, times } = timeDesktop(hands.desktop);
  const model = createFakeModel(async (request, index) => {
    if (request.purpose === 'verify') return { screen: '', reasons: [], score: 90 };
    if (request.purpose !== 'step') return { narrative: 'It was done.', lessons: [] };
    const askedAt = performance.now();
    if (index > 0) {
      whole.push(askedAt - answeredAt);
      const restAt = Math.max(times.seenAt, times.capturedAt, times.listedAt);
      own.push(times.actedAt - answeredAt + times.captureMs + (askedAt - restAt));
    }
    await sleep(THINK_MS);
    answeredAt = performance.now();
    const action = actions[index] ?? { action: 'done', summary: 'Done.' };
    return { screen: 'A terminal.', intent: 'Go on', action, note: null };
  });
  const clock = createSystemClock();
  await mkdir(folder, { recursive: true });
  const recordings = createRecordings({ folder: join(folder, 'recordings'), clock });
  const inbox = createInbox(openJournal(join(folder, 'inbox.jsonl'), inboxEventSchema, clock));
  const bot = await startTestDeskhand({ model, desktop, stores: { recordings, inbox } });
  await bot.chat.sendText('/run work');
  await bot.chat.waitFor((message) => message.kind === 'end', 30_000);
  await bot.close();
  inbox.close();
  if (whole.length !== STEPS_A_ROUND) throw new Error(`the run took ${whole.length} steps`);
  return { whole: mean(whole), own: mean(own) };
}

interface DesktopTimes {
  /** Times of the last act, the last sample of the screen, the last picture and the last list. */
  actedAt: number;
  seenAt: number;
  capturedAt: number;
  listedAt: number;
  /** How long the last picture took. */
  captureMs: number;
}

/** The same desktop, with a note of when it was last called for what. */
function timeDesktop(desktop: Desktop): { readonly desktop: Desktop; readonly times: DesktopTimes } {
  const times: DesktopTimes = { actedAt: 0, seenAt: 0, capturedAt: 0, listedAt: 0, captureMs: 0 };
  const noting =
    <Args extends readonly unknown[], Value>(
      call: (...args: Args) => Promise<Value>,
      note: (endedAt: number, ms: number) => void,
    ) =>
    async (...args: Args): Promise<Value> => {
      const startedAt = performance.now();
      const value = await call(...args);
      note(performance.now(), performance.now() - startedAt);
      return value;
    };
  const acted = (endedAt: number): void => {
    times.actedAt = endedAt;
  };
  return {
    times,
    desktop: {
      ...desktop,
      click: noting(desktop.click, acted),
      type: noting(desktop.type, acted),
      key: noting(desktop.key, acted),
      fingerprint: noting(desktop.fingerprint, (endedAt) => {
        times.seenAt = endedAt;
      }),
      capture: noting(desktop.capture, (endedAt, ms) => {
        times.capturedAt = endedAt;
        times.captureMs = ms;
      }),
      elements: noting(desktop.elements, (endedAt) => {
        times.listedAt = endedAt;
      }),
    },
  };
}

/** The same four steps as the documentation of nut-js does them: act, wait long enough, grab, scale, PNG. */
export async function runTheirs(peer: Peer): Promise<RoundTimes> {
  const orders = [
    ...SPOTS.map((spot) => ({ order: 'click' as const, ...spot })),
    { order: 'type' as const, text: TEXT },
    { order: 'chord' as const },
  ];
  const own: number[] = [];
  for (const order of orders) {
    const acted = await peer.run(order);
    await sleep(SETTLE_MS);
    const looked = await peer.run({ order: 'look', ...PICTURE });
    own.push(acted.ms + looked.ms);
  }
  return { whole: mean(own) + SETTLE_MS, own: mean(own) };
}

/** Whether `rounds` rounds of both arrived, whole, in order, to the pixel and to the letter; `before` presses came earlier. */
export function hasArrived(window: ByteWindow, before: number, rounds: number): boolean {
  const wanted = Array.from({ length: rounds }, () => SPOTS).flat();
  const presses = window.presses().slice(before);
  const isHit = wanted.every(({ x, y }, index) => {
    const press = presses[index];
    return press?.button === 'left' && Math.abs(press.x - x) <= 1 && Math.abs(press.y - y) <= 1;
  });
  return presses.length === wanted.length && isHit && window.text() === ROUND_TEXT.repeat(1 + rounds);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
