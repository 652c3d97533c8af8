/** Every cap asks before the next call: Extend goes on, Stop and silence end; what goes over is one call at most, whatever the calls were for. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caps } from '../../../src/config/caps.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import type { Together } from '../../../src/run/limits/caps.ts';
import { EACH_ONCE } from '../../adapters/model/providers.ts';
import { makeStepRequest } from '../../contracts/model.ts';
import { createFakeModel, type FakeAnswer } from '../../fakes/model.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { startTestDeskhand, type TestDeskhand } from '../../support/deskhand.ts';
import { DONE, step } from '../../support/scripted-model.ts';
import { until } from '../../support/until.ts';

const CAPS: Caps = { maxIterations: 100, timeLimitMs: 1e9, tokenBudget: 1e9, costLimitUsd: 1e9, dayCostLimitUsd: 1e9 };
const PATIENCE_MS = 60_000;
const GOOD = { screen: 'A window.', reasons: ['It is there'], score: 90 };
/** A fake call is 1,730 tokens, a cache read counting a tenth, and $0.004. */
const EVERY: readonly (readonly [string, Partial<Caps>, RegExp, Together?])[] = [
  ['iterations', { maxIterations: 2 }, /All \d steps are used up/],
  ['time', { timeLimitMs: 250 }, /I've been working on this for/],
  ['tokens', { tokenBudget: 3400 }, /This has used \dk of its \dk tokens/],
  ['cost', { costLimitUsd: 0.007 }, /This has cost \$0\.0\d+ of its \$0\.0\d+/],
  ['day-cost', { dayCostLimitUsd: 0.007 }, /Today's runs have cost \$0\.0\d+ of \$0\.0\d+/],
  [
    'together-cost',
    {},
    /Together your computers have cost \$0\.0\d+ of \$0\.0\d+ today/,
    { othersUsd: 0.01, limitUsd: 0.012 },
  ],
];

async function open(
  caps: Partial<Caps>,
  answer: (request: ModelRequest, index: number) => FakeAnswer | Promise<FakeAnswer>,
  confirmTimeoutMs = 600_000,
  together: Together | null = null,
) {
  const model = createFakeModel(answer);
  const bot = await startTestDeskhand({
    model,
    together: () => together,
    settings: { caps: { ...CAPS, ...caps }, confirmTimeoutMs },
  });
  await bot.chat.sendText('/run count');
  const cards: string[] = [];
  const card = () =>
    bot.chat.waitFor(({ id, kind, buttons }) => {
      const isOpen = kind === 'question' && buttons.flat().some(({ label, isLive }) => isLive && label === 'Extend');
      return isOpen && !cards.includes(id);
    }, PATIENCE_MS);
  const tap = async (label: 'Extend' | 'Stop'): Promise<string> => {
    const { id, text } = await card();
    cards.push(id);
    await bot.chat.tap(id, label);
    return text;
  };
  return { model, bot, card, tap };
}

const endOf = async (bot: TestDeskhand): Promise<string> => {
  const end = await bot.chat.waitFor(({ kind }) => kind === 'end', PATIENCE_MS);
  await bot.close();
  return end.text;
};
const think = async (): Promise<FakeAnswer> => {
  await sleep(100);
  return step({ action: 'think', text: `${Math.random()}` });
};

describe('A call that is stopped halfway', () => {
  it('is in the account of its run with what it had taken', async () => {
    const { model, bot } = await open({}, async (_request, index) => (index < 2 ? think() : 'hang'));
    await until(() => model.asked.length === 3, 'the third call');
    await bot.chat.sendText('/stop');
    const { text } = await bot.chat.waitFor(({ kind }) => kind === 'end', PATIENCE_MS);
    assert.match(text, /\$0\.012/);
    await bot.chat.sendText('/cost');
    await bot.chat.waitFor((message) => /Run 1: \$0\.012 of at most \$\S+, 3 calls/.test(message.text), PATIENCE_MS);
    const types = bot.events().map(({ type }) => type);
    assert.ok(types.includes('call.cut') && types.indexOf('call.cut') < types.indexOf('run.ended'), types.join(' '));
    await bot.close();
  });
});

describe('A cap that is reached', { concurrency: true }, () => {
  for (const [cap, caps, words, together] of EVERY) {
    it(`asks before the next call, goes on with Extend, ends with Stop and without an answer: ${cap}`, async () => {
      const { model, bot, tap } = await open(caps, think, 600_000, together);
      assert.match(await tap('Extend'), words);
      const asked = model.asked.length;
      let extensions = 1;
      // On a busy machine the time may be over again before a call has begun.
      do {
        assert.match(await tap('Extend'), words);
        extensions += 1;
      } while (cap === 'time' && model.asked.length === asked);
      assert.ok(model.asked.length > asked, 'it went on');
      await tap('Stop');
      assert.match(await endOf(bot), /Stopped\n.*You stopped it there/);
      const reached = bot
        .events()
        .flatMap((event) => (event.type === 'budget.reached' ? [[event.cap, event.answer]] : []));
      assert.deepEqual(reached, [...Array.from({ length: extensions }, () => [cap, 'extend']), [cap, 'stop']]);
      const silent = await open(caps, think, 700, together);
      assert.match(await endOf(silent.bot), /Stopped\n.*No answer came, so I stopped there/);
    });
  }

  it('goes over by one call at most, also after calls that were given up because the screen changed', async () => {
    let steps = 0;
    const { model, bot, card } = await open({ costLimitUsd: 0.01 }, async ({ purpose }): Promise<FakeAnswer> => {
      if (purpose !== 'step') return GOOD;
      steps += 1;
      if (steps < 3) return step({ action: 'click', target: { x: 100 * steps, y: 100 } });
      // $0.008 so far; this one is given up, and was the last that fitted.
      for (let color = 0; ; color += 1) {
        bot.desktop.paint(null, color % 2 === 0 ? 0xffffff : 0x101010);
        await sleep(150);
        if (color > 60) return 'hang';
      }
    });
    assert.match((await card()).text, /This has cost \$0\.012 of its \$0\.010/);
    assert.equal(model.asked.length, 3);
    await bot.close();
  });

  it('is looked at before a reply that was cut off is asked for again', async () => {
    const allowed: (boolean | undefined)[] = [];
    const usage = { input: 1000, output: 100, cacheRead: 0, cacheWrite: 0 };
    const { bot } = await open({ costLimitUsd: 0.01, tokenBudget: 5000 }, ({ purpose, mayAskAgain }) => {
      if (purpose !== 'step') return GOOD;
      allowed.push(
        mayAskAgain?.(usage, 0.005),
        mayAskAgain?.(usage, 0.02),
        mayAskAgain?.({ ...usage, input: 9000 }, 0),
      );
      return DONE;
    });
    await endOf(bot);
    assert.deepEqual(allowed, [true, false, false]);
  });
});

for (const { name, start } of EACH_ONCE) {
  it(`${name} is asked once more for a reply that was cut off, and only where there is room for it`, async () => {
    const reply = makeReply({ action: 'done', summary: 'Done.' });
    for (const mayAskAgain of [true, false]) {
      const bench = await start(() => ({ fault: 'truncated', reply }));
      const before = bench.asked().length;
      const { stop, usage } = await bench.model.ask(
        { ...makeStepRequest(PROMPT_STATES.plain, []), mayAskAgain: () => mayAskAgain },
        new AbortController().signal,
      );
      assert.equal(stop, 'truncated');
      assert.ok(usage.input + usage.cacheRead + usage.cacheWrite > 0, 'what it took is counted');
      assert.equal(bench.asked().length - before, mayAskAgain ? 2 : 1);
      await bench.close();
    }
  });
}
