/** A picture that shows nothing new is not sent again while the elements say enough; the first one always is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Desktop, ElementList } from '../../../src/ports/desktop.ts';
import type { Reading } from '../../../src/ports/reader.ts';
import { createFakeDesktop } from '../../fakes/desktop.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';

const list = (count: number, coverage: ElementList['coverage'] = 'complete'): ElementList => ({
  coverage,
  reason: coverage === 'complete' ? '' : 'The list is partial.',
  elements: Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    role: 'button',
    name: `Button ${index}`,
    value: '',
    box: { x: 10, y: 20 * index, width: 40, height: 16 },
    isFocused: false,
    isEnabled: true,
    isSecure: false,
  })),
});

/** How many pictures each step was sent. */
async function countPictures(elements: ElementList, actions: readonly object[], paintBefore = -1, read?: Reading) {
  const fake = createFakeDesktop({ width: 560, height: 336 });
  const desktop: Desktop = {
    ...fake,
    elements: async () => elements,
    ...(read === undefined ? {} : { see: async (frame) => ({ frame, read }) }),
  };
  const model = scriptedModel([
    ...actions.map((action, index) => () => {
      if (index + 1 === paintBefore) fake.paint({ x: 0, y: 0, width: 200, height: 100 }, 0xff0000);
      return step(action);
    }),
    DONE,
  ]);
  const bot = await startTestDeskhand({ model, desktop });
  await bot.chat.sendText('/run x');
  await bot.chat.waitFor(({ kind }) => kind === 'end', 20_000);
  await bot.close();
  const steps = model.asked.filter(({ purpose }) => purpose === 'step');
  for (const { pictures, text } of steps)
    assert.equal(/has not changed since the picture before/.test(text), pictures.length === 0, text);
  assert.ok(model.asked.filter(({ purpose }) => purpose === 'verify').every(({ pictures }) => pictures.length === 1));
  return steps.map(({ pictures }) => pictures.length);
}

const SHELL = { action: 'shell', command: 'true' };

test('after what does not show on the screen the same picture is not sent again; screenshot brings it back', async () => {
  const looks = [SHELL, { action: 'think', text: 'hm' }, { action: 'screenshot' }, SHELL];
  assert.deepEqual(await countPictures(list(4), looks), [1, 0, 0, 1, 0]);
});

test('it is sent when the list is short or not whole, after a click, and when the screen has changed', async () => {
  assert.deepEqual(await countPictures(list(2), [SHELL]), [1, 1]);
  assert.deepEqual(await countPictures(list(40, 'partial'), [SHELL]), [1, 1]);
  assert.deepEqual(await countPictures(list(4), [{ action: 'click', target: { x: 5, y: 5 } }]), [1, 1]);
  assert.deepEqual(await countPictures(list(4), [SHELL, SHELL], 2), [1, 0, 1]);
});

test('what was read of the whole window is a list, too; where a part was not read in time the picture is sent', async () => {
  const lines = ['Inbox', 'Sent', 'Drafts', 'Spam'].map((text, index) => {
    const box = { x: 20, y: 40 * index + 10, width: 60, height: 14 };
    return { text, box, confidence: 0.95, contrast: 200, words: [{ text, box, confidence: 0.95 }] };
  });
  const untold = list(0, 'partial');
  assert.deepEqual(await countPictures(untold, [SHELL], -1, { lines, unread: [], boxes: [] }), [1, 0]);
  const unread = [{ x: 0, y: 0, width: 560, height: 336 }];
  assert.deepEqual(await countPictures(untold, [SHELL], -1, { lines, unread, boxes: [] }), [1, 1]);
  assert.deepEqual(await countPictures(untold, [SHELL], -1, { lines: [], unread: [], boxes: [] }), [1, 1]);
});
