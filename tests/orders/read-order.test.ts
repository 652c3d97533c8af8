/** What a sentence says of when and what, by rule: what is not understood whole is not read at all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readOrder } from '../../src/orders/read/read-order.ts';
import { isTooOften, type Said } from '../../src/orders/read/read-when.ts';

/** A Monday, 10:00 in Berlin. */
const NOW = { at: Date.UTC(2026, 10, 23, 9), zone: 'Europe/Berlin' };

/** When it comes first, in UTC, and what it is; null: not read. */
function read(text: string, said: Said): readonly [string, string] | null {
  const found = readOrder(text, said, NOW);
  if (found === null) return null;
  const { when, doing } = found;
  const shown =
    when.kind === 'once'
      ? new Date(when.at).toISOString().slice(0, 16)
      : when.kind === 'every'
        ? `every ${when.ms / 60_000} min`
        : when.kind === 'calendar'
          ? `${when.times} ${when.weekdays ?? ''}`.trim()
          : when.kind;
  return [shown, doing.do === 'run' ? doing.goal : doing.do];
}

const READ: readonly (readonly [Said, string, string, string])[] = [
  ['at', '17:30 open the mail', '2026-11-23T16:30', 'open the mail'],
  ['at', '9:00, 2 files', '2026-11-24T08:00', '2 files'],
  ['at', '17.30 Uhr die Mail öffnen', '2026-11-23T16:30', 'die Mail öffnen'],
  ['every', 'weekday 8:00 open the calendar', '08:00 1,2,3,4,5', 'open the calendar'],
  ['every', '2h check the build', 'every 120 min', 'check the build'],
  ['every', '1m check', 'every 1 min', 'check'],
  ['every', '60 minutes check', 'every 60 min', 'check'],
  ['nothing', 'every Monday at nine open the report', '09:00 1', 'open the report'],
  ['nothing', 'jeden Montag um neun den Bericht öffnen', '09:00 1', 'den Bericht öffnen'],
  ['nothing', 'alle zwei Stunden den Build prüfen', 'every 120 min', 'den Build prüfen'],
  ['nothing', 'in 20 minutes open the mail', '2026-11-23T09:20', 'open the mail'],
  ['every', '2h 30m check', 'every 150 min', 'check'],
  ['every', '2 hours and 30 minutes check', 'every 150 min', 'check'],
  ['every', '2 Stunden 30 Minuten prüfen', 'every 150 min', 'prüfen'],
  ['at', 'in 1h 30m open it', '2026-11-23T10:30', 'open it'],
  ['nothing', 'in an hour and a half open the mail', '2026-11-23T10:30', 'open the mail'],
  ['nothing', 'in zwei Stunden und 30 Minuten die Mail öffnen', '2026-11-23T11:30', 'die Mail öffnen'],
  ['every', '30m 2 hours of music are too much', 'every 30 min', '2 hours of music are too much'],
  ['at', '17:30 to call', '2026-11-23T16:30', 'to call'],
];

for (const [said, text, when, what] of READ)
  test(`“${text}” is read`, () => assert.deepEqual(read(text, said), [when, what]));

const NOT_READ: readonly (readonly [Said, string])[] = [
  // A second, a range, a part of an hour: half of it would be another time.
  ['at', '16:30:30 open the mail'],
  ['at', '9:00-10:00 stay awake'],
  ['at', '9:00–10:00 stay awake'],
  ['at', '17:30/18:30 x'],
  ['at', '9:00 am - 10:00 am x'],
  ['at', '9 to 10 x'],
  ['at', '9 until 10 x'],
  ['at', '9 bis 10 Uhr x'],
  ['every', 'day 9:00 until Friday x'],
  ['every', 'Tag um 9:00 bis Freitag x'],
  // A zone that is not the person's.
  ['at', '9:00 UTC x'],
  ['at', '9:00 PST x'],
  ['every', '1.5h check'],
  ['every', '1,5h check'],
  ['at', '25:00 x'],
  ['at', '12:60 x'],
  ['at', '17:30'],
  // Less than the shortest time, or none at all.
  ['every', '0h check the build'],
  ['every', '0 minutes check'],
  ['every', '30s check'],
  ['every', 'second check'],
  ['nothing', 'alle 30 Sekunden prüfen'],
  ['nothing', 'every 0 hours check'],
  ['every', '-2h check'],
  ['at', 'in 0 minutes x'],
  // Goals.
  ['nothing', 'on my desktop create a folder'],
  ['nothing', 'at 5 elm street there is a house, find it'],
  ['nothing', 'every file in ~/Downloads goes to the trash'],
  ['nothing', 'in 3 steps explain this page'],
  ['nothing', 'write 17:30 into B2'],
];

for (const [said, text] of NOT_READ)
  test(`“${said === 'nothing' ? '' : `/${said} `}${text}” is not read as another time`, () =>
    assert.equal(read(text, said), null));

test('what comes too often is known as that, in both languages', () => {
  for (const text of ['0h x', '0 min x', '30s x', '5 seconds x', 'alle 10 Sekunden x', '59 sek x'])
    assert.ok(isTooOften(text, 'every'), text);
  for (const text of ['1m x', '2h x', 'Monday 9:00 x', 'second Monday x', 'day 8:00 x'])
    assert.ok(!isTooOften(text, 'every'), text);
  assert.ok(!isTooOften('0h x', 'nothing'));
});

test('a clock time is read to the minute, or not at all', () => {
  fc.assert(
    fc.property(fc.nat(30), fc.nat(70), fc.constantFrom('', ':00', ':30', '-10:00', '.5'), (hour, minute, behind) => {
      const clock = `${hour}:${String(minute).padStart(2, '0')}`;
      const found = readOrder(`${clock}${behind} open the mail`, 'at', NOW);
      const isTime = hour < 24 && minute < 60 && behind === '';
      assert.equal(found !== null, isTime, clock + behind);
      if (found?.when.kind !== 'once') return;
      const shown = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: NOW.zone }).format(found.when.at);
      assert.equal(shown, clock.padStart(5, '0'));
      assert.deepEqual(found.doing, { do: 'run', goal: 'open the mail' });
      assert.ok(found.when.at > NOW.at && found.when.at <= NOW.at + 86_400_000);
    }),
  );
});

test('an interval is what was written, in both languages', () => {
  const units = [
    ['m', 1],
    ['minutes', 1],
    ['Minuten', 1],
    ['h', 60],
    ['hours', 60],
    ['Stunden', 60],
    ['days', 1440],
    ['Tage', 1440],
  ] as const;
  fc.assert(
    fc.property(fc.nat(500), fc.constantFrom(...units), fc.constantFrom('', ' '), (count, [unit, minutes], blank) => {
      const found = readOrder(`${count}${blank}${unit} check the build`, 'every', NOW);
      if (count === 0) return assert.equal(found, null);
      assert.ok(found?.when.kind === 'every', `${count}${blank}${unit}`);
      assert.deepEqual(
        [found.when.ms, found.doing],
        [count * minutes * 60_000, { do: 'run', goal: 'check the build' }],
      );
    }),
  );
});
