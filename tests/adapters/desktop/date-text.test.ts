import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planDate } from '../../../adapters/desktop/date-text.ts';

const part = (max: number, isFocused = false) => ({ max, isFocused });
/** "03 15 2020", "<", ">" and "+" for the arrows, "x" for what empties a part. */
const keysOf = (text: string, maxima: readonly number[], focused = 0): string | null => {
  const plan = planDate(
    text,
    maxima.map((max, index) => part(max, index === focused)),
  );
  const signs = { left: '<', right: '>', up: '+', erase: 'x' };
  return plan?.keys.map((key) => (key.kind === 'text' ? key.text : signs[key.kind])).join(' ') ?? null;
};
const AMERICAN = [12, 31, 275760];
const GERMAN = [31, 12, 9999];
const SWEDISH = [275760, 12, 31];

test('a date goes into its parts in their order, from whichever has the focus', () => {
  assert.equal(keysOf('2020-03-15', AMERICAN), '03 15 2020');
  assert.equal(keysOf('2020-03-15', GERMAN, 2), '< < 15 03 2020');
  assert.equal(keysOf('2020-03-15', SWEDISH), '2020 > 03 15');
});

test('a time goes by halves where the field has them; what it has besides stays', () => {
  assert.equal(keysOf('16:25', [12, 59, 2]), '04 25 P');
  assert.equal(keysOf('00:05', [12, 59, 2]), '12 05 A');
  assert.equal(keysOf('12:05 PM', [12, 59, 2]), '12 05 P');
  assert.equal(keysOf('16:25', [23, 59, 59]), '16 25');
  assert.equal(keysOf('16:25:09', [23, 59, 59]), '16 25 09');
  assert.equal(keysOf('2026-11-24 10:30', [...AMERICAN, 12, 59, 2]), '11 24 2026 > 10 30 A');
});

test('the half of the day is compared where the field numbers it', () => {
  const wantedOf = (text: string, half: number) => planDate(text, [part(12, true), part(59), part(half)])?.wanted;
  assert.deepEqual(wantedOf('16:25', 2), [4, 25, 2]);
  assert.deepEqual(wantedOf('00:05', 2), [12, 5, 1]);
  assert.deepEqual(wantedOf('16:25', 0), [4, 25, null], 'a browser that tells no number');
});

test('months and weeks', () => {
  assert.equal(keysOf('2026-03', [12, 9999]), 'x + + + > 2026');
  assert.equal(keysOf('2026-W07', [53, 9999]), '07 2026');
});

test('what is no such date, or one for other parts, is typed as it is', () => {
  for (const text of ['03/15/2020', '0315PM', 'March', '2020', '']) assert.equal(keysOf(text, AMERICAN), null, text);
  assert.equal(keysOf('2020-03', AMERICAN), null);
  assert.equal(keysOf('16:25', AMERICAN), null);
  assert.equal(keysOf('2020-03-15', [12, 59]), null);
  assert.equal(
    planDate(
      '2020-03-15',
      AMERICAN.map((max) => part(max)),
    ),
    null,
  );
});
