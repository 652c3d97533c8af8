import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { parseReply } from '../../../src/action/reply.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { english } from '../../../src/words/speak.ts';
import { makeStepRequest } from '../../contracts/model.ts';
import { makePicture } from '../../fixtures/pictures.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import type { Decision } from '../../servers/anthropic/server.ts';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { FAST_LIMITS, KEY } from './bench.ts';
import { startOpenAi } from './providers.ts';

const PICTURE = await makePicture(1260, 784, null);
const STEP = makeStepRequest(PROMPT_STATES.plain, [PICTURE]);
const CLICK = makeReply({ action: 'click', target: { x: 512.5, y: 340 } });
const CLICKED = { action: 'click', target: { x: 512.5, y: 340 }, button: 'left', count: 1 };
const OWN = { main: 'qwen-vl', fast: 'qwen-vl', strong: 'qwen-vl' };
const quiet = new AbortController().signal;
const streamed: ModelRequest = { ...STEP, onText: () => {} };

let bench: Awaited<ReturnType<typeof startOpenAi>>;
const close = (): Promise<void> => bench.close();

function script(...decisions: readonly Decision[]): (index: number) => Decision {
  return (index) => decisions[Math.min(index, decisions.length - 1)] ?? CLICK;
}

function actionOf(text: string): unknown {
  const parsed = parseReply(text);
  assert.ok(parsed.ok, parsed.ok ? '' : `${english(parsed.reason)}: ${text}`);
  return parsed.reply.action;
}

describe('OpenAI is asked over the Responses API', () => {
  afterEach(close);

  it('with the prefix first, a strict schema, high detail, and nothing kept there', async () => {
    bench = await startOpenAi(script(CLICK));
    const { stop, detail, text } = await bench.model.ask(STEP, quiet);
    assert.equal(stop, 'complete', english(detail));
    assert.deepEqual(actionOf(text), CLICKED, 'nulls of the strict schema stand for what is absent');
    assert.deepEqual(bench.faults(), []);
    const body = JSON.parse(bench.server.calls[0]?.raw ?? '');
    assert.deepEqual(Object.keys(body), ['model', 'instructions', 'input', 'max_output_tokens', 'store', 'text']);
    assert.equal(body.instructions, STEP.system);
    assert.equal(body.store, false);
    assert.equal(body.input[0].content[1].detail, 'high');
    assert.equal(body.max_output_tokens, 4096 + 4096, 'room for thinking on top');
  });

  it('with the tier and the effort that were wanted', async () => {
    bench = await startOpenAi(script(CLICK));
    await bench.model.ask({ ...STEP, effort: 'high', tier: 'strong' }, quiet);
    await bench.model.ask({ ...STEP, effort: 'low', tier: 'fast' }, quiet);
    assert.deepEqual(
      bench.server.calls.map(({ model, effort }) => [model, effort]),
      [
        ['gpt-6-astra', 'high'],
        ['gpt-6-luna', 'low'],
      ],
    );
  });

  it('and one that does not want to be told an effort is not told again', async () => {
    const message = "Unsupported parameter: 'reasoning.effort' is not supported with this model.";
    bench = await startOpenAi(script({ fault: 'status', status: 400, message }, CLICK));
    for (const _ of [1, 2]) assert.equal((await bench.model.ask({ ...STEP, effort: 'low' }, quiet)).stop, 'complete');
    assert.deepEqual(
      bench.server.calls.map(({ effort, schema }) => [effort, schema !== null]),
      [
        ['low', true],
        [null, true],
        [null, true],
      ],
    );
  });

  it('and what it read from its cache is counted as that, at its own price', async () => {
    bench = await startOpenAi(script(CLICK));
    for (const request of [STEP, streamed]) {
      const first = await bench.model.ask({ ...request, system: `${STEP.system}${request === STEP}` }, quiet);
      const second = await bench.model.ask({ ...request, system: `${STEP.system}${request === STEP}` }, quiet);
      assert.equal(first.usage.cacheRead, 0);
      assert.ok(second.usage.cacheRead > 1024);
      assert.equal(second.usage.input + second.usage.cacheRead, first.usage.input);
      const { input, output, cacheRead } = second.usage;
      assert.ok(Math.abs((second.costUsd ?? 0) - (input * 2 + output * 10 + cacheRead * 0.1) / 1e6) < 1e-9);
    }
  });
});

describe('A server of one’s own', () => {
  afterEach(close);

  for (const responses of ['missing', 'odd'] as const) {
    it(`without the Responses API (${responses}) is asked over Chat Completions, from then on at once`, async () => {
      bench = await startOpenAi(script(CLICK), { responses, models: ['qwen-vl'], key: null }, { models: OWN });
      for (const request of [STEP, streamed, STEP]) {
        const { stop, detail, text } = await bench.model.ask(request, quiet);
        assert.equal(stop, 'complete', english(detail));
        assert.deepEqual(actionOf(text), CLICKED);
      }
      assert.deepEqual(
        bench.server.exchanges.map(({ path }) => path),
        ['/v1/responses', ...Array.from({ length: 3 }, () => '/v1/chat/completions')],
      );
      assert.deepEqual(bench.faults(), [], 'no key was sent either');
    });
  }

  it('without structured output gets the schema as text, and its one object is found in what it says around it', async () => {
    const said = `<think>Where is {it}?</think>Sure! Here you go:\n\`\`\`json\n${JSON.stringify(CLICK)}\n\`\`\`\nHope that helps.`;
    bench = await startOpenAi(script(said), { hasStructuredOutput: false, models: ['qwen-vl'] }, { models: OWN });
    for (const request of [STEP, streamed]) {
      const { text, stop } = await bench.model.ask(request, quiet);
      assert.equal(stop, 'complete');
      assert.deepEqual(actionOf(text), CLICKED);
    }
    assert.equal(bench.server.exchanges.length, 3, 'refused once, and never tried again');
    assert.ok(bench.asked().every(({ system }) => system.endsWith(JSON.stringify(STEP.schema))));
  });

  it('that takes a schema and does not care gets it as text from then on', async () => {
    bench = await startOpenAi(script(`I will click. ${JSON.stringify(CLICK)}`));
    assert.deepEqual(actionOf((await bench.model.ask(STEP, quiet)).text), CLICKED);
    await bench.model.ask(STEP, quiet);
    assert.deepEqual(
      bench.asked().map(({ isStructured }) => isStructured),
      [true, false],
    );
  });

  it('whose reply holds two objects has said nothing usable', async () => {
    bench = await startOpenAi(script(`${JSON.stringify(CLICK)} or ${JSON.stringify(CLICK)}`));
    assert.equal(parseReply((await bench.model.ask(STEP, quiet)).text).ok, false);
  });

  it('that counts no tokens is counted by size, so that a token cap holds', async () => {
    bench = await startOpenAi(script(CLICK), { countsNothing: true, responses: 'missing' });
    const { usage } = await bench.model.ask(STEP, quiet);
    assert.ok(usage.input > 2000 && usage.output > 10, JSON.stringify(usage));
  });

  it('that has neither the model nor another address for it says so', async () => {
    bench = await startOpenAi(script(CLICK), { responses: 'missing' }, { models: { ...OWN, main: 'nope' } });
    const { stop, detail } = await bench.model.ask(STEP, quiet);
    assert.equal(stop, 'rejected');
    assert.match(english(detail), /does not know the model "nope".*Set MODEL_MAIN to one that this server has\./);
  });
});

describe('What OpenAI’s answers mean', () => {
  afterEach(close);

  const ends: readonly (readonly [string, Decision, string, RegExp])[] = [
    ['a refusal', { fault: 'refusal', explanation: 'I cannot.' }, 'refused', /declined to go on: I cannot\. Word/],
    ['a filter', { fault: 'pause' }, 'refused', /content filter/],
    ['cut off twice', { fault: 'truncated', reply: CLICK }, 'truncated', /cut off twice/],
    ['an empty one', { fault: 'empty' }, 'complete', /^$/],
  ];
  for (const [name, decision, stop, words] of ends) {
    for (const api of ['there', 'missing'] as const) {
      it(`${name}, ${api === 'there' ? 'over Responses' : 'over Chat Completions'}, whole and streamed`, async () => {
        bench = await startOpenAi(script(decision), { responses: api });
        for (const request of [STEP, streamed]) {
          const response = await bench.model.ask(request, quiet);
          assert.equal(response.stop, stop);
          assert.match(english(response.detail), words);
        }
      });
    }
  }

  it('a reply that was cut off is asked for again with twice the room', async () => {
    bench = await startOpenAi(script({ fault: 'truncated', reply: CLICK }, CLICK));
    assert.deepEqual(actionOf((await bench.model.ask(streamed, quiet)).text), CLICKED);
    const [first, second] = bench.asked();
    assert.equal(second?.maxTokens, 2 * (first?.maxTokens ?? 0));
  });

  it('reasoning before the reply is passed over', async () => {
    bench = await startOpenAi(script({ fault: 'thinking', reply: CLICK }));
    assert.deepEqual(actionOf((await bench.model.ask(STEP, quiet)).text), CLICKED);
  });

  for (const fault of [
    { fault: 'status', status: 429, type: 'rate_limit_exceeded', headers: { 'retry-after': '1' } },
    { fault: 'status', status: 503 },
    { fault: 'break', type: 'server_error' },
    { fault: 'break', type: 'rate_limit_exceeded' },
    { fault: 'cut' },
    { fault: 'reset' },
    { fault: 'garbage', contentType: 'text/html', body: '<h1>Log in</h1>' },
    { fault: 'garbage', contentType: 'application/json', body: '{"output":7}' },
    { fault: 'garbage', contentType: 'text/event-stream', body: 'data: 7\n\ndata: {"type":"response.completed"}\n\n' },
  ] as const satisfies readonly Decision[]) {
    it(`${JSON.stringify(fault).slice(0, 70)} is outlasted, whole and streamed`, async () => {
      bench = await startOpenAi(script(fault, CLICK, fault, CLICK));
      for (const request of [STEP, streamed]) {
        const { stop, detail } = await bench.model.ask(request, quiet);
        assert.equal(stop, 'complete', english(detail));
      }
      assert.ok(bench.log.some((line) => /Asking the model again/.test(line)));
    });
  }

  const lasting: readonly (readonly [string, Decision, string, RegExp])[] = [
    [
      'no money',
      { fault: 'status', status: 429, type: 'insufficient_quota', message: 'You exceeded your quota' },
      'rejected',
      /no credit left.*billing/,
    ],
    [
      'too long',
      { fault: 'status', status: 400, type: 'context_length_exceeded', message: 'Too long' },
      'truncated',
      /did not fit its context/,
    ],
    [
      'no eyes',
      { fault: 'status', status: 400, message: 'this model does not support image input' },
      'rejected',
      /cannot look at the picture.*MODEL_MAIN/,
    ],
    ['not allowed', { fault: 'status', status: 403, message: 'No access' }, 'rejected', /may not use gpt-6.1-sol/],
    ['another 400', { fault: 'status', status: 400, message: 'odd' }, 'rejected', /did not accept the request \(400\)/],
    ['policy', { fault: 'status', status: 400, type: 'content_policy_violation' }, 'refused', /declined/],
  ];
  for (const [name, decision, stop, words] of lasting) {
    it(`${name} is said at once, with what to do`, async () => {
      bench = await startOpenAi(script(decision));
      const response = await bench.model.ask(STEP, quiet);
      assert.equal(response.stop, stop);
      assert.match(english(response.detail), words);
      assert.equal(bench.asked().length, 1);
    });
  }

  it('a wrong key, no key, and a key with something around it each say what to do', async () => {
    for (const [apiKey, words] of [
      ['sk-wrong', /does not accept the key in OPENAI_API_KEY/],
      [null, /wants a key\. Set OPENAI_API_KEY/],
      ['sk wrong', /OPENAI_API_KEY holds a blank/],
    ] as const) {
      bench = await startOpenAi(script(CLICK), {}, { apiKey });
      const { stop, detail } = await bench.model.ask(STEP, quiet);
      assert.equal(stop, 'rejected');
      assert.match(english(detail), words);
      await bench.close();
    }
  });

  it('a key that the server repeats is not repeated here', async () => {
    bench = await startOpenAi(script({ fault: 'status', status: 400, message: `bad key ${KEY}` }));
    const { detail } = await bench.model.ask(STEP, quiet);
    assert.match(english(detail), /bad key \[key\]/);
  });

  it('a server that is not there is named', async () => {
    bench = await startOpenAi(script(CLICK), {}, { limits: { ...FAST_LIMITS, totalMs: 300 } });
    await bench.close();
    const { stop, detail } = await bench.model.ask(STEP, quiet);
    assert.equal(stop, 'unavailable');
    assert.match(english(detail), /it cannot be reached \(ECONNREFUSED\)/);
  });
});
