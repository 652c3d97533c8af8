/** `/metrics` on the page's port: figures of the recorded runs, for who has a session, and no word of a run. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { renderMetrics } from '../../../../adapters/chat/web/metrics.ts';
import type { RunSummary } from '../../../../src/journal/history/run-history.ts';
import { NO_HISTORY, openSession, startWebChat } from './web-bench.ts';

const RUN: RunSummary = {
  runId: '000012',
  goal: 'a private goal "with" marks\n',
  startedAt: '2026-11-20T10:00:00.000Z',
  ms: 65_000,
  outcome: 'verified',
  score: 92,
  steps: 2,
  costUsd: 0.25,
};
const RUNS: readonly RunSummary[] = [
  RUN,
  { ...RUN, runId: '000013', outcome: 'failed', costUsd: null },
  { ...RUN, runId: '000014', outcome: null, costUsd: 0 },
];

it('are gauges of the runs, each with its help', () => {
  const text = renderMetrics(RUNS);
  for (const line of [
    'deskhand_recorded_runs{outcome="verified"} 1',
    'deskhand_recorded_runs{outcome="failed"} 1',
    'deskhand_runs_under_way 1',
    'deskhand_recorded_steps 4',
    'deskhand_recorded_seconds 130',
    'deskhand_recorded_cost_usd 0.25',
    'deskhand_recorded_runs_of_unknown_cost 1',
  ])
    assert.ok(text.includes(`\n${line}\n`), line);
  assert.doesNotMatch(text, /private/);
  for (const line of text.trimEnd().split('\n'))
    assert.match(line, /^(?:# (?:HELP|TYPE) deskhand_[a-z_]+ .+|deskhand_[a-z_]+(?:\{outcome="[a-z]+"\})? [\d.]+)$/);
  assert.match(renderMetrics([]), /deskhand_runs_under_way 0/);
});

it('are behind the session of the page', async () => {
  const history = { ...NO_HISTORY, list: async () => RUNS };
  const bench = await startWebChat({ history });
  try {
    const address = `${bench.origin()}/metrics`;
    assert.equal((await fetch(address)).status, 401);
    const { Cookie = '' } = await openSession(bench);
    const answer = await fetch(address, { headers: { Cookie } });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    assert.match(await answer.text(), /deskhand_recorded_runs\{outcome="verified"\} 1/);
  } finally {
    await bench.chat.stop();
  }
});
