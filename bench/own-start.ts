/**
 * What a start takes of this computer apart from waiting for others: processor time of the bot's own process until `ready`, on a display
 * that is there, compiled code cached, beside a Node with one HTTP server; and what all its processes keep once it is idle.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPssMb } from '../tests/long/vitals.ts';
import { startBot } from '../tests/support/bot.ts';
import { startTestDisplay } from '../tests/support/x11.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const STARTS = 5;
/** The most processor time of an installed package, in multiples of a Node with one HTTP server. */
const MOST_TIMES_INSTALLED = 10;
/** The same for a clone, which reads some 900 files where an installed package reads 40. */
const MOST_TIMES_CLONE = 16;
const MAX_PSS_MB = 100;
/** The most memory of all helpers together; the screen's picture and the window manager's fonts are in it. */
const MAX_HELPERS_MB = 150;
/** Long enough for everything that is loaded after the start. */
const IDLE_MS = 3000;
const TICK_MS = 10;
const ROOT = join(import.meta.dirname, '..');
const SERVER = `import('node:http').then(({ createServer }) => createServer().listen(0, '127.0.0.1', () => console.log('ready')));`;

export async function measureOwnStart(): Promise<readonly Figure[]> {
  execFileSync(process.execPath, [join(ROOT, 'src/bin/entry.mjs'), 'build']);
  const cache = mkdtempSync(join(tmpdir(), 'deskhand-bench-cache-'));
  const display = await startTestDisplay();
  const [clone, installed, bare]: [number[], number[], number[]] = [[], [], []];
  const memory = new Map<string, number[]>();
  const ofInstalled = new Map<string, number[]>();
  let isCorrect = true;
  try {
    // The first of each warms the cache.
    for (let round = 0; round <= STARTS; round += 1) {
      for (const [times, program] of [
        [clone, undefined],
        [installed, ['dist/entry.mjs', 'start'] as const],
      ] as const) {
        const folder = mkdtempSync(join(tmpdir(), 'deskhand-bench-'));
        const env = { ...display.env, HOME: folder, DATA_DIR: folder, WEB_CHAT_PORT: '0', XDG_CACHE_HOME: cache };
        const bot = await startBot({ env, ...(program === undefined ? {} : { program: [...program] }) });
        const pid = bot.child.pid ?? 0;
        try {
          if (round > 0) times.push(readProcessorMs(pid));
          if (round > 0) await noteMemory(pid, program === undefined ? memory : ofInstalled);
        } finally {
          const code = await bot.stop();
          isCorrect &&= /^ready web .* \| desktop x11 /.test(bot.ready) && code === 0;
          rmSync(folder, { recursive: true, force: true });
        }
      }
      if (round > 0) bare.push(await measureBareServer());
    }
  } finally {
    await display.stop();
    rmSync(cache, { recursive: true, force: true });
  }
  const bareMs = median(bare);
  const time = (figure: string, ours: number, most: number): Figure => ({
    ...bounded(figure, 'ms', ours, bareMs * most, isCorrect),
    theirs: Math.round(bareMs * 10) / 10,
    ratio: Math.round((bareMs / ours) * 1000) / 1000,
    goal: Math.round(1000 / most) / 1000,
  });
  const pss = (name: string): number => median(memory.get(name) ?? [Number.NaN]);
  const helpers = [...memory.keys()].filter((name) => name !== 'bot' && name !== 'hands');
  return [
    time('own processor time of a start to ready, installed', median(installed), MOST_TIMES_INSTALLED),
    time('own processor time of a start to ready, clone', median(clone), MOST_TIMES_CLONE),
    bounded(
      'idle memory of the bot, PSS, installed',
      'MB',
      median(ofInstalled.get('bot') ?? [Number.NaN]),
      MAX_PSS_MB,
      isCorrect,
    ),
    bounded('idle memory of the bot, PSS, clone', 'MB', pss('bot'), MAX_PSS_MB, isCorrect),
    bounded('idle memory of the hands, PSS', 'MB', pss('hands'), MAX_PSS_MB, isCorrect),
    ...helpers.map((name) => bounded(`idle memory of ${name}, PSS`, 'MB', pss(name), MAX_HELPERS_MB, isCorrect)),
  ];
}

/** All threads, user and system. */
function readProcessorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Notes the memory of each process below the bot by its name; the bot itself is `bot`. */
async function noteMemory(bot: number, memory: Map<string, number[]>): Promise<void> {
  await sleep(IDLE_MS);
  const names = new Map([[bot, 'bot']]);
  for (const pid of readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))) {
    const parent = readParent(pid);
    if (parent !== null && names.has(parent)) names.set(pid, nameOf(pid));
  }
  for (const [pid, name] of names) {
    memory.set(name, [...(memory.get(name) ?? []), readPssMb(pid)]);
  }
}

function readParent(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

function nameOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  if (words.some((word) => /\bhands\.(?:ts|js)$/.test(word))) return 'hands';
  const script = words.slice(1).find((word) => /\.(?:ts|js|mjs|py)$/.test(word));
  return `the helper ${basename(script ?? words[0] ?? String(pid))}`;
}

async function measureBareServer(): Promise<number> {
  const child = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  const ms = readProcessorMs(child.pid ?? 0);
  child.kill('SIGKILL');
  await new Promise<void>((resolve) => child.once('close', () => resolve()));
  return ms;
}

function bounded(figure: string, unit: string, ours: number, goal: number, correct: boolean): Figure {
  const rounded = Math.round(ours * 10) / 10;
  return {
    figure,
    unit,
    better: 'lower',
    ours: rounded,
    theirs: null,
    ratio: null,
    goal,
    ok: ours <= goal,
    correct,
    n: STARTS,
  };
}
