/** A small share of `npm run test:interruptions`: what happens in the middle of a run is noticed, and its end tells the truth. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noX11 } from '../../support/x11.ts';
import { interruptWork } from '../interrupted-work.ts';

test('a closed window, a file changed by something else and a lost network are noticed, and no end lies', {
  skip: noX11,
}, async (t) => {
  const { noticed, wrong, faults } = await interruptWork(t, 3, 7, { kinds: ['closed', 'file', 'network'] });
  assert.deepEqual(faults, []);
  assert.deepEqual({ noticed, wrong }, { noticed: 3, wrong: 0 });
});
