/** `npm run test:replay -- [RUNS] [SEED]`: 20 whole runs by a model that sees only the pictures; all must do what was asked, without a mistake. */
import { replayRuns } from './replay-runs.ts';

const [runs = '20', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const cleanups: (() => void)[] = [];
say(`seed ${seed}`);
try {
  const { faults, ...figures } = await replayRuns(
    { after: (act) => cleanups.push(act) },
    Number(runs),
    Number(seed),
    say,
  );
  say(JSON.stringify(figures));
  for (const fault of faults) say(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  for (const clean of cleanups) clean();
}
