import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { choosePruned, pruneRecordings } from '../../src/journal/prune.ts';
import { createFakeRecordings } from '../fakes/recordings.ts';

const DAY = 24 * 3_600_000;
const NOW = 1000 * DAY;
const run = (id: number, daysAgo: number, bytes: number) => ({
  runId: String(id).padStart(6, '0'),
  bytes,
  changedAt: NOW - daysAgo * DAY,
});

test('what is past its days goes; the newest and the unfinished stay, however old', () => {
  const runs = [run(1, 40, 1), run(2, 31, 1), run(3, 29, 1), run(4, 45, 1)];
  assert.deepEqual(choosePruned(runs, { days: 30, maxBytes: 100 }, new Set(['000001']), NOW), ['000002']);
});

test('what is too much goes, oldest first, and no more than needed', () => {
  const runs = [run(3, 1, 40), run(1, 3, 40), run(2, 2, 40), run(4, 0, 40)];
  assert.deepEqual(choosePruned(runs, { days: 30, maxBytes: 100 }, new Set(), NOW), ['000001', '000002']);
  assert.deepEqual(choosePruned(runs, { days: 30, maxBytes: 160 }, new Set(), NOW), []);
  assert.deepEqual(choosePruned(runs, { days: 30, maxBytes: 1 }, new Set(['000002']), NOW), ['000001', '000003']);
});

test('what a killed life left empty goes, the newest too, unless a command still names it', () => {
  const empty = (id: number) => ({ ...run(id, 0, 0), isLeftEmpty: true });
  const runs = [empty(1), run(2, 1, 40), empty(3), empty(4)];
  assert.deepEqual(choosePruned(runs, { days: 30, maxBytes: 100 }, new Set(['000003']), NOW), ['000001', '000004']);
});

test('whatever there is: never the newest, never an unfinished one, and it fits when it can', () => {
  const someRun = fc.record({ id: fc.nat(50), daysAgo: fc.nat(60), bytes: fc.nat(1000) });
  fc.assert(
    fc.property(
      fc.uniqueArray(someRun, { selector: ({ id }) => id, minLength: 1 }),
      fc.nat(20_000),
      fc.array(fc.nat(50)),
      (some, maxBytes, open) => {
        const runs = some.map(({ id, daysAgo, bytes }) => run(id, daysAgo, bytes));
        const unfinished = new Set(open.map((id) => String(id).padStart(6, '0')));
        const pruned = choosePruned(runs, { days: 30, maxBytes }, unfinished, NOW);
        const newest =
          runs
            .map(({ runId }) => runId)
            .toSorted()
            .at(-1) ?? '';
        assert.ok(!pruned.includes(newest));
        assert.ok(!pruned.some((runId) => unfinished.has(runId)));
        const left = runs.filter(({ runId }) => !pruned.includes(runId));
        const removable = left.filter(({ runId }) => runId !== newest && !unfinished.has(runId));
        assert.ok(removable.length === 0 || left.reduce((sum, { bytes }) => sum + bytes, 0) <= maxBytes);
        assert.ok(removable.every(({ changedAt }) => NOW - changedAt <= 30 * DAY));
      },
    ),
  );
});

test('one that cannot be removed is named, and the others go', async () => {
  const recordings = createFakeRecordings();
  for (let count = 0; count < 3; count += 1) (await recordings.create()).journal.close();
  const stubborn = {
    ...recordings,
    remove: (runId: string) =>
      runId === '000001' ? Promise.reject(new Error('permission is missing')) : recordings.remove(runId),
  };
  const warnings: string[] = [];
  const limits = { days: 0.001, maxBytes: 0 };
  const ports = { now: Date.now() + DAY, warn: (text: string) => void warnings.push(text) };
  assert.equal(await pruneRecordings(stubborn, limits, new Set(), ports), 1);
  assert.match(warnings.join(), /000001.*permission/);
  assert.deepEqual(await recordings.list(), ['000001', '000003']);
});
