/** Plain messages find their place: an answer, a hint, a new run; each update once; secrets go nowhere but where they are typed. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type ByteWindow, openByteWindow } from '../../support/byte-window.ts';
import { act, hasButton, hasLiveButton, type Phone } from '../../support/phone.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { until } from '../../support/until.ts';

const SECRET = 'Correct-Horse-42!';

export async function placeMessages(t: TestContext, phone: Phone): Promise<void> {
  const window = await openByteWindow(phone.display, phone.home, 'plain');
  if (WITH_REPEATS) {
    await t.test('two redelivered updates run once', () => redeliver(phone));
    await t.test('without a run a message starts one; right after its end another one', () => startRuns(phone));
  }
  await t.test('an answer to an open question reaches the model; a choice too', () => answer(phone));
  await t.test('a secret is typed once, and kept and sent nowhere', () => keepSecret(phone, window));
  if (WITH_REPEATS)
    await t.test('paused, the person does a step by hand, and the model is told', () => takeOver(phone, window));
}

function countRuns(phone: Phone): number {
  return readdirSync(join(phone.data, 'recordings')).filter((name) => /^\d{6}$/.test(name)).length;
}

async function redeliver(phone: Phone): Promise<void> {
  phone.script({});
  const before = countRuns(phone);
  const lists = () => phone.owner.received().filter(({ text }) => text.includes('this list')).length;
  const listsBefore = lists();
  // What is asked about from here on came after it.
  phone.say('/status');
  const first = phone.owner.send('/run once') ?? 0;
  const second = phone.owner.send('/help') ?? 0;
  phone.telegram.redeliver(first);
  phone.telegram.redeliver(second);
  await phone.end();
  phone.telegram.redeliver(first);
  await until(() => phone.telegram.pendingUpdates().length === 0, 'all is taken');
  phone.say('/status');
  await phone.waitFor(/^Run: none\nWaiting: 0/);
  assert.equal(countRuns(phone), before + 1);
  assert.equal(lists(), listsBefore + 1);
}

async function startRuns(phone: Phone): Promise<void> {
  const before = countRuns(phone);
  phone.script({});
  phone.say('open the calendar');
  await until(() => countRuns(phone) > before && phone.events().at(-1)?.type === 'run.ended', 'it ended');
  phone.owner.send('and now the mail');
  await phone.waitFor(/Done and checked[\s\S]*“and now the mail”/);
  assert.equal(countRuns(phone), before + 2);
  assert.ok(!phone.news().some(({ text }) => /Got it|Queued/.test(text)));
}

async function answer(phone: Phone): Promise<void> {
  const options = ['The <blue> one', 'approve'];
  phone.run('buy a pen', {
    steps: [
      act({ action: 'ask_user', text: 'Which <pen> & how many?' }),
      act({ action: 'ask_user', text: 'Color?', options }),
      // The first time it is told to decide by itself: that cannot be decided.
      act({ action: 'ask_user', text: 'Color?', options }),
    ],
  });
  const open = await phone.waitFor(/The run asks: Which <pen> & how many\?/);
  assert.ok(open.rang);
  await phone.waitFor(/Run \d+ buy a pen\n(?:[✓✗].*\n)*Waiting for your answer/);
  phone.owner.send('Two, with <caps>');
  await phone.waitFor((message) => message.id === open.id && /Answered\.$/.test(message.text));
  const choice = await phone.waitFor((message) => hasLiveButton(message, 'The <blue> one'));
  assert.equal(await phone.tap(choice, 'The <blue> one'), '');
  await phone.waitFor(/The run asked: Color\?\n\nAnswered: The <blue> one$/);
  await phone.end();
  const [, second, third, fourth] = phone.asked('step').map(({ text }) => text);
  assert.match(second ?? '', /The person answered: Two, with <caps>/);
  assert.match(third ?? '', /You asked already, and may ask once in 10 steps/);
  assert.match(fourth ?? '', /The person answered: The <blue> one/);
  const closed = phone.news().find((message) => message.id === choice.id);
  assert.ok(closed !== undefined && hasButton(closed, '“approve”') && !hasLiveButton(closed, '“approve”'));
}

async function keepSecret(phone: Phone, window: ByteWindow): Promise<void> {
  const type = act({ action: 'type', text: '{{secret:1}}' });
  phone.run('sign in', { steps: [act({ action: 'ask_user', text: 'Password?', secret: true }), type, type] });
  await phone.waitFor(/The run asks: Password\?/);
  phone.owner.send(SECRET);
  // No shell reads what is typed there, so it asks.
  await phone.endApproving();
  await until(() => window.text().length >= SECRET.length, 'the terminal has shown it');
  assert.equal(window.text(), SECRET, 'typed exactly, and once');
  assert.match(phone.asked('step')[3]?.text ?? '', /used already/);
  const files = ['recordings', 'state']
    .flatMap((part) => readdirSync(join(phone.data, part), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile());
  assert.ok(files.length > 5);
  // What is being written has another name until it is whole.
  const whole = files
    .filter(({ name }) => !name.endsWith('.tmp'))
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const path of whole.filter(existsSync))
    assert.ok(!readFileSync(path, 'latin1').includes(SECRET), `${path} holds the secret`);
  const sent = [
    ...phone.anthropic.requests.map(({ text }) => text),
    ...phone.telegram.calls().map(({ fields }) => [...fields.values()].join('\n')),
    ...phone.log(),
  ];
  assert.equal(sent.filter((text) => text.includes(SECRET)).length, 0);
}

async function takeOver(phone: Phone, window: ByteWindow): Promise<void> {
  const late = Promise.withResolvers<void>();
  const think = act({ action: 'think', text: 'hm' });
  phone.run('together', { steps: [() => late.promise.then(() => think)] });
  const status = await phone.waitFor((message) => hasLiveButton(message, 'Pause'));
  await until(() => phone.asked('step').length === 1, 'the model is asked');
  assert.match(await phone.tap(status, 'Pause'), /Paused/);
  await phone.waitFor((message) => hasLiveButton(message, 'Resume') && /Paused by Ann\./.test(message.text));
  phone.owner.send('/click 100 900');
  await phone.waitFor(/^Done/);
  await until(() => window.presses().length > 0, 'the terminal has told of it');
  assert.equal(window.presses().length, 1);
  late.resolve();
  await until(() => phone.events().some(({ type }) => type === 'action.performed'), 'the step under way is finished');
  assert.equal(phone.asked('step').length, 1, 'nothing more while it is paused');
  phone.owner.send('/resume');
  await phone.end();
  assert.match(phone.asked('step')[1]?.text ?? '', /The person did this by hand, while you were held: .*click/);
}
