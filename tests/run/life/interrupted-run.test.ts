import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RunEvent } from '../../../src/journal/events.ts';
import { evolve } from '../../../src/journal/evolve.ts';
import { buildRecording } from '../../../src/journal/report/recording.ts';
import { startingState } from '../../../src/journal/run-state.ts';
import type { Stamp } from '../../../src/ports/journal.ts';
import { isUnfinished, recoverRun } from '../../../src/run/life/interrupted-run.ts';

const USAGE = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 };
const CLICK = { action: 'click', target: { x: 1, y: 2 }, button: 'left', count: 1 } as const;

const WHOLE: readonly RunEvent[] = [
  {
    type: 'run.created',
    run: '000007',
    goal: 'press it',
    thread: { platform: 'web', key: 'main', isGroup: false },
    sender: { id: 'web:owner', name: 'Ann', language: '' },
    command: 'u1',
    skill: null,
    params: {},
    model: 'm',
  },
  { type: 'run.started', desktop: ':0' },
  {
    type: 'observation.taken',
    iteration: 1,
    frame: '0001.jpg',
    app: 'a',
    window: 'w',
    width: 10,
    height: 10,
    elements: 0,
    note: '',
  },
  {
    type: 'reply.received',
    iteration: 1,
    model: 'm',
    screen: 's',
    intent: 'i',
    action: CLICK,
    follow_ups: [],
    note: 'n',
    usage: USAGE,
    cost_usd: 0.01,
    ms: 5,
  },
  { type: 'risk.judged', step: '1.0', action: CLICK, risk: 'high', reason: 'r', rule: 'x' },
  {
    type: 'confirmation.asked',
    step: '1.0',
    confirmation: 'c1',
    action: CLICK,
    risk: 'high',
    reason: 'r',
    rule: 'x',
    bound_to: 'b',
    expires_at: 'e',
  },
  { type: 'confirmation.answered', confirmation: 'c1', answer: 'approve', by: 'web:owner', text: '' },
  { type: 'action.intended', step: '1.0', action: CLICK, by: 'model' },
  { type: 'action.performed', step: '1.0', ok: true, text: '', effect: 'changed', ms: 3 },
  { type: 'verification.done', score: 90, passed: true, text: 't', checks: [], usage: USAGE, cost_usd: 0.001 },
  { type: 'run.ended', outcome: 'verified', reason: 'checked', message: 'Done.', score: 90 },
];

function stamp(events: readonly RunEvent[]): readonly (RunEvent & Stamp)[] {
  return events.map((event, index) => ({ ...event, seq: index + 1, at: new Date(1000 * index).toISOString() }));
}

test('wherever a run is cut, recovery ends it: nothing stays intended or asked, and the outcome is interrupted', () => {
  for (let length = 1; length < WHOLE.length; length += 1) {
    const events = stamp(WHOLE.slice(0, length));
    assert.equal(isUnfinished(events), true);
    const { events: added, outcome } = recoverRun(events);
    const after = stamp([...WHOLE.slice(0, length), ...added]);
    const state = after.reduce(evolve, startingState);
    assert.equal(isUnfinished(after), false);
    assert.equal(state.intended, null);
    assert.equal(state.openConfirmation, null);
    assert.equal(state.outcome?.outcome, 'interrupted');
    assert.match(outcome.message, /Again/);
  }
  assert.equal(isUnfinished(stamp(WHOLE)), false);
});

test('an intent without a result is named unknown, an open confirmation answered as restart', () => {
  assert.deepEqual(
    recoverRun(stamp(WHOLE.slice(0, 8))).events.map((event) => event.type),
    ['action.unknown', 'run.recovered'],
  );
  assert.deepEqual(
    recoverRun(stamp(WHOLE.slice(0, 6))).events.map((event) => event.type),
    ['confirmation.answered', 'run.recovered'],
  );
});

test('a confirmation that a stop has answered is not answered again', () => {
  const stopped: RunEvent = {
    type: 'confirmation.answered',
    confirmation: 'c1',
    answer: 'stop',
    by: 'deskhand',
    text: '',
  };
  const { events, outcome } = recoverRun(stamp([...WHOLE.slice(0, 6), stopped]));
  assert.deepEqual(
    events.map((event) => event.type),
    ['run.recovered'],
  );
  assert.doesNotMatch(outcome.message, /open question/);
});

test('money and tokens add up, and one unknown price makes the sum unknown', () => {
  const state = stamp(WHOLE).reduce(evolve, startingState);
  assert.equal(state.costUsd, 0.011);
  assert.deepEqual(state.usage, { input: 200, output: 20, cacheRead: 0, cacheWrite: 0 });
  const unknown = WHOLE.map((event) => (event.type === 'reply.received' ? { ...event, cost_usd: null } : event));
  assert.equal(stamp(unknown).reduce(evolve, startingState).costUsd, null);
});

test('a recording tells what worked, and only that', () => {
  const recording = JSON.parse(JSON.stringify(buildRecording(stamp(WHOLE), '2026-11-21T00:00:00.000Z')));
  assert.equal(recording.version, 1);
  assert.deepEqual(recording.successful_actions, [CLICK]);
  assert.equal(recording.all_actions.length, 1);
  assert.match(recording.narrative, /Asked to “press it”\. Done: clicking at 1, 2\. Done\./);
  assert.equal(recording.outcome, 'verified');
});

test('no order of events throws', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WHOLE), { maxLength: 40 }), (events) => {
      const stamped = stamp(events);
      stamped.reduce(evolve, startingState);
      recoverRun(stamped);
      buildRecording(stamped, '');
    }),
  );
});
