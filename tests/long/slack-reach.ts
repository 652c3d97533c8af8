/**
 * `npm run test:reach:slack`: three times 50 network faults between Deskhand and Slack: 0 crashes, 0 lost or repeated commands, 0 messages
 * that never arrive, back in time. About five minutes. `-- ROUNDS FAULTS` changes how many.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from './random.ts';
import { runSlackRound, SLACK_TROUBLES } from './slack-rounds.ts';

const [rounds = 3, faults = 50] = process.argv.slice(2).map(Number);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const problems: string[] = [];
process.on('unhandledRejection', (reason) => problems.push(`an error nobody dealt with: ${String(reason)}`));

for (let round = 1; round <= rounds; round += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-reach-'));
  say(`round ${round}: ${faults} faults`);
  const kinds = Object.keys(SLACK_TROUBLES);
  const result = await runSlackRound({ faults, random: createRandom(round), pacing: {}, folder, kinds, say });
  rmSync(folder, { recursive: true, force: true });
  for (const [kind, ms] of result.slowest)
    say(`  slowest ${kind}: ${Math.round(ms)} ms (limit ${SLACK_TROUBLES[kind]?.limitMs} ms)`);
  say(`  lost ${result.lost}, repeated ${result.repeated}, unsaid ${result.unsaid}`);
  if (result.lost + result.repeated + result.unsaid > 0) problems.push(`round ${round}: lost, repeated or unsaid`);
  problems.push(...result.tooSlow.map((line) => `round ${round}: ${line}`));
}
for (const problem of problems) say(`PROBLEM ${problem}`);
say(problems.length === 0 ? 'All is well.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
