/** What recall takes in a bot that does not use it. */
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Bot, startBot } from '../tests/support/bot.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const BLOCKS = 3;
/** Long enough for what is loaded behind the start to be there. */
const IDLE_MS = 3000;
const INSPECTOR_MS = 5000;
/** The names of the notes and what was found in them. */
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
          NODE_OPTIONS: '--inspect-port=0',
        },
      });
      await sleep(IDLE_MS);
      isAsleep &&= !readFileSync(`/proc/${bot.child.pid}/maps`, 'utf8').includes('onnxruntime');
      threads.push(readdirSync(`/proc/${bot.child.pid}/task`).length);
      sizes.push(await readHeapMb(bot));
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

/** What it holds once the garbage of its start is collected; its resident memory differs by 20 MB between two starts. */
async function readHeapMb(bot: Bot): Promise<number> {
  bot.child.kill('SIGUSR1');
  const giveUp = AbortSignal.timeout(INSPECTOR_MS);
  let url: string | undefined;
  while (url === undefined) {
    giveUp.throwIfAborted();
    await sleep(10);
    url = /ws:\/\/127\.0\.0\.1:\S+/.exec(bot.stderr())?.[0];
  }
  const socket = new WebSocket(url);
  const ask = async (method: string): Promise<string> => {
    const answer = once(socket, 'message', { signal: giveUp });
    socket.send(JSON.stringify({ id: 1, method }));
    const [message] = messageSchema.parse(await answer);
    return message.data;
  };
  try {
    await once(socket, 'open', { signal: giveUp });
    await ask('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = usageSchema.parse(JSON.parse(await ask('Runtime.getHeapUsage'))).result;
    return (usedSize + backingStorageSize) / 2 ** 20;
  } finally {
    socket.close();
  }
}

const messageSchema = z.tuple([z.object({ data: z.string() })]);
const usageSchema = z.object({ result: z.object({ usedSize: z.number(), backingStorageSize: z.number() }) });
