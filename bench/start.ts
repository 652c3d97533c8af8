/** Figures of a start with nothing configured: time to `ready`, the virtual display with it. What it takes of its own is in own-start.ts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBot } from '../tests/support/bot.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const STARTS = 5;
/** Xvfb, a window manager and a session bus come up in this time too. */
const MAX_READY_MS = 3000;

export async function measureStart(): Promise<readonly Figure[]> {
  const readyMs: number[] = [];
  let isCorrect = true;
  for (let round = 0; round < STARTS; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-bench-'));
    try {
      const bot = await startBot({ env: { HOME: folder, DATA_DIR: folder, WEB_CHAT_PORT: '0' } });
      readyMs.push(bot.readyAfterMs);
      isCorrect &&= /^ready web http:\/\/127\.0\.0\.1:\d+ \| desktop \w+ \S+ \d+x\d+ \| model playbook$/.test(
        bot.ready,
      );
      isCorrect &&= (await bot.stop()) === 0;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return [bounded('start to ready', 'ms', median(readyMs), MAX_READY_MS, isCorrect)];
}

function bounded(figure: string, unit: string, ours: number, goal: number, correct: boolean): Figure {
  return {
    figure,
    unit,
    better: 'lower',
    ours: round(ours),
    theirs: null,
    ratio: null,
    goal,
    ok: ours <= goal,
    correct,
    n: STARTS,
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
