/** Anthropic's own computer-use tools: every model of the table against the strict server, and what their calls become. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { MODEL_TABLE } from '../../../adapters/model/model-table.ts';
import { parseReply } from '../../../src/action/reply.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { english } from '../../../src/words/speak.ts';
import { makeStepRequest } from '../../contracts/model.ts';
import { makePicture } from '../../fixtures/pictures.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import type { WireCall } from '../../servers/anthropic/answers.ts';
import { createBedrockDialect } from '../../servers/anthropic/bedrock.ts';
import { findToolFault, RULED_MODELS } from '../../servers/anthropic/model-rules.ts';
import type { Decision } from '../../servers/anthropic/server.ts';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { type AnthropicBench, startBench } from './bench.ts';

const PICTURE = await makePicture(1000, 500, null);
const check = (text: string) => {
  const parsed = parseReply(text);
  return parsed.ok ? null : parsed.reason;
};
const STEP: ModelRequest = { ...makeStepRequest(PROMPT_STATES.plain, [PICTURE]), check };
const DONE = makeReply({ action: 'done', summary: 'Done.' });
const quiet = new AbortController().signal;

const NONE = { close: () => Promise.resolve() };
let open: Pick<AnthropicBench, 'close'> = NONE;
let bench: AnthropicBench;
async function close(): Promise<void> {
  await open.close();
  open = NONE;
}

const member = (name: string, input: Readonly<Record<string, unknown>> = {}): WireCall => ({
  name,
  input,
  toolset: 'computer',
});
const calls = (...made: readonly WireCall[]): Decision => ({ fault: 'calls', calls: made, text: 'Intent: try it' });

/** Closed after the test. */
async function begin(...how: Parameters<typeof startBench>): Promise<AnthropicBench> {
  const started = await startBench(...how);
  open = started;
  return started;
}

async function ask(decisions: readonly Decision[], more: Partial<ModelRequest> = {}) {
  bench = await begin((_, index) => decisions[index] ?? DONE, { tools: 'hosted' });
  const response = await bench.model.ask({ ...STEP, ...more }, quiet);
  assert.equal(response.stop, 'complete', english(response.detail));
  return { response, parsed: parseReply(response.text), requests: bench.server.requests };
}

describe('The table of models', () => {
  afterEach(close);

  it('has every Claude that the rules of the strict server know', () => {
    const ours = Object.keys(MODEL_TABLE).filter((id) => id.startsWith('claude-'));
    assert.deepEqual(ours.toSorted(), RULED_MODELS.toSorted());
  });

  for (const model of RULED_MODELS) {
    it(`${model} takes what it is asked with, in both modes`, async () => {
      for (const tools of ['json', 'hosted'] as const) {
        bench = await begin(null, { models: { main: model, fast: model }, tools }, { models: [model] });
        const response = await bench.model.ask({ ...STEP, effort: 'low' }, quiet);
        assert.equal(response.stop, 'complete', english(response.detail));
        assert.deepEqual(bench.server.faults, [], tools);
        assert.equal(bench.server.requests[0]?.tools === null, tools === 'json');
        assert.notEqual(response.costUsd, null);
        await bench.close();
      }
    });
  }

  it('an unknown id is asked for JSON, and its price is unknown', async () => {
    const model = 'claude-next-7';
    bench = await begin(null, { models: { main: model, fast: model }, tools: 'hosted' }, { models: [model] });
    const response = await bench.model.ask({ ...STEP, effort: 'high' }, quiet);
    assert.equal(response.stop, 'complete', english(response.detail));
    assert.equal(response.costUsd, null);
    assert.equal(bench.server.requests[0]?.tools, null);
    assert.deepEqual(bench.server.faults, []);
  });

  it('the strict server refuses the version of another model, and a header that is missing or too much', async () => {
    bench = await begin(null);
    const fault = (model: string, type: string, betas: readonly string[], isBedrock = false) =>
      findToolFault({ model, types: [type], betas, isBedrock });
    assert.match(
      fault('claude-sonnet-5-5', 'computer_20251124', ['computer-use-2025-11-24']) ?? '',
      /does not support/,
    );
    assert.match(fault('claude-opus-4-7', 'computer_toolset_20260801', []) ?? '', /does not support/);
    assert.match(fault('claude-opus-5-5', 'computer_toolset_20260801', [], true) ?? '', /does not support/);
    assert.match(fault('claude-opus-4-7', 'computer_20251124', []) ?? '', /needs the beta/);
    assert.match(
      fault('claude-opus-5', 'computer_toolset_20260801', ['computer-use-2025-11-24']) ?? '',
      /without its tool/,
    );
    assert.equal(fault('claude-opus-5', 'computer_20251124', ['computer-use-2025-11-24']), null);
  });

  it('a model that does not take its tool after all is asked for JSON from then on', async () => {
    const dialect = createBedrockDialect({ region: 'r', accessKeyId: 'A', secretAccessKey: 'S' });
    bench = await begin(
      null,
      { tools: 'hosted' },
      // As a gateway that puts its own rules before Anthropic's.
      {
        dialect: {
          ...(await import('../../servers/anthropic/dialect.ts')).ANTHROPIC_DIALECT,
          isBedrock: dialect.isBedrock === true,
        },
      },
    );
    for (const expected of [2, 3]) {
      assert.equal((await bench.model.ask(STEP, quiet)).stop, 'complete');
      assert.equal(bench.server.exchanges.length, expected);
    }
    assert.match(bench.log.join(), /does not take this computer-use tool/);
  });
});

describe('Calls of the computer toolset', () => {
  afterEach(close);

  const POINT = { x: 250.5, y: 501 };
  const cases: readonly (readonly [WireCall, Readonly<Record<string, unknown>>])[] = [
    [member('left_click', { coordinate: [250, 250] }), { action: 'click', target: POINT, button: 'left', count: 1 }],
    [
      member('left_click', { coordinate: [250, 250], text: 'ctrl+shift' }),
      { action: 'click', target: POINT, button: 'left', count: 1, modifiers: ['ctrl', 'shift'] },
    ],
    [member('double_click', { coordinate: [250, 250] }), { action: 'click', target: POINT, button: 'left', count: 2 }],
    [member('triple_click', { coordinate: [250, 250] }), { action: 'click', target: POINT, button: 'left', count: 3 }],
    [member('right_click', { coordinate: [250, 250] }), { action: 'click', target: POINT, button: 'right', count: 1 }],
    [
      member('middle_click', { coordinate: [250, 250] }),
      { action: 'click', target: POINT, button: 'middle', count: 1 },
    ],
    [member('mouse_move', { coordinate: [250, 250] }), { action: 'move', target: POINT }],
    [member('left_mouse_down'), { action: 'mouse_down' }],
    [member('left_mouse_up'), { action: 'mouse_up' }],
    [
      member('left_click_drag', { start_coordinate: [250, 250], coordinate: [500, 0] }),
      { action: 'drag', from: POINT, to: { x: 500.5, y: 1 } },
    ],
    [
      member('scroll', { coordinate: [250, 250], scroll_direction: 'down', scroll_amount: 5 }),
      { action: 'scroll', target: POINT, direction: 'down', amount: 5 },
    ],
    [
      member('scroll', { scroll_direction: 'left', scroll_amount: 2, coordinate: null }),
      { action: 'scroll', direction: 'left', amount: 2 },
    ],
    [member('type', { text: 'hi' }), { action: 'type', text: 'hi' }],
    [member('key', { text: 'ctrl+s' }), { action: 'key', keys: 'ctrl+s', repeat: 1 }],
    [member('key', { text: 'Page_Down', repeat: 4 }), { action: 'key', keys: 'Page_Down', repeat: 4 }],
    [member('hold_key', { text: 'shift', duration: 2 }), { action: 'hold_key', keys: 'shift', seconds: 2 }],
    [member('wait', { duration: 3 }), { action: 'wait', seconds: 3 }],
    [member('screenshot'), { action: 'screenshot' }],
    [member('cursor_position'), { action: 'cursor_position' }],
    [
      member('zoom', { region: [0, 0, 249, 249] }),
      { action: 'zoom', from: { x: 0.5, y: 1 }, to: { x: 249.5, y: 499 } },
    ],
  ];
  for (const [call, action] of cases) {
    it(`${call.name} ${JSON.stringify(call.input)} is ${JSON.stringify(action)}`, async () => {
      const { parsed, requests } = await ask([calls(call)]);
      assert.ok(parsed.ok, parsed.ok ? '' : english(parsed.reason));
      assert.deepEqual(parsed.reply.action, action);
      assert.equal(parsed.reply.intent, 'try it');
      assert.equal(requests.length, 1);
      assert.deepEqual(bench.server.faults, []);
    });
  }

  it('several are done in their order as far as they may follow, and the rest is left for the next turn', async () => {
    const { parsed } = await ask([
      calls(
        member('left_click', { coordinate: [250, 250] }),
        member('type', { text: 'a' }),
        member('key', { text: 'Return' }),
        member('screenshot'),
        member('type', { text: 'never' }),
      ),
    ]);
    assert.ok(parsed.ok);
    assert.deepEqual(
      parsed.reply.then.map(({ action }) => action),
      ['type', 'key'],
    );
  });

  it('pixels are those of the part of the screen that was shown', async () => {
    const shows = { x: 500, y: 0, width: 500, height: 500 };
    const { parsed } = await ask([calls(member('left_click', { coordinate: [499, 249] }))], { shows });
    assert.ok(parsed.ok && 'target' in parsed.reply.action && parsed.reply.action.target !== undefined);
    const { target } = parsed.reply.action;
    assert.ok(
      'x' in target && Math.abs(target.x - 749.75) < 0.01 && Math.abs(target.y - 249.5) < 0.01,
      JSON.stringify(target),
    );
  });

  const refused: readonly (readonly [string, WireCall, RegExp, Partial<ModelRequest>?])[] = [
    ['a key held for too long', member('hold_key', { text: 'shift', duration: 90 }), /seconds/],
    ['a click nowhere', member('left_click', {}), /say where/],
    ['a point outside', member('left_click', { coordinate: [4000, 10] }), /1000/],
    ['a member nobody knows', member('triple_tap', {}), /no action like triple_tap/],
    ['pixels without a picture', member('left_click', { coordinate: [1, 1] }), /No picture/, { pictures: [] }],
    ['a tool nobody declared', { name: 'bash', input: { command: 'ls' }, toolset: null }, /no tool bash/],
    ['our own tool with half a reply', { name: 'deskhand', input: { action: 'done' }, toolset: null }, /screen/],
  ];
  for (const [name, call, words, more] of refused) {
    it(`${name} is refused to the model in the tool's own form, and it decides again`, async () => {
      for (const onText of [undefined, () => {}]) {
        const { response, parsed, requests } = await ask([calls(call, member('type', { text: 'x' }))], {
          ...more,
          ...(onText && { onText }),
        });
        assert.ok(parsed.ok, response.text);
        assert.equal(parsed.reply.action.action, 'done');
        assert.equal(requests.length, 2);
        assert.match(requests[1]?.refusals[0] ?? '', words);
        assert.match(requests[1]?.refusals[1] ?? '', /^Not done/);
        assert.deepEqual(bench.server.faults, []);
        assert.ok(response.usage.cacheRead > 1000, 'what both calls have in common is read from the cache');
        await bench.close();
      }
    });
  }

  it('what is refused twice is no reply, and nothing is asked a third time', async () => {
    const wrong = calls(member('triple_tap'));
    const { parsed, requests } = await ask([wrong, wrong, wrong]);
    assert.ok(!parsed.ok);
    assert.equal(requests.length, 2);
  });

  it('is not asked again where the caps leave no room', async () => {
    const { parsed, requests } = await ask([calls(member('triple_tap'))], { mayAskAgain: () => false });
    assert.ok(!parsed.ok);
    assert.equal(requests.length, 1);
  });

  it('words without a call are read as a reply, which they have to be', async () => {
    assert.ok(!(await ask(['All done!'])).parsed.ok);
    await bench.close();
    const text = JSON.stringify({ screen: 'a', intent: 'b', action: 'done', text: 'c', note: null });
    assert.ok((await ask([text])).parsed.ok);
  });
});
