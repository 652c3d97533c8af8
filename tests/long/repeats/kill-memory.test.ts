/** kill -9 while vault, recordings, index and state are written: a small share of `npm run test:kill-memory`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { killMemoryWriters } from '../kill-memory-rounds.ts';
import { createRandom } from '../random.ts';

test('killed while memory is written: nothing acknowledged is lost, nothing half-written is to be seen', async (t) => {
  const seed = Date.now() % 1_000_000;
  const report = await killMemoryWriters(makeTempFolder(t), {
    rounds: 3,
    lifeMs: 1500,
    random: createRandom(seed),
    say: (line) => t.diagnostic(line),
  });
  t.diagnostic(JSON.stringify({ seed, ...report }));
  assert.deepEqual({ lost: report.lost, torn: report.torn }, { lost: [], torn: [] }, `seed ${seed}`);
  assert.ok((report.acknowledged.note ?? 0) > 0 && (report.acknowledged.recording ?? 0) > 0);
});
