/** An application tells late where keys moved the focus: a blank presses nothing that only seems to have it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UiElement } from '../../../src/ports/desktop.ts';
import { openTestGate } from '../../safety/open-test-gate.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { type Scripted, scriptedModel } from '../../support/scripted-model.ts';

const part = (number: number, role: string, name: string, isFocused: boolean): UiElement => {
  const box = { x: 40, y: 40 * number, width: 80, height: 24 };
  return { number, role, name, value: '', box, isFocused, isEnabled: true, isSecure: false };
};

/** Details is clicked, Tab pressed, then this; `told` has the focus in every look after that. */
async function pressAfterTab(last: Scripted, told: string): Promise<string> {
  const steps: readonly Scripted[] = [
    { action: 'click', target: { element: 1 } },
    { action: 'key', keys: 'Tab' },
    last,
    { action: 'done', summary: 'Done.' },
  ];
  const model = scriptedModel(steps);
  const bot = await startTestDeskhand({ model, gate: await openTestGate({ platform: 'linux' }) });
  bot.desktop.setFront({ app: 'Chromium', title: 'Shop', pid: 7 });
  const show = (focused: string): void =>
    bot.desktop.setElements({
      elements: [part(1, 'button', 'Details', focused === 'Details'), part(2, 'field', 'Name', focused === 'Name')],
      coverage: 'partial',
      reason: 'There may be more.',
    });
  show('Details');
  bot.desktop.onInput((entry) => {
    if (entry.startsWith('key')) show(told);
  });
  await bot.chat.sendText('/run look at the shop');
  const first = await bot.chat.waitFor(({ kind }) => kind === 'question' || kind === 'end');
  if (first.kind === 'question') await bot.chat.tap(first.id, 'Deny');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  const rules = bot.events().flatMap((event) => (event.type === 'risk.judged' ? [event.rule] : []));
  await bot.close();
  return rules[2] ?? '';
}

test('what had the focus before is not believed to have it still', async () => {
  assert.equal(await pressAfterTab({ action: 'key', keys: 'space' }, 'Details'), 'typing.blank');
});

test('a field that has it once there was time to tell takes a blank', async () => {
  assert.equal(await pressAfterTab({ action: 'type', text: 'Ann Smith' }, 'Name'), 'typing.text');
});
