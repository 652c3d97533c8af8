/** The pause before the next try: it grows, it is capped, and what the other side asks for is the least. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { backOff } from '../../../src/ports/waits/backoff.ts';

test('it doubles up to its cap', () => {
  const pauses = [1, 2, 3, 4, 5, 1000].map((failures) => backOff(failures, { firstMs: 500, capMs: 3000 }));
  assert.deepEqual(pauses, [500, 1000, 2000, 3000, 3000, 3000]);
});

test('a Retry-After is waited for at least, up to its own cap; one of nothing is no storm', () => {
  const pauses = { firstMs: 500, capMs: 3000, askedCapMs: 30_000 };
  assert.equal(backOff(1, { ...pauses, askedMs: 7000 }), 7000);
  assert.equal(backOff(1, { ...pauses, askedMs: 86_400_000 }), 30_000);
  assert.equal(backOff(1, { ...pauses, askedMs: 0 }), 500);
  assert.equal(backOff(3, { ...pauses, askedMs: null }), 2000);
});

test('spread, it is between half of it and all, and what was asked for is never cut short', () => {
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), share, fc.integer({ min: 0, max: 20_000 }), (failures, n, askedMs) => {
      const whole = backOff(failures, { firstMs: 1000, capMs: 16_000 });
      const spread = backOff(failures, { firstMs: 1000, capMs: 16_000, random: () => n });
      assert.ok(spread >= whole / 2 && spread <= whole);
      const asked = backOff(failures, { firstMs: 1000, capMs: 16_000, random: () => n, askedMs });
      assert.ok(asked >= askedMs && asked <= Math.max(askedMs, whole));
    }),
  );
});
