/** `npm run test:orders`: random orders through sleeps, clock jumps, zones and restarts, held against a calendar reckoned another way. */
import { argv, exit } from 'node:process';
import { playRound } from '../support/order-rounds.ts';

const rounds = Number(argv[2] ?? 100_000);
const start = Number(argv[3] ?? Date.now() % 2 ** 32);
const tally = { orders: 0, times: 0, missed: 0, restarts: 0, jumps: 0 };
let wrong = 0;
let seed = start;
const random = (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};
const say = (line: string): void => void process.stdout.write(`${line}\n`);
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
