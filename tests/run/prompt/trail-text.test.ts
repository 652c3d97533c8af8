import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { RunEvent } from '../../../src/journal/events.ts';
import { evolve } from '../../../src/journal/evolve.ts';
import { type RunState, startingState } from '../../../src/journal/run-state.ts';
import type { Trace } from '../../../src/journal/trail.ts';
import { renderTrail } from '../../../src/run/prompt/trail-text.ts';
import { textTokens } from '../../servers/anthropic/usage.ts';

const MAX_TOKENS = 150;
let seq = 0;
const fold = (events: readonly RunEvent[]): RunState =>
  events.reduce((state, event) => {
    seq += 1;
    return evolve(state, { ...event, seq, at: '2026-11-23T05:00:00.000Z' });
  }, startingState);

const look = (iteration: number, late = false): RunEvent => ({
  type: 'observation.taken',
  iteration,
  frame: null,
  app: 'Editor',
  window: 'a',
  width: 100,
  height: 100,
  elements: 0,
  note: '',
  ...(late ? { answered_late: true } : {}),
});
const press = { action: 'key', keys: 'enter', repeat: 1 } as const;
const intend = (step: string, by: 'model' | 'person' = 'model'): RunEvent => ({
  type: 'action.intended',
  step,
  action: press,
  by,
});
const perform = (step: string, ok: boolean, effect: 'changed' | 'unchanged' | 'unknown', text = ''): RunEvent => ({
  type: 'action.performed',
  step,
  ok,
  text,
  effect,
  ms: 1,
});
const trailOf = (events: readonly RunEvent[]): string => renderTrail(fold(events).trail).join('\n');
const after = [look(9), intend('9.0'), perform('9.0', true, 'changed')];

describe('The trail', () => {
  it('is silent about the first act, and leaves the last one to its own line', () => {
    assert.deepEqual(renderTrail([]), []);
    assert.equal(trailOf([look(1), intend('1.0'), perform('1.0', true, 'changed')]), '');
    const two = trailOf([look(1), intend('1.0'), perform('1.0', true, 'unchanged'), ...after]);
    assert.match(two, /^1 pressing .*: no change$/m);
    assert.doesNotMatch(two, /^9 /m);
  });

  it('says of each act what came of it: failed with its reason, unknown, denied, late, and what a check found', () => {
    const failed = [look(1), intend('1.0'), perform('1.0', false, 'unchanged', 'no such key'), ...after];
    assert.match(trailOf(failed), /^1 .*: failed, no such key$/m);
    const unknown: RunEvent = { type: 'action.unknown', step: '1.0', why: 'it ended' };
    assert.match(trailOf([look(1), intend('1.0'), unknown, ...after]), /^1 .*: may not have happened$/m);
    const asked: RunEvent = {
      type: 'confirmation.asked',
      step: '1.0',
      confirmation: 'c',
      action: press,
      risk: 'high',
      reason: 'r',
      rule: 'r',
      bound_to: '',
      expires_at: '',
    };
    const denied: RunEvent = { type: 'confirmation.answered', confirmation: 'c', answer: 'deny', by: 'u', text: '' };
    assert.match(trailOf([look(1), asked, denied, ...after]), /^1 .*: denied$/m);
    const late = [look(1), intend('1.0'), perform('1.0', true, 'unchanged'), look(2, true), ...after];
    assert.match(trailOf(late), /^1 .*: changed$/m);
    const checked: RunEvent = {
      type: 'action.checked',
      step: '1.0',
      passed: false,
      score: 10,
      text: 'not there',
      checks: [],
    };
    assert.match(
      trailOf([look(1), intend('1.0'), perform('1.0', true, 'changed'), checked, ...after]),
      /: check says no$/m,
    );
    const claim: RunEvent = {
      type: 'verification.done',
      score: 10,
      passed: false,
      text: 'no',
      checks: [],
      usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      cost_usd: 0,
    };
    assert.match(trailOf([look(4), claim, ...after]), /^4 said done: check says no$/m);
  });

  it('leaves out what the person did by hand', () => {
    assert.equal(trailOf([look(1), intend('1.0', 'person'), perform('1.0', true, 'changed'), ...after]), '');
  });

  it('keeps eight, and one line for the same in a row', () => {
    const many = Array.from({ length: 30 }, (_, index) => [
      look(index + 1),
      { ...intend(`${index + 1}.0`), action: { action: 'type', text: `w${index}` } } as RunEvent,
      perform(`${index + 1}.0`, true, 'changed'),
    ]).flat();
    const lines = trailOf(many).match(/^\d+ typing/gm);
    assert.equal(lines?.length, 8);
    const same = [1, 2, 3].flatMap((step) => [look(step), intend(`${step}.0`), perform(`${step}.0`, true, 'changed')]);
    assert.match(trailOf([...same, ...after]), /^1-3 pressing .*: changed \(3 times\)$/m);
  });

  it('costs at most 150 tokens and is the same each time, whatever was typed, clicked or answered', () => {
    const trace: fc.Arbitrary<Trace> = fc.record({
      step: fc.integer({ min: 1, max: 999 }),
      action: fc.oneof(
        fc
          .string({ minLength: 1, unit: 'grapheme', maxLength: 200 })
          .map((text) => ({ action: 'type' as const, text })),
        fc.constant({ action: 'click' as const, target: { element: 3 }, button: 'left' as const, count: 1 }),
      ),
      element: fc.string({ unit: 'grapheme', maxLength: 90 }).map((name) => ({ number: 3, role: 'button', name })),
      came: fc.constantFrom('changed', 'unchanged', 'done', 'failed', 'unknown', 'refused', 'not so'),
      why: fc.string({ unit: 'grapheme', maxLength: 300 }),
    });
    fc.assert(
      fc.property(fc.array(trace, { maxLength: 9 }), (trail) => {
        const text = renderTrail(trail).join('\n');
        assert.ok(textTokens(text) <= MAX_TOKENS, text);
        assert.equal(renderTrail(trail).join('\n'), text);
        assert.ok((text.match(/<\s*\/?\s*untrusted/gi)?.length ?? 0) <= 2, text);
      }),
    );
  });
});
