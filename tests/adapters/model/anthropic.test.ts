import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { afterEach, describe, it } from 'node:test';
import { parseReply } from '../../../src/action/reply.ts';
import type { ModelRequest, ModelResponse } from '../../../src/ports/model.ts';
import { renderVerifyText, VERIFY_SCHEMA, VERIFY_SYSTEM } from '../../../src/run/verify/verify-prompt.ts';
import { pictureTokens } from '../../../src/screen/picture-size.ts';
import { english } from '../../../src/words/speak.ts';
import { makeStepRequest } from '../../contracts/model.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { makePicture } from '../../fixtures/pictures.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import { findColor } from '../../servers/anthropic/pixels.ts';
import { type Decision, type SeenRequest, startAnthropicServer } from '../../servers/anthropic/server.ts';
import { textTokens } from '../../servers/anthropic/usage.ts';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { holdsFor, until } from '../../support/until.ts';
import { type AnthropicBench, askThroughWaits, FAST_LIMITS, KEY, startBench } from './bench.ts';

const PICTURE = await makePicture(1260, 784, null);
const DONE = makeReply({ action: 'done', summary: 'Done.' });
const STEP = makeStepRequest(PROMPT_STATES.plain, [PICTURE]);
const VERIFY: ModelRequest = {
  purpose: 'verify',
  system: VERIFY_SYSTEM,
  text: renderVerifyText({
    goal: 'Write a note',
    values: {},
    summary: 'Written.',
    front: { app: 'Mousepad', title: 'a' },
    last: null,
    changed: '',
    isSeen: true,
  }),
  pictures: [PICTURE],
  schema: VERIFY_SCHEMA,
  maxTokens: 2048,
};
/** For outages that last. */
const SHORT = { ...FAST_LIMITS, totalMs: 700 };
const quiet = new AbortController().signal;

let bench: AnthropicBench;
const close = (): Promise<void> => bench.close();

/** Answers in order; the last one again and again. */
function script(...decisions: readonly Decision[]): (request: SeenRequest, index: number) => Decision {
  return (_, index) => decisions[Math.min(index, decisions.length - 1)] ?? DONE;
}

describe('What is sent', () => {
  afterEach(close);

  it('the cached system part with one breakpoint, then the text, then the pictures', async () => {
    bench = await startBench(null);
    await bench.model.ask({ ...STEP, pictures: [PICTURE, PICTURE] }, quiet);
    const [request] = bench.server.requests;
    assert.deepEqual(request?.blocks, ['text', 'image', 'image']);
    assert.deepEqual(request?.body.system, [{ type: 'text', text: STEP.system, cache_control: { type: 'ephemeral' } }]);
    assert.equal(request?.text, STEP.text);
    assert.deepEqual(request?.schema, STEP.schema);
    assert.equal(request?.maxTokens, 4096);
    assert.deepEqual(Object.keys(request?.body ?? {}).sort(), [
      'max_tokens',
      'messages',
      'model',
      'output_config',
      'system',
    ]);
    assert.deepEqual(bench.server.faults, []);
    const headers = bench.server.exchanges[0]?.headers ?? {};
    assert.equal(headers.authorization, `Bearer ${KEY}`);
    assert.equal(headers['x-api-key'], undefined);
  });

  it('steps go to the main model, checks to the fast one', async () => {
    bench = await startBench(null);
    await bench.model.ask(STEP, quiet);
    const verdict = await bench.model.ask(VERIFY, quiet);
    assert.deepEqual(
      bench.server.requests.map(({ model }) => model),
      ['claude-sonnet-5-5', 'claude-haiku-5-5'],
    );
    assert.equal(JSON.parse(verdict.text).score, 90);
    assert.deepEqual(bench.server.faults, []);
  });

  it('the prefix is the same bytes for every step, and a plain step stays below 2,200 tokens after it', async () => {
    bench = await startBench(null);
    for (const state of [
      PROMPT_STATES.first,
      PROMPT_STATES.plain,
      { ...PROMPT_STATES.plain, elements: PROMPT_STATES.full.elements },
    ]) {
      await bench.model.ask(makeStepRequest(state, [PICTURE]), quiet);
    }
    const { exchanges, requests } = bench.server;
    assert.equal(new Set(requests.map(({ system, schema }) => system + JSON.stringify(schema))).size, 1);
    for (const [index, { usage }] of exchanges.entries()) {
      assert.ok((usage?.input_tokens ?? Infinity) <= 2200, `${usage?.input_tokens}`);
      const prefix = (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0);
      assert.ok(prefix > 512 && prefix <= 2000, `${prefix}`);
      assert.equal(usage?.cache_creation_input_tokens === 0, index > 0, 'only the first one writes the cache');
    }
  });

  it('half an emoji in a window title does not make the request invalid', async () => {
    bench = await startBench(null);
    const response = await bench.model.ask({ ...STEP, text: 'title \ud83d end', system: 'a \udc00 b' }, quiet);
    assert.equal(response.stop, 'complete', english(response.detail));
    assert.equal(bench.server.requests[0]?.text, 'title \ufffd end');
  });

  it('a picture that the server would shrink, or that is none, is never sent', async () => {
    bench = await startBench(null);
    for (const picture of [
      await makePicture(1600, 400, null),
      await makePicture(1200, 1200, null),
      Buffer.from('PNG'),
    ]) {
      const { stop, detail } = await bench.model.ask({ ...STEP, pictures: [picture] }, quiet);
      assert.equal(stop, 'rejected');
      assert.match(english(detail), /fault in Deskhand/);
    }
    assert.equal(bench.server.exchanges.length, 0);
  });

  it('a decision made from the pixels comes back as a click on them', async () => {
    const green = { r: 20, g: 200, b: 60 };
    bench = await startBench(async ({ pictures: [picture] }) => {
      const found = picture === undefined ? null : await findColor(picture.jpeg, [green.r, green.g, green.b]);
      return found === null
        ? makeReply({ action: 'fail', summary: 'No target.' })
        : makeReply({ action: 'click', target: found });
    });
    for (const [x, y] of [
      [120, 840],
      [873.5, 101],
    ] as const) {
      const picture = await makePicture(1260, 784, { x, y, sidePx: 24, color: green });
      const parsed = parseReply((await bench.model.ask({ ...STEP, pictures: [picture] }, quiet)).text);
      assert.ok(parsed.ok && parsed.reply.action.action === 'click' && 'x' in parsed.reply.action.target);
      assert.ok(Math.abs(parsed.reply.action.target.x - x) < 2, `${parsed.reply.action.target.x}`);
      assert.ok(Math.abs(parsed.reply.action.target.y - y) < 2, `${parsed.reply.action.target.y}`);
    }
  });
});

describe('What comes back', () => {
  afterEach(close);

  it('tokens as the server counted them, and their price', async () => {
    bench = await startBench(null);
    const first = await bench.model.ask(STEP, quiet);
    const second = await bench.model.ask(STEP, quiet);
    const prefix = textTokens(STEP.system + JSON.stringify(STEP.schema));
    const step = textTokens(STEP.text) + pictureTokens({ width: 1260, height: 784 });
    const output = textTokens(first.text);
    assert.deepEqual(first.usage, { input: step, output, cacheRead: 0, cacheWrite: prefix });
    assert.deepEqual(second.usage, { input: step, output, cacheRead: prefix, cacheWrite: 0 });
    assertClose(first.costUsd, (step * 2 + prefix * 2 * 1.25 + output * 10) / 1e6);
    assertClose(second.costUsd, (step * 2 + prefix * 0.1 + output * 10) / 1e6);
  });

  it('MODEL_PRICES wins; a price nobody knows is unknown, not nothing', async () => {
    bench = await startBench(null, { prices: { 'claude-sonnet-5-5': [1000, 0] } });
    const { costUsd, usage } = await bench.model.ask(STEP, quiet);
    assertClose(costUsd, ((usage.input + usage.cacheWrite * 1.25) * 1000) / 1e6);
    await bench.close();
    bench = await startBench(null, { models: { main: 'my-model', fast: 'my-model' } }, { models: ['my-model'] });
    assert.equal((await bench.model.ask(STEP, quiet)).costUsd, null);
  });

  it('the text is found behind a thinking block', async () => {
    bench = await startBench(script({ fault: 'thinking', reply: DONE }));
    assert.ok(parseReply((await bench.model.ask(STEP, quiet)).text).ok);
  });

  it('an empty answer is complete and empty, for the parser to name', async () => {
    bench = await startBench(script({ fault: 'empty' }));
    const { stop, text } = await bench.model.ask(STEP, quiet);
    assert.deepEqual([stop, text], ['complete', '']);
  });

  it('a refusal says so, with the reason given, and still counts its tokens', async () => {
    bench = await startBench(script({ fault: 'refusal', explanation: 'This could harm people.' }));
    const { stop, detail, usage } = await bench.model.ask(STEP, quiet);
    assert.equal(stop, 'refused');
    assert.match(english(detail), /declined.*This could harm people\..*differently/);
    assert.ok(usage.input > 0);
    assert.equal(bench.server.requests.length, 1);
  });

  it('a truncated reply is asked for once more with twice the room, and both are paid for', async () => {
    bench = await startBench(script({ fault: 'truncated', reply: DONE }, DONE));
    const { stop, text, usage } = await bench.model.ask(STEP, quiet);
    assert.equal(stop, 'complete');
    assert.ok(parseReply(text).ok);
    assert.deepEqual(
      bench.server.requests.map(({ maxTokens }) => maxTokens),
      [4096, 8192],
    );
    assert.ok(usage.cacheRead > 0 && usage.cacheWrite > 0, 'the sum of both calls');
  });

  it('truncated twice is truncated', async () => {
    bench = await startBench(script({ fault: 'truncated', reply: DONE }));
    const { stop, detail } = await bench.model.ask(STEP, quiet);
    assert.equal(stop, 'truncated');
    assert.match(english(detail), /cut off twice/);
    assert.equal(bench.server.requests.length, 2);
  });

  it('a paused turn is asked again once', async () => {
    bench = await startBench(script({ fault: 'pause' }, DONE));
    assert.equal((await bench.model.ask(STEP, quiet)).stop, 'complete');
    await bench.close();
    bench = await startBench(script({ fault: 'pause' }));
    const { stop, detail } = await bench.model.ask(STEP, quiet);
    assert.equal(stop, 'unavailable');
    assert.match(english(detail), /paused/);
  });
});

describe('A schema refused as a grammar', () => {
  afterEach(close);

  it('goes as text into the cached system part, from then on, for that model alone', async () => {
    bench = await startBench(null, {}, { grammarLimitBytes: 1000 });
    for (let index = 0; index < 2; index += 1) {
      const response = await bench.model.ask(STEP, quiet);
      assert.ok(parseReply(response.text).ok, english(response.detail));
    }
    await bench.model.ask(VERIFY, quiet);
    const { exchanges, requests, faults } = bench.server;
    assert.equal(exchanges.length, 4, 'refused once, repeated, asked again, the check');
    assert.match(faults.join(), /^refused: 400 The compiled grammar is too large/);
    assert.deepEqual(
      requests.map(({ schema }) => schema === null),
      [true, true, false],
    );
    assert.ok(requests[0]?.system.startsWith(STEP.system));
    assert.ok(requests[0]?.system.endsWith(JSON.stringify(STEP.schema)));
    assert.equal(requests[1]?.system, requests[0]?.system);
    assert.ok((exchanges[2]?.usage?.cache_read_input_tokens ?? 0) > 512, 'still cached');
    assert.match(bench.log.join(), /refused the schema/);
  });
});

describe('How much to think', () => {
  afterEach(close);

  it('is said where it is wanted and the model knows it', async () => {
    const models = { main: 'claude-sonnet-5-5', fast: 'claude-haiku-4-5', strong: 'claude-opus-5-5' };
    bench = await startBench(null, { models });
    for (const tier of ['main', 'fast', 'strong'] as const)
      await bench.model.ask({ ...STEP, tier, effort: 'high' }, quiet);
    await bench.model.ask(STEP, quiet);
    assert.deepEqual(
      bench.server.requests.map(({ model, body }) => [model, body.output_config?.effort ?? null]),
      [
        ['claude-sonnet-5-5', 'high'],
        ['claude-haiku-4-5', null],
        ['claude-opus-5-5', 'high'],
        ['claude-sonnet-5-5', null],
      ],
    );
  });

  it('is left out from then on for a model that refuses it; the schema stays', async () => {
    const message = 'output_config.effort: Extra inputs are not permitted';
    bench = await startBench(script({ fault: 'status', status: 400, type: 'invalid_request_error', message }, DONE));
    for (const _ of [1, 2]) assert.equal((await bench.model.ask({ ...STEP, effort: 'low' }, quiet)).stop, 'complete');
    assert.deepEqual(
      bench.server.requests.map(({ body, schema }) => [body.output_config?.effort ?? null, schema !== null]),
      [
        ['low', true],
        [null, true],
        [null, true],
      ],
    );
  });
});

describe('Faults that pass are outlasted by one retry layer', () => {
  afterEach(close);

  const passing: readonly (readonly [string, Decision])[] = [
    ['529', { fault: 'status', status: 529, type: 'overloaded_error' }],
    ['500', { fault: 'status', status: 500 }],
    ['429 without Retry-After', { fault: 'status', status: 429, type: 'rate_limit_error' }],
    ['429 with garbage in Retry-After', { fault: 'status', status: 429, headers: { 'retry-after': 'soon, maybe' } }],
    ['429 with a negative Retry-After', { fault: 'status', status: 429, headers: { 'retry-after': '-5' } }],
    ['429 that asks for three days', { fault: 'status', status: 429, headers: { 'retry-after': '259200' } }],
    [
      'a date long from now',
      { fault: 'status', status: 503, headers: { 'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT' } },
    ],
    ['a connection that is reset', { fault: 'reset' }],
    ['an answer cut off in its middle', { fault: 'cut' }],
    ['a page of a proxy', { fault: 'garbage', contentType: 'text/html', body: '<h1>Log in</h1>' }],
    ['JSON that is no message', { fault: 'garbage', contentType: 'application/json', body: '{"hello":1}' }],
    ['JSON that is none', { fault: 'garbage', contentType: 'application/json', body: '{"content":[' }],
  ];
  for (const [name, fault] of passing) {
    it(name, async () => {
      bench = await startBench(script(fault, fault, DONE));
      const response = await bench.model.ask(STEP, quiet);
      assert.equal(response.stop, 'complete', english(response.detail));
      assert.equal(bench.server.requests.length, 3, 'one try each, none hidden in the SDK');
      assert.equal(bench.log.length, 2);
      assert.match(bench.log[0] ?? '', /Asking the model again/);
    });
  }

  it('a silent server', async () => {
    bench = await startBench(script({ fault: 'hang' }, DONE), { limits: { ...FAST_LIMITS, attemptMs: 500 } });
    assert.equal((await bench.model.ask(STEP, quiet)).stop, 'complete');
    assert.match(bench.log[0] ?? '', /no answer within/);
    await until(() => bench.server.exchanges[0]?.isAborted === true);
  });

  it('a Retry-After is waited for', async () => {
    bench = await startBench(script({ fault: 'status', status: 429, headers: { 'retry-after': '0.3' } }, DONE), {
      limits: { attemptMs: 1000, totalMs: 5000, retryAfterCapMs: 1000 },
    });
    const startedAt = performance.now();
    assert.equal((await bench.model.ask(STEP, quiet)).stop, 'complete');
    assert.ok(performance.now() - startedAt >= 290);
  });

  it('an outage that outlasts the limit is named, with how long and what to do', async () => {
    const clock = createFakeClock();
    const overloaded = script({ fault: 'status', status: 529, type: 'overloaded_error' });
    bench = await startBench(overloaded, { limits: SHORT, clock });
    const { stop, detail } = await askThroughWaits(bench, clock, STEP);
    assert.equal(stop, 'unavailable');
    assert.match(
      english(detail),
      /^Nothing came from 127\.0\.0\.1:\d+: overloaded \(529\)\. Tried for 1 s\. .*try again later\.$/,
    );
    assert.ok(bench.server.requests.length > 5);
  });

  it('a server that is not there is named', async () => {
    const clock = createFakeClock();
    bench = await startBench(null, { limits: SHORT, clock });
    await bench.close();
    const { stop, detail } = await askThroughWaits(bench, clock, STEP);
    assert.equal(stop, 'unavailable');
    assert.match(english(detail), /127\.0\.0\.1:\d+: it cannot be reached \(ECONNREFUSED\)/);
  });

  it('a server that says not to retry is believed', async () => {
    bench = await startBench(script({ fault: 'status', status: 500, headers: { 'x-should-retry': 'false' } }));
    assert.equal((await bench.model.ask(STEP, quiet)).stop, 'unavailable');
    assert.equal(bench.server.requests.length, 1);
  });
});

describe('What no retry helps against is said at once, with what to do', () => {
  afterEach(close);

  const lasting: readonly (readonly [string, Decision, RegExp])[] = [
    [
      '402',
      { fault: 'status', status: 402, type: 'billing_error', message: 'No credits' },
      /no credit left.*No credits.*billing/,
    ],
    [
      'a low balance',
      { fault: 'status', status: 400, type: 'invalid_request_error', message: 'Your credit balance is too low' },
      /no credit left/,
    ],
    [
      '403',
      { fault: 'status', status: 403, type: 'permission_error', message: 'Not allowed' },
      /may not use claude-sonnet-5-5/,
    ],
    ['413', { fault: 'status', status: 413, type: 'request_too_large', message: 'Too big' }, /too large/],
    [
      'another 400',
      { fault: 'status', status: 400, type: 'invalid_request_error', message: 'messages: odd' },
      /did not accept the request \(400\) \("messages: odd"\)/,
    ],
    ['404 of something else', { fault: 'status', status: 404, type: 'unknown_url' }, /ANTHROPIC_BASE_URL/],
  ];
  for (const [name, fault, sentence] of lasting) {
    it(name, async () => {
      bench = await startBench(script(fault));
      const { stop, detail, text } = await bench.model.ask(STEP, quiet);
      assert.equal(stop, 'rejected');
      assert.match(english(detail), sentence);
      assert.match(english(detail), /\.$/);
      assert.equal(text, '');
      assert.equal(bench.server.requests.length, 1);
    });
  }

  it('a wrong key: where to get one; the key itself is nowhere to be read', async () => {
    bench = await startBench(null, { apiKey: 'sk-ant-wrong-key' });
    const { stop, detail } = await bench.model.ask(STEP, quiet);
    assert.equal(stop, 'rejected');
    assert.match(english(detail), /ANTHROPIC_API_KEY.*https:\/\/platform\.claude\.com\/settings\/keys/);
    assert.equal(bench.server.exchanges.length, 1);
  });

  it('a key that was pasted with something around it', async () => {
    for (const apiKey of ['sk-ant-\nx', '“sk-ant-x”', 'sk ant', '']) {
      bench = await startBench(null, { apiKey });
      const { stop, detail } = await bench.model.ask(STEP, quiet);
      assert.equal(stop, 'rejected');
      assert.match(english(detail), /ANTHROPIC_API_KEY/);
      assert.equal(bench.server.exchanges.length, 0);
      await bench.close();
    }
  });

  it('an error whose body makes no sense', async () => {
    const bodies = [
      '',
      '[]',
      '"no"',
      '{"error":null}',
      '{"error":{"type":5,"message":[1],"details":{"error_code":{}}}}',
      '<html>',
    ];
    for (const body of bodies) {
      const server = createServer((_, response) =>
        response.writeHead(418, { 'content-type': 'application/json' }).end(body),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      assert.ok(typeof address === 'object' && address !== null);
      bench = await startBench(null, { baseUrl: `http://127.0.0.1:${address.port}` });
      const { stop, detail } = await bench.model.ask(STEP, quiet);
      server.close();
      await bench.close();
      assert.equal(stop, 'rejected');
      assert.match(english(detail), /did not accept the request \(418\)/, body);
    }
  });

  it('an unknown model: which variable names it', async () => {
    bench = await startBench(null, { models: { main: 'claude-nope', fast: 'claude-nada' } });
    assert.match(english((await bench.model.ask(STEP, quiet)).detail), /"claude-nope".*MODEL_MAIN/);
    assert.match(english((await bench.model.ask(VERIFY, quiet)).detail), /"claude-nada".*MODEL_FAST/);
  });

  it('a spend limit, though it comes as a 429', async () => {
    const server = createServer((_, response) => {
      response.writeHead(429, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          type: 'error',
          error: {
            type: 'rate_limit_error',
            message: 'limit',
            details: { error_code: 'enforced_spend_limit_reached' },
          },
        }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    bench = await startBench(null, { baseUrl: `http://127.0.0.1:${address.port}` });
    const { stop, detail } = await bench.model.ask(STEP, quiet);
    server.close();
    assert.equal(stop, 'rejected');
    assert.match(english(detail), /spend limit/);
  });

  it('a key that the server repeats is not repeated here', async () => {
    bench = await startBench(script({ fault: 'status', status: 400, message: `bad key ${KEY}` }));
    const { detail } = await bench.model.ask(STEP, quiet);
    assert.match(english(detail), /bad key \[key\]/);
    assert.doesNotMatch(JSON.stringify([detail, bench.log]), new RegExp(KEY));
  });
});

describe('A stop', () => {
  afterEach(close);

  it('closes the connection of the question under way, and its late reply goes nowhere', async () => {
    bench = await startBench(script({ fault: 'slow', ms: 300, reply: DONE }));
    const control = new AbortController();
    const asked = bench.model.ask(STEP, control.signal);
    asked.catch(() => {});
    await until(() => bench.server.requests.length === 1);
    control.abort(new Error('stop'));
    await assert.rejects(asked, /^Error: stop$/);
    await until(() => bench.server.exchanges[0]?.isAborted === true);
    await holdsFor(350, () => assert.equal(bench.server.requests.length, 1, 'nothing was asked again'));
  });

  it('ends a wait between two attempts', async () => {
    bench = await startBench(script({ fault: 'status', status: 429, headers: { 'retry-after': '20' } }), {
      limits: { totalMs: 60_000, retryAfterCapMs: 30_000 },
    });
    const control = new AbortController();
    const asked = bench.model.ask(STEP, control.signal);
    asked.catch(() => {});
    await until(() => bench.log.length === 1);
    const abortedAt = performance.now();
    control.abort(new Error('stop'));
    await assert.rejects(asked, /^Error: stop$/);
    assert.ok(performance.now() - abortedAt < 10_000, 'the wait is one of 20 s');
  });

  it('ends one question and not the next', async () => {
    bench = await startBench(script({ fault: 'hang' }, DONE));
    const control = new AbortController();
    const asked = bench.model.ask(STEP, control.signal);
    asked.catch(() => {});
    await until(() => bench.server.requests.length === 1);
    control.abort();
    await assert.rejects(asked);
    assert.equal((await bench.model.ask(STEP, quiet)).stop, 'complete');
  });
});

describe('Any order of faults', () => {
  afterEach(close);

  const faults: readonly Decision[] = [
    { fault: 'status', status: 529 },
    { fault: 'status', status: 500 },
    { fault: 'status', status: 429, headers: { 'retry-after': '1' } },
    { fault: 'reset' },
    { fault: 'cut' },
    { fault: 'empty' },
    { fault: 'pause' },
    { fault: 'refusal' },
    { fault: 'truncated', reply: DONE },
    { fault: 'garbage', contentType: 'text/html', body: 'x' },
    { fault: 'status', status: 400, message: 'no' },
    'not JSON',
    DONE,
  ];

  it('ends in an answer that says what happened, never in an exception', async () => {
    let seed = 7;
    const next = (): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed;
    };
    bench = await startBench(() => faults[next() % faults.length] ?? DONE);
    const responses: ModelResponse[] = [];
    for (let index = 0; index < (WITH_REPEATS ? 60 : 20); index += 1)
      responses.push(await bench.model.ask(STEP, quiet));
    for (const { stop, detail } of responses)
      assert.equal(detail === '', stop === 'complete', `${stop}: ${english(detail)}`);
    assert.ok(new Set(responses.map(({ stop }) => stop)).size >= 3);
  });
});

it('two servers do not share a port or a cache', async (t) => {
  bench = await startBench(null);
  t.after(close);
  const other = await startAnthropicServer({ key: KEY });
  assert.notEqual(other.url, bench.server.url);
  await other.stop();
});

function assertClose(actual: number | null, expected: number): void {
  assert.ok(actual !== null && Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
}
