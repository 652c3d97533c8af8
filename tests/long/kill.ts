/**
 * `npm run test:kill -- [ROUNDS] [playbook|anthropic|disk|words|skills] [SEED]`: real bots, killed at random moments (200 rounds with each model), and
 * before and in the middle of each operation on their journals. Goes through with 0 lost, 0 repeated, 0 unreported.
 */

import { makeTempFolder } from '../support/temp-folder.ts';
import type { Audit } from './audit.ts';
import { type CrashPlace, openCrashPlace } from './crash-place.ts';
import { killAtEachOperation } from './disk-rounds.ts';
import { killAgainAndAgain } from './kill-rounds.ts';
import { killInTheMiddleOfWords } from './kill-words.ts';
import { createRandom } from './random.ts';
import { killWhileSaving } from './skill-kills.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const [rounds = '200', only = '', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const cleanups: (() => void)[] = [];
let failures = 0;

await part('playbook', `${rounds} kills at random moments`, async (place) => {
  const report = await killAgainAndAgain(place, { rounds: Number(rounds), seed: Number(seed), say });
  if (report.slowestReportMs > 10_000) failures += 1;
  return report;
});
await part('anthropic', `${rounds} kills at random moments`, async (place) => {
  const report = await killAgainAndAgain(place, { rounds: Number(rounds), seed: Number(seed), say });
  if (report.slowestReportMs > 10_000) failures += 1;
  return report;
});
await part('disk', 'a kill before each operation on the journals, and in the middle of every third write', (place) =>
  killAtEachOperation(place, { every: 1, tearEvery: 3, random: createRandom(Number(seed)), say }),
);
if (only === '' || only === 'words') await killWords();
if (only === '' || only === 'skills') await killSkills();
process.exitCode = failures === 0 ? 0 : 1;

async function killWords(): Promise<void> {
  say(`words: ${rounds} kills in the middle of commands and taps that start no run, seed ${seed}`);
  const place = await openCrashPlace({ after: (act) => cleanups.push(act) }, 'playbook');
  try {
    const { lost, repeated, broken, ...figures } = await killInTheMiddleOfWords(place, {
      rounds: Number(rounds),
      seed: Number(seed),
      say,
    });
    say(JSON.stringify({ part: 'words', ...figures }));
    for (const [fault, list] of Object.entries({ lost, repeated, broken })) {
      sayList(fault, list);
      failures += list.length;
    }
  } finally {
    await place.stop();
    for (const clean of cleanups.splice(0)) clean();
  }
}

async function killSkills(): Promise<void> {
  const times = Math.min(100, Number(rounds));
  say(`skills: ${times} kills while they are saved, seed ${seed}`);
  const folder = makeTempFolder({ after: (act) => cleanups.push(act) });
  const { broken, ...figures } = await killWhileSaving(folder, times, createRandom(Number(seed)));
  say(JSON.stringify({ part: 'skills', ...figures }));
  sayList('broken', broken);
  failures += broken.length;
  for (const clean of cleanups.splice(0)) clean();
}

/** Everything of a report is printed; what must be empty and is not, counts as a failure. */
async function part(
  name: 'playbook' | 'anthropic' | 'disk',
  what: string,
  run: (
    place: CrashPlace,
  ) => Promise<Audit & { readonly broken: readonly string[]; readonly orphans?: readonly string[] }>,
): Promise<void> {
  if (only !== '' && only !== name) return;
  say(`${name}: ${what}, seed ${seed}`);
  const place = await openCrashPlace({ after: (act) => cleanups.push(act) }, name === 'anthropic' ? name : 'playbook');
  try {
    const { lost, repeated, unreported, broken, orphans = [], leftOpen, toldTwice, ...figures } = await run(place);
    say(JSON.stringify({ part: name, ...figures }));
    const faults = place.anthropic?.faults ?? [];
    for (const [fault, list] of Object.entries({ lost, repeated, unreported, orphans, broken, faults })) {
      sayList(fault, list);
      failures += list.length;
    }
    sayList('left open on the phone (ended between a message and its note)', leftOpen);
    sayList('told twice (ended between a message and its note)', toldTwice);
  } finally {
    await place.stop();
    for (const clean of cleanups.splice(0)) clean();
  }
}

function sayList(name: string, list: readonly string[]): void {
  say(`${name}: ${list.length}`);
  for (const line of list) say(`  ${line}`);
}
