/** Figures of a start with nothing configured: time to `ready`, and memory before the first run. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBot } from '../tests/support/bot.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const STARTS = 5;
/** Xvfb, a window manager and a session bus come up in this time too. */
const MAX_READY_MS = 3000;
const MAX_IDLE_MB = 130;
/** Long enough for what is loaded behind the start to be there, or to be seen as leak. */
const IDLE_MS = 2000;

export async function measureStart(): Promise<readonly Figure[]> {
  const readyMs: number[] = [];
  const idleMb: number[] = [];
  let isCorrect = true;
  for (let round = 0; round < STARTS; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-bench-'));
    try {
      const bot = await startBot({ env: { HOME: folder, DATA_DIR: folder, WEB_CHAT_PORT: '0' } });
      readyMs.push(bot.readyAfterMs);
      await sleep(IDLE_MS);
      idleMb.push(await readMemoryMb(bot.child.pid ?? 0));
      isCorrect &&= /^ready web http:\/\/127\.0\.0\.1:\d+ \| desktop \w+ \S+ \d+x\d+ \| model playbook$/.test(
        bot.ready,
      );
      isCorrect &&= (await bot.stop()) === 0;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return [
    bounded('start to ready', 'ms', median(readyMs), MAX_READY_MS, isCorrect),
    bounded('idle memory before the first run', 'MB', median(idleMb), MAX_IDLE_MB, isCorrect),
  ];
}

/** Resident memory of the bot's own process; its hands are a process of their own. */
async function readMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
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
