/** A skill that the application has outgrown: healed on the way, checked by the goal's own wishes, mended in its file, and put back by a tap. */
import assert from 'node:assert/strict';
import { describe, it as test } from 'node:test';
import type { UiElement } from '../../src/ports/desktop.ts';
import { mendSkill } from '../../src/skills/mend-skill.ts';
import { parseSkill } from '../../src/skills/parse-skill.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { DONE, type Scripted, scriptedModel } from '../support/scripted-model.ts';
import { writeSkill } from '../support/skill-text.ts';

function element(role: string, number: number, name: string, x: number): UiElement {
  const box = { x, y: 90, width: 40, height: 20 };
  return { number, role, name, value: '', box, isFocused: false, isEnabled: true, isSecure: false };
}

const page = (button: string): readonly UiElement[] => [
  element('heading', 1, 'Shopping list', 20),
  element('field', 2, 'Item', 100),
  element('button', 3, button, 200),
  element('button', 4, 'Sort', 300),
];
const TEXT = writeSkill({
  name: 'add to list',
  trigger: '^add (?P<text>.+?) to the list(?: and .*)?$',
  steps: '1. click “Item”\n2. type {{text}}\n3. click “Add”',
  playbook: [
    {
      action: 'click',
      target: { role: 'field', name: 'Item', near: ['Shopping list', 'Add', 'Sort'] },
      front: 'Lists',
    },
    { action: 'type', text: '{{text}}', front: 'Lists' },
    {
      ...{ action: 'click', front: 'Lists' },
      target: { role: 'button', name: 'Add', x: 55, y: 10, near: ['Item', 'Sort', 'Shopping list'] },
    },
  ],
  expect: [{ check: 'screen_text', text: 'Shopping list' }],
});

async function openBot(steps: readonly Scripted[], button: string, answers = {}) {
  const model = scriptedModel(steps, answers);
  const bot = await startTestDeskhand({ model });
  bot.skillFiles.put('add-to-list.md', TEXT);
  bot.desktop.setFront({ app: 'Lists', title: 'Lists', pid: 7 });
  bot.desktop.setElements({ elements: page(button), coverage: 'complete', reason: '' });
  return { bot, model };
}

async function run(bot: TestDeskhand, goal: string) {
  await bot.chat.sendText(`/run ${goal}`);
  return await bot.chat.waitFor(({ kind }) => kind === 'end', 60_000);
}

const inputs = (bot: TestDeskhand): readonly string[] =>
  bot.desktop.did.filter((entry) => /^(click|press|type)/.test(entry));

// Some tests wait for something that does not come; side by side they take no longer than one.
describe('a skill of the person’s own in an application that has changed', { concurrency: true }, () => {
  test('is healed without the model, mended in its file, told with the change, and put back by a tap', async () => {
    const { bot, model } = await openBot([DONE], 'Put on the list');
    const end = await run(bot, 'add bread to the list');
    assert.match(end.text, /Done and checked/);
    assert.match(end.text, /I adjusted the skill “add to list”:\n• step 3: “Add” is called “Put on the list” now/);
    assert.deepEqual(inputs(bot), ['click left 1 at 120,100', 'type bread', 'click left 1 at 220,100']);
    assert.equal(model.asked.length, 0, 'its checks are typed, and one wish needs no ledger');
    const mended = (await bot.skillFiles.text('add to list')) ?? '';
    assert.match(mended, /"name":"Put on the list"/);
    assert.match(mended, /3\. click “Add”/, 'the steps in words are the person’s');
    assert.doesNotMatch(mended, /"name":"Add"|"x":55/);

    await bot.chat.sendText('/skills add to list');
    const shown = await bot.chat.waitFor(({ text }) =>
      /Adjusted by run 1\n• step 3: “Add” is called “Put on the list” now/.test(text),
    );
    await bot.chat.tap(shown.id, 'Undo');
    await bot.chat.waitFor(({ text }) => /is as it was before/.test(text));
    await bot.chat.sendText('/skills show add to list');
    const after = await bot.chat.waitFor(({ text, id }) => id !== shown.id && /Say for example/.test(text));
    assert.doesNotMatch(after.text, /Adjusted/);
    assert.ok(!after.buttons.flat().some(({ label }) => label === 'Undo'));
    const back = (await bot.skillFiles.text('add to list')) ?? '';
    assert.match(back, /"name":"Add","x":55,"y":10,"near":\["Item","Sort","Shopping list"\],"exact":true/);
    await bot.chat.tap(end.id, 'Undo').catch(() => undefined);

    await bot.chat.sendText('/run add milk to the list');
    const second = await bot.chat.waitFor(({ kind, id }) => kind === 'end' && id !== end.id, 60_000);
    assert.doesNotMatch(second.text, /I adjusted/);
    assert.match(model.asked[0]?.text ?? '', /there is no button “Add”/);
    await bot.close();
  });

  test('is checked by what the goal wants this time, and fails the check where that is not so', async () => {
    const judged: string[] = [];
    const verify = ({ text }: { readonly text: string }) => {
      judged.push(text);
      const wishes = [1, 2, 3].map((number) => ({
        number,
        met: number === 2 && judged.length === 1 ? 'no' : 'yes',
        why: 'seen',
      }));
      return { screen: 'A list.', reasons: ['It is seen'], score: 90, wishes };
    };
    const { bot, model } = await openBot([{ action: 'click', target: { element: 4 } }, DONE], 'Add', { verify });
    const end = await run(bot, 'add bread to the list and sort the list by name and close the drawer');
    assert.match(end.text, /Done and checked/);
    assert.match(judged[0] ?? '', /Wishes:\n1\. add bread to the list/);
    assert.match(model.asked.find(({ purpose }) => purpose === 'step')?.text ?? '', /The check of "done" failed/);
    await bot.close();
  });

  test('is not mended when the model had to take over, and not put back once somebody has changed it', async () => {
    const { bot } = await openBot([{ action: 'click', target: { element: 3 } }, DONE], 'Send list');
    const end = await run(bot, 'add bread to the list');
    assert.doesNotMatch(end.text, /I adjusted/);
    assert.equal(await bot.skillFiles.text('add to list'), TEXT);
    await bot.close();

    const { bot: other } = await openBot([DONE], 'Insert');
    const healed = await run(other, 'add bread to the list');
    const mine = `${await other.skillFiles.text('add to list')}\n`;
    other.skillFiles.put('add-to-list.md', mine);
    await other.chat.tap(healed.id, 'Undo');
    await other.chat.waitFor(({ text }) => /has been changed since, so I left it alone/.test(text));
    assert.equal(await other.skillFiles.text('add to list'), mine);
    await other.close();
  });

  test('of another page or another application is left to the model', async () => {
    const { bot, model } = await openBot([DONE], 'Insert');
    bot.skillFiles.put('add-to-list.md', TEXT.replaceAll('"front":"Lists"', '"front":"Lists","site":"lists.example"'));
    await run(bot, 'add bread to the list');
    assert.match(model.asked[0]?.text ?? '', /there is no button “Add”/, 'nobody can tell which page it is');
    await bot.close();
  });
});

test('a file that is not as the run had it is not mended', () => {
  const parsed = parseSkill(TEXT, { file: 'x.md' });
  assert.ok(parsed.ok && parsed.skill.playbook !== null);
  const healed = [{ step: 3, targets: [{ key: 'target', role: 'button', name: 'Insert', near: [] }] }];
  assert.notEqual(mendSkill(TEXT, parsed.skill.playbook, healed), null);
  assert.equal(mendSkill(TEXT.replace('"Sort"', '"Sorted"'), parsed.skill.playbook, healed), null);
  assert.equal(mendSkill(TEXT, parsed.skill.playbook, []), null);
});
