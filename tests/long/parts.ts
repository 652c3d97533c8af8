/**
 * `npm run test:parts -- [crossed|stop|kill] [ROUNDS] [SEED]`: random plans with parts side by side on the real shell, each part with a
 * secret of its own (500: no part is told, does or hands on what is another's); 200 stops at random moments (99 of 100 within 250 ms,
 * nothing after them); 100 kills of a real bot in the middle of a plan, each gone on with by Again (0 lost, 0 repeated).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { makeTempFolder } from '../support/temp-folder.ts';
import { killTrees } from './part-kills.ts';
import { crossOnce, stopTreeOnce } from './part-rounds.ts';
import { createRandom } from './random.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const [only = '', count = '', given = String(Date.now() % 1_000_000)] = process.argv.slice(2);
if (!['', 'crossed', 'stop', 'kill'].includes(only)) throw new Error(`no part is called ${only}: crossed, stop, kill`);
const seed = Number(given);
const cleanups: (() => void)[] = [];
const folder = makeTempFolder({ after: (act) => cleanups.push(act) });
const homeOf = (name: string): string => {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  return home;
};
const roundsOf = (usual: number): number => (count === '' ? usual : Number(count));
const SIDE_BY_SIDE = 3;
const MAX_P99_MS = 250;
let isGood = true;

if (only === '' || only === 'crossed') {
  const rounds = roundsOf(500);
  const random = createRandom(seed);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let [parts, asked] = [0, 0];
  const faults: string[] = [];
  for (let run = 1; run <= rounds; run += SIDE_BY_SIDE) {
    const ids = Array.from({ length: Math.min(SIDE_BY_SIDE, rounds - run + 1) }, (_, index) => run + index);
    const done = await Promise.allSettled(ids.map((id) => crossOnce(id, homeOf(`crossed-${id}`), random)));
    for (const one of done) {
      if (one.status === 'rejected') faults.push(String(one.reason));
      else [parts, asked] = [parts + one.value.parts, asked + one.value.asked];
    }
    if (run % 60 === 1) say(`${run + ids.length - 1} of ${rounds}: ${faults.length} crossed`);
  }
  delay.disable();
  const p999Ms = Math.round(delay.percentile(99.9) / 1e5) / 10;
  say(
    JSON.stringify({
      part: 'crossed',
      seed,
      runs: rounds,
      parts,
      asked,
      crossed: faults.length,
      loopDelayP999Ms: p999Ms,
    }),
  );
  for (const fault of faults.slice(0, 10)) say(fault);
  isGood &&= faults.length === 0;
}
if (only === '' || only === 'stop') {
  const rounds = roundsOf(200);
  const random = createRandom(seed);
  const times: number[] = [];
  const phases = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const { ms, phases: met } = await stopTreeOnce(homeOf(`stop-${round}`), random);
    times.push(ms);
    for (const phase of met) phases.set(phase, (phases.get(phase) ?? 0) + 1);
  }
  times.sort((one, other) => one - other);
  const at = (share: number): number =>
    Math.round(times[Math.min(times.length - 1, Math.floor(rounds * share))] ?? Number.NaN);
  say(
    JSON.stringify({
      part: 'stop',
      seed,
      stops: rounds,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      phases: Object.fromEntries(phases),
    }),
  );
  isGood &&= at(0.99) <= MAX_P99_MS;
}
if (only === '' || only === 'kill') {
  const rounds = roundsOf(100);
  const report = await killTrees({ after: (act) => cleanups.push(act) }, { rounds, random: createRandom(seed), say });
  const { lost, repeated, unreported, broken, ...figures } = report;
  say(
    JSON.stringify({
      part: 'kill',
      seed,
      ...figures,
      lost: lost.length,
      repeated: repeated.length,
      unreported: unreported.length,
      broken: broken.length,
    }),
  );
  for (const fault of [...lost, ...repeated, ...unreported, ...broken].slice(0, 20)) say(fault);
  isGood &&= lost.length + repeated.length + unreported.length + broken.length === 0;
}
for (const clean of cleanups) clean();
process.exit(isGood ? 0 : 1);
