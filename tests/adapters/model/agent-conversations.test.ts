/** A conversation with an agent in the protocol's own lines, made from public documentation: what is sent has its form, and what comes back is understood. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { english } from '../../../src/words/speak.ts';
import { makeStepRequest } from '../../contracts/model.ts';
import { makePicture } from '../../fixtures/pictures.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import { agentConversationSchema } from '../../servers/acp/replay-agent.ts';
import { ROOT, startAgent } from './acp-bench.ts';

const FOLDER = join(ROOT, 'tests/fixtures/agent-conversations');
const AGENT = join(ROOT, 'tests/servers/acp/replay-agent.ts');
const STEP = makeStepRequest(PROMPT_STATES.plain, [await makePicture(1000, 500, null)]);
const quiet = new AbortController().signal;

describe('A conversation with an agent, made from public documentation', () => {
  for (const name of readdirSync(FOLDER)) {
    it(`${name}: sent in its form, and understood`, async () => {
      const { about, understood } = agentConversationSchema.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
      assert.match(about, /^Made from public documentation, not recorded from an agent: .* \d{4}-\d\d-\d\d\.$/);
      const told: string[] = [];
      const bench = await startAgent(() => '', {}, { command: `node ${AGENT} ${join(FOLDER, name)}` });
      try {
        const answer = await bench.model.ask({ ...STEP, onText: (text) => void told.push(text) }, quiet);
        assert.equal(answer.stop, understood.stop, english(answer.detail));
        const { stop, text, usage, costUsd } = answer;
        assert.deepEqual({ stop, reply: JSON.parse(text), usage, costUsd }, understood);
        assert.equal(told.length, 2, 'each piece is told when it comes');
        assert.equal(told.at(-1), text);
      } finally {
        await bench.close();
      }
    });
  }

  it('a line of another form is refused', async () => {
    const bench = await startAgent(() => '', {}, { command: `node ${AGENT} ${join(FOLDER, 'acp-json.json')}` });
    try {
      const answer = await bench.model.ask({ ...STEP, pictures: [] }, quiet);
      assert.notEqual(answer.stop, 'complete');
      assert.match(english(answer.detail), /not as recorded/);
    } finally {
      await bench.close();
    }
  });
});
