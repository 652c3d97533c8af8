/** The ledger through whole runs: what is asked for is kept, checked one by one, and told as it is. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { evolve } from '../../../src/journal/evolve.ts';
import { startingState } from '../../../src/journal/run-state.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { createFastClock } from '../../fakes/clock.ts';
import { createFakeMachine } from '../../fakes/machine.ts';
import { startTestDeskhand, type TestDeskhand } from '../../support/deskhand.ts';
import { DONE, type Scripted, scriptedModel, step } from '../../support/scripted-model.ts';
import { until } from '../../support/until.ts';

const GOAL = 'Open the shop page. Write “milk” into ~/list.txt, but don’t touch ~/other.txt.';
const WRITE = { action: 'file_create', path: '~/list.txt', text: 'milk and eggs' } as const;
const LOOK = step({ action: 'move', target: { x: 300, y: 300 } });

type Met = 'yes' | 'no' | 'unknown';
const judged = (score: number, ...met: readonly Met[]) => ({
  screen: 'A window.',
  reasons: ['Looked'],
  score,
  wishes: met.map((one, index) => ({ number: index + 1, met: one, why: `saw ${index + 1}` })),
});

async function start(steps: readonly Scripted[], verify: Scripted, more: Record<string, Scripted> = {}) {
  const model = scriptedModel(steps, { verify, intent: { kind: 'multi-step', scope: null }, ...more });
  const machine = createFakeMachine();
  const bot = await startTestDeskhand({ model, machine, clock: createFastClock(10) });
  return { bot, model, machine };
}

const end = (bot: TestDeskhand) => bot.chat.waitFor(({ kind }) => kind === 'end', 30_000);
const run = async (bot: TestDeskhand, goal = GOAL): Promise<string> => {
  await bot.chat.sendText(`/run ${goal}`);
  return (await end(bot)).text;
};
const asked = (model: { readonly asked: readonly ModelRequest[] }, purpose: string) =>
  model.asked.filter((request) => request.purpose === purpose);

describe('The ledger of a run', () => {
  it('each wish is checked by itself, and the end lists them', async () => {
    const { bot, model, machine } = await start(
      [step(WRITE, { note: 'wish 2 done: it is written' }), DONE],
      judged(90, 'yes', 'unknown', 'yes'),
    );
    const text = await run(bot);
    assert.match(text, /Done and checked/);
    assert.match(text, /✓ Open the shop page\n✓ Write “milk” into ~\/list\.txt\n✓ don’t touch ~\/other\.txt/);
    assert.equal(machine.contents.get('/home/person/list.txt'), 'milk and eggs');
    assert.match(asked(model, 'step')[0]?.system ?? '', /^2\. Write “milk” into ~\/list\.txt\n3\. \(must hold/m);
    assert.match(asked(model, 'step')[0]?.text ?? '', /^Wishes: open 1, 2, 3\.$/m);
    assert.match(asked(model, 'step')[1]?.text ?? '', /^Wishes: you said done 2 \(step 1\); open 1, 3\.$/m);
    assert.equal(new Set(asked(model, 'step').map(({ system }) => system)).size, 1, 'the cached part keeps its bytes');
    assert.equal(asked(model, 'verify').length, 1);
    await bot.close();
  });

  it('a model that says done too early goes back to the open wish, and finishes it', async () => {
    const { bot, model } = await start([DONE, step(WRITE), DONE], judged(95, 'yes', 'yes', 'yes'));
    const text = await run(bot);
    assert.match(text, /Done and checked/);
    assert.match(asked(model, 'step')[1]?.text ?? '', /wish 2 \(Write “milk” into ~\/list\.txt\) is open: .*not there/);
    assert.match(asked(model, 'step')[1]?.text ?? '', /Wishes: done 1 \(step 1\), 3 \(step 1\); open 2\./);
    await bot.close();
  });

  it('one that never does it ends as not done, with what was and what was not', async () => {
    const { bot, model } = await start([DONE], judged(95, 'yes', 'yes', 'yes'));
    const text = await run(bot);
    assert.match(text, /Failed/);
    assert.match(text, /✓ Open the shop page\n✗ Write “milk” into ~\/list\.txt: .*not there/);
    assert.equal(asked(model, 'verify').length, 3);
    await bot.close();
  });

  it('a checker that says nothing of the wishes is believed about the whole, but not against what was looked up', async () => {
    const whole = { screen: 'A window.', reasons: ['Looked'], score: 90 };
    const good = await start([step(WRITE), DONE], whole);
    const text = await run(good.bot);
    assert.match(text, /Done and checked/);
    assert.match(text, /– Open the shop page \(not checked\)\n✓ Write “milk” into ~\/list\.txt/);
    assert.equal(asked(good.model, 'verify').length, 1);
    await good.bot.close();
    const early = await start([DONE], whole);
    assert.match(await run(early.bot), /Failed[\s\S]*✗ Write “milk” into ~\/list\.txt: .*not there/);
    await early.bot.close();
    const unsure = await start([step(WRITE), DONE], { ...whole, score: 30 });
    assert.match(await run(unsure.bot), /Failed/);
    await unsure.bot.close();
  });

  it('goes on as long as each check finds fewer wishes open', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    const goal = names.map((name) => `Write “${name}” into ~/${name}.txt.`).join(' ');
    const write = (name: string) => step({ action: 'file_create', path: `~/${name}.txt`, text: name });
    // Each time one more is done, and done is said too early four times.
    const steps = names.flatMap((name) => [write(name), DONE]);
    const nothing = { screen: 'A window.', reasons: ['Looked'], score: 90 };
    const slow = await start(steps, nothing, { plan: { parts: [] } });
    assert.match(await run(slow.bot, goal), /Done and checked/);
    assert.equal(asked(slow.model, 'verify').length, 5);
    await slow.bot.close();
    const stuck = await start([write('one'), DONE], nothing, { plan: { parts: [] } });
    assert.match(await run(stuck.bot, goal), /Failed/);
    assert.equal(asked(stuck.model, 'verify').length, 3);
    await stuck.bot.close();
  });

  it('what nothing shows is not believed: once it is sent to show it, then the end says so', async () => {
    const { bot, model } = await start([step(WRITE), DONE], judged(95, 'unknown', 'yes', 'yes'));
    const text = await run(bot);
    assert.match(text, /Done, not checked/);
    assert.match(text, /– Open the shop page \(not checked\)/);
    assert.match(asked(model, 'step')[2]?.text ?? '', /nothing shows that wish 1 \(Open the shop page\) is done/);
    assert.equal(asked(model, 'verify').length, 2);
    await bot.close();
  });

  it('a good picture does not outvote a wish that is not met', async () => {
    const { bot } = await start([step(WRITE), DONE], judged(100, 'yes', 'yes', 'no'));
    assert.match(await run(bot), /✗ don’t touch ~\/other\.txt: saw 3/);
    await bot.close();
  });

  it('one that cannot be done ends the run with the reason, without asking again and again', async () => {
    const steps = [step(WRITE, { note: 'wish 1 impossible: the page is gone' }), DONE];
    const { bot, model } = await start(steps, judged(80, 'no', 'yes', 'yes'));
    const text = await run(bot);
    assert.match(text, /Failed/);
    assert.match(text, /✗ Open the shop page: it cannot be done: the page is gone/);
    assert.equal(asked(model, 'verify').length, 1);
    await bot.close();
  });

  it('is judged by the picture of the step that said so', async () => {
    const steps = [step(WRITE), step({ action: 'move', target: { x: 10, y: 10 } }, { note: 'wish 1 done' }), DONE];
    const { bot, model } = await start(steps, judged(90, 'yes', 'yes', 'yes'));
    await run(bot);
    const [check] = asked(model, 'verify');
    assert.equal(check?.pictures.length, 2);
    assert.match(check?.text ?? '', /Picture 2 is of step 2, where the worker said that wish 1 was done/);
    await bot.close();
  });

  it('a goal of one act has none: no line, no other question to the checker', async () => {
    const { bot, model } = await start([LOOK, DONE], judged(95));
    const text = await run(bot, 'move the pointer');
    assert.match(text, /Done and checked/);
    assert.doesNotMatch(asked(model, 'step')[0]?.text ?? '', /Wishes/);
    assert.doesNotMatch(asked(model, 'verify')[0]?.system ?? '', /wishes/);
    await bot.close();
  });
});

test('a hint adds a wish, changes one, waives one; a run killed there keeps them', async () => {
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const steps = [
    async () => {
      await held;
      return LOOK;
    },
    step(WRITE),
    DONE,
  ];
  const { bot, model } = await start(steps, judged(95, 'yes', 'yes', 'yes', 'yes'));
  await bot.chat.sendText(`/run ${GOAL}`);
  await until(() => bot.events().some(({ type }) => type === 'wish.noted'), 'the ledger');
  await bot.chat.sendText('also take the blue one');
  await bot.chat.sendText('skip 1');
  await bot.chat.sendText('2: write “milk and eggs” into ~/list.txt');
  const events = () => bot.events();
  await until(
    () => events().filter(({ type }) => type === 'wish.waived' || type === 'wish.noted').length >= 6,
    () => `the wishes to be noted: ${JSON.stringify(events().slice(-8))}`,
  );
  // What a life after kill -9 reads is the journal.
  const kept = events().reduce((state, event) => evolve(state, event), startingState).wishes;
  assert.deepEqual(
    kept.map(({ id, text, status }) => [id, text, status.name]),
    [
      [1, 'Open the shop page', 'waived'],
      [2, 'write “milk and eggs” into ~/list.txt', 'open'],
      [3, 'don’t touch ~/other.txt', 'open'],
      [4, 'also take the blue one', 'open'],
    ],
  );
  go();
  const text = (await end(bot)).text;
  assert.match(text, /– Open the shop page \(left out, as you said\)\n✓ write “milk and eggs”/);
  assert.match(asked(model, 'step').at(-1)?.system ?? '', /^4\. also take the blue one$/m);
  await bot.close();
});
