/** The models against servers that nobody here wrote. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { LLMock } from '@copilotkit/aimock';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { createAnthropicModel } from '../../../adapters/model/anthropic.ts';
import { createBedrockModel } from '../../../adapters/model/bedrock.ts';
import { ANTHROPIC_DEFAULTS, BEDROCK_DEFAULTS, OPENAI_DEFAULTS } from '../../../adapters/model/models.ts';
import { createOpenAiModel } from '../../../adapters/model/openai.ts';
import { parseReply } from '../../../src/action/reply.ts';
import type { Model } from '../../../src/ports/model.ts';
import { english } from '../../../src/words/speak.ts';
import { makeStepRequest } from '../../contracts/model.ts';
import { makePicture } from '../../fixtures/pictures.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import { flattenReply, makeReply } from '../../servers/anthropic/wire-reply.ts';
import { FAST_LIMITS } from './bench.ts';

const STEP = makeStepRequest(PROMPT_STATES.plain, [await makePicture(1260, 784, null)]);
const CLICK = makeReply({ action: 'click', target: { x: 512.5, y: 340 } });
const CLICKED = { action: 'click', target: { x: 512.5, y: 340 }, button: 'left', count: 1 };
const AROUND = { prices: {}, clock: createSystemClock(), log: { warn: () => {} }, limits: FAST_LIMITS };
const quiet = new AbortController().signal;

const CASES: readonly (readonly [string, (url: string) => Model])[] = [
  [
    'Anthropic',
    (url) => createAnthropicModel({ apiKey: 'sk-ant-mock', baseUrl: url, models: ANTHROPIC_DEFAULTS, ...AROUND }),
  ],
  ['Bedrock', (url) => createBedrockModel({ region: 'us-east-1', baseUrl: url, models: BEDROCK_DEFAULTS, ...AROUND })],
  [
    'OpenAI',
    (url) => createOpenAiModel({ apiKey: 'sk-mock', baseUrl: `${url}/v1`, models: OPENAI_DEFAULTS, ...AROUND }),
  ],
];

/** Its event frames for Bedrock carry bare JSON where AWS has it in base64 under `bytes`; Anthropic's own SDK cannot read them. */
const NOT_STREAMED = ['Bedrock'];

for (const [name, make] of CASES) {
  describe(`${name} against aimock`, () => {
    const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
    const isStreamed = !NOT_STREAMED.includes(name);
    let model: Model;

    before(async () => {
      process.env.AWS_ACCESS_KEY_ID = 'AKIADESKHANDTEST0001';
      process.env.AWS_SECRET_ACCESS_KEY = 'secret-for-tests';
      await mock.start();
    });
    after(() => mock.stop());
    beforeEach(() => {
      mock.reset();
      model = make(mock.url);
    });

    it('a reply becomes the same action, whole and streamed, with a cost', async () => {
      mock.on(
        { userMessage: 'Goal: Write "hello"', systemMessage: 'You are Deskhand' },
        { content: JSON.stringify(flattenReply(CLICK)), usage: { input_tokens: 1400, output_tokens: 50 } },
      );
      const told: string[] = [];
      const streamed = { ...STEP, onText: (text: string) => void told.push(text) };
      for (const request of isStreamed ? [STEP, streamed] : [STEP]) {
        const { stop, text, costUsd, detail } = await model.ask(request, quiet);
        assert.equal(stop, 'complete', english(detail));
        const parsed = parseReply(text);
        assert.deepEqual(parsed.ok && parsed.reply.action, CLICKED);
        assert.ok(costUsd !== null && costUsd >= 0);
      }
      assert.equal(told.length > 1, isStreamed, 'it came in pieces');
    });

    it('overload and a broken answer are outlasted', async () => {
      mock.on({ userMessage: 'Goal:' }, { content: JSON.stringify(CLICK) });
      for (const request of isStreamed ? [STEP, { ...STEP, onText: () => {} }] : [STEP]) {
        mock.nextRequestError(529, { message: 'Overloaded', type: 'overloaded_error' });
        const { stop, detail } = await model.ask(request, quiet);
        assert.equal(stop, 'complete', english(detail));
      }
    });

    it('a reply that is cut short is asked for again with more room', async () => {
      const whole = JSON.stringify(CLICK);
      mock.on({ userMessage: 'Goal:', sequenceIndex: 0 }, { content: whole.slice(0, 40), finishReason: 'length' });
      mock.on({ userMessage: 'Goal:', sequenceIndex: 1 }, { content: whole });
      const { stop, text } = await model.ask(STEP, quiet);
      assert.equal(stop, 'complete');
      assert.ok(parseReply(text).ok);
    });
  });
}

describe('Against aimock', () => {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  let model: Model;

  before(() => mock.start());
  after(() => mock.stop());
  beforeEach(() => {
    mock.reset();
    model = createAnthropicModel({
      apiKey: 'sk-ant-mock',
      baseUrl: mock.url,
      models: ANTHROPIC_DEFAULTS,
      ...AROUND,
    });
  });

  it('a reply in either shape becomes the same action, with tokens and a cost', async () => {
    const replies = [
      JSON.stringify(CLICK),
      JSON.stringify(flattenReply(CLICK)),
      `\`\`\`json\n${JSON.stringify(CLICK)}\n\`\`\``,
    ];
    for (const [index, content] of replies.entries()) {
      mock.on(
        { userMessage: 'Goal:', sequenceIndex: index },
        { content, usage: { input_tokens: 1400, output_tokens: 50 } },
      );
    }
    for (const _ of replies) {
      const { stop, text, usage, costUsd, detail } = await model.ask(STEP, quiet);
      assert.equal(stop, 'complete', english(detail));
      const parsed = parseReply(text);
      assert.ok(parsed.ok);
      assert.deepEqual(parsed.reply.action, {
        action: 'click',
        target: { x: 512.5, y: 340 },
        button: 'left',
        count: 1,
      });
      assert.equal(usage.input, 1400);
      assert.equal(costUsd, (1400 * 2 + 50 * 10) / 1e6);
    }
    assert.equal(mock.getRequests().length, 3);
  });

  it('it sees the prompt and the model it was asked for', async () => {
    mock.on(
      { userMessage: 'Goal: Write "hello"', systemMessage: 'You are Deskhand', model: 'claude-sonnet-5-5' },
      { content: JSON.stringify(CLICK) },
    );
    assert.equal((await model.ask(STEP, quiet)).stop, 'complete');
  });

  it('an overload is outlasted, a wrong key is not', async () => {
    mock.on({ userMessage: 'Goal:' }, { content: JSON.stringify(CLICK) });
    mock.nextRequestError(529, { message: 'Overloaded', type: 'overloaded_error' });
    assert.equal((await model.ask(STEP, quiet)).stop, 'complete');
    mock.nextRequestError(401, { message: 'invalid x-api-key', type: 'authentication_error' });
    const refused = await model.ask(STEP, quiet);
    assert.equal(refused.stop, 'rejected');
    assert.match(english(refused.detail), /ANTHROPIC_API_KEY/);
  });
});
