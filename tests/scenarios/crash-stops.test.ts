/** Stops at random moments of runs: the run is soon over, and nothing is done afterwards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopManyRuns } from '../long/stops.ts';
import { WITH_REPEATS } from '../support/repeats.ts';

/**
 * The limit of a stop; an act that went on would take longer. Ten runs share this process: `npm run -s bench -- stop` has the strict limit.
 */
const SOON_MS = 1000;
/** The limit now and then, when the machine is busy with other things. */
const BUSY_MS = 5000;

test('stops at random moments: nothing later, and all are soon over', async (t) => {
  const { p50Ms, p99Ms, phases } = await stopManyRuns(WITH_REPEATS ? 100 : 40);
  t.diagnostic(
    `p50 ${Math.round(p50Ms)} ms, p99 ${Math.round(p99Ms)} ms; stopped at ${[...phases].map(([phase, count]) => `${phase} ${count}`).join(', ')}`,
  );
  assert.ok(phases.size >= 4, 'the stops met runs in every phase');
  assert.ok(p50Ms <= SOON_MS && p99Ms <= BUSY_MS, `p50 was ${p50Ms} ms, p99 ${p99Ms} ms`);
});
