/** A small share of `npm run test:replay`: a saved skill in an application whose button has another name now, and in one where it does something else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noX11 } from '../../support/x11.ts';
import { replayChanged } from '../replay-changed.ts';

test('a saved skill works in a real browser where its button was renamed, and presses nothing where it deletes', {
  skip: noX11,
}, async (t) => {
  const options = { wanted: /^list$/, versions: /^button renamed$/, traps: 1 };
  const { runs, good, healed, calls, firstCalls, fell, faults } = await replayChanged(t, options);
  assert.deepEqual(faults, []);
  assert.deepEqual({ runs, good, healed, fell }, { runs: 1, good: 1, healed: 1, fell: 0 });
  assert.ok(calls <= 0.1 * firstCalls, `${calls} of ${firstCalls} calls`);
});
