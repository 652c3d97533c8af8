/** When the hands ask for a collection, and when they leave it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { collectEarly } from '../../../adapters/desktop/collect-early.ts';

const MB = 1_000_000;

function heapOf(needed: number) {
  const heap = { used: needed, collected: 0 };
  const collect = (): void => {
    heap.collected += 1;
    heap.used = needed;
  };
  return { heap, isUsed: collectEarly(collect, () => heap.used) };
}

it('collects what was read once: while nobody waits, or at the next call where there is much of it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { heap, isUsed } = heapOf(17 * MB);
  isUsed();
  t.mock.timers.tick(1000);
  assert.equal(heap.collected, 0);
  heap.used = 22 * MB;
  isUsed();
  assert.equal(heap.collected, 0);
  t.mock.timers.tick(299);
  assert.equal(heap.collected, 0);
  t.mock.timers.tick(1);
  assert.equal(heap.collected, 1);
  heap.used = 26 * MB;
  isUsed();
  assert.equal(heap.collected, 2);
});

it('does not collect at every call where more is needed than usual', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { heap, isUsed } = heapOf(60 * MB);
  for (let call = 0; call < 10; call += 1) {
    isUsed();
    heap.used += MB;
  }
  assert.equal(heap.collected, 1);
  heap.used = 90 * MB;
  isUsed();
  assert.equal(heap.collected, 2);
});
