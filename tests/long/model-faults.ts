/**
 * `npm run test:model -- [SCHEDULES] [SEED]`: 1,000 fault schedules, shared among all providers: whole runs whose model is overloaded, cut
 * off, silent, refuses or talks nonsense. Goes through with 0 crashes, 0 ends that were not told, no wait above a minute, each one told.
 */
import { AGENT } from '../adapters/model/acp-bench.ts';
import { PROVIDERS } from '../adapters/model/providers.ts';
import { tryFaultSchedules } from './fault-schedules.ts';

const ALL = [...PROVIDERS, AGENT];
const [schedules = '1000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const each = Math.ceil(Number(schedules) / ALL.length);
let failures = 0;

for (const provider of ALL) {
  const { problems, outcomes, ...figures } = await tryFaultSchedules(provider, each, Number(seed));
  failures += problems.length;
  const report = { provider: provider.name, seed, ...figures, outcomes: Object.fromEntries(outcomes) };
  process.stdout.write(`${JSON.stringify(report)}\nproblems: ${problems.length}\n`);
  for (const problem of problems) process.stdout.write(`  ${problem}\n`);
}
process.exitCode = failures === 0 ? 0 : 1;
