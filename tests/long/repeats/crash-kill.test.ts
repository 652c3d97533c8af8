/** Real bots killed at random moments: a small share of `npm run test:kill`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noX11 } from '../../support/x11.ts';
import { openCrashPlace } from '../crash-place.ts';
import { killAgainAndAgain } from '../kill-rounds.ts';

test('killed at random moments, on the same data again and again: nothing lost, nothing twice, everything told', {
  skip: noX11,
}, async (t) => {
  const seed = Date.now() % 1_000_000;
  const place = await openCrashPlace(t, 'playbook');
  try {
    const { lost, repeated, unreported, orphans, broken, ...figures } = await killAgainAndAgain(place, {
      rounds: 5,
      seed,
      say: (line) => t.diagnostic(line),
    });
    t.diagnostic(JSON.stringify({ seed, ...figures }));
    assert.deepEqual(
      { lost, repeated, unreported, orphans, broken },
      { lost: [], repeated: [], unreported: [], orphans: [], broken: [] },
      `seed ${seed}`,
    );
    assert.ok(figures.slowestReportMs < 10_000, 'every interrupted run is told within 10 s of ready');
  } finally {
    await place.stop();
  }
});
