/**
 * Real workers, each with a desktop of its own, that work at once for one phone through a real NATS server, and then are killed with -9 while
 * they work. `-- machines=3 rounds=20 kill-rounds=30 seed=1`.
 */

import { type KillFigures, runKillRound } from '../support/fleet-kills.ts';
import { type FleetPhone, startFleetPhone } from '../support/fleet-phone.ts';
import { paintMachines, ROUND_SKILLS, type RoundFigures, runFleetRound } from '../support/fleet-rounds.ts';
import { until } from '../support/until.ts';
import { createRandom } from './random.ts';

const given = new Map(process.argv.slice(2).map((word) => [word.split('=')[0] ?? '', Number(word.split('=')[1])]));
const names = ['laptop', 'mini', 'studio'].slice(0, given.get('machines') ?? 3);
const rounds = given.get('rounds') ?? 20;
const killRounds = given.get('kill-rounds') ?? 30;
const seed = given.get('seed') ?? 1;
const closers: (() => void)[] = [];
const figures: RoundFigures = { pictures: 0, cards: 0, files: 0, crossed: [] };
const killed: KillFigures = { kills: 0, done: 0, cut: 0, toldTwice: 0, bad: [] };
let phone: FleetPhone | null = null;
try {
  const opened = await startFleetPhone(
    { after: (act) => void closers.push(act) },
    { machines: names, skills: ROUND_SKILLS },
  );
  phone = opened;
  const machines = names.map((name) => opened.machine(name));
  await Promise.all(machines.map((machine) => machine.start()));
  await until(async () => {
    opened.say('/machines');
    return (await opened.waitFor(/🟢|⚪/)).text.match(/🟢/g)?.length === names.length;
  }, 'all are here');
  const places = paintMachines(machines);
  for (let round = 1; round <= rounds; round += 1) {
    await runFleetRound(opened, places, round, figures);
    process.stdout.write(`round ${round}: ${JSON.stringify({ ...figures, crossed: figures.crossed.length })}\n`);
  }
  const random = createRandom(seed);
  for (let round = 1; round <= killRounds; round += 1) {
    await runKillRound(opened, machines, round, killed, random);
    process.stdout.write(`kills, round ${round}: ${JSON.stringify({ ...killed, bad: killed.bad.length })}\n`);
  }
} finally {
  await phone?.close();
  for (const close of closers) close();
}
for (const one of [...figures.crossed, ...killed.bad]) process.stdout.write(`BAD ${one}\n`);
process.stdout.write(
  `${names.length} machines, ${rounds} rounds: ${figures.pictures} pictures, ${figures.cards} cards, ${figures.files} files; crossed ${figures.crossed.length}\n`,
);
process.stdout.write(
  `${killRounds} rounds with ${killed.kills} kills: ${killed.done} done, ${killed.cut} cut off and told, ${killed.toldTwice} told twice; bad ${killed.bad.length}\n`,
);
process.exit(figures.crossed.length + killed.bad.length === 0 ? 0 : 1);
