/** A small share of `npm run test:long-work`: a careless model, the ledger, and an end that tells the truth. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLongBench } from '../../long-work/bench.ts';
import { FILES } from '../../long-work/tasks/files.ts';
import { noX11 } from '../../support/x11.ts';

test('a long task by a model that forgets, misreads and says done too early ends with the truth about each wish', {
  skip: noX11,
}, async (t) => {
  const bench = await startLongBench(t, true);
  try {
    const { steps, wishes, lies, lost, slips } = await bench.run(FILES, 1);
    assert.deepEqual(lies, []);
    assert.deepEqual(lost, []);
    assert.equal(wishes, 12);
    assert.ok(steps >= 30, `${steps} steps`);
    assert.ok(slips.forgot + slips.misread + slips.guessed > 0, 'the model was careless');
  } finally {
    await bench.close();
  }
});
