/** A list of elements that comes late is asked for once more, with patience; what never comes is said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Desktop, ElementList, UiElement } from '../../src/ports/desktop.ts';
import { listElements } from '../../src/screen/observe.ts';
import { english } from '../../src/words/speak.ts';

const display = { index: 1, width: 640, height: 320, originX: 0, originY: 0, density: 1 };
const field: UiElement = {
  number: 1,
  role: 'password field',
  name: 'Secret word',
  value: '',
  box: { x: 10, y: 10, width: 100, height: 20 },
  isFocused: false,
  isEnabled: true,
  isSecure: true,
};
const late = (elements: readonly UiElement[]): ElementList => ({
  elements,
  coverage: 'partial',
  reason: 'late',
  isLate: true,
});

/** Answers in turn; the last answer for good. Notes with which patience it was asked. */
function answering(...lists: readonly (ElementList | Error)[]) {
  const asked: (number | undefined)[] = [];
  const desktop = {
    elements: async ({ patience }: { readonly patience?: number }) => {
      const next = lists[Math.min(asked.length, lists.length - 1)];
      asked.push(patience);
      if (next === undefined || next instanceof Error) throw next ?? new Error('nothing to answer');
      return next;
    },
  } as unknown as Desktop;
  return { asked, list: (patience?: number) => listElements(display, desktop, AbortSignal.timeout(60_000), patience) };
}

test('a late list is asked for once more, and the second answer counts', async () => {
  const { asked, list } = answering(late([]), { elements: [field], coverage: 'complete', reason: '' });
  const listed = await list();
  assert.deepEqual(listed.elements, [field]);
  assert.equal(listed.isLate, false);
  assert.equal(listed.note, '');
  assert.equal(asked.length, 2);
  assert.ok((asked[1] ?? 1) > (asked[0] ?? 1), 'the second time with more patience');
});

test('a list that did not come at all is asked for once more', async () => {
  const { list } = answering(new Error('timeout'), { elements: [field], coverage: 'complete', reason: '' });
  assert.deepEqual((await list()).elements, [field]);
});

test('what stays late is said, after two questions', async () => {
  const { asked, list } = answering(late([field]));
  const listed = await list();
  assert.equal(listed.isLate, true);
  assert.deepEqual(listed.elements, [field]);
  assert.equal(asked.length, 2);
  const never = await answering(new Error('timeout')).list();
  assert.equal(never.isLate, true);
  assert.match(english(never.note), /did not arrive in time/);
});

test('a whole list, one that is too long, and one that was waited for are not asked for again', async () => {
  for (const [answer, patience] of [
    [{ elements: [field], coverage: 'complete', reason: '' }, undefined],
    [{ elements: [field], coverage: 'partial', reason: 'count' }, undefined],
    [late([field]), 6],
  ] as const) {
    const { asked, list } = answering(answer);
    await list(patience);
    assert.equal(asked.length, 1);
  }
});

test('a stop during the second question ends it', async () => {
  const stop = new AbortController();
  let asked = 0;
  const desktop = {
    elements: async () => {
      asked += 1;
      if (asked === 2) stop.abort(new Error('stopped'));
      throw new Error('timeout');
    },
  } as unknown as Desktop;
  await assert.rejects(listElements(display, desktop, stop.signal), /timeout|stopped/);
});
