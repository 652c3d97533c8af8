/** How long a stop takes on a real desktop, at random moments of a run, and that nothing comes after it; and a push into the corner. */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFakeModel } from '../tests/fakes/model.ts';
import { startTestDeskhand } from '../tests/support/deskhand.ts';
import { startTestHands, type TestHands } from '../tests/support/hands.ts';
import { startInputWitness } from '../tests/support/input-witness.ts';
import type { Figure } from './figure.ts';
import { quantile } from './median.ts';

const STOPS = 60;
/** The limit while the hands answer. */
const MAX_P99_MS = 50;
/** Of fewer the p99 is the one slowest, which tells of the machine. */
const HANGS = 100;
/** The limit while they hang and have to be killed, which happens after 100 ms. */
const MAX_KILLED_MS = 150;
const PUSHES = 30;
/** The limit from the push into the corner on, without chat and network. */
const MAX_CORNER_MS = 200;
/** The time for what a terminal had received before the stop; the text itself would go on for seconds. */
const DELIVERY_MS = 300;
/** The time after that in which nothing may move. */
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
    // The file has content if typing was under way in some rounds.
    isCorrect &&= existsSync(file) && statSync(file).size > 0;
  } finally {
    await hands.close();
    await rm(folder, { recursive: true, force: true });
  }
  const p99 = Math.round(quantile(times, 0.99));
  return [
    await measureCorner(),
    await measureHangingHands(),
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

/** The hands stand still while they hold keys down: until the run has ended, and the next ones have let go of the keys. */
async function measureHangingHands(): Promise<Figure> {
  const hands = await startTestHands({ width: 1440, height: 900 });
  const times: number[] = [];
  let isCorrect = true;
  try {
    const witness = await startInputWitness(hands.display.env);
    for (let round = 0; round < HANGS; round += 1) {
      const model = createFakeModel(() => ({ screen: 's', intent: 'i', action: STEPS[2], note: null }));
      const bot = await startTestDeskhand({ model, desktop: hands.desktop });
      await bot.chat.sendText('/run work');
      while ((await witness.now()).held.length === 0) await sleep(2);
      const pid = hands.pid();
      if (pid === null) throw new Error('no hands hold the keys');
      process.kill(pid, 'SIGSTOP');
      const startedAt = performance.now();
      await bot.chat.sendText('stop');
      while (bot.types().at(-1) !== 'run.ended') await sleep(1);
      times.push(performance.now() - startedAt);
      while ((await witness.now()).held.length > 0) await sleep(2);
      isCorrect &&= hands.pid() !== pid;
      await bot.close();
    }
    witness.close();
  } finally {
    await hands.close();
  }
  const ours = Math.round(quantile(times, 0.99));
  const bound = { theirs: null, ratio: null, goal: MAX_KILLED_MS, ok: ours <= MAX_KILLED_MS };
  const figure = 'stop p99 while the hands hang and are killed';
  return { figure, unit: 'ms', better: 'lower', ours, ...bound, correct: isCorrect, n: HANGS };
}

/** Somebody pushes the pointer into the corner while keys are held: until the run has ended, and nothing is held any more. */
async function measureCorner(): Promise<Figure> {
  const hands = await startTestHands({ width: 1440, height: 900 });
  const { env } = hands.display;
  const put = (x: number, y: number): void =>
    void execFileSync('/usr/bin/xdotool', ['mousemove', String(x), String(y)], { env });
  const times: number[] = [];
  let isCorrect = true;
  try {
    const witness = await startInputWitness(env);
    for (let round = 0; round < PUSHES; round += 1) {
      put(300, 300);
      const model = createFakeModel(() => ({ screen: 's', intent: 'i', action: STEPS[2], note: null }));
      const bot = await startTestDeskhand({ model, desktop: hands.desktop });
      await bot.chat.sendText('/run work');
      while ((await witness.now()).held.length === 0) await sleep(2);
      await sleep(Math.random() * 100);
      put(0, 0);
      const pushedAt = performance.now();
      while (bot.types().at(-1) !== 'run.ended') await sleep(1);
      times.push(performance.now() - pushedAt);
      const end = await bot.chat.waitFor((message) => message.kind === 'end', 20_000);
      isCorrect &&= /top-left corner/.test(end.text) && (await witness.now()).held.length === 0;
      await bot.close();
    }
    witness.close();
  } finally {
    await hands.close();
  }
  const ours = Math.round(quantile(times, 0.99));
  const bound = { theirs: null, ratio: null, goal: MAX_CORNER_MS, ok: ours <= MAX_CORNER_MS };
  return { figure: 'failsafe corner p99', unit: 'ms', better: 'lower', ours, ...bound, correct: isCorrect, n: PUSHES };
}

/** The state that a late act would change: characters that arrived, and the pointer's place. */
async function lookAround(hands: TestHands, file: string): Promise<string> {
  const { x, y } = await hands.desktop.cursor(new AbortController().signal);
  return `${existsSync(file) ? statSync(file).size : 0} characters, pointer at ${x},${y}`;
}
