/** What recall takes in a bot that does not use it. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBot } from '../tests/support/bot.ts';
import { collectGarbage, INSPECTED, readHeapMb } from '../tests/support/inspector.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const BLOCKS = 3;
/** Long enough for everything that is loaded after the start. */
const IDLE_MS = 3000;
/** The most memory that recall may take while idle: for the names of notes, and what was found in them. */
const MAX_IDLE_MB = 4;

/** The bot with a model and 1,000 indexed recordings in `folder`, against one that has none; both wait for their first command. */
export async function measureIdle(folder: string): Promise<readonly Figure[]> {
  const [full, bare, threads]: [number[], number[], number[]] = [[], [], []];
  let isAsleep = true;
  for (let block = 0; block < BLOCKS; block += 1) {
    for (const [data, sizes] of [
      [folder, full],
      [join(folder, `bare-${block}`), bare],
    ] as const) {
      mkdirSync(data, { recursive: true });
      const bot = await startBot({
        env: {
          HOME: data,
          DATA_DIR: data,
          WEB_CHAT_PORT: '0',
          ANTHROPIC_API_KEY: 'sk-ant-bench',
          NODE_OPTIONS: INSPECTED,
        },
      });
      await sleep(IDLE_MS);
      isAsleep &&= !readFileSync(`/proc/${bot.child.pid}/maps`, 'utf8').includes('onnxruntime');
      threads.push(readdirSync(`/proc/${bot.child.pid}/task`).length);
      await collectGarbage(bot.stderr());
      // The heap is compared, since resident memory differs by 20 MB between two starts.
      sizes.push(await readHeapMb(bot.stderr()));
      isAsleep &&= (await bot.stop()) === 0;
    }
  }
  const more = Math.max(0, median(full) - median(bare));
  return [
    {
      figure: 'idle memory that recall takes while unused',
      unit: 'MB',
      better: 'lower',
      ours: more,
      theirs: null,
      ratio: null,
      goal: MAX_IDLE_MB,
      ok: more <= MAX_IDLE_MB,
      correct: isAsleep && new Set(threads).size === 1,
      n: BLOCKS,
    },
  ];
}
