/**
 * `npm run test:replay -- [RUNS] [SEED]`: 20 whole runs by a model that sees only the pictures; all must do what was asked, without a mistake. Then
 * five skills saved from a first run, each asked for four times more with other values in versions of its application where things are moved and
 * renamed: at least 19 of 20 checked with at most two calls, and five versions that no playbook may work alone. `-- changed [REGEX]`: only those.
 */
import { replayChanged } from './replay-changed.ts';
import { replayRuns } from './replay-runs.ts';

const [runs = '20', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const cleanups: (() => void)[] = [];
const t = { after: (act: () => void) => void cleanups.push(act) };
const LEAST_SHARE = 0.95;

async function replayPictures(): Promise<boolean> {
  say(`seed ${seed}`);
  const { faults, ...figures } = await replayRuns(t, Number(runs), Number(seed), say);
  say(JSON.stringify(figures));
  for (const fault of faults) say(fault);
  return faults.length === 0;
}

async function replayInChanged(wanted: RegExp): Promise<boolean> {
  const { faults, ...figures } = await replayChanged(t, { wanted, say });
  say(JSON.stringify(figures));
  for (const fault of faults) say(fault);
  return figures.runs > 0 && figures.good >= LEAST_SHARE * figures.runs && figures.fell === 0;
}

try {
  const isGood =
    runs === 'changed'
      ? await replayInChanged(new RegExp(process.argv[3] ?? ''))
      : (await replayPictures()) && (await replayInChanged(/./));
  process.exitCode = isGood ? 0 : 1;
} finally {
  for (const clean of cleanups) clean();
}
