/**
 * `npm run test:web -- [SHARE] [OPTIONS]`: small tasks on pages with a clock, through the whole bot, by a model that knows the answers.
 * A line a task, a JSON summary at the end; exit 0 only when at least 98 % are done with at most 1.1 times the calls they need.
 *
 * SHARE: `3/10` is the third of ten shares. `--size 1440` or `2880`, both unless given; `--think MS` (1000); `--busy` beside two
 * processes that calculate; `--untold` in a browser that tells nothing, by what was read of it alone (at least 95 %); `--only REGEX` those
 * whose name matches; `--keep FOLDER` what was seen where one failed. Every fifth task is done in a window with tabs and address, the others
 * on a page that fills the display; `--bars` all in such a window.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startWebBench, type TaskResult } from '../web/bench.ts';
import { shareOf, summarize } from '../web/summary.ts';
import type { WebTask } from '../web/task.ts';
import { TASKS } from '../web/tasks.ts';

const SIZES = [
  { width: 1440, height: 900, density: 1 },
  { width: 2880, height: 1800, density: 2 },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string' },
    think: { type: 'string', default: '1000' },
    busy: { type: 'boolean', default: false },
    only: { type: 'string' },
    keep: { type: 'string' },
    untold: { type: 'boolean', default: false },
    bars: { type: 'boolean', default: false },
  },
});
const wanted = TASKS.filter(({ name }) => values.only === undefined || new RegExp(values.only).test(name));
const tasks = shareOf(positionals[0] ?? '1/1', wanted);
const BARRED = 5;
const hasBars = (task: WebTask): boolean => values.bars || TASKS.indexOf(task) % BARRED === 0;
/** Those in a window with bars last: one browser after the other. */
const inOrder = [...tasks.filter((task) => !hasBars(task)), ...tasks.filter(hasBars)];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const tell = ({
  name,
  isDone,
  calls,
  oracle,
  acts,
  dropped,
  cards,
  wantedCards,
  missing,
  untold,
  repeats,
  why,
}: TaskResult): void => {
  const asked =
    cards.length === wantedCards ? '' : `, ${cards.length} cards instead of ${wantedCards}: ${JSON.stringify(cards)}`;
  const unlisted = missing.length === 0 ? '' : `, not listed: ${missing.join(', ')}`;
  const hidden = untold.length === 0 ? '' : `, told by nothing: ${untold.join(', ')}`;
  say(
    `${isDone ? 'done' : 'FAILED'} ${name}: ${calls} calls for ${oracle}, ${acts} acts, ${dropped} dropped${asked}${unlisted}${hidden}${repeats.map((note) => `\n  ${note}`).join('')}${why && `\n  ${why}`}`,
  );
};

const busy = values.busy ? [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })) : [];
const cleanups: (() => void)[] = [];
let isGood = tasks.length > 0;
try {
  for (const size of SIZES.filter(({ width }) => values.size === undefined || values.size === String(width))) {
    const thinkMs = Number(values.think);
    const bench = await startWebBench(
      { after: (act) => cleanups.push(act) },
      { size, thinkMs, keepIn: values.keep, isUntold: values.untold },
    );
    const results: TaskResult[] = [];
    try {
      for (const task of inOrder) {
        const result = await bench.run(task, hasBars(task));
        results.push(result);
        tell(result);
      }
    } finally {
      await bench.close();
    }
    const summary = summarize(results, values.untold);
    isGood &&= summary.isGood;
    say(JSON.stringify({ size: `${size.width}x${size.height}`, busy: values.busy, thinkMs, ...summary }));
  }
} finally {
  for (const process of busy) process.kill();
  for (const clean of cleanups) clean();
}
process.exit(isGood ? 0 : 1);
