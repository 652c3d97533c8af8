/** An interrupted run goes on from its ledger: what is done is looked up first, and never believed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { createFastClock } from '../../fakes/clock.ts';
import { createFakeMachine, type FakeMachine } from '../../fakes/machine.ts';
import { startTestDeskhand, type TestDeskhand } from '../../support/deskhand.ts';
import { DONE, grantWishes, type Scripted, scriptedModel, step, verdict } from '../../support/scripted-model.ts';
import { until } from '../../support/until.ts';

const GOAL = 'Open the shop page. Write “milk” into ~/list.txt, but don’t touch ~/other.txt.';
const LIST = '/home/person/list.txt';
const WRITE = step({ action: 'file_create', path: '~/list.txt', text: 'milk and eggs' });
const HANG: Scripted = () => 'hang';

const good: Scripted = ({ text }: ModelRequest) => ({ ...verdict(95, 'Looked'), ...grantWishes(text) });
const half = {
  ...verdict(50, 'Looked'),
  wishes: (['no', 'yes', 'yes'] as const).map((met, index) => ({ number: index + 1, met, why: 'seen' })),
};

const modelOf = (steps: readonly Scripted[], verify: Scripted = good) =>
  scriptedModel(steps, { verify, intent: { kind: 'multi-step', scope: null } });
const asked = (model: { readonly asked: readonly ModelRequest[] }, purpose: string) =>
  model.asked.filter((request) => request.purpose === purpose);
const endOf = (bot: TestDeskhand, run: number) =>
  bot.chat.waitFor(({ kind, text }) => kind === 'end' && text.includes(`run ${run} `), 30_000);

/** A life that ends in the middle of a run, as by kill -9: before the answer after these steps. */
async function breakOff(machine: FakeMachine, steps: readonly Scripted[], verify: Scripted = good, goal = GOAL) {
  const model = modelOf([...steps, HANG], verify);
  const bot = await startTestDeskhand({ model, machine });
  await bot.chat.sendText(`/run ${goal}`);
  await until(() => asked(model, 'step').length === steps.length + 1, 'the step that never ends', 30_000);
  return bot;
}

describe('A run that was interrupted', () => {
  it('goes on with Again, also two restarts later: what holds is done, and is not done twice', async () => {
    const machine = createFakeMachine();
    const first = await breakOff(machine, [WRITE]);
    const second = await startTestDeskhand({ model: null, machine, after: first });
    const report = await endOf(second, 1);
    assert.match(report.text, /Interrupted[\s\S]*Tap Again to go on: I'll first check what is already done\./);
    const button = second.chat.dataOf(report.id, 'Again');
    await second.close();
    const model = modelOf([DONE]);
    const third = await startTestDeskhand({ model, machine, after: second });
    assert.equal((await third.chat.tapData(button)).toast, 'Going on from there.');
    const { text } = await endOf(third, 2);
    assert.match(text, /Done and checked/);
    assert.match(text, /✓ Open the shop page\n✓ Write “milk” into ~\/list\.txt\n✓ don’t touch/);
    const [step] = asked(model, 'step');
    assert.match(step?.text ?? '', /^Wishes: done 2 \(checked at the start\); open 1, 3\.$/m);
    assert.match(step?.system ?? '', /^2\. Write “milk” into ~\/list\.txt\n3\. \(must hold/m);
    assert.equal(asked(model, 'verify').length, 1, 'the check at the start asks no model');
    assert.match((await third.chat.tapData(button)).toast, /no longer active/);
    await third.close();
    await first.close();
  });

  it('what was done and holds no more is open again; what nothing can look up is to be looked at again', async () => {
    const machine = createFakeMachine();
    const first = await breakOff(machine, [WRITE, DONE], half);
    const model = modelOf([WRITE, DONE]);
    machine.contents.delete(LIST);
    const second = await startTestDeskhand({ model, machine, after: first });
    await endOf(second, 1);
    await second.chat.sendText('/run again 1');
    assert.match((await endOf(second, 2)).text, /Done and checked/);
    assert.match(asked(model, 'step')[0]?.text ?? '', /^Wishes: done 3 \(look again\); open 1, 2\.$/m);
    assert.equal(machine.contents.get(LIST), 'milk and eggs');
    await second.close();
    await first.close();
  });

  it('does not end as done where only the earlier run had it right', async () => {
    const machine = createFakeMachine();
    const first = await breakOff(machine, [WRITE, DONE], half);
    machine.contents.set(LIST, 'nothing');
    const second = await startTestDeskhand({
      model: modelOf([DONE]),
      machine,
      after: first,
      clock: createFastClock(5),
    });
    await endOf(second, 1);
    await second.chat.sendText('/run noch einmal 1');
    const { text } = await endOf(second, 2);
    assert.match(text, /Failed/);
    assert.match(text, /✗ Write “milk” into ~\/list\.txt: .*does not contain/);
    await second.close();
    await first.close();
  });

  it('keeps what the person left out, and what they wished on the way', async () => {
    const machine = createFakeMachine();
    const first = await breakOff(machine, [WRITE]);
    await first.chat.sendText('skip 1');
    await first.chat.sendText('also take the blue one');
    await until(() => first.types().filter((type) => /^wish\./.test(type)).length === 5, 'both are noted');
    const model = modelOf([DONE]);
    const second = await startTestDeskhand({ model, machine, after: first });
    const report = await endOf(second, 1);
    await second.chat.tap(report.id, 'Again');
    const { text } = await endOf(second, 2);
    assert.match(text, /– Open the shop page \(left out, as you said\)\n✓ Write[\s\S]*✓ also take the blue one/);
    assert.match(
      asked(model, 'step')[0]?.text ?? '',
      /^Wishes: done 2 \(checked at the start\); waived 1; open 3, 4\.$/m,
    );
    await second.close();
    await first.close();
  });

  it('starts over where it had no ledger', async () => {
    const first = await breakOff(createFakeMachine(), [], good, 'press the button');
    const second = await startTestDeskhand({ model: modelOf([DONE]), after: first });
    const report = await endOf(second, 1);
    assert.match(report.text, /tap Again to start over/);
    assert.equal((await second.chat.tap(report.id, 'Again')).toast, 'Starting again.');
    await endOf(second, 2);
    assert.equal(second.events().find((event) => event.type === 'run.created')?.continues, undefined);
    await second.close();
    await first.close();
  });
});
