/** “Save as skill” from the end card to the next run, on a whole Deskhand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeModel, type FakeAnswer } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';

const VERDICT = { screen: 'All well.', reasons: ['It is there'], score: 90 };
const step = (action: object): FakeAnswer => ({ screen: 'A window.', intent: 'Go on', action, note: null });
const WAY: readonly FakeAnswer[] = [
  step({ action: 'click', target: { x: 500, y: 500 } }),
  step({ action: 'type', text: 'hello moon' }),
  step({ action: 'key', keys: 'ctrl+s' }),
  step({ action: 'done', summary: 'Saved.' }),
];
const isEnd = ({ kind }: { readonly kind: string }): boolean => kind === 'end';

async function startBot(): Promise<{ readonly bot: TestDeskhand; readonly calls: () => number }> {
  let at = 0;
  const model = createFakeModel(({ purpose }) => {
    if (purpose === 'verify') return VERDICT;
    at += 1;
    return WAY[at - 1] ?? step({ action: 'done', summary: 'Saved.' });
  });
  return {
    bot: await startTestDeskhand({ model }),
    calls: () => model.asked.filter(({ purpose }) => purpose === 'step' || purpose === 'verify').length,
  };
}

test('a good run is offered as a skill, corrected by the person, saved, and then runs without the model', async () => {
  const { bot, calls } = await startBot();
  await bot.chat.sendText('/run write “hello moon” and save it');
  const end = await bot.chat.waitFor(isEnd);
  const first = calls();
  await bot.chat.tap(end.id, 'Save as skill');
  const offer = await bot.chat.waitFor(({ text }) => /Save this as a skill\?/.test(text));
  assert.match(offer.text, /# SKILL: write-save/);
  assert.match(offer.text, /"text":"\{\{text\}\}"/);

  await bot.chat.sendText('# SKILL: jot\n## Triggers\n(oops');
  const wrong = await bot.chat.waitFor(({ text }) => /This cannot be used yet: the trigger/.test(text));
  assert.match(wrong.text, /\(oops/);
  const text = offer.text.slice(offer.text.indexOf('# SKILL'));
  await bot.chat.sendText(text.replace('write-save', 'jot').replaceAll('`', ''));
  const good = await bot.chat.waitFor(
    ({ text: shown, buttons }) =>
      /# SKILL: jot/.test(shown) &&
      buttons.flat().some(({ label, isLive }) => label === 'Save' && isLive) &&
      !/cannot be used/.test(shown),
  );
  await bot.chat.tap(good.id, 'Save');
  await bot.chat.waitFor(({ text: said }) => /Saved as the skill “jot”/.test(said));

  await bot.chat.sendText('/run write “good night” and save it');
  const second = await bot.chat.waitFor((message) => isEnd(message) && message.id !== end.id);
  assert.match(second.text, /Done and checked/);
  assert.deepEqual(
    bot.desktop.did.filter((entry) => /^(type|key)/.test(entry)),
    ['type hello moon', 'key ctrl+s', 'type good night', 'key ctrl+s'],
  );
  assert.equal(calls() - first, 1, 'only the look at the end: the skill has no checks of its own');
  assert.equal(
    second.buttons.flat().some(({ label }) => label === 'Save as skill'),
    false,
    'it is a skill already',
  );
  await bot.close();
});

test('Cancel keeps nothing; /skills save offers it again; a run that failed is not offered', async () => {
  const { bot } = await startBot();
  await bot.chat.sendText('/run write hello moon');
  const end = await bot.chat.waitFor(isEnd);
  await bot.chat.tap(end.id, 'Save as skill');
  const offer = await bot.chat.waitFor(({ text }) => /Save this as a skill\?/.test(text));
  await bot.chat.tap(offer.id, 'Cancel');
  await bot.chat.waitFor(({ text }) => /Not saved as a skill\./.test(text));
  await bot.chat.sendText('/skills save 1');
  const again = await bot.chat.waitFor(({ text, id }) => id !== offer.id && /Save this as a skill\?/.test(text));
  await bot.chat.tap(again.id, 'Cancel');
  await bot.chat.sendText('/skills save run 7');
  await bot.chat.waitFor(({ text }) => /There is no run 7/.test(text));
  await bot.close();

  const model = createFakeModel(() => step({ action: 'fail', summary: 'It cannot be done.' }));
  const other = await startTestDeskhand({ model });
  await other.chat.sendText('/run try it');
  const failed = await other.chat.waitFor(isEnd);
  assert.equal(
    failed.buttons.flat().some(({ label }) => label === 'Save as skill'),
    false,
  );
  await other.chat.sendText('/skills save 1');
  await other.chat.waitFor(({ text }) => /Only a run that was done and checked/.test(text));
  await other.close();
});
