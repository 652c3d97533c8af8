import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeStepRequest, testModelContract } from '../contracts/model.ts';
import { PROMPT_STATES } from '../fixtures/prompt/states.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import { createFakeModel, type FakeAnswer } from './model.ts';

const DONE = makeReply({ action: 'done', summary: 'Done.' });

testModelContract(
  'The fake model',
  async () => {
    let answer: FakeAnswer = DONE;
    const model = createFakeModel(() => answer);
    return {
      model,
      hang: () => {
        answer = 'hang';
        const before = model.asked.length;
        return () => model.asked.length > before;
      },
      fail: () => {
        answer = { stop: 'unavailable', detail: 'The script has no answer here.' };
      },
      drip: null,
      abortedAt: null,
      close: async () => {},
    };
  },
  new Uint8Array([0xff, 0xd8]),
);

it('the fake keeps what it was asked', async () => {
  const model = createFakeModel((_, index) => (index === 0 ? 'not JSON' : DONE));
  const request = makeStepRequest(PROMPT_STATES.plain, []);
  const signal = new AbortController().signal;
  assert.equal((await model.ask(request, signal)).text, 'not JSON');
  assert.equal((await model.ask(request, signal)).text, JSON.stringify(DONE));
  assert.deepEqual(model.asked, [request, request]);
});
