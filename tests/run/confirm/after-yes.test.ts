/** What is looked at after a yes: a list is believed when the next one says the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UiElement } from '../../../src/ports/desktop.ts';
import { createFakeModel } from '../../fakes/model.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';

const element = (number: number, role: string, name: string): UiElement => ({
  number,
  role,
  name,
  value: '',
  box: { x: 100, y: number * 60, width: 120, height: 30 },
  isFocused: false,
  isEnabled: true,
  isSecure: false,
});
const PAY = element(1, 'button', 'Pay');
const TERMS = element(2, 'text', 'You can cancel at any time');

/** The lists one after the other, the last one for ever, from the yes on; how often was asked, and what became of the click. */
async function approve(lists: readonly (readonly UiElement[])[]) {
  const model = createFakeModel(({ purpose }, index) => {
    if (purpose !== 'step') return { screen: 's', reasons: [], score: 99 };
    const action = index === 0 ? { action: 'click', target: { element: 1 } } : { action: 'done', summary: 'paid' };
    return { screen: 's', intent: 'i', action, note: null };
  });
  const bot = await startTestDeskhand({
    model,
    risk: ({ action }) => (action === 'click' ? 'high' : 'safe'),
  });
  try {
    bot.desktop.setElements({ elements: [PAY, TERMS], coverage: 'complete', reason: '' });
    await bot.chat.sendText('/run pay');
    const card = await bot.chat.waitFor(({ text }) => text.includes('May I '));
    bot.desktop.setElements(...lists.map((elements) => ({ elements, coverage: 'complete', reason: '' }) as const));
    await bot.chat.tap(card.id, 'Approve');
    const next = await bot.chat.waitFor(
      ({ id, kind, text }) => id !== card.id && (kind === 'end' || text.includes('Asking again')),
    );
    return next.text.includes('Asking again') ? next.text : '';
  } finally {
    await bot.close();
  }
}

test('a text that one list lacks and the next one has again is no change', async () => {
  assert.equal(await approve([[PAY], [PAY, TERMS]]), '');
});

test('a text that stays away is one', async () => {
  assert.match(await approve([[PAY]]), /“You can cancel at any time” is not there any more/);
});
