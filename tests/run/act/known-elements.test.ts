/** Where the list of elements is late, a click counts as what was known there one look ago. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ElementList, FrontWindow } from '../../../src/ports/desktop.ts';
import { openTestGate } from '../../safety/open-test-gate.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel } from '../../support/scripted-model.ts';

const SHOP: FrontWindow = {
  app: 'Chromium',
  title: 'Order',
  pid: 7,
  window: '41',
  box: { x: 0, y: 0, width: 560, height: 336 },
};
const at = (x: number, y: number) => ({ x: (x / 560) * 1000, y: (y / 336) * 1000 });
const CLICK = { action: 'click', target: at(320, 210) };
const MORE = { action: 'move', target: at(10, 10) };

const listed = (name: string, address = 'https://shop.example/order'): ElementList => ({
  elements: [
    {
      number: 1,
      role: 'button',
      name,
      value: '',
      box: { x: 300, y: 200, width: 80, height: 24 },
      isFocused: false,
      isEnabled: true,
      isSecure: false,
    },
  ],
  coverage: 'complete',
  reason: '',
  address,
});
const LATE: ElementList = { elements: [], coverage: 'unavailable', reason: 'it did not come in time' };

interface Story {
  readonly before: ElementList;
  readonly now: ElementList;
  readonly front?: FrontWindow;
  /** The number of looks between the two. */
  readonly looks?: number;
}

/** The risk model finds every click harmless, so that the gate's own rules must hold. */
async function judged({ before, now, front = SHOP, looks = 1 }: Story) {
  const model = scriptedModel([...Array(looks).fill(MORE), CLICK, DONE], {
    risk: { target: 'a harmless tab', risk: 'moderate', reason: 'It only shows more.' },
  });
  const bot = await startTestDeskhand({ model, gate: await openTestGate({ platform: 'linux' }) });
  bot.desktop.setFront(SHOP);
  bot.desktop.setElements(before);
  bot.desktop.onInput((entry) => {
    if (!entry.startsWith('move')) return;
    bot.desktop.setElements(now);
    bot.desktop.setFront(front);
  });
  await bot.chat.sendText('/run look at the order');
  const isAsked = ({ kind }: { readonly kind: string }): boolean => kind === 'question';
  const first = await bot.chat.waitFor((post) => isAsked(post) || post.kind === 'end', 60_000);
  if (isAsked(first)) await bot.chat.tap(first.id, 'Deny');
  await bot.chat.waitFor(({ kind }) => kind === 'end', 60_000);
  const found = bot.events().find((event) => event.type === 'risk.judged' && event.action.action === 'click');
  const touched = bot.desktop.did.filter((entry) => entry.startsWith('click'));
  await bot.close();
  assert.ok(found?.type === 'risk.judged');
  return { risk: found.risk, rule: found.rule, touched: touched.length };
}

const ASKED = { risk: 'high', rule: 'click.acting-name', touched: 0 };

test('a button that sends asks when its list is late', async () => {
  assert.deepEqual(await judged({ before: listed('Submit'), now: LATE }), ASKED);
});

test('it asks also some looks later, and when only a part of the list came', async () => {
  assert.deepEqual(await judged({ before: listed('Absenden'), now: LATE, looks: 3 }), ASKED);
  const part: ElementList = { ...listed(''), coverage: 'partial', reason: 'cut' };
  assert.deepEqual(await judged({ before: listed('Submit'), now: part }), ASKED);
});

test('a window that was moved has taken its buttons along', async () => {
  const front = { ...SHOP, box: { x: 60, y: 30, width: 560, height: 336 } };
  const before = listed('Submit');
  const button = before.elements[0];
  assert.ok(button !== undefined);
  const shifted = { ...before, elements: [{ ...button, box: { ...button.box, x: 240, y: 170 } }] };
  assert.deepEqual(await judged({ before: shifted, now: LATE, front }), ASKED);
});

test('what was harmless there stays what the model that looks says', async () => {
  const { risk, touched } = await judged({ before: listed('Details'), now: LATE });
  assert.deepEqual({ risk, touched }, { risk: 'moderate', touched: 1 });
});

test('another window, another process and another page know nothing of it', async () => {
  const gone = { before: listed('Submit'), now: LATE };
  for (const front of [
    { ...SHOP, window: '42' },
    { ...SHOP, pid: 8 },
    { ...SHOP, app: 'Editor' },
  ])
    assert.notEqual((await judged({ ...gone, front })).rule, 'click.acting-name');
  const elsewhere: ElementList = { ...LATE, coverage: 'partial', address: 'https://other.example/' };
  assert.notEqual((await judged({ before: listed('Submit'), now: elsewhere })).rule, 'click.acting-name');
});

test('a whole list tells what is there now', async () => {
  const { risk, touched } = await judged({ before: listed('Submit'), now: listed('Details') });
  assert.deepEqual({ risk, touched }, { risk: 'moderate', touched: 1 });
});
