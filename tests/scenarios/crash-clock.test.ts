/** Clocks that jump and computers that sleep: patience is measured on the clock that never jumps, and what has expired stays so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFakeClock, type FakeClock } from '../fakes/clock.ts';
import { createFakeModel } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { readStep } from '../support/step-request.ts';

const HOUR_MS = 3_600_000;

/** Types one letter, which asks, and is done. */
const model = () =>
  createFakeModel((request) => {
    if (request.purpose === 'verify') return { screen: 's', reasons: ['seen'], score: 90 };
    const action =
      readStep(request).typed === null ? { action: 'type', text: 'a' } : { action: 'done', summary: 'Typed it.' };
    return { screen: 's', intent: 'Type', action, note: null };
  });

function start(clock: FakeClock, after?: TestDeskhand): Promise<TestDeskhand> {
  return startTestDeskhand({
    model: model(),
    clock,
    risk: (action) => (action.action === 'type' ? 'high' : 'safe'),
    settings: { confirmTimeoutMs: 600_000 },
    ...(after === undefined ? {} : { after }),
  });
}

/** Lets time pass until a message matches. */
async function waitFor(
  bot: TestDeskhand,
  clock: FakeClock,
  match: (message: { readonly kind: string; readonly text: string }) => boolean,
) {
  for (let tries = 0; tries < 5000; tries += 1) {
    const found = bot.chat.seen().find(match);
    if (found !== undefined) return found;
    await clock.advance(10);
    // Pictures are really made, in real time.
    await sleep(1);
  }
  throw new Error(`nothing matched: ${JSON.stringify(bot.chat.seen().map(({ text }) => text))}`);
}

const isCard = ({ kind }: { readonly kind: string }): boolean => kind === 'question';
const isEnd = ({ kind }: { readonly kind: string }): boolean => kind === 'end';
const typed = (bot: TestDeskhand): number => bot.desktop.did.filter((entry) => entry === 'type a').length;

async function stop(bot: TestDeskhand, clock: FakeClock): Promise<void> {
  const stopped = bot.close();
  await clock.advance(20_000);
  await stopped;
}

for (const [name, jumpMs] of [
  ['forward', 5 * HOUR_MS],
  ['back', -5 * HOUR_MS],
] as const) {
  test(`a clock set ${name} by hours ends no question and no run; an answer still counts`, async () => {
    const clock = createFakeClock();
    const bot = await start(clock);
    await bot.chat.sendText('/run x');
    const card = await waitFor(bot, clock, isCard);
    clock.jump(jumpMs);
    await clock.advance(60_000);
    assert.ok(!bot.chat.seen().some(isEnd));
    await bot.chat.tap(card.id, 'Approve');
    assert.match((await waitFor(bot, clock, isEnd)).text, /Done and checked/);
    assert.equal(typed(bot), 1);
    await stop(bot, clock);
  });
}

test('a question expires after its time, not earlier, whatever the clock on the wall says; a late yes does nothing', async () => {
  const clock = createFakeClock();
  const bot = await start(clock);
  await bot.chat.sendText('/run x');
  const card = await waitFor(bot, clock, isCard);
  const approve = card.buttons.flat().find(({ label }) => label === 'Approve');
  assert.ok(approve?.isLive);
  clock.jump(-HOUR_MS);
  await clock.advance(590_000);
  assert.ok(!bot.chat.seen().some(isEnd), 'it is still open');
  await clock.advance(20_000);
  assert.match((await waitFor(bot, clock, isEnd)).text, /No answer came in time/);
  clock.jump(-5 * HOUR_MS);
  await assert.rejects(bot.chat.tap(card.id, 'Approve'), /no live button/);
  await clock.advance(10_000);
  assert.equal(typed(bot), 0);
  await stop(bot, clock);
  // The expired question stays expired in the next process.
  const next = await start(clock, bot);
  await clock.advance(10_000);
  assert.equal(typed(next), 0);
  assert.deepEqual(next.chat.seen(), []);
  await stop(next, clock);
});

test('a command that waited long is asked about after a restart; yes runs it once, no ends it, a fresh one just runs', async () => {
  for (const answer of ['Run now', 'Cancel', 'none'] as const) {
    const before = createFakeClock();
    const bot = await start(before);
    await bot.chat.sendText('/run first');
    await waitFor(bot, before, isCard);
    await bot.chat.sendText('/run second');
    // Its time stands still from here on, as after a power cut; the next life comes hours later.
    const clock = createFakeClock(before.now() + 2 * HOUR_MS);
    const next = await start(clock, bot);
    const question = await waitFor(next, clock, ({ text }) => text.startsWith('Run it now?'));
    assert.match(question.text, /“second” was sent on/);
    assert.equal(next.recordings.runs.size, 1, 'nothing has started');
    if (answer === 'none') await clock.advance(601_000);
    else await next.chat.tap(question.id, answer);
    if (answer === 'Run now') {
      await next.chat.tap((await waitFor(next, clock, ({ text }) => text.startsWith('May I '))).id, 'Approve');
      await waitFor(next, clock, ({ kind, text }) => kind === 'end' && /“second”/.test(text));
      assert.equal(typed(next), 1);
    } else {
      await waitFor(next, clock, ({ text }) => text === '“second” was not run.');
    }
    assert.equal(next.recordings.runs.size, answer === 'Run now' ? 2 : 1);
    await stop(next, clock);
    const last = await start(clock, next);
    await clock.advance(1000);
    assert.ok(!last.chat.seen().some(({ text }) => text.startsWith('Run it now?')), 'it is not asked twice');
    await stop(last, clock);
    await stop(bot, before);
  }
});
