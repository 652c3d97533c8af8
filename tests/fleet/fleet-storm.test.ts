/** A small share of the storm that `npm run test:fleet` is whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runStorm } from '../support/fleet-storm/storm.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

test('lines that break, and a gateway, machines and a server that are killed, lose and double nothing', async (t) => {
  const figures = await runStorm({
    folder: makeTempFolder(t),
    machines: 6,
    processes: 2,
    commands: WITH_REPEATS ? 150 : 90,
    partitions: WITH_REPEATS ? 8 : 5,
    killsOfGateway: WITH_REPEATS ? 2 : 1,
    killsOfWorkers: WITH_REPEATS ? 2 : 1,
    killsOfBoth: 1,
    killsOfServer: 1,
    stops: WITH_REPEATS ? 20 : 12,
    seed: 7,
    atOnce: WITH_REPEATS ? 150 : 90,
  });
  assert.deepEqual([figures.lost, figures.twice, figures.misled], [[], [], []]);
  // Most commands come while something is wrong.
  const { any = 0, none = 0 } = figures.amidst;
  assert.ok(any > none, JSON.stringify(figures.amidst));
  t.diagnostic(JSON.stringify(figures));
});
