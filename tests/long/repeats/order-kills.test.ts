/** Real bots killed around the times their orders are due: a small share of `npm run test:orders -- kill`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noX11 } from '../../support/x11.ts';
import { openCrashPlace } from '../crash-place.ts';
import { killAroundDueTimes } from '../order-kills.ts';

test('killed around due times: each of them comes in once, is done once at most, and is told', {
  skip: noX11,
}, async (t) => {
  const seed = Date.now() % 1_000_000;
  const place = await openCrashPlace(t, 'playbook');
  try {
    const say = (line: string): void => t.diagnostic(line);
    const { lost, repeated, untold, broken, ...figures } = await killAroundDueTimes(place, { rounds: 3, seed, say });
    t.diagnostic(JSON.stringify({ seed, ...figures }));
    assert.deepEqual(
      { lost, repeated, untold, broken },
      { lost: [], repeated: [], untold: [], broken: [] },
      `seed ${seed}`,
    );
    assert.ok(figures.times >= 3);
  } finally {
    await place.stop();
  }
});
