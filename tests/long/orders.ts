/**
 * `npm run test:orders`: random orders through sleeps, clock jumps, zones and restarts, held against a calendar reckoned another way.
 * `-- ROUNDS SEED`; `-- kill ROUNDS SEED`: real bots, killed around due times instead (500 rounds).
 */
import { argv, exit } from 'node:process';
import { playRound } from '../support/order-rounds.ts';
import { openCrashPlace } from './crash-place.ts';
import { killAroundDueTimes } from './order-kills.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
if (argv[2] === 'kill') exit(await killBots(Number(argv[3] ?? 500), Number(argv[4] ?? Date.now() % 1_000_000)));

const rounds = Number(argv[2] ?? 100_000);
const start = Number(argv[3] ?? Date.now() % 2 ** 32);
const tally = { orders: 0, times: 0, missed: 0, restarts: 0, jumps: 0 };
let wrong = 0;
let seed = start;
const random = (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};
say(`${rounds} orders, seed ${start}`);
for (let round = 0; round < rounds && wrong < 5; round += 1) {
  const before = seed;
  const found = playRound(random, tally);
  if (found === '') continue;
  wrong += 1;
  say(`seed ${before}: ${found}`);
}
say(JSON.stringify({ ...tally, wrong }));
exit(wrong === 0 ? 0 : 1);

/** The exit code. */
async function killBots(rounds: number, seed: number): Promise<number> {
  const cleanups: (() => void)[] = [];
  const place = await openCrashPlace({ after: (act) => cleanups.push(act) }, 'playbook');
  try {
    say(`${rounds} kills around due times, seed ${seed}`);
    const { lost, repeated, untold, broken, toldTwice, ...figures } = await killAroundDueTimes(place, {
      rounds,
      seed,
      say,
    });
    say(JSON.stringify(figures));
    const faults = { lost, repeated, untold, broken };
    for (const [fault, list] of Object.entries({ ...faults, 'told twice': toldTwice }))
      say([`${fault}: ${list.length}`, ...list].join('\n  '));
    return Object.values(faults).every((list) => list.length === 0) ? 0 : 1;
  } finally {
    await place.stop();
    for (const clean of cleanups) clean();
  }
}
