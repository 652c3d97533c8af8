/** Stops at random moments of runs, by word, command and button: how long each took, and that nothing was done afterwards. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFakeModel } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { createRandom } from './random.ts';

const SIDE_BY_SIDE = 10;
/** The time after a stop in which a late act of any phase would show. */
const WATCH_MS = 120;

/** Every phase a run can be in: acting slowly, thinking, waiting, asking, checking. */
const STEPS = [
  { action: 'type', text: 'hello' },
  { action: 'click', target: { x: 500, y: 500 } },
  { action: 'wait', seconds: 1 },
  { action: 'key', keys: 'enter' },
  { action: 'hold_key', keys: 'shift', seconds: 1 },
  { action: 'done', summary: 'Done.' },
];

export interface Stops {
  /** The median time until a stopped run was over, in milliseconds. */
  readonly p50Ms: number;
  /** The 99th percentile of the same. */
  readonly p99Ms: number;
  /** How many stops met a run at each of its events. */
  readonly phases: ReadonlyMap<string, number>;
}

/** Throws when something was done after a stop. */
export async function stopManyRuns(stops: number): Promise<Stops> {
  const random = createRandom(9);
  const times: number[] = [];
  const phases = new Map<string, number>();
  const waits = Array.from({ length: stops }, () => random() * 400);
  while (waits.length > 0) {
    const outcomes = await Promise.all(waits.splice(0, SIDE_BY_SIDE).map((waitMs, index) => stopOnce(waitMs, index)));
    for (const { ms, phase } of outcomes) {
      times.push(ms);
      phases.set(phase, (phases.get(phase) ?? 0) + 1);
    }
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(stops * share)] ?? Number.POSITIVE_INFINITY;
  return { p50Ms: at(0.5), p99Ms: at(0.99), phases };
}

async function stopOnce(waitMs: number, index: number): Promise<{ readonly ms: number; readonly phase: string }> {
  const bot = await startTestDeskhand({
    model: createFakeModel(async ({ purpose }, asked) => {
      await sleep(20);
      if (purpose === 'verify') return { screen: 's', reasons: ['no'], score: 10 };
      return { screen: 's', intent: 'i', action: STEPS[(asked + index) % STEPS.length], note: null };
    }),
    risk: (action) => (action.action === 'key' ? 'high' : 'safe'),
    settings: { confirmTimeoutMs: 60_000 },
  });
  bot.desktop.slowDown(30);
  await bot.chat.sendText('/run work');
  await sleep(waitMs);
  const phase = bot.types().at(-1) ?? 'not begun';
  const startedAt = performance.now();
  await stopIn(bot, index);
  while (!['run.ended', undefined].includes(bot.types().at(-1))) await sleep(1);
  const ms = performance.now() - startedAt;
  const did = bot.desktop.did.length;
  await sleep(WATCH_MS);
  assert.equal(bot.desktop.did.length, did, `something was done after a stop at ${phase}: ${bot.desktop.did.at(-1)}`);
  assert.ok(!bot.types().slice(bot.types().indexOf('run.ended') + 1).length);
  await bot.close();
  return { ms, phase };
}

/** By word, by command, or by the button. */
async function stopIn(bot: TestDeskhand, index: number): Promise<void> {
  const live = bot.chat
    .seen()
    .find(
      ({ kind, buttons }) =>
        kind === 'status' && buttons.flat().some(({ label, isLive }) => label === 'Stop' && isLive),
    );
  if (index % 3 === 0 && live !== undefined) await bot.chat.tap(live.id, 'Stop');
  else await bot.chat.sendText(index % 3 === 1 ? 'stop' : '/stop all');
}
