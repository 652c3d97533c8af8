/** What the computers of one bot cost together: counted by the gateway, told to each, and known after a restart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { createFleetCosts } from '../../src/fleet/gateway/fleet-costs.ts';
import type { HelloReply } from '../../src/fleet/wire.ts';
import type { MachineSeen } from '../../src/ports/work.ts';
import { createFakeStateStore } from '../fakes/state-store.ts';
import { openGatewayEnd, openMachineEnd, SEALS } from '../support/fleet.ts';
import { startFleetServer } from '../support/fleet-server.ts';
import { IDLE } from '../support/machine-told.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;
const noProblem = (problem: string): void => assert.fail(problem);
const seen = (name: string, spentTodayUsd: number, lastSeenAt: number): MachineSeen => ({
  name,
  isHere: true,
  lastSeenAt,
  told: { ...IDLE, spentTodayUsd },
});

test('each is told what the others cost, one that is away counts, and a new day begins with nothing', () => {
  let now = Date.parse('2026-11-25T12:00:00');
  const clock = { now: () => now, elapsed: () => now };
  const state = createFakeStateStore();
  const costs = createFleetCosts(state, clock, () => seen('desk', 1, now), noProblem);
  costs.note(seen('studio', 2, now));
  costs.note(seen('mini', 4, now));
  // Heard yesterday: that was another day's money.
  costs.note(seen('old', 50, now - DAY_MS));
  assert.deepEqual([costs.todayUsd(null), costs.todayUsd('studio'), costs.todayUsd('desk')], [7, 5, 6]);
  now += 60_000;
  costs.note(seen('studio', 3, now));
  const later = createFleetCosts(state, clock, () => null, noProblem);
  assert.equal(later.todayUsd(null), 7, 'a gateway that was restarted knows what those cost that are away');
  now += DAY_MS;
  assert.equal(later.todayUsd(null), 0);
});

test('what one computer costs is soon known on another that works', async (t) => {
  const server = await startFleetServer(['a', 'b']);
  t.after(() => server.close());
  const clock = createSystemClock();
  const costs = createFleetCosts(createFakeStateStore(), clock, () => null, noProblem);
  const work = openGatewayEnd(server, () => ['a', 'b'], {
    greet: (machine) => ({
      version: '9.9.9',
      people: [],
      links: [],
      platforms: [],
      together: { othersUsd: costs.todayUsd(machine), limitUsd: 10 },
    }),
  });
  work.onChange(costs.note);
  t.after(() => work.stop());
  await work.start(() => undefined);
  let spent = 0;
  let last: HelloReply | null = null;
  const run = {
    id: '000001',
    goal: 'g',
    thread: SEALS.thread('b', { platform: 'web', key: 'x', isGroup: false }),
    isPaused: false,
    since: 0,
  } as const;
  const open = async (name: string, told: () => typeof IDLE, onGreeted: (hello: HelloReply) => void) => {
    const end = openMachineEnd(server, name, { onGreeted });
    t.after(() => end.stop());
    await end.start({
      receive: () => Promise.resolve({ toast: '' }),
      listening: () => 'nothing',
      refuses: () => null,
      told,
    });
    return end;
  };
  const a = await open(
    'a',
    () => ({ ...IDLE, spentTodayUsd: spent }),
    () => undefined,
  );
  await open(
    'b',
    () => ({ ...IDLE, run, spentTodayUsd: 1 }),
    (hello) => {
      last = hello;
    },
  );
  await until(() => work.machines().every(({ isHere }) => isHere) && last !== null, 'both are here');
  spent = 3;
  a.tell();
  const since = performance.now();
  await until(() => last?.together?.othersUsd === 3, 'b knows what a costs');
  // The cost is told without waiting for the next hello, which may be ten seconds away.
  t.diagnostic(`after ${Math.round(performance.now() - since)} ms`);
});
