/** `npm run test:kill-memory -- [ROUNDS] [SEED]`: a process that writes vault, recordings, index and state, killed 100 times at random; then one that saves skills. */

import { join } from 'node:path';
import { makeTempFolder } from '../support/temp-folder.ts';
import { killMemoryWriters } from './kill-memory-rounds.ts';
import { createRandom } from './random.ts';
import { killWhileSaving } from './skill-kills.ts';

const [rounds = '100', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const cleanups: (() => void)[] = [];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(`${rounds} kills, seed ${seed}`);
const folder = makeTempFolder({ after: (act) => cleanups.push(act) });
const report = await killMemoryWriters(folder, {
  rounds: Number(rounds),
  lifeMs: 3500,
  random: createRandom(Number(seed)),
  say,
});
const skills = await killWhileSaving(join(folder, 'skills'), Number(rounds), createRandom(Number(seed)));
for (const clean of cleanups) clean();
say(JSON.stringify({ ...report, lost: report.lost.length, torn: report.torn.length }));
say(JSON.stringify({ skills: { ...skills, broken: skills.broken.length } }));
const faults = [...report.lost, ...report.torn, ...skills.broken];
for (const line of faults) say(`  ${line}`);
process.exitCode = faults.length === 0 ? 0 : 1;
