/** What a person is told at once, whatever is going on: nothing is left without an answer, and no answer says more than is so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSkill } from '../../src/skills/parse-skill.ts';
import { createFakeModel } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { writeSkill } from '../support/skill-text.ts';

const isCard = ({ kind }: { readonly kind: string }): boolean => kind === 'question';

/** Sends it; the first message after it that matches. */
async function ask({ chat }: TestDeskhand, text: string, match: RegExp): Promise<string> {
  const known = new Set(chat.seen().map(({ id }) => id));
  await chat.sendText(text);
  return (await chat.waitFor((message) => !known.has(message.id) && match.test(message.text))).text;
}

test('a run that is paused is said to be, in /status and to a second /pause', async () => {
  const bot = await startTestDeskhand({ model: createFakeModel(() => 'hang') });
  await bot.chat.sendText('/run one');
  await bot.chat.waitFor(({ text }) => /Deciding what to do/.test(text));
  await ask(bot, '/pause', /Paused before the next step/);
  await ask(bot, '/pause', /Already paused\. \/resume continues\./);
  assert.match(await ask(bot, '/status', /^Run: /), /\nNow: Paused by .+\.\n/);
  await ask(bot, '/resume', /Continuing\./);
  await ask(bot, 'stop', /Stopped/);
  await bot.close();
});

test('a run that waits for a yes says so in /status', async () => {
  const act = { screen: 'x', intent: 'y', action: { action: 'key', keys: 'enter' }, note: null };
  const bot = await startTestDeskhand({ model: createFakeModel(() => act), risk: () => 'high' });
  await bot.chat.sendText('/run one');
  await bot.chat.waitFor(isCard);
  assert.match(await ask(bot, '/status', /^Run: /), /\nNow: Waiting for your approval\n/);
  await bot.close();
});

test('a playbook without a model does not promise to take a hint into account', async () => {
  const parsed = parseSkill(writeSkill({ name: 'press', playbook: [{ action: 'key', keys: 'enter' }] }), 'shipped');
  assert.ok(parsed.ok);
  const bot = await startTestDeskhand({ model: null, skills: [parsed.skill], risk: () => 'high' });
  await bot.chat.sendText('/run press');
  await bot.chat.waitFor(isCard);
  await ask(bot, 'press', /I'm following fixed steps and can't take that in now\. I can do it next\./);
  const offer = bot.chat.seen().find(({ buttons }) => buttons.flat().some(({ label }) => label === 'Queue it'));
  assert.ok(offer !== undefined);
  assert.match(await ask(bot, '/queue', /press/), /^Now: press \(run 1\)\n?$/, 'nothing waits before the tap');
  await bot.chat.tap(offer.id, 'Queue it');
  await bot.chat.waitFor(({ text }) => text === 'Queued, 1 ahead of it.');
  assert.doesNotMatch(await ask(bot, '/why', /last decision/), /The model said/);
  await bot.close();
});

test('what comes after an act by hand that waits for a yes is told so, and goes on after it', async () => {
  const bot = await startTestDeskhand({ model: null, risk: ({ action }) => (action === 'key' ? 'critical' : 'safe') });
  await bot.chat.sendText('/key enter');
  const card = await bot.chat.waitFor(isCard);
  assert.match(card.text, /by hand, asked by /);
  await ask(bot, '/type hello', /Waiting for your answer above/);
  assert.ok(!bot.desktop.did.some((entry) => entry.includes('hello')));
  await bot.chat.tap(card.id, 'Deny');
  await bot.chat.waitFor(({ text }) => /^Done\./.test(text));
  assert.ok(bot.desktop.did.some((entry) => entry.includes('hello')));
  await bot.close();
});

test('a message without anything to read is answered, and starts nothing', async () => {
  const bot = await startTestDeskhand({ model: createFakeModel(() => 'hang') });
  await ask(bot, '', /I understand text, files and voice notes\. This message has none of them\./);
  assert.equal(bot.recordings.runs.size, 0);
  await bot.close();
});
