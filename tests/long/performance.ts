/**
 * `npm run performance -- [SHARE]`: where the time of a step goes, from the model's answer to its next question, on the pages of
 * `test:web` (the share 1/10 unless given). Writes the table into docs/performance.md, with how noisy the machine was meanwhile.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { quantile } from '../../bench/median.ts';
import { startWebBench, type TaskResult } from '../web/bench.ts';
import { PARTS, type Part } from '../web/step-parts.ts';
import { shareOf, summarize } from '../web/summary.ts';
import { TASKS } from '../web/tasks.ts';

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
const SIZE = { width: 1440, height: 900, density: 1 };
const THINK_MS = 1000;
const CALIBRATION_ROUNDS = 2_000_000;

const WHAT: Readonly<Record<Part, string>> = {
  heard: 'the answer is read and noted',
  judged: 'where it points, and the gate',
  'still there': 'the screen is compared with what was decided on',
  done: 'the intent is synced, and it is done',
  settled: 'the screen answers and comes to rest',
  looked: 'picture and list of elements, as far as not begun while it settled',
  asked: 'the next question is put together and sent',
};

/** The same work each time: what it takes more than at best is the machine's noise. */
function calibrate(): number {
  const startedAt = performance.now();
  let sum = 0;
  for (let count = 0; count < CALIBRATION_ROUNDS; count += 1) sum = (sum + count * 7) % 1_000_003;
  return sum < 0 ? 0 : performance.now() - startedAt;
}

const share = process.argv[2] ?? '1/10';
const cleanups: (() => void)[] = [];
const results: TaskResult[] = [];
const noise: number[] = [];
const loads: number[] = [];
const bench = await startWebBench({ after: (act) => cleanups.push(act) }, { size: SIZE, thinkMs: THINK_MS });
try {
  for (const task of shareOf(share, TASKS)) {
    noise.push(calibrate());
    loads.push(loadavg()[0] ?? 0);
    results.push(await bench.run(task));
  }
} finally {
  await bench.close();
  for (const clean of cleanups) clean();
}

const times = results.flatMap((result) => result.times);
const whole = (one: (typeof times)[number]): number => PARTS.reduce((sum, part) => sum + one[part], 0);
const total = times.reduce((sum, one) => sum + whole(one), 0);
const ms = (values: readonly number[], at: number): string => String(Math.round(quantile(values, at)));
const row = (name: string, what: string, values: readonly number[]): string => {
  const part = values.reduce((sum, value) => sum + value, 0) / total;
  return `| ${name} | ${what} | ${ms(values, 0.5)} | ${ms(values, 0.9)} | ${Math.round(part * 100)} % |`;
};
const { tasks, done, calls, oracle, dropped } = summarize(results);
const slowed = noise.map((value) => value / Math.min(...noise));
const table = [
  `| part | what happens | median, ms | nine of ten, ms | of all |`,
  '|---|---|---|---|---|',
  ...PARTS.map((part) =>
    row(
      part,
      WHAT[part],
      times.map((one) => one[part]),
    ),
  ),
  row('**all**', 'our own time of a step', times.map(whole)),
  '',
  `${times.length} steps of ${tasks} tasks (${done} done, ${calls} calls for ${oracle}, ${dropped} dropped), share ${share}, at ${SIZE.width}×${SIZE.height}, by a model that thinks for ${THINK_MS / 1000} s.`,
  `Noise: load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}; the same piece of work took ${quantile(slowed, 0.5).toFixed(1)} times as long as at best in the median, ${quantile(slowed, 0.9).toFixed(1)} times in one of ten.`,
].join('\n');
const page = readFileSync(PAGE, 'utf8');
const written = page.replace(/(<!-- table -->\n)[\s\S]*(\n<!-- end -->)/, (_, start, end) => `${start}${table}${end}`);
if (written === page && !page.includes(table)) throw new Error(`no place for the table in ${PAGE}`);
writeFileSync(PAGE, written);
process.stdout.write(`${table}\n`);
