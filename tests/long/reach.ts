/**
 * `npm run test:reach`: three times 50 network faults (0 crashes, 0 lost commands, back in time), and 200 stops while nothing gets out.
 * About ten minutes. `-- ROUNDS FAULTS STOPS` changes how many.
 */
import { runNetworkRound, TROUBLES } from './network-rounds.ts';
import { runRounds } from './rounds.ts';
import { measureStops, percentile } from './stop-rounds.ts';

const STOP_LIMIT_MS = 250;
const [rounds = 3, faults = 50, stops = 200] = process.argv.slice(2).map(Number);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const problems: string[] = [];
process.on('unhandledRejection', (reason) => problems.push(`an error nobody dealt with: ${String(reason)}`));

// Half-open ones take 40 s each: three of them in a round are enough.
const others = Object.keys(TROUBLES).filter((kind) => kind !== 'half-open');
const kinds = [...others, ...others, 'half-open'];
problems.push(...(await runRounds(rounds, { faults, kinds, say }, TROUBLES, runNetworkRound)));
const took = await measureStops(stops);
const p99 = percentile(took, 0.99);
say(
  `${stops} stops while Telegram lets nothing out: median ${Math.round(percentile(took, 0.5))} ms, p99 ${Math.round(p99)} ms`,
);
if (p99 > STOP_LIMIT_MS) problems.push(`a stop took ${Math.round(p99)} ms (p99; limit ${STOP_LIMIT_MS} ms)`);
for (const problem of problems) say(`PROBLEM ${problem}`);
say(problems.length === 0 ? 'All is well.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
