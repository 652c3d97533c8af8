import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderCostReport } from '../../src/commands/cost-report.ts';
import { groupCalls, listCalls, midnightBefore, readCalls, sumCalls } from '../../src/journal/costs.ts';
import type { RunEvent } from '../../src/journal/events.ts';
import { speakSpans } from '../../src/outbound/spoken.ts';
import { readSpentToday } from '../../src/run/limits/spend.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { createFakeRecordings } from '../fakes/recordings.ts';

const DAY_MS = 86_400_000;
const usage = { input: 1000, output: 100, cacheRead: 1500, cacheWrite: 0 };

const created = (run: string): RunEvent => ({
  type: 'run.created',
  run,
  goal: 'x',
  thread: { platform: 'web', key: 'k', isGroup: false },
  sender: { id: 'web:owner', name: 'Ann', language: 'en' },
  command: 'u1',
  skill: null,
  params: {},
  model: 'big',
});
const looked = (iteration: number): RunEvent => ({
  type: 'observation.taken',
  iteration,
  frame: null,
  app: '',
  window: '',
  width: 1,
  height: 1,
  elements: 0,
  note: '',
});
const cut = (cost_usd: number): RunEvent => ({ type: 'call.cut', model: 'big', usage, cost_usd });
const bad = (iteration: number, cost_usd: number | null, more: { model?: string } = {}): RunEvent => ({
  type: 'reply.malformed',
  iteration,
  model: 'big',
  reason: '',
  text: '',
  usage,
  cost_usd,
  ...more,
});
const checked = (cost_usd: number): RunEvent => ({
  type: 'verification.done',
  score: 90,
  passed: true,
  text: '',
  checks: [],
  model: 'small',
  usage,
  cost_usd,
});

async function makeRun(recordings: ReturnType<typeof createFakeRecordings>, events: readonly RunEvent[]) {
  const { runId, journal } = await recordings.create();
  for (const event of [created(runId), ...events]) journal.append(event);
  return runId;
}

const textOf = async (report: ReturnType<typeof renderCostReport>): Promise<string> =>
  speakSpans(await report, 'en')
    .map((span) => (typeof span === 'string' ? span : Object.values(span).join('')))
    .join('');

describe('What model calls have cost', () => {
  it('is told by step and model, with what calls given up halfway have taken', async () => {
    const recordings = createFakeRecordings(createFakeClock());
    const runId = await makeRun(recordings, [
      looked(1),
      cut(0.007),
      cut(0.003),
      bad(1, 0.02),
      looked(2),
      bad(2, 0.02),
      checked(0.001),
    ]);
    const calls = listCalls((await recordings.read(runId)) ?? []);
    assert.equal(sumCalls(calls).calls, 5);
    assert.ok(Math.abs(sumCalls(calls).knownUsd - 0.051) < 1e-9);
    assert.deepEqual(
      groupCalls(calls, ({ model }) => model).map(([name, sum]) => [name, sum.calls, sum.usage.input]),
      [
        ['big', 4, 4000],
        ['small', 1, 1000],
      ],
    );
    assert.deepEqual(
      calls.map(({ iteration }) => iteration),
      [1, 1, 1, 2, 2],
    );
  });

  it('is asked of the journals by day, however long a run went on', async () => {
    const clock = createFakeClock();
    const recordings = createFakeRecordings(clock);
    await makeRun(recordings, [looked(1), bad(1, 5)]);
    await clock.advance(3 * DAY_MS);
    await makeRun(recordings, [looked(1), bad(1, 0.25)]);
    await clock.advance(DAY_MS);
    await makeRun(recordings, [looked(1), bad(1, 0.5)]);
    assert.equal(await readSpentToday(recordings, clock), 0.5);
    const since = async (days: number) =>
      sumCalls(await readCalls(recordings, midnightBefore(clock.now(), days))).knownUsd;
    assert.deepEqual([await since(1), await since(3), await since(4)], [0.75, 0.75, 5.75]);
  });
});

describe('/cost', () => {
  const caps = { costLimitUsd: 1, dayCostLimitUsd: 10 };

  it('says today, this run and the week, each by model, the run step by step', async () => {
    const clock = createFakeClock();
    const recordings = createFakeRecordings(clock);
    await makeRun(recordings, [looked(1), bad(1, 0.3)]);
    await clock.advance(2 * DAY_MS);
    const runs = [await makeRun(recordings, [looked(1), bad(1, 0.01), looked(2), bad(2, 0.02), checked(0.001)])];
    const text = await textOf(renderCostReport({ recordings, clock, runs, caps }));
    assert.equal(
      text,
      `Today: $0.031 of at most $10.00, 3 calls
  big: $0.030, 2 calls · 2k tokens in, 3k from the cache, 200 out
  small: $0.001, 1 call · 1k tokens in, 2k from the cache, 100 out
Run 2: $0.031 of at most $1.00, 3 calls
  big: $0.030, 2 calls · 2k tokens in, 3k from the cache, 200 out
  small: $0.001, 1 call · 1k tokens in, 2k from the cache, 100 out
  step by step: 1 $0.010 · 2 $0.021
Last 7 days: $0.33, 4 calls
  big: $0.33, 3 calls · 3k tokens in, 5k from the cache, 300 out
  small: $0.001, 1 call · 1k tokens in, 2k from the cache, 100 out
`,
    );
  });

  it('says that a price is unknown, and never adds it as nothing', async () => {
    const clock = createFakeClock();
    const recordings = createFakeRecordings(clock);
    const runs = [await makeRun(recordings, [looked(1), bad(1, null, { model: 'mine' }), bad(1, 0.01)])];
    const text = await textOf(renderCostReport({ recordings, clock, runs, caps }));
    assert.match(text, /Today: \$0\.010 and an unknown part \(no price for 1 of 2 calls\)/);
    await clock.advance(1);
    const more = [await makeRun(recordings, [looked(1), bad(1, 0.01), looked(2), bad(2, null)])];
    const both = await textOf(renderCostReport({ recordings, clock, runs: [...runs, ...more], caps }));
    assert.match(both, /run 2, step by step: 1\s\$0\.010 · 2\s3k tokens/);
    assert.match(text, /mine: unknown \(no price is known\), 1 call/);
  });

  it('says so when no model was asked', async () => {
    const clock = createFakeClock();
    const report = renderCostReport({ recordings: createFakeRecordings(clock), clock, runs: [], caps });
    assert.equal(await textOf(report), 'Today: no model calls\nLast 7 days: no model calls\n');
  });
});
