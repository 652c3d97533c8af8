/** What every decider must do, whether a model or a playbook is behind it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseReply } from '../../src/action/reply.ts';
import type { Decider, DecisionRequest } from '../../src/run/decide/decider.ts';
import type { StepState } from '../../src/run/prompt/step-state.ts';
import { PROMPT_STATES } from '../fixtures/prompt/states.ts';

const display = { index: 1, width: 1440, height: 900, originX: 0, originY: 0, density: 1 };
const fingerprint = { columns: 1, rows: 1, tiles: new Uint32Array(1) };

/** A step as the loop hands it over. */
export function makeDecisionRequest(state: StepState): DecisionRequest {
  const frame = {
    takenAt: 1,
    display,
    jpeg: new Uint8Array([0xff, 0xd8]),
    width: 1440,
    height: 900,
    fingerprint,
    isBlack: false,
    cover: { covered: [], unsure: [] },
  };
  const { front, elements, elementsNote } = state;
  const observation = {
    frame,
    zoomed: null,
    screen: 'on',
    front: { ...front, pid: 1 },
    elements,
    elementsNote,
  } as const;
  return { state, observation, system: 'You work a computer.', watch: null };
}

export function testDeciderContract(name: string, make: () => Decider): void {
  describe(`${name} keeps the contract of a decider`, () => {
    const quiet = new AbortController().signal;

    it('has a name to show', () => assert.notEqual(make().name.trim(), ''));

    it('decides a step with one valid reply, and says who did and what it took', async () => {
      const decider = make();
      const { by } = decider;
      const decision = await decider.decide(makeDecisionRequest(PROMPT_STATES.first), quiet);
      assert.equal(decision.kind, 'reply');
      assert.equal(decision.by, by);
      assert.deepEqual(parseReply(JSON.stringify(decision.reply)), { ok: true, reply: decision.reply });
      assert.notEqual(decision.model, '');
      for (const count of Object.values(decision.usage)) assert.ok(Number.isInteger(count) && count >= 0);
      assert.ok(decision.costUsd === null || decision.costUsd >= 0);
    });

    it('rejects with the reason of a signal that was aborted before', async () => {
      const reason = new Error('stopped before');
      await assert.rejects(
        make().decide(makeDecisionRequest(PROMPT_STATES.first), AbortSignal.abort(reason)),
        (error) => error === reason,
      );
    });
  });
}
