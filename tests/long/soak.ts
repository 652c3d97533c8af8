/**
 * `npm run test:soak -- [RUNS] [ITERATIONS]`: 1,000 runs of a playbook beside 5,000 iterations with faults, each in a bot of its own, then
 * 500 stops. Memory grows by no more than a tenth after the warm-up, descriptors stay as they are, and no error is left to itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnBot } from '../support/bot.ts';
import { collectGarbage, INSPECTED } from '../support/inspector.ts';
import { isEnd } from './audit.ts';
import { type CrashPlace, openCrashPlace } from './crash-place.ts';
import { createFaultyModel, troubleChat, troubleDesktop } from './faults.ts';
import { untilReady } from './kill-rounds.ts';
import { createRandom } from './random.ts';
import { createScriptedPerson } from './scripted-person.ts';
import { stopManyRuns } from './stops.ts';
import { readTrend, readVitals, type Vitals } from './vitals.ts';

const MAX_GROWTH = 0.1;
/** A margin for sockets to a chat, which come and go. */
const MAX_MORE_DESCRIPTORS = 5;
const SAMPLES = 50;
const ITERATIONS_A_RUN = 25;
const RUN_MS = 120_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const [runs = '1000', iterations = '5000'] = process.argv.slice(2);
const random = createRandom(1);
let failures = 0;

const playbook = part('playbook', `${runs} runs of a playbook`, async (place, bot) => {
  const samples: Vitals[] = [];
  for (let count = 1; count <= Number(runs); count += 1) {
    place.owner.send(`/run tick ${count}`);
    await ended(place, `tick ${count}`);
    await sample(samples, count, Number(runs), bot);
  }
  return samples;
});

const model = createFaultyModel(random, ITERATIONS_A_RUN);
const faults = part(
  'faults',
  `${iterations} iterations with faults`,
  async (place, bot) => {
    const samples: Vitals[] = [];
    for (let count = 1; model.iterations() < Number(iterations); count += 1) {
      troubleChat(place.telegram, random);
      if (random() < 0.3) troubleDesktop(bot.pid, random, say);
      place.owner.send(`/run soak ${count}`);
      await ended(place, `soak ${count}`);
      await sample(samples, count, Number(iterations) / ITERATIONS_A_RUN, bot);
    }
    say(`  ${model.iterations()} iterations, model's faults: ${model.faults()}`);
    return samples;
  },
  model,
);
await Promise.all([playbook, faults]);

const { p99Ms } = await stopManyRuns(500);
say(`stops: 500, p99 ${Math.round(p99Ms)} ms, later actions 0`);
if (p99Ms > 250) failures += 1;
process.exitCode = failures === 0 ? 0 : 1;

async function part(
  name: string,
  what: string,
  live: (place: CrashPlace, bot: LivingBot) => Promise<readonly Vitals[]>,
  decide?: typeof model,
): Promise<void> {
  say(`${name}: ${what}`);
  const cleanups: (() => void)[] = [];
  const place = await openCrashPlace(
    { after: (act) => cleanups.push(act) },
    decide === undefined ? 'playbook' : 'anthropic',
    decide?.decide,
  );
  // With faults the bot has a display of its own, which may be killed.
  const { DISPLAY: _display, XAUTHORITY: _authority, ...own } = place.env;
  const bot = spawnBot({
    env: {
      ...(decide === undefined ? place.env : own),
      MAX_ITERATIONS: '1000',
      RUN_TOKEN_BUDGET: '1000000000',
      NODE_OPTIONS: INSPECTED,
    },
  });
  const person = createScriptedPerson(place.owner, random);
  try {
    if ((await untilReady(bot)) === null || bot.child.pid === undefined) throw new Error(`not ready: ${bot.stderr()}`);
    const trend = readTrend(await live(place, { pid: bot.child.pid, stderr: bot.stderr }));
    const code = await bot.stop();
    const unhandled = bot
      .stderr()
      .split('\n')
      .filter((line) => line.includes('An error was not dealt with'));
    say(JSON.stringify({ part: name, ...trend, unhandled: unhandled.length, exitCode: code }));
    for (const line of unhandled) say(`  ${line}`);
    if (trend.growth > MAX_GROWTH) failures += 1;
    if (trend.last.descriptors > trend.first.descriptors + MAX_MORE_DESCRIPTORS) failures += 1;
    failures += unhandled.length + (code === 0 ? 0 : 1);
    for (const fault of place.anthropic?.faults ?? []) say(`  the model's server: ${fault}`);
  } finally {
    person.stop();
    await bot.kill();
    await place.stop();
    for (const clean of cleanups) clean();
  }
}

async function ended({ owner }: CrashPlace, goal: string): Promise<void> {
  await owner.waitFor(
    (messages) => messages.some((message) => isEnd(message) && message.text.includes(`“${goal}”`)),
    RUN_MS,
  );
}

interface LivingBot {
  readonly pid: number;
  stderr(): string;
}

/** Some 50 times in all, what it keeps when it is idle. */
async function sample(samples: Vitals[], count: number, of: number, { pid, stderr }: LivingBot): Promise<void> {
  const every = Math.max(1, Math.floor(of / SAMPLES));
  if (count % every !== 0) return;
  await sleep(500);
  await collectGarbage(stderr());
  await sleep(200);
  const vitals = readVitals(pid);
  samples.push(vitals);
  if (samples.length % 5 === 0) say(`  run ${count} of ${of}: ${JSON.stringify(vitals)}`);
}
