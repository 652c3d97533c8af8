/** A run as the list of its steps: each keeps its id while it becomes done, and an end leaves none under way. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type RunState, startingState } from '../../../src/journal/run-state.ts';
import { speakProgress } from '../../../src/outbound/spoken.ts';
import { renderProgress } from '../../../src/run/life/progress.ts';

const CLICK = { action: 'click', target: { element: 7 }, button: 'left', count: 1 } as const;
const WAIT = { action: 'wait', seconds: 2 } as const;
const SEND = { number: 7, role: 'button', name: 'Send' };
const RUN: RunState = { ...startingState, runId: '000012', goal: 'send the\nmail' };
const lines = (state: RunState, part: RunState | null = null, language: 'en' | 'de' = 'en'): readonly string[] => {
  const { title, steps } = speakProgress(renderProgress(state, part === null ? [] : [part]), language);
  return [title, ...steps.map((step) => `${step.id} ${step.state} ${step.title}`)];
};

describe('the steps of a run', () => {
  test('begin with a look', () => {
    assert.deepEqual(lines(RUN), ['Run 12: send the mail', 'look doing Taking a first look']);
    assert.deepEqual(lines({ ...RUN, iteration: 1 }), ['Run 12: send the mail', 'look done Taking a first look']);
    assert.deepEqual(lines(RUN, null, 'de'), ['Lauf 12: send the mail', 'look doing Erster Blick auf den Bildschirm']);
  });

  test('name what is acted on, and keep their ids when they are done', () => {
    const doing: RunState = { ...RUN, intended: { step: 's', action: CLICK, element: SEND, by: 'model' } };
    assert.equal(lines(doing).at(-1), 'act-1 doing Clicking button “Send”');
    const done: RunState = { ...RUN, performed: [{ action: CLICK, ok: true, element: SEND }] };
    assert.equal(lines(done).at(-1), 'act-1 done Clicking button “Send”');
    const failed: RunState = { ...done, performed: [...done.performed, { action: WAIT, ok: false }] };
    assert.deepEqual(lines(failed).slice(2), ['act-1 done Clicking button “Send”', 'act-2 failed Waiting 2 s']);
  });

  test('are the run’s own: neither an earlier run’s nor a person’s act is among them', () => {
    const performed = [{ action: WAIT, ok: true }];
    const state: RunState = {
      ...RUN,
      performed,
      performedBefore: 1,
      intended: { step: 's', action: CLICK, by: 'person' },
    };
    assert.deepEqual(lines(state).slice(1), ['look done Taking a first look']);
  });

  test('of a plan are those of all its parts, with the one under way', () => {
    const part: RunState = { ...RUN, iteration: 3, intended: { step: 's', action: WAIT, by: 'model' } };
    const whole: RunState = { ...RUN, performed: [{ action: CLICK, ok: true, element: SEND }] };
    assert.deepEqual(lines(whole, part).slice(2), ['act-1 done Clicking button “Send”', 'act-2 doing Waiting 2 s']);
  });

  test('say how it ended, and leave nothing under way', () => {
    const state: RunState = {
      ...RUN,
      iteration: 1,
      intended: { step: 's', action: WAIT, by: 'model' },
      outcome: { outcome: 'stopped', reason: 'person', message: '', score: null },
    };
    const [title, , last] = lines(state);
    assert.deepEqual([title, last], ['Run 12: send the mail – ⏹ Stopped', 'act-1 failed Waiting 2 s']);
  });
});
