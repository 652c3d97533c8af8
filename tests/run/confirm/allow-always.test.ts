/** “Allow always”: offered where a scope could hold it, kept through a restart, listed and taken back by /allowed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ElementList } from '../../../src/ports/desktop.ts';
import { parseSkill } from '../../../src/skills/parse-skill.ts';
import { createFakeStateStore } from '../../fakes/state-store.ts';
import { openTestGate } from '../../safety/open-test-gate.ts';
import { startTestDeskhand, type TestDeskhandOptions } from '../../support/deskhand.ts';
import { DONE, scriptedModel } from '../../support/scripted-model.ts';

const gate = await openTestGate({ platform: 'linux', home: '/home/person' });
const CALC = { app: 'libreoffice-calc', title: 'Format Cells', pid: 7, window: '1' };
const SHELL = { action: 'shell', command: 'rm notes.txt' } as const;
const PRESS = { action: 'click', target: { element: 1 } } as const;
const NO_SCOPE = { apps: [], sites: [], folders: [], kinds: [] };

const button = (name: string): ElementList => ({
  elements: [
    {
      ...{ number: 1, role: 'button', name, value: '' },
      box: { x: 100, y: 100, width: 60, height: 20 },
      ...{ isFocused: false, isEnabled: true, isSecure: false },
    },
  ],
  coverage: 'complete',
  reason: '',
});

async function start(more: Partial<TestDeskhandOptions> = {}, name = 'OK', step: object = PRESS) {
  const steps = Array.from({ length: 8 }, () => [step, DONE]).flat() as Parameters<typeof scriptedModel>[0];
  const model = scriptedModel(steps, { intent: { kind: 'simple', scope: NO_SCOPE } });
  const bot = await startTestDeskhand({ model, gate, ...more });
  bot.desktop.setFront(CALC);
  bot.desktop.setElements(button(name));
  bot.desktop.onInput(() => bot.desktop.paint(null, Math.floor(bot.desktop.did.length * 4000)));
  return bot;
}

type Bot = Awaited<ReturnType<typeof start>>;
let asked = 0;
const run = async (bot: Bot, goal = 'press the button'): Promise<void> => {
  asked = bot.chat.seen().filter(({ kind }) => kind === 'end').length;
  await bot.chat.sendText(`/run ${goal}`);
};
const ended = (bot: Bot) => bot.chat.waitFor(() => bot.chat.seen().filter(({ kind }) => kind === 'end').length > asked);
const card = (bot: Bot) =>
  bot.chat.waitFor(({ kind, buttons }) => kind === 'question' && buttons.flat().some(({ isLive }) => isLive));
const labels = (message: { readonly buttons: readonly (readonly { readonly label: string }[])[] }) =>
  message.buttons.flat().map(({ label }) => label);
const questions = (bot: Bot) => bot.chat.seen().filter(({ kind }) => kind === 'question');

test('it is offered with what it means, holds for later runs and through a restart, and /allowed takes it back', async () => {
  const state = createFakeStateStore();
  const bot = await start({ state });
  await run(bot);
  const first = await card(bot);
  assert.ok(labels(first).includes('Allow always'), labels(first).join());
  assert.match(
    first.text,
    /“Allow always” means: edit in libreoffice-calc, in every run of yours\. \/allowed takes it back\./,
  );
  await bot.chat.tap(first.id, 'Allow always');
  await bot.chat.waitFor(({ id, text }) => id === first.id && /Approved by Owner, and allowed always/.test(text));
  await ended(bot);
  await run(bot);
  await ended(bot);
  assert.equal(questions(bot).length, 1, 'the second run asks nobody');
  assert.deepEqual(bot.desktop.did, ['click left 1 at 130,110', 'click left 1 at 130,110']);
  const judged = bot.events('000002').find((event) => event.type === 'risk.judged');
  assert.deepEqual([judged?.risk, judged?.rule], ['moderate', 'always.edit']);
  await bot.close();

  const next = await start({ state });
  await run(next);
  await ended(next);
  assert.equal(questions(next).length, 0, 'nor does one after a restart');
  await next.chat.sendText('/allowed');
  const list = await next.chat.waitFor(({ text }) => /Always allowed/.test(text));
  assert.match(list.text, /1\. edit in libreoffice-calc, in every run of yours/);
  assert.deepEqual(labels(list), ['Revoke 1']);
  await next.chat.tap(list.id, 'Revoke 1');
  await next.chat.waitFor(({ id, text }) => id === list.id && /Nothing is always allowed/.test(text));
  await run(next);
  await next.chat.tap((await card(next)).id, 'Deny');
  await ended(next);
  await next.close();

  const third = await start({ state });
  await run(third);
  await third.chat.tap((await card(third)).id, 'Deny');
  await ended(third);
  await third.close();
});

test('what no scope holds offers none and asks as before where it is allowed', async () => {
  const state = createFakeStateStore();
  const bot = await start({ state });
  await run(bot);
  await bot.chat.tap((await card(bot)).id, 'Allow always');
  await ended(bot);
  await bot.close();
  for (const [name, step] of [
    ['Send', PRESS],
    ['Buy now', PRESS],
    ['OK', SHELL],
    ['OK', { action: 'key', keys: 'ctrl+alt+delete' }],
  ] as const) {
    const other = await start({ state }, name, step);
    await run(other);
    const shown = await card(other);
    assert.ok(!labels(shown).includes('Allow always'), `${name} ${JSON.stringify(step)}`);
    await other.chat.tap(shown.id, 'Deny');
    await ended(other);
    await other.close();
  }
});

test('another application asks, and so does another person', async () => {
  const state = createFakeStateStore();
  const bot = await start({ state });
  await run(bot);
  await bot.chat.tap((await card(bot)).id, 'Allow always');
  await ended(bot);
  bot.desktop.setFront({ ...CALC, app: 'gimp', title: 'Scale Image' });
  await run(bot);
  const shown = await card(bot);
  assert.match(shown.text, /edit in gimp/);
  await bot.chat.tap(shown.id, 'Deny');
  await ended(bot);
  await bot.close();
  const kept = state.get('allowed');
  assert.ok(Array.isArray(kept) && kept.length === 1);
  await state.set('allowed', [{ ...kept[0], of: 'telegram:somebody-else' }]);
  const other = await start({ state });
  await run(other);
  await other.chat.tap((await card(other)).id, 'Deny');
  await ended(other);
  await other.chat.sendText('/allowed');
  await other.chat.waitFor(({ text }) => /Nothing is always allowed/.test(text));
  await other.close();
});

test('in a run of a skill it is for that skill, as long as that reads the same', async () => {
  const state = createFakeStateStore();
  const skill = (steps: string) => {
    const text = `# SKILL: press\n\n## Description\nPress it.\n\n## Triggers\n- \`press it\`\n\n## Steps\n${steps}\n`;
    const parsed = parseSkill(text, { file: 'press.md' });
    assert.ok(parsed.ok);
    return parsed.skill;
  };
  const bot = await start({ state, skills: [skill('Press OK.')] });
  await run(bot, 'press it');
  const shown = await card(bot);
  assert.match(shown.text, /edit in libreoffice-calc, in runs of the skill “press”/);
  await bot.chat.tap(shown.id, 'Allow always');
  await ended(bot);
  await run(bot, 'press it');
  await ended(bot);
  assert.equal(questions(bot).length, 1);
  await run(bot, 'do the other thing');
  await bot.chat.tap((await card(bot)).id, 'Deny');
  await ended(bot);
  await bot.close();
  const changed = await start({ state, skills: [skill('Press OK, then everything else.')] });
  await run(changed, 'press it');
  await changed.chat.tap((await card(changed)).id, 'Deny');
  await ended(changed);
  await changed.close();
});

test('/allowed revoke takes one back by its number, or all; other words are told how', async () => {
  const place = (app: string, id: string) => ({
    ...{ id, of: 'telegram:1001', name: app, at: '2026-01-01T00:00:00.000Z' },
    scope: { apps: [app], sites: [], folders: [], kinds: ['edit'] },
  });
  const state = createFakeStateStore();
  const bot = await start({ state });
  const { id } = bot.chat.sender;
  await state.set(
    'allowed',
    ['gimp', 'krita', 'xed'].map((app) => ({ ...place(app, app), of: id })),
  );
  await bot.chat.sendText('/allowed revoke 2');
  const left = await bot.chat.waitFor(({ text }) => /Revoked\. I ask there from now on/.test(text));
  assert.match(left.text, /1\. edit in gimp.*\n2\. edit in xed/);
  await bot.chat.sendText('/allowed everything');
  await bot.chat.waitFor(({ text }) => /\/allowed revoke 2 takes back the second one/.test(text));
  await bot.chat.sendText('/allowed revoke all');
  await bot.chat.waitFor(({ text }) => /Revoked[\s\S]*Nothing is always allowed/.test(text));
  await bot.close();
});
