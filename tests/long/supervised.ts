/**
 * `npm run test:supervised`: a service killed 50 times at random, started again by its supervisor each time: every command once, and
 * page, Telegram and Slack reachable within five seconds of each start. About twenty minutes. `-- KILLS SEED`.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { runSupervisedRounds } from './supervised-rounds.ts';

const LIMIT_MS = 5000;
const [kills = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const cleanups: (() => void)[] = [];
say(`${kills} kills, seed ${seed}, load ${loadavg()[0]?.toFixed(1)}`);
const report = await runSupervisedRounds({ after: (act) => cleanups.push(act) }, { kills, seed, say });
const problems: string[] = [];
for (const [way, times] of Object.entries(report.reachedMs)) {
  const sorted = times.toSorted((one, other) => one - other);
  const slowest = sorted.at(-1) ?? Number.NaN;
  say(
    `${way}: ${times.length} times, median ${Math.round(sorted[sorted.length >> 1] ?? Number.NaN)} ms, slowest ${Math.round(slowest)} ms`,
  );
  if (slowest > LIMIT_MS) problems.push(`${way} took ${Math.round(slowest)} ms`);
}
if (report.tooBusy > 0)
  say(
    `${report.tooBusy} starts are not judged: a Node that does nothing took too long, too, or others had the processor.`,
  );
if (report.reachedMs.page.length === 0) problems.push('this computer was too busy all the time: no start was judged');
for (const [fault, list] of Object.entries(report.faults)) problems.push(...list.map((one) => `${fault}: ${one}`));
say(
  `${report.commands} commands, ${report.interrupted} runs interrupted, gave up ${report.gaveUp} times, load ${loadavg()[0]?.toFixed(1)}`,
);
if (problems.length > 0) {
  const file = join(process.cwd(), 'supervised.log');
  writeFileSync(file, report.log, { mode: 0o600 });
  say(`Its log is in ${file}.`);
}
for (const problem of problems) say(`PROBLEM ${problem}`);
say(problems.length === 0 ? 'All is well.' : `${problems.length} problems.`);
for (const clean of cleanups) clean();
process.exitCode = problems.length === 0 ? 0 : 1;
