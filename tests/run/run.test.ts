import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Desktop, Refused } from '../../src/ports/desktop.ts';
import { parseSkill } from '../../src/skills/parse-skill.ts';
import { createFastClock } from '../fakes/clock.ts';
import { createFakeDesktop } from '../fakes/desktop.ts';
import { createFakeModel, type FakeAnswer } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { DONE, scriptedModel, step, verdict } from '../support/scripted-model.ts';
import { holdsFor, until } from '../support/until.ts';

const click = (x: number, y: number): FakeAnswer => step({ action: 'click', target: { x, y } });

/** Something with a name at 500, 500: only that can be allowed for a whole run. */
function showButton({ desktop }: TestDeskhand): void {
  const box = { x: 0, y: 0, width: 4000, height: 4000 };
  const button = {
    number: 1,
    role: 'button',
    name: 'Next',
    value: '',
    box,
    isEnabled: true,
    isFocused: false,
    isSecure: false,
  };
  desktop.setElements({ elements: [button], coverage: 'complete', reason: '' });
}

const isEnd = (message: { readonly kind: string }): boolean => message.kind === 'end';
const isQuestion = (message: {
  readonly kind: string;
  readonly buttons: readonly (readonly { readonly isLive: boolean }[])[];
}): boolean => message.kind === 'question' && message.buttons.flat().some((button) => button.isLive);

async function finish(bot: TestDeskhand) {
  const end = await bot.chat.waitFor(isEnd, 60_000);
  await bot.close();
  return end;
}

test('a run looks, acts, checks, and says what it did', async () => {
  const model = scriptedModel([
    click(500, 250),
    step({ action: 'type', text: 'hello' }, { note: 'typed hello' }),
    DONE,
  ]);
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendText('/run greet');
  const end = await finish(bot);
  assert.match(end.text, /Done and checked/);
  assert.doesNotMatch(end.text, /score/);
  assert.equal(bot.recordings.runs.size, 1);
  assert.ok(end.picture !== null && end.picture.length > 0);
  assert.deepEqual(
    bot.desktop.did.filter((entry) => /^(click|type)/.test(entry)),
    ['click left 1 at 280,84', 'type hello'],
  );
  const types = bot.types();
  assert.equal(types[0], 'run.created');
  assert.equal(types.at(-1), 'run.ended');
  for (const [index, type] of types.entries())
    if (type === 'action.performed') assert.equal(types[index - 1], 'action.intended');
  assert.match(model.asked[2]?.text ?? '', /typed hello/, 'the note comes back in the next prompt');
  const systems = new Set(model.asked.filter((request) => request.purpose === 'step').map((request) => request.system));
  assert.equal(systems.size, 1, 'the system part is the same through the run');
  assert.equal(bot.chat.seen().filter((message) => message.kind === 'status').length, 1, 'one live message');
  assert.notEqual(bot.recordings.runs.get('000001')?.recording, null);
});

test('a high risk waits for Approve, runs once, and the card is dead afterwards', async () => {
  const bot = await startTestDeskhand({
    model: scriptedModel([click(500, 500), DONE]),
    risk: (action) => (action.action === 'click' ? 'high' : 'safe'),
  });
  showButton(bot);
  await bot.chat.sendText('/run press the button');
  const card = await bot.chat.waitFor(isQuestion);
  assert.match(card.text, /May I click at 500, 500\?/);
  assert.ok(card.picture !== null);
  assert.deepEqual(
    card.buttons.flat().map((button) => button.label),
    ['Approve', 'Deny', 'Allow for this run', 'Why?', 'Deny…'],
  );
  assert.deepEqual(
    bot.desktop.did,
    ['releaseAll'].filter((entry) => bot.desktop.did.includes(entry)),
    'nothing was sent while the card is open',
  );
  const taps = await Promise.all([bot.chat.tap(card.id, 'Approve'), bot.chat.tap(card.id, 'Approve')]);
  assert.equal(taps.filter((receipt) => receipt.toast === '').length, 1);
  await finish(bot);
  assert.equal(bot.desktop.did.filter((entry) => entry.startsWith('click')).length, 1);
  const after = bot.chat.seen().find((message) => message.id === card.id);
  assert.match(after?.text ?? '', /Approved by Owner/);
  assert.ok(after?.buttons.flat().every((button) => !button.isLive));
  const types = bot.types();
  assert.ok(types.indexOf('confirmation.answered') < types.indexOf('action.intended'));
});

test('Deny does nothing, and the model is told', async () => {
  const model = scriptedModel([click(500, 500), DONE]);
  const bot = await startTestDeskhand({ model, risk: (action) => (action.action === 'click' ? 'high' : 'safe') });
  await bot.chat.sendText('/run press the button');
  const card = await bot.chat.waitFor(isQuestion);
  await bot.chat.tap(card.id, 'Deny');
  await finish(bot);
  assert.equal(bot.desktop.did.filter((entry) => entry.startsWith('click')).length, 0);
  assert.match(model.asked[1]?.text ?? '', /denied click/);
});

test('Deny… denies, and what the person writes steers the run', async () => {
  const model = scriptedModel([click(500, 500), DONE]);
  const bot = await startTestDeskhand({ model, risk: (action) => (action.action === 'click' ? 'high' : 'safe') });
  await bot.chat.sendText('/run press the button');
  const card = await bot.chat.waitFor(isQuestion);
  await bot.chat.tap(card.id, 'Deny…');
  await bot.chat.waitFor((message) => /What should I do instead/.test(message.text));
  await bot.chat.sendText('use the menu instead');
  await finish(bot);
  assert.match(model.asked[1]?.text ?? '', /use the menu instead/);
});

test('Why? is no answer: the same card runs out when it would have, and a change since then counts', async () => {
  const bot = await startTestDeskhand({
    model: scriptedModel([click(500, 500), click(500, 500), DONE]),
    risk: (action) => (action.action === 'click' ? 'high' : 'safe'),
  });
  showButton(bot);
  await bot.chat.sendText('/run press the button');
  const card = await bot.chat.waitFor(isQuestion);
  assert.match((await bot.chat.tap(card.id, 'Why?')).toast, /still waiting for your answer/);
  const told = await bot.chat.waitFor(
    ({ id, text }) => id === card.id && /If you approve: “Next” in Editor/.test(text),
  );
  assert.deepEqual([told.buttons, told.picture], [card.buttons, card.picture]);
  assert.ok(told.text.startsWith(card.text));
  bot.desktop.paint({ x: 270, y: 150, width: 40, height: 40 }, 0xff0000);
  await bot.chat.tap(card.id, 'Approve');
  const second = await bot.chat.waitFor((message) => isQuestion(message) && message.id !== card.id);
  assert.match(second.text, /Asking again/);
  const [first] = bot.chat.seen().filter(({ id }) => id === card.id);
  assert.ok(first?.buttons.flat().every((button) => !button.isLive));
  assert.doesNotMatch(first?.text ?? '', /If you approve/);
  await bot.chat.tap(second.id, 'Deny');
  const expiry = bot.events().flatMap((event) => (event.type === 'confirmation.asked' ? [event.expires_at] : []));
  assert.equal(expiry.length, 2, 'asked twice, and not for the sake of Why?');
  await bot.close();
});

test('Why? gives no more time', async () => {
  const bot = await startTestDeskhand({
    model: scriptedModel([click(500, 500), DONE]),
    risk: (action) => (action.action === 'click' ? 'high' : 'safe'),
    settings: { confirmTimeoutMs: 1000 },
  });
  await bot.chat.sendText('/run press the button');
  const card = await bot.chat.waitFor(isQuestion);
  await bot.chat.tap(card.id, 'Why?');
  const closed = await bot.chat.waitFor(({ id, text }) => id === card.id && /Expired: no answer came/.test(text));
  assert.ok(closed.buttons.flat().every((button) => !button.isLive));
  await until(() => bot.types().includes('confirmation.expired'));
  assert.equal(bot.types().filter((type) => type.startsWith('confirmation.')).length, 2);
  await bot.close();
});

test('no answer in time is a Deny that ends the run and says so', async () => {
  const bot = await startTestDeskhand({
    model: scriptedModel([click(500, 500), DONE]),
    risk: (action) => (action.action === 'click' ? 'critical' : 'safe'),
    settings: { confirmTimeoutMs: 300 },
  });
  await bot.chat.sendText('/run press the button');
  const end = await finish(bot);
  assert.match(end.text, /Stopped.*No answer came in time/s);
  assert.ok(bot.types().includes('confirmation.expired'));
  assert.equal(bot.desktop.did.filter((entry) => entry.startsWith('click')).length, 0);
});

test('when the target changed after the card was drawn, Approve asks once more', async () => {
  const bot = await startTestDeskhand({
    model: scriptedModel([click(500, 500), DONE]),
    risk: (action) => (action.action === 'click' ? 'high' : 'safe'),
  });
  await bot.chat.sendText('/run press the button');
  const card = await bot.chat.waitFor(isQuestion);
  bot.desktop.paint({ x: 270, y: 150, width: 40, height: 40 }, 0xff0000);
  await bot.chat.tap(card.id, 'Approve');
  const second = await bot.chat.waitFor((message) => isQuestion(message) && message.id !== card.id);
  assert.match(second.text, /Asking again: the place to click looks different/);
  assert.equal(bot.desktop.did.filter((entry) => entry.startsWith('click')).length, 0);
  await bot.chat.tap(second.id, 'Approve');
  await finish(bot);
  assert.equal(bot.desktop.did.filter((entry) => entry.startsWith('click')).length, 1);
});

test('“Allow for this run” covers the same act again, never a critical one', async () => {
  const bot = await startTestDeskhand({
    model: scriptedModel([click(500, 500), click(500, 500), DONE]),
    risk: (action) => (action.action === 'click' ? 'high' : 'safe'),
  });
  showButton(bot);
  await bot.chat.sendText('/run press it twice');
  const card = await bot.chat.waitFor(isQuestion);
  await bot.chat.tap(card.id, 'Allow for this run');
  await finish(bot);
  assert.equal(bot.desktop.did.filter((entry) => entry.startsWith('click')).length, 2);
  assert.equal(bot.chat.seen().filter((message) => message.kind === 'question').length, 1);
});

test('“Allow for this run” does not cover a button of the same name in another window, nor keys', async () => {
  const held = step({ action: 'hold_key', keys: 'Return', seconds: 0.1 });
  const bot = await startTestDeskhand({
    model: scriptedModel([click(500, 500), click(500, 500), held, DONE]),
    risk: (action) => (action.action === 'click' || action.action === 'hold_key' ? 'high' : 'safe'),
  });
  bot.desktop.onInput((entry) => {
    if (entry.startsWith('click')) bot.desktop.setFront({ app: 'Editor', title: 'Another page', pid: 4711 });
  });
  showButton(bot);
  await bot.chat.sendText('/run press it twice');
  await bot.chat.tap((await bot.chat.waitFor(isQuestion)).id, 'Allow for this run');
  const second = await bot.chat.waitFor((message) => isQuestion(message) && /Another page/.test(message.text));
  await bot.chat.tap(second.id, 'Approve');
  const keys = await bot.chat.waitFor((message) => isQuestion(message) && message.id !== second.id);
  assert.ok(!keys.buttons.flat().some(({ label }) => label === 'Allow for this run'));
  await bot.chat.tap(keys.id, 'Approve');
  await finish(bot);
});

test('a stop while the model thinks: the late reply’s click never comes', async () => {
  const late = Promise.withResolvers<FakeAnswer>();
  const model = createFakeModel(() => late.promise);
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendText('/run think long');
  await until(() => model.asked.length > 0);
  await bot.chat.sendText('stop');
  const end = await bot.chat.waitFor(isEnd);
  late.resolve(click(500, 500));
  assert.match(end.text, /Stopped by Owner/);
  await bot.close();
  assert.equal(bot.desktop.did.filter((entry) => entry.startsWith('click')).length, 0);
});

test('a stop in the middle of an act leaves its result unknown, and says so', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([step({ action: 'type', text: 'a long text' }), DONE]) });
  bot.desktop.slowDown(3000);
  await bot.chat.sendText('/run type');
  await until(() => bot.types().includes('action.intended'));
  const status = bot.chat.seen().find((message) => message.kind === 'status');
  assert.deepEqual(await bot.chat.tap(status?.id ?? '', 'Stop'), { toast: 'Stopped.' });
  const end = await finish(bot);
  assert.match(end.text, /may or may not have happened/);
  assert.ok(bot.types().includes('action.unknown'));
});

test('three unusable replies in a row end the run with an explanation; two do not', async () => {
  const model = scriptedModel(['{"screen":1}', 'no', DONE]);
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendText('/run x');
  assert.match((await finish(bot)).text, /Done and checked/);
  assert.match(model.asked[1]?.text ?? '', /not usable/);
  const other = await startTestDeskhand({ model: scriptedModel(['garbage']) });
  await other.chat.sendText('/run x');
  assert.match((await finish(other)).text, /three answers in a row/);
  assert.equal(other.types().filter((type) => type === 'reply.malformed').length, 3);
});

test('a refusal is named, a rejected key ends the run with what to do', async () => {
  const bot = await startTestDeskhand({
    model: scriptedModel([{ stop: 'refused', detail: 'It will not help with that.' }]),
  });
  await bot.chat.sendText('/run x');
  assert.match((await finish(bot)).text, /It will not help with that\. I asked three times/);
  const other = await startTestDeskhand({
    model: scriptedModel([{ stop: 'rejected', detail: 'The key is wrong; get one at the console.' }]),
  });
  await other.chat.sendText('/run x');
  assert.match((await finish(other)).text, /The key is wrong/);
});

test('a model that cannot be reached holds the run up and asks; Retry goes on', async () => {
  const bot = await startTestDeskhand({
    model: scriptedModel([{ stop: 'unavailable', detail: 'The provider is overloaded.' }, DONE]),
  });
  await bot.chat.sendText('/run x');
  const card = await bot.chat.waitFor(isQuestion);
  assert.match(card.text, /overloaded/);
  await bot.chat.tap(card.id, 'Retry');
  assert.match((await finish(bot)).text, /Done and checked/);
});

test('a cap asks; Extend goes on, Stop ends', async () => {
  const caps = {
    maxIterations: 2,
    timeLimitMs: 600_000,
    tokenBudget: 1_000_000,
    costLimitUsd: 10,
    dayCostLimitUsd: 100,
  };
  const looks = step({ action: 'think', text: 'hm' });
  const bot = await startTestDeskhand({ model: scriptedModel([looks, looks, DONE]), settings: { caps } });
  await bot.chat.sendText('/run x');
  const card = await bot.chat.waitFor(isQuestion);
  assert.match(card.text, /All 2 steps are used up/);
  await bot.chat.tap(card.id, 'Extend');
  assert.match((await finish(bot)).text, /Done and checked/);
  const other = await startTestDeskhand({ model: scriptedModel([looks]), settings: { caps } });
  await other.chat.sendText('/run x');
  await other.chat.tap((await other.chat.waitFor(isQuestion)).id, 'Stop');
  assert.match((await finish(other)).text, /You stopped it there/);
  assert.equal(other.types().filter((type) => type === 'reply.received').length, 2);
});

test('the money cap is overshot by at most one call', async () => {
  const caps = {
    maxIterations: 50,
    timeLimitMs: 600_000,
    tokenBudget: 1_000_000,
    costLimitUsd: 0.01,
    dayCostLimitUsd: 100,
  };
  const model = scriptedModel([step({ action: 'think', text: 'hm' })]);
  const bot = await startTestDeskhand({ model, settings: { caps } });
  await bot.chat.sendText('/run x');
  await bot.chat.tap((await bot.chat.waitFor(isQuestion)).id, 'Stop');
  await finish(bot);
  assert.equal(model.asked.length, 3);
});

test('a failed check goes back to the model, at most twice', async () => {
  const model = scriptedModel([DONE], { verify: verdict(20, 'The box is empty') });
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendText('/run x');
  const end = await finish(bot);
  assert.match(end.text, /Failed.*The box is empty/s);
  assert.equal(model.asked.filter((request) => request.purpose === 'verify').length, 3);
  assert.match(model.asked[2]?.text ?? '', /The box is empty/);
});

test('a plain message during a run is a hint, before it a new run', async () => {
  const gate = Promise.withResolvers<FakeAnswer>();
  const model = scriptedModel([() => gate.promise, DONE]);
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendText('open the calendar');
  await until(() => model.asked.length > 0);
  await bot.chat.sendText('the one of next week');
  gate.resolve(step({ action: 'think', text: 'hm' }));
  await finish(bot);
  assert.match(model.asked[1]?.text ?? '', /the one of next week/);
  assert.equal(bot.recordings.runs.size, 1);
});

test('pause holds before the next step; by hand works meanwhile and is told to the model; resume goes on', async () => {
  const gate = Promise.withResolvers<FakeAnswer>();
  const model = scriptedModel([() => gate.promise, DONE]);
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendText('/run x');
  await until(() => model.asked.length > 0);
  await bot.chat.sendText('/click 100 100');
  await bot.chat.waitFor((message) => /A run is in progress/.test(message.text));
  await bot.chat.sendText('/pause');
  gate.resolve(step({ action: 'think', text: 'hm' }));
  await bot.chat.waitFor((message) => /Paused before the next step/.test(message.text));
  await bot.chat.sendText('/click 100 100');
  await bot.chat.waitFor((message) => /^Done\./.test(message.text));
  assert.equal(model.asked.length, 1);
  await bot.chat.sendText('/resume');
  await finish(bot);
  assert.match(model.asked[1]?.text ?? '', /by hand.*click/s);
  assert.ok(bot.events().some((event) => event.type === 'action.intended' && event.by === 'person'));
});

test('by hand without a run: done at once, shown with a picture; what is wrong says how', async () => {
  const bot = await startTestDeskhand({ model: null });
  await bot.chat.sendText('/type hello');
  const reply = await bot.chat.waitFor((message) => /^Done\./.test(message.text));
  assert.ok(reply.picture !== null);
  assert.equal(bot.desktop.text(), 'hello');
  await bot.chat.sendText('/key nosuchkey');
  await bot.chat.waitFor((message) => /Not done/.test(message.text));
  await bot.chat.sendText('/click 7');
  await bot.chat.waitFor((message) => /no numbers|no picture with numbers/.test(message.text));
  await bot.close();
});

test('a display that is unplugged between look and act: nothing is done on it, and the run looks again', async () => {
  const desktop = createFakeDesktop({ width: 560, height: 336 });
  let unplugged = 0;
  const fingerprint: Desktop['fingerprint'] = (index, signal) => {
    unplugged += 1;
    return unplugged === 1 ? Promise.reject(new Refused('there is no display 1')) : desktop.fingerprint(index, signal);
  };
  const model = scriptedModel([click(500, 500), click(500, 500), DONE]);
  const bot = await startTestDeskhand({ model, desktop: { ...desktop, fingerprint } });
  await bot.chat.sendText('/run x');
  const end = await finish(bot);
  assert.match(end.text, /Done and checked/);
  assert.equal(desktop.did.filter((entry) => entry.startsWith('click')).length, 1);
});

test('a desktop that goes away in mid-run: the step is unknown, never repeated, and the run goes on when it is back', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([click(500, 500), click(100, 100), DONE]) });
  let lost = false;
  bot.desktop.onInput((entry) => {
    if (!entry.startsWith('click') || lost) return;
    lost = true;
    bot.desktop.lose();
    setTimeout(700).then(() => bot.desktop.restore());
  });
  await bot.chat.sendText('/run x');
  const end = await finish(bot);
  assert.match(end.text, /Done and checked/);
  assert.deepEqual(
    bot.desktop.did.filter((entry) => entry.startsWith('click')),
    ['click left 1 at 280,168', 'click left 1 at 56,33'],
  );
});

test('a journal that cannot be written: nothing is done without a durable intent, and the person is told', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([click(500, 500), DONE]) });
  await bot.chat.sendText('/run x');
  await until(() => bot.recordings.runs.size === 1);
  bot.recordings.runs.get('000001')?.store.failWrites(1000, 'ENOSPC');
  const end = await finish(bot);
  assert.match(end.text, /couldn't keep my record/);
  assert.equal(bot.desktop.did.filter((entry) => entry.startsWith('click')).length, 0);
});

test('one run at a time; the rest waits, is listed, and “stop all” empties the queue', async () => {
  const model = createFakeModel(() => 'hang');
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendText('/run first');
  await until(() => model.asked.length > 0);
  await bot.chat.sendText('/run second');
  await bot.chat.sendText('/run third');
  await bot.chat.sendText('/queue');
  await bot.chat.waitFor((message) => /Now: first.*1\. second\n2\. third/s.test(message.text));
  await bot.chat.sendText('/stop all');
  assert.match((await finish(bot)).text, /Stopped by \w+\. 2 waiting commands cancelled\./);
  assert.ok(!bot.chat.seen().some(({ text }) => text.startsWith('Stopped.')), 'the end is the answer');
  assert.equal(bot.recordings.runs.size, 1);
});

test('a redelivered update runs once; a stranger gets nothing', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]) });
  await bot.chat.sendText('/run x');
  await bot.chat.redeliver();
  await bot.chat.sendText('/run y', { sender: { id: 'web:stranger', name: 'Stranger', language: '' } });
  await finish(bot);
  assert.equal(bot.recordings.runs.size, 1);
});

test('after a crash the interrupted run is reported with Again, nothing of it is repeated, and Again works once', async () => {
  const first = await startTestDeskhand({
    model: scriptedModel([click(500, 500), DONE]),
    risk: (action) => (action.action === 'click' ? 'high' : 'safe'),
  });
  await first.chat.sendText('/run press the button');
  await first.chat.waitFor(isQuestion);
  const second = await startTestDeskhand({ model: scriptedModel([DONE]), after: first });
  const report = await second.chat.waitFor(isEnd);
  assert.match(report.text, /Interrupted.*counts as a No/s);
  assert.deepEqual(second.types().slice(-2), ['confirmation.answered', 'run.recovered']);
  await second.chat.tap(report.id, 'Again');
  const end = await second.chat.waitFor((message) => isEnd(message) && message.id !== report.id);
  assert.match(end.text, /Done and checked/);
  assert.match((await second.chat.tap(report.id, 'Again')).toast, /no longer active/);
  await second.close();
  assert.equal(second.recordings.runs.size, 2);
  await first.close();
});

test('an act by hand that was under way when Deskhand ended is told by the next life, and not done again', async () => {
  const first = await startTestDeskhand({ model: null });
  first.desktop.slowDown(60_000);
  await first.chat.sendText('/type hello');
  await until(() => first.desktop.isActing());
  await first.close();
  const second = await startTestDeskhand({ model: null, after: first });
  const { text } = await second.chat.waitFor(isEnd);
  assert.match(text, /Interrupted.*type hello.*may or may not have happened/s);
  await second.close();
  assert.deepEqual(second.desktop.did, []);
  const third = await startTestDeskhand({ model: null, after: second });
  await holdsFor(50, () => assert.deepEqual(third.chat.seen(), []));
  await third.close();
});

test('/status tells what can be seen, who helps, what runs, waits and was spent', async () => {
  const model = createFakeModel(() => 'hang');
  const bot = await startTestDeskhand({ model, helpers: [{ name: 'Hands', state: 'process 7' }] });
  await bot.chat.sendText('/run first');
  await until(() => model.asked.length > 0);
  await bot.chat.sendText('/run second');
  await bot.chat.sendText('/status');
  const short = await bot.chat.waitFor((message) => message.text.startsWith('Run:'));
  assert.match(short.text, /^Run: run 1: first$/m);
  assert.doesNotMatch(short.text, /Hands|process|step/, 'what goes on inside is for those who asked for it');
  await bot.chat.sendText('/detail verbose');
  await bot.chat.sendText('/status');
  const { text } = await bot.chat.waitFor((message) => message.text.startsWith('Run: run 1, step'));
  for (const line of [
    /^Run: run 1, step 1: first$/m,
    /^Waiting: 1$/m,
    /^Desktop: x11 :fake 560x336$/m,
    /^Screen: visible$/m,
    /^Elements: .*the fake was given no elements/m,
    /^Hands: process 7$/m,
    /^Model: fake$/m,
    /^Today: /m,
    /^Web: connected, last contact/m,
  ])
    assert.match(text, line);
  bot.desktop.paint(null, 0);
  await bot.chat.sendText('/status');
  await bot.chat.waitFor((message) => /Screen: only black/.test(message.text));
  bot.desktop.lose();
  await bot.chat.sendText('/status');
  await bot.chat.waitFor((message) => /Desktop: not reachable.*Screen: not visible/s.test(message.text));
  await bot.close();
});

test('/why tells the last decision, also of an earlier life', async () => {
  const first = await startTestDeskhand({ model: scriptedModel([click(500, 500), DONE]) });
  await first.chat.sendText('/why');
  await first.chat.waitFor((message) => /Nothing has run yet/.test(message.text));
  await first.chat.sendText('/run x');
  await finish(first);
  const second = await startTestDeskhand({ model: scriptedModel([DONE]), after: first });
  await second.chat.sendText('/why');
  await second.chat.waitFor((message) =>
    /Run 1, last decision: .*safe – as the test says.*Rule: test/s.test(message.text),
  );
  await second.close();
});

test('recordings that are too many go when a run has ended, the newest one stays', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]), keep: { days: 30, maxBytes: 1 } });
  for (const goal of ['first', 'second', 'third']) {
    await bot.chat.sendText(`/run ${goal}`);
    await bot.chat.waitFor((message) => isEnd(message) && message.text.includes(goal));
  }
  await until(() => bot.recordings.runs.size === 1);
  assert.deepEqual([...bot.recordings.runs.keys()], ['000003']);
  await bot.close();
});

test('a playbook runs without a model, and its checks decide', async () => {
  const skill = parseSkill(
    [
      '# SKILL: greet',
      '## Triggers',
      '- `greet`',
      '## Playbook',
      '```json',
      '[{"action":"type","text":"hello"},{"action":"key","keys":"enter"}]',
      '```',
      '## Expect',
      '```json',
      '[{"check":"file_exists","path":"~/nothing"}]',
      '```',
    ].join('\n'),
    { file: 'greet.md' },
  );
  assert.ok(skill.ok);
  const bot = await startTestDeskhand({ model: null, skills: [skill.skill], clock: createFastClock(5) });
  await bot.chat.sendText('/run greet');
  const end = await finish(bot);
  assert.match(end.text, /Failed.*nothing is not there/s);
  assert.deepEqual(
    bot.desktop.did.filter((entry) => /^(type|key)/.test(entry)),
    ['type hello', 'key enter'],
  );
  assert.equal(bot.types().filter((type) => type === 'reply.received').length, 3);
});

test('without a model and a skill that fits, the person is told what can be done', async () => {
  const bot = await startTestDeskhand({ model: null });
  await bot.chat.sendText('/run book a flight');
  const told = await bot.chat.waitFor((message) => /can't do that without a model/.test(message.text));
  for (const name of ['deskhand setup', 'npm run setup']) assert.ok(told.text.includes(name), name);
  assert.ok(told.text.split('\n').length <= 2, 'no wall of lines');
  await bot.close();
  assert.equal(bot.recordings.runs.size, 0);
});

test('a run that keeps doing the same without effect is told, then ends as stuck', async () => {
  const model = scriptedModel([click(900, 900)]);
  const bot = await startTestDeskhand({ model, clock: createFastClock(5) });
  bot.desktop.onInput(() => bot.desktop.paint(null, 0x808080));
  await bot.chat.sendText('/run x');
  assert.match((await finish(bot)).text, /kept trying the same/);
  assert.match(model.asked.findLast(({ purpose }) => purpose === 'step')?.text ?? '', /Do something different/);
});

test('doing the same with effect many times and then once without is not stuck', async () => {
  const scroll = step({ action: 'scroll', target: { x: 500, y: 500 }, direction: 'down', amount: 5 });
  const model = scriptedModel([...Array.from({ length: 8 }, () => scroll), DONE]);
  const bot = await startTestDeskhand({ model, clock: createFastClock(5) });
  let scrolled = 0;
  bot.desktop.onInput(() => {
    scrolled += 1;
    bot.desktop.paint({ x: 300, y: 200, width: 64, height: 64 }, Math.min(scrolled, 7) * 0x102030);
  });
  await bot.chat.sendText('/run read to the end');
  assert.doesNotMatch((await finish(bot)).text, /kept trying the same/);
  assert.doesNotMatch(model.asked.map(({ text }) => text).join(), /Do something different/);
  await bot.close();
});

test('an answer to a secret question is typed once, and neither journaled nor sent to the model', async () => {
  const model = scriptedModel([
    step({ action: 'ask_user', text: 'Password?', secret: true }),
    step({ action: 'type', text: '{{secret:1}}' }),
    step({ action: 'type', text: '{{secret:1}}' }),
    DONE,
  ]);
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendText('/run sign in');
  await bot.chat.waitFor((message) => /Password\?/.test(message.text));
  await bot.chat.sendText('hunter2-xyz');
  await finish(bot);
  assert.equal(bot.desktop.text(), 'hunter2-xyz');
  assert.doesNotMatch(JSON.stringify(bot.events()), /hunter2/);
  assert.doesNotMatch(model.asked.map((request) => request.text).join('\n'), /hunter2/);
  assert.doesNotMatch(JSON.stringify(bot.inbox.events()), /hunter2/);
});

test('in German everything is said in German: the card, its end, the last message, the answers to commands', async () => {
  const model = scriptedModel([click(500, 250), DONE]);
  const bot = await startTestDeskhand({ model, risk: () => 'high', language: 'de' });
  await bot.chat.sendText('/run greet');
  const card = await bot.chat.waitFor(isQuestion);
  assert.match(card.text, /^Darf ich bei 500, 250 klicken\?\n\n.*hohes Risiko · Lauf 1, Auftrag von/s);
  await bot.chat.tap(card.id, 'Erlauben');
  await bot.chat.sendText('/queue');
  const end = await bot.chat.waitFor(isEnd);
  assert.match(end.text, /^✅ Erledigt und geprüft.*Lauf 1 · 2 Schritte · /s);
  await until(() => bot.chat.seen().some(({ text }) => /Erlaubt von/.test(text)));
  assert.ok(bot.chat.seen().some(({ text }) => /^(Jetzt: |Es läuft nichts)/.test(text)));
  await bot.close();
});

test('the screen is kept awake while a run is at work, and no longer', async () => {
  let isAwakeAtWork = false;
  const model = createFakeModel(() => {
    isAwakeAtWork = bot.desktop.isKeptAwake();
    return step({ action: 'fail', summary: 'No.' });
  });
  const bot = await startTestDeskhand({ model });
  assert.equal(bot.desktop.isKeptAwake(), false);
  await bot.chat.sendText('/run x');
  await finish(bot);
  assert.deepEqual([isAwakeAtWork, bot.desktop.isKeptAwake()], [true, false]);
});
