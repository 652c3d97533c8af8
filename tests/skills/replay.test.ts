/** Playbooks followed by a whole Deskhand: elements found by name wherever they are, a model that takes over where it does not fit. */
import assert from 'node:assert/strict';
import { describe, it as test } from 'node:test';
import type { UiElement } from '../../src/ports/desktop.ts';
import { parseSkill } from '../../src/skills/parse-skill.ts';
import type { Skill } from '../../src/skills/skill.ts';
import { english } from '../../src/words/speak.ts';
import { createFakeModel } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand, type TestDeskhandOptions } from '../support/deskhand.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { type SkillText, writeSkill } from '../support/skill-text.ts';

const VERDICT = { screen: 'All well.', reasons: ['It is there'], score: 90 };

function skillOf(text: SkillText): Skill {
  const parsed = parseSkill(writeSkill(text), { file: 'x.md' });
  assert.ok(parsed.ok, parsed.ok ? '' : english(parsed.reason));
  return parsed.skill;
}

function button(number: number, name: string, x: number, y: number): UiElement {
  const box = { x: x - 20, y: y - 10, width: 40, height: 20 };
  return { number, role: 'button', name, value: '', box, isFocused: false, isEnabled: true, isSecure: false };
}

const SAVE = skillOf({
  name: 'save',
  steps: 'Save it.',
  playbook: [
    { action: 'type', text: 'hello', front: 'Editor' },
    { action: 'click', target: { role: 'button', name: 'Save', x: 100, y: 100 } },
  ],
  expect: [{ check: 'screen_text', text: 'Save' }],
});

async function openBot(
  options: TestDeskhandOptions,
  elements: readonly UiElement[],
  app = 'Editor',
): Promise<TestDeskhand> {
  const bot = await startTestDeskhand(options);
  bot.desktop.setFront({ app, title: 'Untitled', pid: 7 });
  bot.desktop.setElements({ elements, coverage: 'complete', reason: '' });
  return bot;
}

async function runAndClose(bot: TestDeskhand, goal: string): Promise<string> {
  await bot.chat.sendText(`/run ${goal}`);
  const end = await bot.chat.waitFor(({ kind }) => kind === 'end', 30_000);
  await bot.close();
  return end.text;
}

const inputs = (bot: TestDeskhand): readonly string[] =>
  bot.desktop.did.filter((entry) => /^(click|press|type)/.test(entry));

// Some wait for what does not come: together they take no longer than one.
describe('a playbook', { concurrency: true }, () => {
  test('with a model configured a playbook still runs by itself, and its checks are the proof', async () => {
    const model = createFakeModel(() => DONE);
    const bot = await openBot({ model, skills: [SAVE] }, [button(1, 'Other', 56, 34), button(2, 'Save', 400, 300)]);
    const end = await runAndClose(bot, 'save');
    assert.match(end, /Done and checked/);
    assert.equal(model.asked.length, 0);
    assert.deepEqual(inputs(bot), ['type hello', 'click left 1 at 400,300'], 'the element, not the place it once had');
  });

  test('of several elements of one name the one nearest to the hint is meant; without a name only its place tells', async () => {
    const skill = skillOf({
      name: 'nearest',
      playbook: [
        { action: 'click', target: { role: 'button', name: 'Open', x: 900, y: 900 } },
        { action: 'click', target: { role: 'button', name: '', x: 100, y: 100 } },
      ],
    });
    const near = [
      button(1, 'Open', 60, 40),
      button(2, 'Open', 500, 300),
      button(3, '', 58, 33),
      button(4, '', 300, 200),
    ];
    const bot = await openBot({ model: null, skills: [skill] }, near);
    await runAndClose(bot, 'nearest');
    assert.deepEqual(inputs(bot), ['click left 1 at 500,300', 'click left 1 at 58,33']);

    const moved = [button(1, 'Open', 500, 300), button(2, '', 158, 93), button(3, '', 300, 200)];
    const other = await openBot({ model: null, skills: [skill] }, moved);
    assert.match(await runAndClose(other, 'nearest'), /Failed\nStep 2 of 2 can't be done here: there is no button “”/);
    assert.deepEqual(inputs(other), ['click left 1 at 500,300']);
  });

  test('without a model a step that does not fit ends the run and says which and why', async () => {
    const bot = await openBot({ model: null, skills: [SAVE] }, [button(1, 'Other', 50, 50)]);
    assert.match(
      await runAndClose(bot, 'save'),
      /Step 2 of 2 can't be done here: there is no button “Save” on the screen/,
    );
    assert.deepEqual(inputs(bot), ['type hello']);
  });

  test('nothing is typed into another application than the one it is meant for', async () => {
    const bot = await openBot({ model: null, skills: [SAVE] }, [button(1, 'Save', 50, 50)], 'Chat');
    assert.match(await runAndClose(bot, 'save'), /Editor should be in front, and Chat is/);
    assert.deepEqual(inputs(bot), []);
  });

  test('what a step needs may come a little later', async () => {
    const bot = await openBot({ model: null, skills: [SAVE] }, [button(1, 'Other', 50, 50)]);
    const later = setTimeout(
      () => bot.desktop.setElements({ elements: [button(1, 'Save', 50, 50)], coverage: 'complete', reason: '' }),
      900,
    );
    assert.match(await runAndClose(bot, 'save'), /Done and checked/);
    clearTimeout(later);
    assert.deepEqual(inputs(bot), ['type hello', 'click left 1 at 50,50']);
  });

  test('where the playbook does not fit the model takes over, with a picture, told what was done and what was to come', async () => {
    const model = scriptedModel([{ action: 'click', target: { element: 1 } }, DONE]);
    const bot = await openBot({ model, skills: [SAVE] }, [button(1, 'Save as…', 50, 50)]);
    const end = await runAndClose(bot, 'save');
    assert.match(end, /Done and checked/);
    assert.deepEqual(inputs(bot), ['type hello', 'click left 1 at 50,50']);
    const first = model.asked[0];
    assert.match(first?.text ?? '', /does not fit any more.*there is no button “Save”/s);
    assert.match(first?.text ?? '', /not to be done again:\n<skill>\n1\. typing “hello”/);
    assert.match(first?.text ?? '', /would have gone on with:\n<skill>\n.*"name":"Save"/s);
    assert.equal(first?.pictures.length, 1);
    assert.match(first?.system ?? '', /Save it\./, 'the skill’s guidance');
    assert.match(model.asked[1]?.text ?? '', /not to be done again/, 'a stateless model is told each time');
  });

  test('the model takes over when the checks of the end do not hold, and when the person has something to say', async () => {
    const skill = skillOf({
      name: 'check',
      playbook: [{ action: 'type', text: 'a' }],
      expect: [{ check: 'screen_text', text: 'Saved' }],
    });
    const asked: string[] = [];
    const model = createFakeModel(({ purpose, text }) => {
      asked.push(text);
      if (purpose === 'verify') return VERDICT;
      bot.desktop.setElements({ elements: [button(1, 'Saved', 50, 50)], coverage: 'complete', reason: '' });
      return DONE;
    });
    const bot = await openBot({ model, skills: [skill] }, [button(1, 'Unsaved changes', 50, 50)]);
    bot.desktop.setElements({ elements: [button(1, 'Other', 50, 50)], coverage: 'complete', reason: '' });
    assert.match(await runAndClose(bot, 'check'), /Done and checked/);
    assert.match(asked[0] ?? '', /The check of "done" failed/);
  });

  test('a denied step is not tried another way, and a playbook without checks is looked at by the model once', async () => {
    const skill = skillOf({ name: 'press', playbook: [{ action: 'key', keys: 'enter' }] });
    const model = createFakeModel(() => VERDICT);
    const bot = await openBot(
      { model, skills: [skill], risk: ({ action }) => (action === 'key' ? 'high' : 'safe') },
      [],
    );
    await bot.chat.sendText('/run press');
    const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
    await bot.chat.tap(card.id, 'Deny');
    const end = await bot.chat.waitFor(({ kind }) => kind === 'end');
    assert.match(end.text, /Stopped\nYou denied/);
    assert.equal(model.asked.length, 0);
    await bot.close();

    const next = await openBot({ model, skills: [skill] }, []);
    assert.match(await runAndClose(next, 'press'), /Done and checked/);
    assert.deepEqual(
      model.asked.map(({ purpose }) => purpose),
      ['verify'],
    );
  });

  test('what a skill’s permissions do not name asks, however harmless it is', async () => {
    const skill = skillOf({ name: 'narrow', playbook: [{ action: 'type', text: 'a' }], permissions: 'files' });
    const bot = await openBot({ model: null, skills: [skill] }, []);
    await bot.chat.sendText('/run narrow');
    const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
    assert.match(card.text, /doesn't list “apps” among its permissions/);
    assert.deepEqual(inputs(bot), []);
    await bot.chat.tap(card.id, 'Approve');
    await bot.chat.waitFor(({ kind }) => kind === 'end');
    await bot.close();
    assert.deepEqual(inputs(bot), ['type a']);
  });

  test('a parameter cannot break out of an address or a script', async () => {
    const { resolveStep } = await import('../../src/skills/playbook.ts');
    const params = { q: 'C++ & "C#" 100%?', host: 'example.com/a' };
    const screen = { elements: [], display: { width: 100, height: 100 } };
    const url = resolveStep({ action: 'open_url', url: 'https://{{host}}/s?q={{q}}&l=en' }, params, screen);
    assert.ok(url.ok && url.action.action === 'open_url');
    assert.equal(url.action.url, 'https://example.com/a/s?q=C%2B%2B%20%26%20%22C%23%22%20100%25%3F&l=en');
    const script = resolveStep({ action: 'applescript', script: 'set x to {{t}}' }, { t: 'a"\\ & b' }, screen);
    assert.ok(script.ok && script.action.action === 'applescript');
    assert.equal(script.action.script, 'set x to "a\\"\\\\ & b"');
  });
});
