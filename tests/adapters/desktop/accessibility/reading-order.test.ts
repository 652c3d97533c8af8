import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sortForReading } from '../../../../adapters/desktop/accessibility/reading-order.ts';

const item = (name: string, x: number, y: number, width = 60, height = 20) => ({ name, box: { x, y, width, height } });
const names = (items: readonly { readonly name: string }[]): readonly string[] => items.map(({ name }) => name);

const items = fc.uniqueArray(
  fc.record({
    box: fc.record({
      x: fc.nat(1400),
      y: fc.nat(900),
      width: fc.integer({ min: 3, max: 600 }),
      height: fc.integer({ min: 3, max: 400 }),
    }),
  }),
  { selector: ({ box }) => `${box.x},${box.y},${box.width},${box.height}`, maxLength: 60 },
);

describe('Reading order', () => {
  it('goes row by row, and in a row from left to right, though the tops differ by some pixels', () => {
    const sorted = sortForReading([
      item('d', 10, 60),
      item('c', 300, 8),
      item('b', 100, 14),
      item('a', 10, 11),
      item('e', 200, 58),
    ]);
    assert.deepEqual(names(sorted), ['a', 'b', 'c', 'd', 'e']);
  });

  it('a small box stands in the row of the field beside it', () => {
    const sorted = sortForReading([
      item('field', 139, 172, 180, 21),
      item('box', 330, 174, 14, 13),
      item('link', 8, 172, 45, 19),
    ]);
    assert.deepEqual(names(sorted), ['link', 'field', 'box']);
  });

  it('a high side bar does not pull the rows beside it into one', () => {
    const rows = [item('one', 300, 110), item('two', 200, 150), item('three', 250, 190)];
    assert.deepEqual(names(sortForReading([...rows, item('bar', 0, 100, 150, 500)])), ['bar', 'one', 'two', 'three']);
  });

  it('rows of two panes side by side keep their own order', () => {
    const left = [item('left', 0, 157, 150, 36)];
    const right = [
      item('name 1', 360, 158),
      item('size 1', 1080, 158),
      item('name 2', 360, 181),
      item('size 2', 1080, 181),
    ];
    assert.deepEqual(names(sortForReading([...right, ...left])), ['left', 'name 1', 'size 1', 'name 2', 'size 2']);
  });

  it('a staircase is not one row', () => {
    const steps = Array.from({ length: 10 }, (_, index) => item(String(index), 900 - index * 90, index * 9));
    const sorted = names(sortForReading(steps));
    assert.ok(sorted.indexOf('9') > sorted.indexOf('2'));
  });

  it('keeps every element once, and does not depend on the order in which they come', () => {
    fc.assert(
      fc.property(items, fc.infiniteStream(fc.nat()), (list, random) => {
        const sorted = sortForReading(list);
        assert.equal(sorted.length, list.length);
        assert.deepEqual(new Set(sorted), new Set(list));
        const keys = new Map(list.map((each) => [each, random.next().value]));
        const shuffled = list.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0));
        assert.deepEqual(sortForReading(shuffled), sorted);
      }),
    );
  });

  it('what is wholly below never comes before what is wholly above, unless a row holds both', () => {
    fc.assert(
      fc.property(items, (list) => {
        const sorted = sortForReading(list);
        for (const [index, { box }] of sorted.entries()) {
          const next = sorted[index + 1]?.box;
          if (next === undefined || next.y + next.height > box.y) continue;
          // Only within a row may the next one be higher up, and then it is to the right.
          assert.ok(next.x >= box.x);
        }
      }),
    );
  });
});
