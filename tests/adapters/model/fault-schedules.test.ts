/** A small share of `npm run test:model`, the same schedules each time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tryFaultSchedules } from '../../long/fault-schedules.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { AGENT } from './acp-bench.ts';
import { WIRES } from './providers.ts';

describe('Whatever a provider does, a run ends in words and no wait goes unsaid', { concurrency: true }, () => {
  for (const provider of [...WIRES, AGENT]) {
    it(provider.name, async (t) => {
      const { problems, outcomes, faults, waits } = await tryFaultSchedules(provider, WITH_REPEATS ? 5 : 3, 8);
      t.diagnostic(`${faults} faults, ${waits} waits, ${JSON.stringify([...outcomes])}`);
      assert.deepEqual(problems, []);
      // Where the machine cannot keep up with time that hurries, tries are given up sooner, and fewer faults are met.
      assert.ok(faults > 3 && waits > 0, `${faults} faults, ${waits} waits`);
    });
  }
});
