/** What needs a yes: pressed twice, too late, by somebody else, after a restart; denied with and without a reason; never answered. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SeenMessage, Speaker } from '../servers/telegram/people.ts';
import { act, hasButton, hasLiveButton, OWNER, type Phone, startPhone } from '../support/phone.ts';
import { holdsFor, until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const SECOND = 1002;

test('confirmations', { skip: noX11 }, async (t) => {
  const phone = await startPhone(t, { settings: { TELEGRAM_ALLOWED_USERS: `${OWNER},${SECOND}` } });
  try {
    await t.test('Approve pressed three times at once runs once, and the card is dead', () => pressThrice(phone));
    await t.test('Deny does nothing, and the model is told not to try again', () => deny(phone));
    await t.test('Why? tells on the card and answers nothing; Approve on it runs once', () => tellWhy(phone));
    await t.test('Deny… denies, and the reason reaches the model', () => denyWithReason(phone));
    await t.test('somebody else who is allowed cannot answer', () => answerForAnother(phone));
    await t.test('asked in a group it comes in the direct chat; where that is closed it is a No, and said', () =>
      askNobody(phone),
    );
    await t.test('a restart ends it as No: the card says so and is dead, and the run comes back with Again, once', () =>
      restart(phone),
    );
    await t.test('nobody answers: it expires as No', () => expire(phone));
  } finally {
    // Expected refusals: the killed process's poll, and its card, of which nobody remembers that it had a picture.
    await phone.close(/^getUpdates 409 |^\w+ 403 |^editMessageText 400 Bad Request: there is no text/);
  }
});

const append = (file: string) => act({ action: 'shell', command: `echo once >> ${file}` });

function contents(phone: Phone, file: string): string {
  const path = join(phone.home, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function dataOf(card: SeenMessage, label: string): string {
  return card.buttons.flat().find((button) => button.text === label)?.data ?? '';
}

/** A tap with what a button carried when it was still alive, as an old app on another phone would send it. */
async function tapLate(speaker: Speaker, card: SeenMessage, data: string): Promise<string> {
  return (await speaker.tapInaccessible(card.id, data).answered)?.text ?? '';
}

async function pressThrice(phone: Phone): Promise<void> {
  phone.run('touch', { steps: [append('thrice.txt')] });
  const card = await phone.card();
  assert.match(
    card.text,
    /^May I run this command\?\necho once >> thrice\.txt\nIt writes to .*thrice\.txt\.\nIn your home folder\n/,
  );
  await holdsFor(200, () => assert.equal(contents(phone, 'thrice.txt'), '', 'nothing before the yes'));
  const data = dataOf(card, 'Approve');
  const taps = [1, 2, 3].map(() => phone.owner.tap(card, 'Approve').answered);
  const toasts = (await Promise.all(taps)).map((answer) => answer?.text ?? '');
  assert.deepEqual(
    toasts.map((toast) => toast === ''),
    [true, false, false],
  );
  await phone.end();
  assert.match(await tapLate(phone.owner, card, data), /no longer active/);
  const dead = await phone.waitFor((message) => message.id === card.id && /Approved by Ann\./.test(message.text));
  assert.ok(dead.buttons.flat().every((button) => button.isDisabled));
  assert.equal(contents(phone, 'thrice.txt'), 'once\n');
}

async function deny(phone: Phone): Promise<void> {
  phone.run('touch', { steps: [append('denied.txt'), act({ action: 'fail', summary: 'You said no.' })] });
  await phone.tap(await phone.card(), 'Deny');
  assert.match((await phone.end()).text, /Stopped\nYou denied a step/);
  assert.match(phone.asked('step')[1]?.text ?? '', /The person denied shell.*Do not try the same again/);
  assert.equal(contents(phone, 'denied.txt'), '');
}

async function tellWhy(phone: Phone): Promise<void> {
  phone.run('touch', { steps: [append('told.txt')] });
  const card = await phone.card();
  const wasUntil = /open until \S+/.exec(card.text)?.[0] ?? 'missing';
  for (const count of [1, 2]) {
    assert.match(await phone.tap(card, 'Why?'), /on the card now/, `press ${count}`);
    const told = await phone.waitFor(
      (message) => message.id === card.id && /\nThe rule: .+\nIf you approve: .+\nIf you deny, /.test(message.text),
    );
    assert.ok(told.text.includes('echo once >> told.txt') && told.text.includes(wasUntil));
    assert.deepEqual(told.buttons, card.buttons);
  }
  assert.equal(contents(phone, 'told.txt'), '', 'it was no answer');
  await phone.tap(card, 'Approve');
  await phone.end();
  assert.equal(contents(phone, 'told.txt'), 'once\n');
  const asked = phone.events().filter(({ type }) => type.startsWith('confirmation.'));
  assert.deepEqual(
    asked.map(({ type }) => type),
    ['confirmation.asked', 'confirmation.answered'],
  );
}

async function denyWithReason(phone: Phone): Promise<void> {
  phone.run('touch', { steps: [append('reason.txt')] });
  await phone.tap(await phone.card(), 'Deny…');
  const question = await phone.waitFor(/What should I do instead\?/);
  assert.ok(question.rang);
  phone.owner.send('Use the <b>other</b> folder');
  await phone.end();
  assert.match(phone.asked('step')[1]?.text ?? '', /denied shell and says: Use the <b>other<\/b> folder/);
  assert.equal(contents(phone, 'reason.txt'), '');
}

async function answerForAnother(phone: Phone): Promise<void> {
  const group = phone.telegram.group(-501);
  const bob = group.as(phone.telegram.person(SECOND, { name: 'Bob' }));
  const ann = group.as(phone.owner);
  phone.script({ steps: [append('group.txt')] });
  ann.send('/run touch in the group');
  const card = await phone.card();
  assert.ok(card.photo !== null, 'the card is in the direct chat, with its picture');
  const note = await ann.waitFor((seen) => seen.find(({ text }) => /asked .+ in our direct chat/.test(text)));
  assert.deepEqual([note.photo, note.buttons], [null, []]);
  assert.ok(!ann.messages().some((message) => /group\.txt/.test(message.text) && message.id > note.id));
  assert.match(await tapLate(bob, card, dataOf(card, 'Approve')), /This button belongs to another chat/);
  await holdsFor(200, () => assert.equal(contents(phone, 'group.txt'), ''));
  await phone.tap(card, 'Approve');
  const end = await ann.waitFor((seen) => seen.find((message) => hasButton(message, 'Again')));
  assert.equal(end.photo, null, 'no picture of the screen goes to a group');
  assert.equal(contents(phone, 'group.txt'), 'once\n');
}

/** From a group, by somebody the bot cannot write to. */
async function askNobody(phone: Phone): Promise<void> {
  const ann = phone.telegram.group(-502).as(phone.owner);
  phone.script({ steps: [append('nobody.txt'), act({ action: 'fail', summary: 'It needs a yes.' })] });
  phone.owner.setObstacle('blocked');
  ann.send('/run touch in another group');
  await ann.waitFor((seen) => seen.find(({ text }) => /can't message .+ directly, so I didn't do it/.test(text)));
  await ann.waitFor((seen) => seen.find((message) => hasButton(message, 'Again')));
  phone.owner.setObstacle('');
  assert.equal(contents(phone, 'nobody.txt'), '');
  const answers = phone.events().flatMap((event) => (event.type === 'confirmation.answered' ? [event] : []));
  assert.deepEqual(
    answers.map(({ answer, by }) => [answer, by]),
    [['deny', 'deskhand']],
  );
}

async function restart(phone: Phone): Promise<void> {
  phone.run('touch after the restart', { steps: [append('restarted.txt')] });
  const card = await phone.card();
  const status = await phone.waitFor((message) => hasLiveButton(message, 'Stop') && !hasButton(message, 'Approve'));
  const approve = dataOf(card, 'Approve');
  // A card whose message id is not stored yet could not be found after the kill.
  const inbox = join(phone.data, 'state', 'inbox.jsonl');
  // Through a gateway the id carries the gateway's mark.
  const kept = new RegExp(`"message_id":"${card.id}["~]`);
  await until(() => kept.test(readFileSync(inbox, 'utf8')), 'its number is kept');
  // Short for the last test; nothing before it asks.
  await phone.restart('kill', { CONFIRM_TIMEOUT_S: '1' });
  const dead = await phone.waitFor((message) => message.id === card.id && /Deskhand was restarted/.test(message.text));
  assert.match(dead.text, /so this counts as No/);
  assert.ok(dead.buttons.flat().every((button) => button.isDisabled));
  assert.match(await tapLate(phone.owner, card, approve), /no longer active/);
  assert.match(await tapLate(phone.owner, status, dataOf(status, 'Stop')), /no longer active|has ended/);
  const report = await phone.end();
  assert.match(report.text, /Interrupted\n.*The open question counts as a No/);
  assert.equal(contents(phone, 'restarted.txt'), '');
  phone.script({ steps: [] });
  const again = dataOf(report, 'Again');
  assert.equal(await phone.tap(report, 'Again'), 'Starting again.');
  await phone.waitFor(/Done and checked[\s\S]*touch after the restart/);
  assert.match(await tapLate(phone.owner, report, again), /no longer active/);
}

async function expire(phone: Phone): Promise<void> {
  phone.run('touch', { steps: [append('expired.txt')] });
  const card = await phone.card();
  const data = dataOf(card, 'Approve');
  assert.match((await phone.end()).text, /Stopped\nNo answer came in time/);
  await phone.waitFor((message) => message.id === card.id && /Expired: no answer came in time/.test(message.text));
  assert.match(await tapLate(phone.owner, card, data), /no longer active/);
  await until(() => phone.events().some(({ type }) => type === 'confirmation.expired'), 'it is in the journal');
  assert.equal(contents(phone, 'expired.txt'), '');
}
