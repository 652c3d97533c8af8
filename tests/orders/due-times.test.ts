/** When orders come due: by the wall clock of their zone, or by elapsed time; each time once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { duesBetween, momentOf, nextDues } from '../../src/orders/due-times.ts';
import { playRound } from '../support/order-rounds.ts';

const iso = (times: readonly number[]): string[] => times.map((at) => new Date(at).toISOString());
const daily = (time: string) => ({ kind: 'calendar' as const, times: [time] });

test('a wall time that the clocks skip comes when they have jumped, one that they show twice comes the first time', () => {
  assert.deepEqual(iso(nextDues(daily('02:30'), 'Europe/Berlin', Date.UTC(2026, 2, 28, 12), 2)), [
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ]);
  assert.deepEqual(iso(nextDues(daily('02:30'), 'Europe/Berlin', Date.UTC(2026, 9, 24, 12), 2)), [
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ]);
});

test('an interval counts elapsed time: no two of its times at once when the clocks go back', () => {
  const from = Date.UTC(2026, 9, 24, 22);
  const dues = nextDues({ kind: 'every', ms: 2 * 3_600_000, from }, 'Europe/Berlin', from, 3);
  assert.deepEqual(iso(dues), ['2026-10-25T00:00:00.000Z', '2026-10-25T02:00:00.000Z', '2026-10-25T04:00:00.000Z']);
});

test('a day that does not exist never comes, and many missed times are counted', () => {
  assert.equal(momentOf({ year: 2027, month: 2, day: 30, hour: 9, minute: 0 }, 'UTC'), null);
  const missed = duesBetween({ kind: 'every', ms: 60_000, from: 0 }, 'UTC', 0, 365 * 86_400_000);
  assert.equal(missed?.count, 525_600);
  const days = duesBetween(daily('08:00'), 'UTC', Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 31));
  assert.deepEqual([days?.count, iso([days?.last ?? 0])], [30, ['2026-01-30T08:00:00.000Z']]);
});

test('random orders through sleeps, clock jumps, zones and restarts: nothing lost, repeated or untold', () => {
  const tally = { orders: 0, times: 0, missed: 0, restarts: 0, jumps: 0 };
  let seed = 42;
  const random = (): number => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return seed / 2 ** 32;
  };
  for (let round = 0; round < 400; round += 1) assert.equal(playRound(random, tally), '', `round ${round}`);
  assert.ok(
    tally.times > 1000 && tally.missed > 500 && tally.restarts > 100 && tally.jumps > 100,
    JSON.stringify(tally),
  );
});
