/** “Save as skill” from the end card to the next run, on a whole Deskhand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FakePost } from '../fakes/chat.ts';
import { createFakeModel, type FakeAnswer } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { scriptedModel, step } from '../support/scripted-model.ts';

const WAY: readonly FakeAnswer[] = [
  step({ action: 'click', target: { x: 500, y: 500 } }),
  step({ action: 'type', text: 'hello moon' }),
  step({ action: 'key', keys: 'ctrl+s' }),
  step({ action: 'done', summary: 'Saved.' }),
];
const isEnd = ({ kind }: { readonly kind: string }): boolean => kind === 'end';

const isOpen = ({ buttons }: Pick<FakePost, 'buttons'>): boolean =>
  buttons.flat().some(({ label, isLive }) => label === 'Save' && isLive);

async function startBot(): Promise<{ readonly bot: TestDeskhand; readonly calls: () => number }> {
  const model = scriptedModel([...WAY, step({ action: 'done', summary: 'Saved.' })]);
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
  const wrong = await bot.chat.waitFor(({ text }) => /I can't use this yet: the trigger/.test(text));
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

test('drags, scrolls and places in a window are done again where things are now; what is not kept is said', async () => {
  const way: readonly FakeAnswer[] = [
    step({ action: 'drag', from: { element: 1 }, to: { element: 2 } }),
    step({ action: 'scroll', direction: 'down', amount: 4 }),
    step({ action: 'click', target: { element: 77 } }),
    step({ action: 'click', target: { x: 300, y: 500 } }),
    step({ action: 'done', summary: 'Moved.' }),
  ];
  const model = scriptedModel(way);
  const bot = await startTestDeskhand({ model });
  const show = (left: number): void => {
    bot.desktop.setFront({ app: 'Board', title: 'Week', pid: 7, box: { x: left, y: 0, width: 350, height: 300 } });
    const elements = [
      { role: 'button', name: 'Buy milk', x: left + 100 },
      { role: 'button', name: 'Done', x: left + 300 },
    ].map(({ role, name, x }, index) => {
      const box = { x: x - 20, y: 90, width: 40, height: 20 };
      return { number: index + 1, role, name, value: '', box, isFocused: false, isEnabled: true, isSecure: false };
    });
    bot.desktop.setElements({ elements, coverage: 'complete', reason: '' });
  };
  const done = (): readonly string[] => bot.desktop.did.filter((entry) => /^(drag|scroll|click)/.test(entry));
  show(0);
  await bot.chat.sendText('/run tidy the board');
  const end = await bot.chat.waitFor(isEnd);
  const first = done();
  await bot.chat.tap(end.id, 'Save as skill');
  const offer = await bot.chat.waitFor(({ text }) => /Save this as a skill\?/.test(text));
  assert.match(offer.text, /Not in it:\n• 1 act that did not work\./);
  await bot.chat.sendText('yes');
  await bot.chat.waitFor(({ text }) => /I can't use this yet: it has no title/.test(text));
  await bot.chat.sendText(offer.text.slice(offer.text.indexOf('# SKILL'), offer.text.indexOf('Not in it')).trim());
  await bot.chat.waitFor(
    ({ id, text }) => id > offer.id && /# SKILL: tidy-board/.test(text) && !/cannot be/.test(text),
  );
  await bot.chat.sendText('tidy up');
  const renamed = await bot.chat.waitFor(({ text }) => /# SKILL: tidy up/.test(text));
  assert.match(renamed.text, /\^\\s\*tidy\[\\s-\]\+up\\s\*\$/, 'it answers to its new name');
  assert.doesNotMatch(renamed.text, /tidy\[\\s-\]\+board/, 'and no longer to the proposed one');
  await bot.chat.tap(renamed.id, 'Save');
  await bot.chat.waitFor(({ text }) => /Saved as the skill “tidy up”/.test(text));

  show(200);
  await bot.chat.sendText('/run tidy the board');
  await bot.chat.waitFor((message) => isEnd(message) && message.id !== end.id);
  const moved = (entry: string): string => entry.replace(/\b(\d+)(?=,)/g, (x) => String(Number(x) + 200));
  assert.deepEqual(done().slice(first.length), first.map(moved));

  await bot.chat.sendText('/skills save 1');
  const again = await bot.chat.waitFor((message) => /Save this as a skill\?/.test(message.text) && isOpen(message));
  assert.doesNotMatch(again.text, /already; saving replaces it/);
  await bot.chat.sendText('Tidy Up');
  const same = await bot.chat.waitFor(({ text }) =>
    /You have a skill “tidy up” already; saving replaces it/.test(text),
  );
  await bot.chat.tap(same.id, 'Cancel');
  await bot.close();
});
