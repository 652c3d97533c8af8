/**
 * `npm run test:reach:slack`: three times 50 network faults between Deskhand and Slack: 0 crashes, 0 lost or repeated commands, 0 messages
 * that never arrive, back in time. About five minutes. `-- ROUNDS FAULTS` changes how many.
 */
import { runRounds } from './rounds.ts';
import { runSlackRound, SLACK_TROUBLES } from './slack-rounds.ts';

const [rounds = 3, faults = 50] = process.argv.slice(2).map(Number);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const problems: string[] = [];
process.on('unhandledRejection', (reason) => problems.push(`an error nobody dealt with: ${String(reason)}`));

const options = { faults, kinds: Object.keys(SLACK_TROUBLES), say };
problems.push(...(await runRounds(rounds, options, SLACK_TROUBLES, runSlackRound)));
for (const problem of problems) say(`PROBLEM ${problem}`);
say(problems.length === 0 ? 'All is well.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
