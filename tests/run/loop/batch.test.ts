/** Follow-ups: three acts for one call, each through the gate, and none of them on a screen that is not the one decided on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, UiElement } from '../../../src/ports/desktop.ts';
import type { FakeDesktop } from '../../fakes/desktop.ts';
import { startTestDeskhand, type TestDeskhandOptions } from '../../support/deskhand.ts';
import { scriptedModel, step } from '../../support/scripted-model.ts';

const BATCH = {
  screen: 'A form.',
  intent: 'Fill it in',
  // Where the fake desktop answers every input.
  action: { action: 'click', target: { x: 590, y: 690 } },
  // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is never a function
  then: [
    { action: 'type', text: 'hello' },
    { action: 'key', keys: 'enter' },
    { action: 'click', target: { x: 900, y: 900 } },
  ],
  note: null,
};
const DONE = { screen: 'A form.', intent: 'End', action: { action: 'done', summary: 'Sent.' }, note: null };

/** What was done of the batch when `afterClick` happens right after its first act, and what the next prompt says. */
async function runBatch(
  afterClick: (desktop: FakeDesktop) => void,
  options: Omit<TestDeskhandOptions, 'model'> = {},
): Promise<{ readonly did: readonly string[]; readonly next: string; readonly calls: number; readonly cards: number }> {
  const model = scriptedModel([BATCH, DONE]);
  const bot = await startTestDeskhand({ model, ...options });
  let isFirst = true;
  bot.desktop.onInput(() => {
    if (isFirst) afterClick(bot.desktop);
    isFirst = false;
  });
  await bot.chat.sendText('/run fill it in');
  const card = (message: { readonly kind: string }): boolean => message.kind === 'question';
  const first = await bot.chat.waitFor((message) => message.kind === 'end' || card(message), 60_000);
  if (card(first)) await bot.chat.tap(first.id, 'Approve');
  await bot.chat.waitFor(({ kind }) => kind === 'end', 60_000);
  await bot.close();
  const asked = model.asked.filter(({ purpose }) => purpose === 'step');
  return {
    did: bot.desktop.did.filter((entry) => /^(click|type|key)/.test(entry)).map((entry) => entry.split(' ')[0] ?? ''),
    next: asked[1]?.text ?? '',
    calls: asked.length,
    cards: bot.chat.seen().filter(card).length,
  };
}

test('an act and its three follow-ups are carried out with one call', async () => {
  const { did, calls, cards } = await runBatch(() => undefined);
  assert.deepEqual(did, ['click', 'type', 'key', 'click']);
  assert.equal(calls, 2, 'one for the batch, one for done');
  assert.equal(cards, 0);
});

test('each follow-up goes through the gate: one that is risky asks', async () => {
  const { did, cards } = await runBatch(() => undefined, {
    risk: ({ action }) => (action === 'key' ? 'high' : 'safe'),
  });
  assert.deepEqual(did.slice(0, 3), ['click', 'type', 'key']);
  assert.equal(cards, 1);
});

test('a password typed into the field that the same step clicked is on no later card', async () => {
  const at = (number: number, role: string, isFocused: boolean): UiElement => {
    const box = { x: 40, y: 60 * number, width: 200, height: 30 };
    return { number, role, name: role, value: '', box, isFocused, isEnabled: true, isSecure: number === 2 };
  };
  const enter = { action: 'key', keys: 'enter' };
  const into = (number: number, text: string) =>
    // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is never a function
    step({ action: 'click', target: { element: number } }, { then: [{ action: 'type', text }, enter] });
  const cardAfter = async (number: number, text: string, focused = 1): Promise<string> => {
    const bot = await startTestDeskhand({
      model: scriptedModel([into(number, text), DONE]),
      risk: ({ action }) => (action === 'key' ? 'high' : 'safe'),
    });
    bot.desktop.setElements({
      elements: ['field', 'password field', 'check box'].map((role, index) =>
        at(index + 1, role, index + 1 === focused),
      ),
      coverage: 'complete',
      reason: '',
    });
    await bot.chat.sendText('/run sign in');
    const card = await bot.chat.waitFor(({ kind }) => kind === 'question', 60_000);
    await bot.chat.tap(card.id, 'Deny');
    await bot.chat.waitFor(({ kind }) => kind === 'end', 60_000);
    await bot.close();
    return JSON.stringify(card);
  };
  assert.match(await cardAfter(1, 'Ann Smith'), /This was typed before:.*Ann Smith/);
  assert.doesNotMatch(await cardAfter(2, 'tulip-7'), /tulip/);
  assert.doesNotMatch(await cardAfter(3, 'tulip-7', 2), /tulip/, 'a box that was ticked may not have the keys');
});

for (const [what, change, done] of [
  [
    'another window comes to the front',
    (desktop: FakeDesktop) => desktop.setFront({ app: 'Mail', title: 'New mail', pid: 7 }),
    ['click'],
  ],
  [
    'much of the screen changes',
    (desktop: FakeDesktop) => desktop.paint({ x: 0, y: 0, width: 560, height: 300 }, 0x123456),
    ['click'],
  ],
  [
    'what a later click points at looks different',
    (desktop: FakeDesktop) => desktop.paint({ x: 490, y: 290, width: 32, height: 32 }, 0x654321),
    ['click', 'type', 'key'],
  ],
] as const)
  test(`when ${what}, nothing more of the batch is done, and the model is told`, async () => {
    const { did, next } = await runBatch(change);
    assert.deepEqual(did, done);
    assert.match(next, /so the other follow-ups were left out/);
  });

test('a follow-up that names an element goes to where that is by then; to one that is gone, or has a double, it does not go', async () => {
  const button = (number: number, x: number, name = 'Next') => ({
    ...{ number, role: 'button', name, value: '', isFocused: false, isEnabled: true, isSecure: false },
    box: { x, y: 40, width: 60, height: 20 },
  });
  const list = (...elements: ReturnType<typeof button>[]) => ({ elements, coverage: 'complete', reason: '' }) as const;
  for (const [after, clicks] of [
    [list(button(1, 0, 'Start'), button(2, 400)), ['click left 1 at 30,50', 'click left 1 at 430,50']],
    [list(button(1, 0, 'Start')), ['click left 1 at 30,50']],
    [list(button(1, 0, 'Start'), button(2, 400), button(3, 480)), ['click left 1 at 30,50']],
  ] as const) {
    const model = scriptedModel([
      {
        ...BATCH,
        action: { action: 'click', target: { element: 1 } },
        // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is never a function
        then: [{ action: 'click', target: { element: 2 } }],
      },
      DONE,
    ]);
    const bot = await startTestDeskhand({ model });
    bot.desktop.setElements(list(button(1, 0, 'Start'), button(2, 200)));
    let isFirst = true;
    bot.desktop.onInput(() => {
      if (!isFirst) return;
      isFirst = false;
      bot.desktop.setElements(after);
      bot.desktop.paint({ x: 192, y: 32, width: 96, height: 32 }, 0x111111);
      bot.desktop.paint({ x: 384, y: 32, width: 96, height: 32 }, 0x777777);
    });
    await bot.chat.sendText('/run go');
    await bot.chat.waitFor(({ kind }) => kind === 'end', 60_000);
    await bot.close();
    assert.deepEqual(
      bot.desktop.did.filter((entry) => entry.startsWith('click')),
      clicks,
    );
  }
});

test('a follow-up to a patch that no list names goes to where its colour is by then; to one that is gone, has a double or lies under something, it does not go', async () => {
  const ground: Box = { x: 0, y: 0, width: 560, height: 336 };
  const disc = (x: number, y: number): Box => ({ x, y, width: 32, height: 32 });
  const START = disc(96, 256);
  const cases: readonly (readonly [what: string, after: (desktop: FakeDesktop) => void, second: string | null])[] = [
    ['moved', (desktop) => desktop.paint(disc(256, 192), 0xd01818), 'click left 1 at 272,208'],
    ['gone', () => undefined, null],
    [
      'doubled',
      (desktop) => {
        desktop.paint(disc(256, 192), 0xd01818);
        desktop.paint(disc(448, 192), 0xd01818);
      },
      null,
    ],
    [
      'under a button',
      (desktop) => {
        desktop.paint(disc(256, 192), 0xd01818);
        const button = {
          number: 1,
          role: 'button',
          name: 'Delete',
          value: '',
          isFocused: false,
          isEnabled: true,
          isSecure: false,
        };
        desktop.setElements({ elements: [{ ...button, box: disc(250, 190) }], coverage: 'complete', reason: '' });
      },
      null,
    ],
  ];
  for (const [what, after, second] of cases) {
    const model = scriptedModel([
      {
        ...BATCH,
        // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is never a function
        then: [{ action: 'click', target: { x: (112.5 / 560) * 1000, y: (272.5 / 336) * 1000 } }],
      },
      DONE,
    ]);
    const bot = await startTestDeskhand({ model });
    bot.desktop.setElements({ elements: [], coverage: 'complete', reason: '' });
    bot.desktop.paint(ground, 0xd8d8d8);
    bot.desktop.paint(START, 0xd01818);
    let isFirst = true;
    bot.desktop.onInput(() => {
      if (!isFirst) return;
      isFirst = false;
      bot.desktop.paint(START, 0xd8d8d8);
      after(bot.desktop);
    });
    await bot.chat.sendText('/run go');
    await bot.chat.waitFor(({ kind }) => kind === 'end', 60_000);
    await bot.close();
    const clicks = bot.desktop.did.filter((entry) => entry.startsWith('click'));
    assert.deepEqual(clicks.slice(1), second === null ? [] : [second], what);
  }
});
