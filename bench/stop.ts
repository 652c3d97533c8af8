/** How long a stop takes on a real desktop, at random moments of a run, and that nothing comes after it. */
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFakeModel } from '../tests/fakes/model.ts';
import { startTestDeskhand } from '../tests/support/deskhand.ts';
import { startTestHands, type TestHands } from '../tests/support/hands.ts';
import type { Figure } from './figure.ts';
import { quantile } from './median.ts';

const STOPS = 60;
const MAX_P99_MS = 250;
/** What a terminal already had when the stop came is through by then; the text would go on for seconds. */
const DELIVERY_MS = 300;
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
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-bench-'));
  const file = join(folder, 'typed.txt');
  const times: number[] = [];
  let isCorrect = true;
  try {
    hands.display.open('/usr/bin/xterm', ['-e', '/bin/sh', '-c', `exec cat > ${file}`]);
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
      await sleep(DELIVERY_MS);
      const before = await lookAround(hands, file);
      const events = bot.types().length;
      await sleep(WATCH_MS);
      isCorrect &&= bot.types().length === events && before === (await lookAround(hands, file));
      isCorrect &&= bot.types().at(-1) === 'run.ended';
      await bot.close();
    }
    // Typing was really under way in some of the rounds.
    isCorrect &&= existsSync(file) && statSync(file).size > 0;
  } finally {
    await hands.close();
    await rm(folder, { recursive: true, force: true });
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

/** What a later act would change: characters that arrived, where the pointer is. */
async function lookAround(hands: TestHands, file: string): Promise<string> {
  const { x, y } = await hands.desktop.cursor(new AbortController().signal);
  return `${existsSync(file) ? statSync(file).size : 0} characters, pointer at ${x},${y}`;
}
