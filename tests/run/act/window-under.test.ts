/** A click goes to the window that is there, not to the one in front: that one is judged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Desktop, FrontWindow } from '../../../src/ports/desktop.ts';
import { createFakeDesktop } from '../../fakes/desktop.ts';
import { openTestGate } from '../../safety/open-test-gate.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';

const CHAT: FrontWindow = { app: 'TelegramDesktop', title: 'Deskhand', pid: 99 };
const OTHER: FrontWindow = { app: 'Shop', title: 'Checkout', pid: 98 };
const BOX = { x: 280, y: 180, width: 120, height: 80 };
const at = (x: number, y: number) => ({ x: (x / 560) * 1000, y: (y / 336) * 1000 });

async function judged(action: object, over: FrontWindow | null) {
  const model = scriptedModel([step(action), DONE], {
    risk: { target: 'a harmless tab', risk: 'moderate', reason: 'It only shows more.' },
  });
  const bot = await startTestDeskhand({ model, gate: await openTestGate({ platform: 'linux' }) });
  bot.desktop.setElements({
    elements: [
      {
        number: 1,
        role: 'button',
        name: 'Details',
        value: '',
        box: { x: 300, y: 200, width: 80, height: 24 },
        isFocused: false,
        isEnabled: true,
        isSecure: false,
      },
    ],
    coverage: 'complete',
    reason: '',
  });
  bot.desktop.movePointer(320, 210);
  if (over !== null) bot.desktop.setOver(over, BOX);
  await bot.chat.sendText('/run look at the details');
  const isAsked = ({ kind }: { readonly kind: string }): boolean => kind === 'question';
  const first = await bot.chat.waitFor((post) => isAsked(post) || post.kind === 'end');
  if (isAsked(first)) await bot.chat.tap(first.id, 'Deny');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  const found = bot.events().find((event) => event.type === 'risk.judged');
  const touched = bot.desktop.did.filter((entry) => /^(?:click|drag|mouse|scroll)/.test(entry));
  await bot.close();
  assert.ok(found?.type === 'risk.judged');
  return { risk: found.risk, rule: found.rule, touched: touched.length };
}

test('what is in front is judged by its elements', async () => {
  const free = await judged({ action: 'click', target: at(320, 210) }, null);
  assert.deepEqual(free, { risk: 'moderate', rule: 'click.named', touched: 1 });
});

for (const [name, action] of [
  ['a click', { action: 'click', target: at(320, 210) }],
  ['a click on an element below it', { action: 'click', target: { element: 1 } }],
  ['a press where the pointer is', { action: 'mouse_down' }],
  ['dropping something', { action: 'drag', from: at(20, 20), to: at(320, 210) }],
  ['taking something from there', { action: 'drag', from: at(320, 210), to: at(20, 20) }],
] as const)
  test(`${name} in a window over it that shows our own conversation is critical`, async () => {
    assert.deepEqual(await judged(action, CHAT), { risk: 'critical', rule: 'input.own-conversation', touched: 0 });
  });

test('in any other window the names of the elements in front count for nothing: the small model looks', async () => {
  const seen = await judged({ action: 'click', target: at(320, 210) }, OTHER);
  assert.deepEqual(seen, { risk: 'moderate', rule: 'click.second-look', touched: 1 });
});

test('a drag from one window into another asks: it can carry text that no clipboard knows of', async () => {
  for (const [from, to] of [
    [at(20, 20), at(320, 210)],
    [at(320, 210), at(20, 20)],
  ])
    assert.deepEqual(await judged({ action: 'drag', from, to }, OTHER), {
      risk: 'high',
      rule: 'drag.windows',
      touched: 0,
    });
  const within = await judged({ action: 'drag', from: at(20, 20), to: at(60, 60) }, OTHER);
  assert.notEqual(within.rule, 'drag.windows');
});

test('beside it, and in a menu of the application itself, nothing changes', async () => {
  assert.equal((await judged({ action: 'click', target: at(40, 40) }, CHAT)).rule, 'click.second-look');
  const menu = { app: 'Editor', title: '', pid: 4711 };
  assert.equal((await judged({ action: 'click', target: { element: 1 } }, menu)).rule, 'click.named');
});

test('the desktop is asked once a look whose window it is: for an act that asks again after the yes, else never again', async () => {
  for (const [risk, times] of [
    ['safe', 1],
    ['high', 2],
  ] as const) {
    const fake = createFakeDesktop({ width: 560, height: 336 });
    fake.setElements({ elements: [], coverage: 'complete', reason: '' });
    let asked = 0;
    const desktop: Desktop = {
      ...fake,
      windowAt: (place, signal) => {
        asked += 1;
        return fake.windowAt(place, signal);
      },
    };
    const steps = [
      { action: 'click', target: at(320, 210) },
      { action: 'done', summary: 'Done.' },
    ];
    const model = scriptedModel(steps);
    const bot = await startTestDeskhand({
      model,
      desktop,
      risk: ({ action }) => (action === 'click' ? risk : 'safe'),
    });
    await bot.chat.sendText('/run look at the details');
    const first = await bot.chat.waitFor(({ kind }) => kind === 'question' || kind === 'end');
    if (first.kind === 'question') await bot.chat.tap(first.id, 'Approve');
    await bot.chat.waitFor(({ kind }) => kind === 'end');
    await bot.close();
    assert.equal(fake.did.filter((entry) => entry.startsWith('click')).length, 1);
    assert.equal(asked, times);
  }
});

test('a drag between two elements is told apart from one within an element, which clicks it', async () => {
  const seen: (string | undefined)[] = [];
  const gate = await openTestGate({ platform: 'linux' });
  const watching = {
    ...gate,
    judge: (...[action, context]: Parameters<typeof gate.judge>) => {
      if (action.action === 'drag') seen.push(context.draggedFrom?.name);
      return gate.judge(action, context);
    },
  };
  const one = (number: number, y: number) => ({
    ...{ number, role: 'list item', name: `Entry ${number}`, value: '', box: { x: 100, y, width: 200, height: 24 } },
    ...{ isFocused: false, isEnabled: true, isSecure: false },
  });
  const steps = [
    step({ action: 'drag', from: at(120, 110), to: at(120, 210) }),
    step({ action: 'drag', from: at(120, 110), to: at(280, 112) }),
    step({ action: 'drag', from: at(20, 20), to: at(120, 210) }),
    DONE,
  ];
  const bot = await startTestDeskhand({ model: scriptedModel(steps), gate: watching });
  bot.desktop.setElements({ elements: [one(1, 100), one(2, 200)], coverage: 'complete', reason: '' });
  await bot.chat.sendText('/run sort the list');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  assert.deepEqual([...new Set(seen)], ['Entry 1', undefined]);
});
