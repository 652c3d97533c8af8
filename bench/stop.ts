/** How long a stop takes on a real desktop, at random moments of a run, and that nothing comes after it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createFakeModel } from '../tests/fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../tests/support/deskhand.ts';
import { startTestHands } from '../tests/support/hands.ts';
import type { Figure } from './figure.ts';
import { quantile } from './median.ts';

const STOPS = 60;
const MAX_P99_MS = 250;
/** A terminal paints what it already got for this long after a stop; typing would go on for seconds. */
const REPAINT_MS = 300;
/** Then, for this long, nothing may move. */
const WATCH_MS = 100;

/** Steps of every phase: looking, thinking, typing, a held key, waiting. */
const STEPS = [
  { action: 'type', text: 'abcdefghi\n'.repeat(2000) },
  { action: 'move', target: { x: 300, y: 300 } },
  { action: 'hold_key', keys: 'shift', seconds: 2 },
  { action: 'wait', seconds: 5 },
  { action: 'scroll', direction: 'down', amount: 5 },
] as const;

export async function measureStop(): Promise<readonly Figure[]> {
  const hands = await startTestHands({ width: 1440, height: 900 });
  const times: number[] = [];
  let isCorrect = true;
  try {
    hands.display.open('/usr/bin/xterm', ['-e', 'cat']);
    await sleep(1000);
    for (let round = 0; round < STOPS; round += 1) {
      const model = createFakeModel(async (_request, index) => {
        await sleep(5);
        const action = STEPS[(index + round) % STEPS.length];
        return { screen: 's', intent: 'i', action, note: null };
      });
      const bot = await startTestDeskhand({ model, desktop: hands.desktop });
      await bot.chat.sendText('/run work');
      await sleep(30 + Math.random() * 500);
      const startedAt = performance.now();
      await bot.chat.sendText('stop');
      while (bot.types().at(-1) !== 'run.ended') await sleep(1);
      times.push(performance.now() - startedAt);
      await bot.chat.waitFor((message) => message.kind === 'end', 20_000);
      await sleep(REPAINT_MS);
      const before = await hands.desktop.fingerprint(1, new AbortController().signal);
      const events = bot.types().length;
      await sleep(WATCH_MS);
      const after = await hands.desktop.fingerprint(1, new AbortController().signal);
      // Text that arrived whole before the stop may still be painted by a slow terminal.
      const hasTyped = bot
        .events()
        .some((event) => event.type === 'action.performed' && event.ok && event.ms > 0 && wasTyping(bot, event.step));
      isCorrect &&= bot.types().length === events && (hasTyped || countChanged(before.tiles, after.tiles) <= 2);
      isCorrect &&= bot.types().at(-1) === 'run.ended';
      await bot.close();
    }
  } finally {
    await hands.close();
  }
  const p99 = Math.round(quantile(times, 0.99));
  return [
    {
      figure: 'stop p99',
      unit: 'ms',
      better: 'lower',
      ours: p99,
      theirs: null,
      ratio: null,
      goal: MAX_P99_MS,
      ok: p99 <= MAX_P99_MS,
      correct: isCorrect,
      n: STOPS,
    },
  ];
}

function wasTyping(bot: TestDeskhand, step: string): boolean {
  return bot
    .events()
    .some((event) => event.type === 'action.intended' && event.step === step && event.action.action === 'type');
}

/** A caret that blinks touches one or two tiles. */
function countChanged(before: Uint32Array, after: Uint32Array): number {
  return after.reduce((count, hash, index) => count + (hash === before[index] ? 0 : 1), 0);
}
