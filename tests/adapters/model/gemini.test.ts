/** What is particular to Gemini: its models in both modes, the calls of its computer-use tool, its own check, its refusals. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { MODEL_TABLE } from '../../../adapters/model/model-table.ts';
import { findModelFacts } from '../../../adapters/model/models.ts';
import { parseReply } from '../../../src/action/reply.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { english } from '../../../src/words/speak.ts';
import { makeStepRequest } from '../../contracts/model.ts';
import { createFakeModel } from '../../fakes/model.ts';
import { makePicture } from '../../fixtures/pictures.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import type { WireCall } from '../../servers/anthropic/answers.ts';
import type { Decision } from '../../servers/anthropic/server.ts';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { startGemini } from './providers.ts';

const PICTURE = await makePicture(1000, 500, null);
const check = (text: string) => {
  const parsed = parseReply(text);
  return parsed.ok ? null : parsed.reason;
};
const STEP: ModelRequest = { ...makeStepRequest(PROMPT_STATES.plain, [PICTURE]), check };
const DONE = makeReply({ action: 'done', summary: 'Done.' });
const quiet = new AbortController().signal;
const PRICED = Date.parse('2026-11-22');

type Bench = Awaited<ReturnType<typeof startGemini>>;
let close: () => Promise<void> = () => Promise.resolve();
afterEach(() => close());

async function begin(...how: Parameters<typeof startGemini>): Promise<Bench> {
  const bench = await startGemini(...how);
  close = bench.close;
  return bench;
}

const call = (name: string, input: Readonly<Record<string, unknown>> = {}): WireCall => ({
  name,
  input,
  toolset: null,
});
const calls = (...made: readonly WireCall[]): Decision => ({ fault: 'calls', calls: made });

describe('The models of Gemini', () => {
  const ids = Object.keys(MODEL_TABLE).filter((id) => id.startsWith('gemini-'));
  assert.ok(ids.length > 8);
  for (const model of ids) {
    it(`${model} takes what it is asked with, in both modes`, async () => {
      for (const tools of ['json', 'hosted'] as const) {
        const bench = await begin(() => DONE, { models: { main: model, fast: model }, tools }, { models: [model] });
        const response = await bench.model.ask({ ...STEP, effort: 'low' }, quiet);
        assert.equal(response.stop, 'complete', english(response.detail));
        assert.deepEqual(bench.faults(), [], tools);
        assert.notEqual(response.costUsd, null);
        await bench.close();
      }
    });
  }

  it('half a price ends with the year', () => {
    assert.equal(findModelFacts('gemini-3.8-flash', {}, PRICED).price?.output, 3.75);
    assert.equal(findModelFacts('gemini-3.8-flash', {}, Date.parse('2027-01-01')).price?.output, 7.5);
    assert.equal(findModelFacts('models/gemini-3.5-flash', {}, PRICED).price?.input, 1.5);
  });

  it('an unknown id, and one without the tool, are asked for JSON', async () => {
    for (const model of ['gemini-9', 'gemini-3.1-pro-preview']) {
      const bench = await begin(
        () => DONE,
        { models: { main: model, fast: model }, tools: 'hosted' },
        { models: [model] },
      );
      assert.equal((await bench.model.ask(STEP, quiet)).stop, 'complete');
      assert.equal(bench.server.calls[0]?.tools, null);
      await bench.close();
    }
  });
});

describe('Calls of Gemini’s computer-use tool', () => {
  const POINT = { x: 250.5, y: 500.5 };
  const at = { x: 250, y: 500 };
  const cases: readonly (readonly [WireCall, Readonly<Record<string, unknown>>])[] = [
    [call('click', at), { action: 'click', target: POINT, button: 'left', count: 1 }],
    [call('double_click', at), { action: 'click', target: POINT, button: 'left', count: 2 }],
    [call('triple_click', at), { action: 'click', target: POINT, button: 'left', count: 3 }],
    [call('right_click', at), { action: 'click', target: POINT, button: 'right', count: 1 }],
    [call('middle_click', at), { action: 'click', target: POINT, button: 'middle', count: 1 }],
    [call('mouse_down', at), { action: 'mouse_down', target: POINT }],
    [call('mouse_up', at), { action: 'mouse_up', target: POINT }],
    [call('move', at), { action: 'move', target: POINT }],
    [call('type', { text: 'hi' }), { action: 'type', text: 'hi' }],
    [call('type', { text: 'hi', press_enter: true }), { action: 'type', text: 'hi\n' }],
    [
      call('drag_and_drop', { start_x: 250, start_y: 500, end_x: 0, end_y: 999 }),
      { action: 'drag', from: POINT, to: { x: 0.5, y: 999.5 } },
    ],
    [call('wait', {}), { action: 'wait', seconds: 1 }],
    [call('press_key', { key: 'Enter' }), { action: 'key', keys: 'Enter', repeat: 1 }],
    [call('key_down', { key: 'shift' }), { action: 'key_down', keys: 'shift' }],
    [call('key_up', { key: 'shift' }), { action: 'key_up', keys: 'shift' }],
    [call('hotkey', { keys: ['Control', 'S'] }), { action: 'key', keys: 'Control+S', repeat: 1 }],
    [call('take_screenshot'), { action: 'screenshot' }],
    [call('scroll', { ...at, direction: 'down' }), { action: 'scroll', target: POINT, direction: 'down', amount: 3 }],
    [
      call('scroll', { ...at, direction: 'up', magnitude_in_pixels: 999 }),
      { action: 'scroll', target: POINT, direction: 'up', amount: 10 },
    ],
  ];
  for (const [made, action] of cases) {
    it(`${made.name} ${JSON.stringify(made.input)} is ${JSON.stringify(action)}`, async () => {
      const bench = await begin(() => calls({ ...made, input: { ...made.input, intent: 'try it' } }), {
        tools: 'hosted',
      });
      const { text } = await bench.model.ask(STEP, quiet);
      const parsed = parseReply(text);
      assert.ok(parsed.ok, parsed.ok ? '' : english(parsed.reason));
      assert.deepEqual(parsed.reply.action, action);
      assert.equal(parsed.reply.intent, 'try it');
      assert.deepEqual(bench.faults(), []);
    });
  }

  it('places are those of the part of the screen that was shown', async () => {
    const bench = await begin(() => calls(call('move', { x: 999, y: 0 })), { tools: 'hosted' });
    const shows = { x: 500, y: 0, width: 500, height: 500 };
    const parsed = parseReply((await bench.model.ask({ ...STEP, shows }, quiet)).text);
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.reply.action, { action: 'move', target: { x: 999.75, y: 0.25 } });
  });

  for (const [name, made, words] of [
    ['a function of a phone', call('long_press', at), /no action like long_press/],
    ['a wait that is too long', call('wait', { seconds: 900 }), /seconds/],
  ] as const) {
    it(`${name} is refused to the model in the tool's own form, with its signatures, and it decides again`, async () => {
      for (const onText of [undefined, () => {}]) {
        const bench = await begin((index) => (index === 0 ? calls(made, call('wait')) : DONE), { tools: 'hosted' });
        const response = await bench.model.ask({ ...STEP, ...(onText && { onText }) }, quiet);
        assert.ok(parseReply(response.text).ok, response.text);
        assert.match(bench.server.calls[1]?.refusals[0] ?? '', words);
        assert.match(bench.server.calls[1]?.refusals[1] ?? '', /^Not done/);
        assert.deepEqual(bench.faults(), []);
        await bench.close();
      }
    });
  }

  it('what the provider’s own check wants a yes for is carried into the reply', async () => {
    const decision = { decision: 'require_confirmation', explanation: 'Accepts cookies' };
    const bench = await begin(() => calls(call('click', { ...at, safety_decision: decision })), { tools: 'hosted' });
    const parsed = parseReply((await bench.model.ask(STEP, quiet)).text);
    assert.equal(parsed.ok && parsed.reply.caution, 'Accepts cookies');
  });
});

it('what a provider wants a yes for asks the person, though the rules would let it run', async () => {
  const reply = { screen: 'A page.', intent: 'Look around', action: 'move', x: 500, y: 500, note: null };
  const model = createFakeModel(({ purpose }, index) => {
    if (purpose === 'verify') return { screen: 'A page.', reasons: ['Moved'], score: 90 };
    if (purpose !== 'step') return { kind: 'simple', scope: null };
    return index < 2 ? { ...reply, caution: 'Accepts cookies' } : { ...reply, action: 'done', text: 'Moved.' };
  });
  const bot = await startTestDeskhand({ model });
  try {
    await bot.chat.sendText('/run move the pointer to the middle');
    const card = await bot.chat.waitFor(({ kind }) => kind === 'question', 20_000);
    assert.match(JSON.stringify(card), /provider asks for your approval first.*Accepts cookies/);
    await bot.chat.tap(card.id, 'Deny');
  } finally {
    await bot.close();
  }
});

describe('What Gemini refuses', () => {
  const status = (code: number, message: string): Decision => ({ fault: 'status', status: code, message });
  for (const [name, decision, stop, words] of [
    [
      'no permission',
      status(403, 'Permission denied on resource project x.'),
      'rejected',
      /may not use gemini.*aistudio/,
    ],
    ['no money', status(429, 'Your prepayment credits are depleted.'), 'rejected', /no credit left/],
    [
      'a model that is gone',
      status(404, 'models/x is not found'),
      'rejected',
      /does not know the model.*Set MODEL_MAIN/,
    ],
    [
      'too much at once',
      status(400, 'The input token count (1) exceeds the maximum'),
      'truncated',
      /did not fit its context/,
    ],
    ['a blocked prompt', { fault: 'pause' }, 'refused', /content filter/],
  ] as const satisfies readonly (readonly [string, Decision, string, RegExp])[]) {
    it(`${name} is said at once, with what to do`, async () => {
      const bench = await begin(() => decision);
      const response = await bench.model.ask(STEP, quiet);
      assert.equal(response.stop, stop);
      assert.match(english(response.detail), words);
      assert.equal(bench.server.calls.length, 1);
    });
  }

  it('a wrong key, which comes as 400, says where to make one, and does not repeat it', async () => {
    const bench = await begin(() => DONE, {}, { key: 'AIzaWrong' });
    const { stop, detail } = await bench.model.ask(STEP, quiet);
    assert.equal(stop, 'rejected');
    assert.match(english(detail), /GEMINI_API_KEY.*aistudio\.google\.com\/apikey/);
    assert.doesNotMatch(english(detail), /AIzaWrong/);
  });

  it('a schema or a level of thought that it does not take is left out from then on', async () => {
    const said = ['response_json_schema: too many states', 'Thinking level is not supported for this model.'];
    const bench = await begin((index) => (said[index] === undefined ? DONE : status(400, said[index])));
    for (let round = 0; round < 2; round += 1)
      assert.equal((await bench.model.ask({ ...STEP, effort: 'low' }, quiet)).stop, 'complete');
    const last = bench.server.calls.at(-1);
    assert.equal(last?.schema, null);
    assert.equal(last?.level, null);
    assert.match(last?.system ?? '', /JSON Schema/);
    assert.equal(bench.server.calls.length, 4);
  });

  it('nothing of the environment of Google’s tools changes where it asks', async () => {
    process.env.GOOGLE_GEMINI_BASE_URL = 'http://127.0.0.1:9';
    process.env.GOOGLE_GENAI_USE_VERTEXAI = 'true';
    try {
      const bench = await begin(() => DONE);
      assert.equal((await bench.model.ask(STEP, quiet)).stop, 'complete');
    } finally {
      delete process.env.GOOGLE_GEMINI_BASE_URL;
      delete process.env.GOOGLE_GENAI_USE_VERTEXAI;
    }
  });
});
