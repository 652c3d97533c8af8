/** A click on a field that something else lies over: the field is meant, not what is in front of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Container, UiElement } from '../../../src/ports/desktop.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';
import { runToEnd } from '../../support/scripted-run.ts';

const ALERT = { role: 'alert', name: 'Save password?', box: { x: 300, y: 0, width: 300, height: 200 } };
const IN_ALERT: Container = { id: 'alert', ...ALERT, isModal: false };

const element = (given: Partial<UiElement> & Pick<UiElement, 'number' | 'role' | 'name' | 'box'>): UiElement => ({
  value: '',
  isFocused: false,
  isEnabled: true,
  isSecure: false,
  ...given,
});
const field = { role: 'field', name: 'Your name', box: { x: 400, y: 40, width: 100, height: 20 } };

async function clickOn(elements: readonly UiElement[], number: number, isUnderWindow = false) {
  const bot = await startTestDeskhand({
    model: scriptedModel([step({ action: 'click', target: { element: number }, button: 'left', count: 1 }), DONE]),
  });
  bot.desktop.setElements({ elements, coverage: 'complete', reason: '' });
  bot.desktop.setPressable(elements.map(({ name }) => name));
  if (isUnderWindow)
    bot.desktop.setOver(
      { app: 'Editor', title: '', pid: 4711, window: '2' },
      { x: 300, y: 0, width: 300, height: 200 },
    );
  await runToEnd(bot, 'do it');
  await bot.close();
  return bot.desktop.did.filter((entry) => !entry.startsWith('key'));
}

test('a field under an alert that it is no part of gets the focus', async () => {
  const alert = element({ number: 1, ...ALERT });
  assert.deepEqual(await clickOn([alert, element({ number: 2, ...field })], 2), ['focus Your name']);
});

test('a field of the alert itself, and one beside it, is clicked', async () => {
  const alert = element({ number: 1, ...ALERT });
  const inside = element({ number: 2, ...field, container: IN_ALERT });
  assert.deepEqual(await clickOn([alert, inside], 2), ['click left 1 at 450,50']);
  const beside = element({ number: 2, ...field, box: { x: 100, y: 40, width: 100, height: 20 } });
  assert.deepEqual(await clickOn([alert, beside], 2), ['click left 1 at 150,50']);
});

test('a field under another window without a title gets the focus', async () => {
  assert.deepEqual(await clickOn([element({ number: 1, ...field })], 1, true), ['focus Your name']);
});

test('a button is pressed, whatever lies over it', async () => {
  const button = element({ number: 1, role: 'button', name: 'Next', box: field.box });
  assert.deepEqual(await clickOn([button], 1, true), ['press Next']);
});
