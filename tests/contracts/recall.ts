/** What every recall must do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Recall } from '../../src/ports/recall.ts';

const signal = new AbortController().signal;

export interface RecallUnderTest {
  readonly recall: Recall;
  /** Records a run. */
  keep(runId: string, request: string): void;
  forget(runId: string): void;
}

export function testRecallContract(
  name: string,
  make: (t: { after(act: () => unknown): void }) => RecallUnderTest,
): void {
  describe(`recall contract: ${name}`, () => {
    it('finds the run whose request is similar, and none for what is unrelated', async (t) => {
      const { recall, keep } = make(t);
      keep('000001', 'print the plan of the harbor house');
      keep('000002', 'answer the mail from Jonas');
      assert.equal(await recall.refresh(signal), 2);
      const [first] = await recall.query('print the house plan', signal);
      assert.equal(first?.runId, '000001');
      assert.equal(first?.request, 'print the plan of the harbor house');
      assert.ok((first?.similarity ?? 0) >= 0.5 && (first?.similarity ?? 2) <= 1.001);
      assert.deepEqual(await recall.query('water the garden', signal), []);
      assert.deepEqual(await recall.query('', signal), []);
      assert.notEqual(recall.state().embedder, 'asleep');
    });

    it('gives the latest run of each request', async (t) => {
      const { recall, keep } = make(t);
      for (const id of ['000003', '000004', '000007']) keep(id, 'print the plan');
      await recall.refresh(signal);
      const found = await recall.query('print the plan', signal);
      assert.deepEqual(
        found.map(({ runId }) => runId),
        ['000007'],
      );
    });

    it('follows the recordings: new ones in, forgotten ones out', async (t) => {
      const { recall, keep, forget } = make(t);
      assert.equal(await recall.refresh(signal), 0);
      assert.deepEqual(await recall.query('print the plan', signal), []);
      keep('000001', 'print the plan');
      keep('000002', 'answer the mail');
      assert.equal(await recall.refresh(signal), 2);
      forget('000001');
      assert.equal(await recall.refresh(signal), 1);
      assert.deepEqual(await recall.query('print the plan', signal), []);
      assert.equal(await recall.rebuild(signal), 1);
      assert.equal((await recall.query('answer the mail', signal))[0]?.runId, '000002');
    });

    it('does nothing once stopped', async (t) => {
      const { recall } = make(t);
      const stop = AbortSignal.abort(new Error('stopped'));
      await assert.rejects(recall.query('x', stop), /stopped/);
      await assert.rejects(recall.refresh(stop), /stopped/);
    });
  });
}
