/** `npm run test:triggers`: Deskhand killed right after it accepted calls; each accepted one is told, none comes in twice. */
import { argv, exit } from 'node:process';
import { killAfterAccepted, openTriggerPlace } from '../support/trigger-place.ts';

const rounds = Number(argv[2] ?? 50);
const ends: (() => unknown)[] = [];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
let accepted = 0;
let wrong = 0;
try {
  const place = await openTriggerPlace({ after: (act) => void ends.push(act) });
  let bot = await place.start();
  place.ann.send('/start');
  await place.ann.waitFor((messages) => messages.at(-1));
  const secret = await place.makeTrigger('ping', 'remind me of {what}');
  for (let round = 0; round < rounds; round += 1) {
    const end = await killAfterAccepted(place, bot, { secret, round, calls: 1 + (round % 5) });
    bot = end.bot;
    accepted += end.accepted;
    if (end.wrong === '') continue;
    wrong += 1;
    say(`round ${round}: ${end.wrong}`);
  }
} finally {
  for (const end of ends.reverse()) await end();
}
say(JSON.stringify({ rounds, accepted, wrong }));
exit(wrong === 0 ? 0 : 1);
