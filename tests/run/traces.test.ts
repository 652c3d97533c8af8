import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CutCall, Model, ModelRequest } from '../../src/ports/model.ts';
import { createTraces } from '../../src/run/traces.ts';
import { createFakeClock } from '../fakes/clock.ts';

const USAGE = { input: 1200, output: 31, cacheRead: 900, cacheWrite: 0 };
const REQUEST: ModelRequest = {
  purpose: 'verify',
  system: 'be brief',
  text: 'is it done?',
  pictures: [],
  schema: {},
  maxTokens: 100,
};

/** Asks once, has as much of an answer come as `answer` says, and is stopped then; what was kept of the call, as the log has it. */
async function stopped(answer: (request: ModelRequest) => void, more: Partial<ModelRequest> = {}) {
  const control = new AbortController();
  const seen: object[] = [];
  const traces = createTraces({
    clock: createFakeClock(),
    mask: (text) => text.replaceAll('tok-123', '•••'),
    log: (exchange) => void seen.push(exchange),
  });
  const model: Model = {
    name: 'main-model',
    async ask(request, signal) {
      answer(request);
      control.abort(new Error('stopped by Ann'));
      signal.throwIfAborted();
      return assert.fail('it was stopped');
    },
  };
  await assert.rejects(traces.watch(model).ask({ ...REQUEST, ...more }, control.signal), /stopped by Ann/);
  assert.equal(seen.length, 1);
  return JSON.parse(JSON.stringify(seen[0]));
}

test('a call that was cut shows its tokens, its cost and its words so far, and says that they are so far', async () => {
  const cuts: CutCall[] = [];
  const texts: string[] = [];
  const kept = await stopped(
    (request) => {
      request.onText?.('{"screen": "tok-123 is shown", "intent": "copy tok-1');
      request.onCut?.({ usage: USAGE, costUsd: 0.002, model: 'fast-model' });
    },
    { onText: (text) => void texts.push(text), onCut: (cut) => void cuts.push(cut) },
  );
  assert.deepEqual([kept.usage, kept.cost_usd, kept.model, kept.stop], [USAGE, 0.002, 'fast-model', 'aborted']);
  assert.equal(kept.reply, '{"screen": "••• is shown", "intent": "copy ', 'nothing of a secret that was cut in two');
  assert.match(
    kept.detail,
    /^stopped by Ann\. The answer was cut off: the tokens are as the provider had told by then/,
  );
  assert.equal(cuts.length, 1, 'the run counts it as before');
  assert.equal(texts.length, 1, 'and shows it as before');
});

test('of one that had not begun to answer it says that nothing is known', async () => {
  const kept = await stopped((request) => assert.equal(request.onText, undefined, 'it is not made to stream'));
  assert.deepEqual([kept.usage, kept.cost_usd, kept.reply], [null, null, '']);
  assert.match(kept.detail, /^stopped by Ann\. What it took is not known: no answer had begun\./);
});
