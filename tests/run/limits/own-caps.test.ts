/** Caps that a person sets: below the settings, never above; up again only where that is allowed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Caps } from '../../../src/config/caps.ts';
import { createOwnCaps, withOwnCaps } from '../../../src/run/limits/own-caps.ts';
import { createFakeStateStore } from '../../fakes/state-store.ts';

const MOST: Caps = {
  maxIterations: 35,
  timeLimitMs: 3_600_000,
  tokenBudget: 1_000_000,
  costLimitUsd: 1,
  dayCostLimitUsd: 10,
};
const NAMES = ['maxIterations', 'timeLimitMs', 'tokenBudget', 'costLimitUsd', 'dayCostLimitUsd'] as const;

test('whatever is asked for, in whatever order: nothing above the settings, and nothing up without the right to', async () => {
  const change = fc.record(
    {
      maxIterations: fc.integer({ min: 1, max: 60 }),
      timeLimitMs: fc.integer({ min: 1, max: 6_000_000 }),
      costLimitUsd: fc.double({ min: 0.01, max: 2, noNaN: true }),
    },
    { requiredKeys: [] },
  );
  const changes = fc.array(fc.record({ wanted: change, mayRaise: fc.boolean(), isRestart: fc.boolean() }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(changes, async (asked) => {
      const state = createFakeStateStore();
      let own = createOwnCaps(state, MOST);
      for (const { wanted, mayRaise, isRestart } of asked) {
        const before = own.now();
        const result = await own.set(wanted, mayRaise);
        if (isRestart) own = createOwnCaps(state, MOST);
        const after = own.now();
        const expected = result === 'set' ? { ...before, ...wanted } : before;
        assert.deepEqual(after, expected);
        assert.ok(NAMES.every((name) => after[name] <= MOST[name]));
        if (!mayRaise) assert.ok(NAMES.every((name) => after[name] <= before[name]));
      }
    }),
  );
});

test('two changes at once are both kept', async () => {
  const own = createOwnCaps(createFakeStateStore(), MOST);
  await Promise.all([own.set({ maxIterations: 5 }, false), own.set({ costLimitUsd: 0.5 }, false)]);
  assert.deepEqual(own.now(), { ...MOST, maxIterations: 5, costLimitUsd: 0.5 });
});

test('one that is as high as the settings follows them, one that is lower stays', async () => {
  const state = createFakeStateStore();
  await createOwnCaps(state, MOST).set({ maxIterations: 35, costLimitUsd: 0.5 }, true);
  const later = createOwnCaps(state, { ...MOST, maxIterations: 50, costLimitUsd: 4 }).now();
  assert.equal(later.maxIterations, 50);
  assert.equal(later.costLimitUsd, 0.5);
  assert.equal(createOwnCaps(state, { ...MOST, costLimitUsd: 0.2 }).now().costLimitUsd, 0.2, 'the settings went below');
});

test('what cannot be read limits nothing more, and the settings still hold', async () => {
  for (const kept of ['x', null, { maxIterations: -1, costLimitUsd: 'free', timeLimitMs: 5 }]) {
    const state = createFakeStateStore();
    await state.set('caps', kept);
    const { maxIterations, costLimitUsd } = createOwnCaps(state, MOST).now();
    assert.deepEqual([maxIterations, costLimitUsd], [35, 1]);
  }
});

test('settings with them are always as they are now', async () => {
  const own = createOwnCaps(createFakeStateStore(), MOST);
  const settings = withOwnCaps({ caps: MOST, displayIndex: 1 }, own);
  assert.deepEqual(settings, { caps: MOST, displayIndex: 1 });
  await own.set({ maxIterations: 3 }, false);
  assert.equal(settings.caps.maxIterations, 3);
});
