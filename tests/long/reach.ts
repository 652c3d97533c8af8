/**
 * `npm run test:reach`: three times 50 network faults (0 crashes, 0 lost commands, back in time), and 200 stops while nothing gets out.
 * About ten minutes. `-- ROUNDS FAULTS STOPS` changes how many.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNetworkRound, TROUBLES } from './network-rounds.ts';
import { createRandom } from './random.ts';
import { measureStops, percentile } from './stop-rounds.ts';

const STOP_LIMIT_MS = 250;
const [rounds = 3, faults = 50, stops = 200] = process.argv.slice(2).map(Number);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const problems: string[] = [];
process.on('unhandledRejection', (reason) => problems.push(`an error nobody dealt with: ${String(reason)}`));

// Half-open ones take 40 s each: three of them in a round are enough.
const others = Object.keys(TROUBLES).filter((kind) => kind !== 'half-open');
const kinds = [...others, ...others, 'half-open'];
for (let round = 1; round <= rounds; round += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-reach-'));
  say(`round ${round}: ${faults} faults`);
  const result = await runNetworkRound({ faults, random: createRandom(round), pacing: {}, folder, kinds, say });
  rmSync(folder, { recursive: true, force: true });
  for (const [kind, ms] of result.slowest)
    say(`  slowest ${kind}: ${Math.round(ms)} ms (limit ${TROUBLES[kind]?.limitMs} ms)`);
  say(`  lost ${result.lost}, repeated ${result.repeated}`);
  if (result.lost + result.repeated > 0)
    problems.push(`round ${round}: lost ${result.lost}, repeated ${result.repeated}`);
  problems.push(...result.tooSlow.map((line) => `round ${round}: ${line}`));
}
const took = await measureStops(stops);
const p99 = percentile(took, 0.99);
say(
  `${stops} stops while Telegram lets nothing out: median ${Math.round(percentile(took, 0.5))} ms, p99 ${Math.round(p99)} ms`,
);
if (p99 > STOP_LIMIT_MS) problems.push(`a stop took ${Math.round(p99)} ms (p99; limit ${STOP_LIMIT_MS} ms)`);
for (const problem of problems) say(`PROBLEM ${problem}`);
say(problems.length === 0 ? 'All is well.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
