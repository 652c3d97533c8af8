/** A share of `npm run test:reach`: network faults one after the other, and stops while Telegram lets nothing out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runNetworkRound, TROUBLES } from '../long/network-rounds.ts';
import { createRandom } from '../long/random.ts';
import { measureStops, percentile } from '../long/stop-rounds.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

/** Half-open connections are given up sooner than a person's, so that the test is short. */
const HASTY = { pollSeconds: 2, pollGraceMs: 500, conflictFirstMs: 300, conflictCapMs: 1_000 };

test('every kind of network fault: nothing is lost, nothing comes twice, and the bot is back in time', async (t) => {
  const kinds = Object.keys(TROUBLES);
  const folder = makeTempFolder(t);
  const options = { faults: kinds.length, random: createRandom(7), pacing: HASTY, folder, kinds };
  const { lost, repeated, unsaid, tooSlow } = await runNetworkRound({ ...options, say: () => undefined });
  assert.deepEqual({ lost, repeated, unsaid, tooSlow }, { lost: 0, repeated: 0, unsaid: 0, tooSlow: [] });
});

test('“stop” ends a run within 250 ms while Telegram lets nothing out', async (t) => {
  const took = await measureStops(WITH_REPEATS ? 20 : 8);
  t.diagnostic(`median ${Math.round(percentile(took, 0.5))} ms, slowest ${Math.round(took.at(-1) ?? 0)} ms`);
  // One that waited for Telegram would take half a minute; `npm run test:reach` holds 9 of 10 to the bound.
  assert.ok(percentile(took, 0.5) <= 250 && percentile(took, 0.9) <= 2000, took.map(Math.round).join(' '));
});
