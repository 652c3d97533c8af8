/**
 * `npm run test:interruptions -- [RUNS] [SEED]`: 200 runs that something happens to in the middle: a window comes up, a mail arrives, the window in front is
 * closed, a file is changed by something else, the provider cannot be reached. A line a run, a JSON summary; exit 0 only when at least 95 % are noticed
 * and no end or notice says what is not so.
 */
import { interruptWork } from './interrupted-work.ts';

const [runs = '200', seed = '1'] = process.argv.slice(2);
const LEAST_NOTICED = 0.95;
const cleanups: (() => void)[] = [];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  const t = { after: (act: () => void) => void cleanups.push(act) };
  const { faults, ...figures } = await interruptWork(t, Number(runs), Number(seed), { say });
  for (const fault of faults) say(fault);
  say(JSON.stringify(figures));
  process.exitCode = figures.noticed >= LEAST_NOTICED * figures.runs && figures.wrong === 0 ? 0 : 1;
} finally {
  for (const clean of cleanups) clean();
}
