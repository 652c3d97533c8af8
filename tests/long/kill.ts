/** `npm run test:kill -- [ROUNDS] [playbook|anthropic] [SEED]`: real bots, killed at random moments; 0 lost, 0 repeated, 0 unreported. */

import { openCrashPlace } from './crash-place.ts';
import { killAgainAndAgain } from './kill-rounds.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const [rounds = '200', only = '', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const cleanups: (() => void)[] = [];
let failures = 0;

for (const model of ['playbook', 'anthropic'] as const) {
  if (only !== '' && only !== model) continue;
  say(`${model}: ${rounds} rounds, seed ${seed}`);
  const place = await openCrashPlace({ after: (act) => cleanups.push(act) }, model);
  try {
    const report = await killAgainAndAgain(place, { rounds: Number(rounds), seed: Number(seed), say });
    const { lost, repeated, unreported, orphans, broken, leftOpen, toldTwice, ...figures } = report;
    say(JSON.stringify({ model, ...figures }));
    for (const [name, list] of Object.entries({ lost, repeated, unreported, orphans, broken })) {
      say(`${name} ${list.length}`);
      for (const line of list) say(`  ${line}`);
      failures += list.length;
    }
    say(`left open on the phone ${leftOpen.length} (a kill between sending and noting)`);
    for (const line of leftOpen) say(`  ${line}`);
    say(`told twice ${toldTwice.length} (a kill between sending and noting)`);
    for (const line of toldTwice) say(`  ${line}`);
    for (const fault of place.anthropic?.faults ?? []) say(`  the model's server: ${fault}`);
    if (report.slowestReportMs > 10_000) failures += 1;
  } finally {
    await place.stop();
    for (const clean of cleanups.splice(0)) clean();
  }
}
process.exitCode = failures === 0 ? 0 : 1;
