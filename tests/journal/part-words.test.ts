/** A part of a plan that was not done: why, in the language of whoever reads the run's story. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runEventSchema } from '../../src/journal/events.ts';
import { asNotDone } from '../../src/journal/said.ts';
import { sayHappening } from '../../src/journal/step-words.ts';
import { say } from '../../src/words/say.ts';
import { english, speak } from '../../src/words/speak.ts';

const WHY = say`No answer came in time: no.`;
const ENDED = {
  type: 'part.ended',
  part: 2,
  attempt: 1,
  run: '000002',
  outcome: 'failed',
  result: { done: false, summary: english(WHY), files: [], facts: {} },
};

function detailOf(event: object): string {
  const read = runEventSchema.parse(JSON.parse(JSON.stringify(event)));
  assert.ok(read.type === 'part.ended');
  return speak(sayHappening({ ...read, seq: 1, at: '2026-11-28T10:00:00.000Z' }).detail, 'de');
}

test('a part that was not done tells why in the reader’s language; one of a journal of before as it stands', () => {
  assert.equal(detailOf({ ...ENDED, ...asNotDone(WHY) }), 'Es kam keine Antwort: nein.');
  assert.equal(detailOf(ENDED), 'No answer came in time: no.');
});
