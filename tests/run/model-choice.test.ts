/** `/model` and `/cost models` through the chat, with a provider's model behind a strict server. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { speakSpans } from '../../src/outbound/spoken.ts';
import { createModelChoice } from '../../src/run/model-choice.ts';
import { PROVIDERS, type ProviderBench } from '../adapters/model/providers.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { NO_SCOPE } from '../support/phone.ts';
import { withPicture } from '../support/with-picture.ts';

const CHOSEN = 'claude-haiku-4-5';

let bench: ProviderBench;
let bot: TestDeskhand;
async function close(): Promise<void> {
  await bot.close();
  await bench.close();
}

async function begin(): Promise<void> {
  const provider = PROVIDERS.find(({ name }) => name === 'Anthropic');
  assert.ok(provider);
  bench = await provider.start((_, schema): Decision => {
    if (/"score/.test(schema)) return { screen: 'A desktop.', reasons: ['It looks finished.'], score: 90 };
    if (/"narrative/.test(schema)) return { narrative: 'It was done.', lessons: [] };
    if (/"kind/.test(schema)) return { kind: 'simple', scope: NO_SCOPE };
    return makeReply({ action: 'done', summary: 'All is done.' });
  });
  bot = await startTestDeskhand({ model: withPicture(bench.model) });
}

const say = async (text: string): Promise<string> => {
  const seen = new Set(bot.chat.seen().map(({ id }) => id));
  await bot.chat.sendText(text);
  const said = await bot.chat.waitFor(({ id }) => !seen.has(id), 20_000);
  return JSON.stringify(said);
};

const run = async (goal: string): Promise<{ readonly end: string; readonly models: readonly string[] }> => {
  const before = bench.asked().length;
  const seen = new Set(bot.chat.seen().map(({ id }) => id));
  await bot.chat.sendText(`/run ${goal}`);
  const end = await bot.chat.waitFor(({ id, kind }) => kind === 'end' && !seen.has(id), 20_000);
  const steps = bench
    .asked()
    .slice(before)
    .filter(({ system }) => system.startsWith('You are Deskhand'));
  return { end: JSON.stringify(end), models: steps.map(({ model }) => model) };
};

describe('/model', () => {
  afterEach(close);

  it('shows the models with their prices, and what can be chosen', async () => {
    await begin();
    const shown = await say('/model');
    assert.match(shown, /main.*claude-sonnet-5-5.*\$2\.00 in, \$10\.00 out/);
    assert.match(shown, /claude-opus-4-7: \$5\.00 in/);
    assert.doesNotMatch(shown, /gpt-|gemini-/);
  });

  it('changes the next runs of who asked, and a run says which model it used', async () => {
    await begin();
    assert.deepEqual((await run('look around')).models, ['claude-sonnet-5-5']);
    assert.match(await say(`/model main ${CHOSEN}`), /next runs use claude-haiku-4-5.*\$1\.00 in, \$5\.00 out/);
    const { models, end } = await run('look around again');
    assert.deepEqual(models, [CHOSEN]);
    assert.match(end, /claude-haiku-4-5/);
    assert.match(await say('/model'), /claude-haiku-4-5.*your choice/);
    assert.match(await say('/model reset'), /configured models again/);
    const after = await run('look around once more');
    assert.deepEqual(after.models, ['claude-sonnet-5-5']);
    assert.doesNotMatch(after.end, /claude-/, 'the configured one is not named');
    assert.match(
      await say('/cost models'),
      /claude-sonnet-5-5.*2 runs, 2 done and checked, \$0\.0\d+ a run.*claude-haiku-4-5.*1 run,/s,
    );
  });

  it('takes an id that nobody knows, says that its price is not known, and names the closest', async () => {
    await begin();
    assert.match(await say('/model strong claude-opus-5-6'), /price is not known.*Did you mean claude-opus-5/s);
  });

  it('says how it is used when it is not understood', async () => {
    await begin();
    for (const text of ['/model claude-opus-5', '/model main', '/model main two words;rm'])
      assert.match(await say(text), /model main ID/, text);
  });
});

describe('A choice of models', () => {
  afterEach(close);

  it('is of the person who made it alone, and outlasts a restart', async () => {
    await begin();
    const { state } = bot;
    const asked: unknown[] = [];
    const model = {
      name: 'main-id',
      offers: { ids: { main: 'main-id', fast: 'f', strong: 's' }, known: [], priceOf: () => null },
      ask: (request: { readonly ids?: unknown }) => {
        asked.push(request.ids);
        return Promise.reject(new Error('enough'));
      },
    };
    await createModelChoice(model, state).change('telegram:1', 'fast other-id');
    const later = createModelChoice(model, state);
    const quiet = new AbortController().signal;
    const request = { purpose: 'risk', system: '', text: '', pictures: [], schema: {}, maxTokens: 1 } as const;
    for (const sender of ['telegram:1', 'telegram:2'])
      await later
        .forSender(sender)
        ?.model.ask(request, quiet)
        .catch(() => {});
    assert.deepEqual(asked, [{ fast: 'other-id' }, undefined]);
    assert.equal(later.forSender('telegram:1')?.model.name, 'main-id');
    const none = JSON.stringify(speakSpans(await createModelChoice(null, state).change('telegram:1', ''), 'en'));
    assert.match(none, /nothing to choose/);
  });

  it('of a second provider is of that person alone, too, and outlasts a restart; a run begins with the first', async () => {
    await begin();
    const { state } = bot;
    const asked: unknown[] = [];
    const model = {
      name: 'main-id',
      offers: {
        ids: { main: 'main-id', fast: 'f', strong: 's' },
        known: [],
        priceOf: () => null,
        second: { id: 'second-id', price: null },
      },
      ask: ({ useSecond, ids }: { readonly useSecond?: boolean; readonly ids?: unknown }) => {
        asked.push([useSecond ?? false, ids]);
        return Promise.reject(new Error('enough'));
      },
    };
    const request = { purpose: 'risk', system: '', text: '', pictures: [], schema: {}, maxTokens: 1 } as const;
    const quiet = new AbortController().signal;
    const first = createModelChoice(model, state).forSender('telegram:1');
    assert.equal(first?.second?.isKept(), false);
    assert.equal(first?.second?.stepUsd, null);
    await first?.model.ask(request, quiet).catch(() => {});
    first?.second?.use();
    await first?.model.ask(request, quiet).catch(() => {});
    await first?.second?.keep();
    const later = createModelChoice(model, state);
    assert.equal(later.forSender('telegram:1')?.second?.isKept(), true);
    assert.equal(later.forSender('telegram:2')?.second?.isKept(), false);
    assert.equal(later.forSender('telegram:1')?.second?.isInUse(), false);
    await later
      .forSender('telegram:1')
      ?.model.ask(request, quiet)
      .catch(() => {});
    assert.deepEqual(asked, [
      [false, undefined],
      [true, undefined],
      [false, undefined],
    ]);
  });
});
