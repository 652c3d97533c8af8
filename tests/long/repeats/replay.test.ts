/** A small share of `npm run test:replay`: whole runs by a model that sees only the pictures it is sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noX11 } from '../../support/x11.ts';
import { replayRuns } from '../replay-runs.ts';

test('two whole runs, decided from the pictures: one that says done too soon, one whose target moves away', {
  skip: noX11,
}, async (t) => {
  const { good, movedAway, faults } = await replayRuns(t, 2, 7);
  assert.deepEqual(faults, []);
  assert.equal(good, 2);
  assert.ok(movedAway >= 1);
});
