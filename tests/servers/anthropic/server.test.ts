/** The scripted server refuses what the real one refuses; asked through Anthropic's own SDK. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Anthropic } from '@anthropic-ai/sdk';
import sharp from 'sharp';
import { makePicture } from '../../fixtures/pictures.ts';
import { findColor } from './pixels.ts';
import { type AnthropicServer, type Decision, startAnthropicServer } from './server.ts';
import { makeReply } from './wire-reply.ts';

const KEY = 'sk-ant-test';
const SCHEMA = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };
const PLAIN = { model: 'claude-sonnet-5-5', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] };

let server: AnthropicServer;
let decision: Decision;
async function start(): Promise<void> {
  decision = 'Hi.';
  server = await startAnthropicServer({ key: KEY, decide: () => decision });
}
const stop = (): Promise<void> => server.stop();

async function post(
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${KEY}`,
      'anthropic-version': '2026-10-21',
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

function withPicture(data: string): unknown {
  const source = { type: 'base64', media_type: 'image/jpeg', data };
  return { ...PLAIN, messages: [{ role: 'user', content: [{ type: 'image', source }] }] };
}

describe('The server refuses', () => {
  beforeEach(start);
  afterEach(stop);

  const optional = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }]));
  const union = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: ['string', 'null'] }]));
  const formatted = (schema: object): unknown => ({
    ...PLAIN,
    output_config: { format: { type: 'json_schema', schema } },
  });
  const system = (count: number): unknown => ({
    ...PLAIN,
    system: Array.from({ length: count }, () => ({ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } })),
  });

  const cases: readonly (readonly [string, unknown, number, RegExp])[] = [
    ['temperature', { ...PLAIN, temperature: 0 }, 400, /temperature/],
    ['top_p', { ...PLAIN, top_p: 1 }, 400, /top_p/],
    ['top_k', { ...PLAIN, top_k: 1 }, 400, /top_k/],
    [
      'a forced tool',
      { ...PLAIN, tools: [{ name: 'a', input_schema: { type: 'object' } }], tool_choice: { type: 'tool', name: 'a' } },
      400,
      /tool_choice/,
    ],
    [
      'any forced tool',
      { ...PLAIN, tools: [{ name: 'a', input_schema: { type: 'object' } }], tool_choice: { type: 'any' } },
      400,
      /tool_choice/,
    ],
    ['prefill', { ...PLAIN, messages: [...PLAIN.messages, { role: 'assistant', content: '{' }] }, 400, /prefill/],
    ['a missing max_tokens', { ...PLAIN, max_tokens: undefined }, 400, /max_tokens/],
    ['fields nobody knows', { ...PLAIN, seed: 1 }, 400, /seed/],
    ['empty text', { ...PLAIN, messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] }, 400, /messages/],
    ['no messages', { ...PLAIN, messages: [] }, 400, /messages/],
    ['an unknown model', { ...PLAIN, model: 'claude-9' }, 404, /claude-9/],
    ['five cache breakpoints', system(5), 400, /maximum of 4.*Found 5/],
    [
      '25 optional parameters',
      formatted({ ...SCHEMA, properties: { ...SCHEMA.properties, ...optional(25) } }),
      400,
      /too many optional parameters \(25\)/,
    ],
    [
      '17 unions',
      formatted({ ...SCHEMA, properties: union(17), required: Object.keys(union(17)) }),
      400,
      /union types \(17/,
    ],
    [
      'a large schema',
      formatted({
        ...SCHEMA,
        properties: { a: { type: 'string', enum: Array.from({ length: 900 }, (_, index) => `value${index}`) } },
      }),
      400,
      /compiled grammar is too large/,
    ],
    [
      'bounds in a schema',
      formatted({ ...SCHEMA, properties: { a: { type: 'number', minimum: 0 } } }),
      400,
      /'minimum' is not supported/,
    ],
    ['an open object in a schema', formatted({ type: 'object', properties: {} }), 400, /additionalProperties/],
    [
      'half an emoji',
      '{"model":"claude-sonnet-5-5","max_tokens":5,"messages":[{"role":"user","content":"\\ud83d"}]}',
      400,
      /no low surrogate/,
    ],
    ['what is not JSON', '{', 400, /not valid JSON/],
    ['invalid base64', withPicture('/9j/4A*='), 400, /invalid base64/],
    [
      'a picture that is none',
      withPicture(Buffer.from('not a picture at all').toString('base64')),
      400,
      /could not process image/,
    ],
  ];
  for (const [name, body, status, message] of cases) {
    it(name, async () => {
      const answered = await post(body);
      assert.equal(answered.status, status, answered.text);
      assert.match(answered.text, message);
      assert.equal(server.faults.length, 1, 'and the test can see it');
    });
  }

  it('a PNG that says it is a JPEG, half a JPEG, and a picture it would shrink', async () => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const jpeg = Buffer.from(
      await makePicture(600, 400, { x: 500, y: 500, sidePx: 90, color: { r: 255, g: 0, b: 0 } }),
    );
    const large = Buffer.from(await makePicture(2000, 600, null));
    assert.match((await post(withPicture(png.toString('base64')))).text, /is png, not/);
    assert.match(
      (await post(withPicture(jpeg.subarray(0, jpeg.length / 2).toString('base64')))).text,
      /could not process/,
    );
    assert.match((await post(withPicture(large.toString('base64')))).text, /2000x600 would be shrunk/);
    assert.equal((await post(withPicture(jpeg.toString('base64')))).status, 200);
  });

  it('who has no key, the wrong one, or no version', async () => {
    assert.equal((await post(PLAIN, { authorization: 'Bearer other' })).status, 401);
    assert.equal((await post(PLAIN, { authorization: '', 'x-api-key': KEY })).status, 401);
    assert.equal((await post(PLAIN, { 'anthropic-version': '' })).status, 400);
  });

  it('24 optional parameters and 16 unions are still taken', async () => {
    assert.equal(
      (await post(formatted({ ...SCHEMA, properties: { ...SCHEMA.properties, ...optional(24) } }))).status,
      200,
    );
    assert.equal(
      (await post(formatted({ ...SCHEMA, properties: union(16), required: Object.keys(union(16)) }))).status,
      200,
    );
  });
});

describe('The server answers', () => {
  beforeEach(start);
  afterEach(stop);

  const client = (): Anthropic => new Anthropic({ apiKey: KEY, baseURL: server.url, maxRetries: 0 });
  const params = {
    model: 'claude-sonnet-5-5',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Hello' }],
  } as const;
  const create = () => client().messages.create({ ...params, messages: [...params.messages] });
  const stream = () => client().messages.stream({ ...params, messages: [...params.messages] });

  it('the same in one piece and as a stream', async () => {
    decision = 'A text that is longer than one of the pieces it is streamed in, öäü €.';
    const whole = await create();
    const pieces: string[] = [];
    const streamed = await stream()
      .on('text', (delta) => void pieces.push(delta))
      .finalMessage();
    assert.deepEqual(streamed.content, whole.content);
    assert.equal(streamed.stop_reason, 'end_turn');
    assert.deepEqual(streamed.usage.output_tokens, whole.usage.output_tokens);
    assert.ok(pieces.length > 1);
  });

  it('with thinking before the text, cut streams, and refusals, as streams too', async () => {
    decision = { fault: 'thinking', reply: makeReply({ action: 'screenshot' }) };
    assert.deepEqual(
      (await stream().finalMessage()).content.map((block) => block.type),
      ['thinking', 'text'],
    );
    decision = { fault: 'cut' };
    await assert.rejects(stream().finalMessage());
    decision = { fault: 'refusal', explanation: 'No.' };
    const refused = await stream().finalMessage();
    assert.equal(refused.stop_reason, 'refusal');
  });

  it('no more than max_tokens', async () => {
    decision = 'x'.repeat(1000);
    const { stop_reason, usage } = await create();
    assert.equal(stop_reason, 'max_tokens');
    assert.equal(usage.output_tokens, 100);
  });

  it('and reports a scripted reply that no grammar would have let out', async () => {
    decision = { b: 1 };
    await client().messages.create({
      ...params,
      messages: [...params.messages],
      output_config: { format: { type: 'json_schema', schema: SCHEMA } },
    });
    assert.match(server.faults.join(), /does not fit the schema: reply lacks a/);
  });
});

it('a color is found where it was drawn, and not where it is not', async () => {
  const green = { r: 20, g: 200, b: 60 };
  const picture = await makePicture(1024, 768, { x: 250, y: 750, sidePx: 20, color: green });
  const found = await findColor(picture, [20, 200, 60]);
  assert.ok(found !== null && Math.abs(found.x - 250) < 1.5 && Math.abs(found.y - 750) < 1.5, JSON.stringify(found));
  assert.equal(await findColor(picture, [200, 20, 60]), null);
});
