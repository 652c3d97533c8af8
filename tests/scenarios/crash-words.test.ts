/** Real bots killed in the middle of commands and taps that start no run: a small share of `npm run test:kill`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCrashPlace } from '../long/crash-place.ts';
import { killInTheMiddleOfWords } from '../long/kill-words.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { noX11 } from '../support/x11.ts';

test('killed in the middle of commands and taps: each accepted one is answered or told once, nothing is done twice', {
  skip: noX11,
}, async (t) => {
  const seed = Date.now() % 1_000_000;
  const place = await openCrashPlace(t, 'playbook');
  try {
    const report = await killInTheMiddleOfWords(place, {
      rounds: WITH_REPEATS ? 8 : 2,
      seed,
      say: (line) => t.diagnostic(line),
    });
    const { lost, repeated, broken, ...figures } = report;
    t.diagnostic(JSON.stringify({ seed, ...figures }));
    assert.deepEqual({ lost, repeated, broken }, { lost: [], repeated: [], broken: [] }, `seed ${seed}`);
  } finally {
    await place.stop();
  }
});
