/** What the port between chats and machine costs where both are one process: a step through it against a step without it. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createSystemClock } from '../adapters/machine/clock.ts';
import { shareChats } from '../src/fleet/gateway/chats.ts';
import { createLocalWork } from '../src/fleet/local-work.ts';
import { createFakeModel } from '../tests/fakes/model.ts';
import { startTestDeskhand, type TestDeskhandOptions } from '../tests/support/deskhand.ts';
import { IDLE } from '../tests/support/machine-told.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const STEPS = 120;
/** A block takes a third of a second: of nine, the medians were five percent apart by the machine alone. */
const BLOCKS = 31;
/** The largest ratio of the time of a step with the port to one without it. */
const MOST = 1.05;
const HOUR_MS = 3_600_000;

export async function measureWork(): Promise<readonly Figure[]> {
  const [through, straight]: [number[], number[]] = [[], []];
  // Modules are loaded with their first use.
  await timeStep(throughPort());
  await timeStep(undefined);
  for (let block = 0; block < BLOCKS; block += 1) {
    const order = [
      () => timeStep(throughPort()).then((ms) => through.push(ms)),
      () => timeStep(undefined).then((ms) => straight.push(ms)),
    ];
    for (const measure of block % 2 === 0 ? order : order.toReversed()) await measure();
  }
  const [ours, theirs] = [median(through), median(straight)];
  const loaded = countClient();
  return [
    {
      figure: 'step through the port to a machine in the same process',
      unit: 'ms',
      better: 'lower',
      ours,
      theirs,
      ratio: theirs / ours,
      goal: 1 / MOST,
      ok: ours <= theirs * MOST,
      correct: through.length === BLOCKS && straight.length === BLOCKS,
      n: BLOCKS,
    },
    {
      figure: 'modules of the NATS client in a Deskhand without a server',
      unit: 'count',
      better: 'lower',
      ours: loaded,
      theirs: null,
      ratio: null,
      goal: 0,
      ok: loaded === 0,
      correct: true,
      n: 1,
    },
  ];
}

/** Milliseconds a step, over a run of many that the model answers at once. */
async function timeStep(wrapChats: TestDeskhandOptions['wrapChats']): Promise<number> {
  const model = createFakeModel(({ purpose }, index) => {
    if (purpose === 'verify') return { screen: '', reasons: [], score: 90 };
    if (purpose !== 'step') return { narrative: 'It was done.', lessons: [] };
    const action = index < STEPS ? { action: 'think', text: `${index}` } : { action: 'done', summary: 'Done.' };
    return { screen: 'A terminal.', intent: 'Go on', action, note: null };
  });
  const caps = {
    maxIterations: STEPS + 5,
    timeLimitMs: HOUR_MS,
    tokenBudget: 1e9,
    costLimitUsd: 1e6,
    dayCostLimitUsd: 1e6,
  };
  const bot = await startTestDeskhand({ model, settings: { caps }, ...(wrapChats && { wrapChats }) });
  const startedAt = performance.now();
  await bot.chat.sendText('/run work');
  await bot.chat.waitFor(({ kind }) => kind === 'end', HOUR_MS);
  const ms = (performance.now() - startedAt) / STEPS;
  const steps = bot.events().filter(({ type }) => type === 'reply.received').length;
  await bot.close();
  if (steps < STEPS) throw new Error(`the run took ${steps} steps`);
  return ms;
}

/** As a gateway that has a desktop of its own wires it. */
function throughPort(): NonNullable<TestDeskhandOptions['wrapChats']> {
  const clock = createSystemClock();
  return (chats) => {
    const work = createLocalWork(
      { name: 'here', receive: (message) => shared.receive(message), listening: () => 'nothing', told: () => IDLE },
      clock,
    );
    const shared = shareChats({
      chats,
      machine: 'here',
      areSeveral: () => true,
      async receiveAll(message) {
        const asked = await work.ask({ machine: 'here', message, until: clock.now() + HOUR_MS }, HOUR_MS);
        return asked.kind === 'taken' ? asked.receipt : { toast: '' };
      },
    });
    return shared.chats;
  };
}

/** Counts modules of the NATS client among all that a start imports before it is told a server. */
function countClient(): number {
  const launch = join(import.meta.dirname, '../src/bin/launch.ts');
  const program = `
    const { registerHooks } = await import('node:module');
    const found = [];
    registerHooks({ load(url, context, next) { if (url.includes('/@nats-io/')) found.push(url); return next(url, context); } });
    await import(${JSON.stringify(`file://${launch}`)});
    process.stdout.write(String(found.length));
    process.exit(0);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }));
}
