import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { effortFor, findOutgrown, worthOf } from '../../../src/journal/effort.ts';
import { ASSESSMENT_SCHEMA, judgeByRules, parseAssessment } from '../../../src/run/plan/complexity.ts';
import { createFakeModel } from '../../fakes/model.ts';
import { findSchemaFault } from '../../servers/anthropic/schema-rules.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';

const CAPS = { maxIterations: 35, timeLimitMs: 1, tokenBudget: 300_000, costLimitUsd: 1, dayCostLimitUsd: 10 };
/** 33 words in one sentence. */
const LONG = `write a friendly letter to the landlord that asks whether the heating in the flat could please be looked at before the winter comes because it has been making strange noises for weeks now`;

describe('How hard a goal is', () => {
  const cases: readonly (readonly [string, ReturnType<typeof judgeByRules>])[] = [
    ['tweet hello', 'simple'],
    ['open the calendar', 'simple'],
    ['Click the pink square.', 'simple'],
    ['rename report.txt on the desktop to final.txt', 'simple'],
    ['open the editor, then write hello', 'multi-step'],
    ['Öffne den Editor und dann schreibe Hallo', 'multi-step'],
    ['Open the mail. Find the one from Bob. Answer that I will come.', 'multi-step'],
    ['go to the settings of the browser and switch the home page to the page of the newspaper', 'multi-step'],
    ['1. open the mail\n2. find the invoice\n3. save it\n4. print it', 'complex'],
    ['Open the shop. Find the cheapest lamp. Put it into the cart. Fill in my address. Stop before paying.', 'complex'],
    ['reply to every mail of today', null],
    ['compare the prices of three hotels in Rome', null],
    ['Open the shop. Compare the lamps there and tell me which one to take.', null],
    [LONG, null],
  ];
  for (const [goal, kind] of cases)
    it(`is told by rules: ${goal.slice(0, 40)}… ${kind ?? 'unsure'}`, () => assert.equal(judgeByRules(goal), kind));

  it('sets model, effort, and what it may use before it counts as a harder one; the caps stay as they are set', () => {
    const kinds = ['simple', 'multi-step', 'complex'] as const;
    assert.deepEqual(
      kinds.map((kind) => [effortFor(kind).tier, effortFor(kind).effort]),
      [
        ['main', 'low'],
        ['main', 'medium'],
        ['strong', 'high'],
      ],
    );
    assert.deepEqual(
      kinds.map((kind) => worthOf(kind, CAPS)),
      [{ iterations: 11, tokens: 90_000 }, { iterations: 25, tokens: 210_000 }, null],
    );
    const after = (kind: (typeof kinds)[number], iterations: number, tokens: number) =>
      findOutgrown(effortFor(kind), CAPS, { iterations, tokens });
    assert.equal(after('simple', 10, 89_000), null);
    assert.deepEqual(after('simple', 11, 0), { complexity: 'multi-step', by: 'steps' });
    assert.deepEqual(after('simple', 1, 90_000), { complexity: 'multi-step', by: 'tokens' });
    assert.equal(after('multi-step', 24, 209_000), null);
    assert.deepEqual(after('multi-step', 25, 0), { complexity: 'complex', by: 'steps' });
    assert.deepEqual(after('multi-step', 3, 210_000), { complexity: 'complex', by: 'tokens' });
    assert.equal(after('complex', 34, 299_000), null);
    // Small caps are all worth spending.
    assert.deepEqual(worthOf('simple', { ...CAPS, maxIterations: 4, tokenBudget: 900 }), {
      iterations: 10,
      tokens: 50_000,
    });
  });

  it('is read from the fast model’s answer, or not at all', () => {
    assert.equal(findSchemaFault(ASSESSMENT_SCHEMA, 800), null);
    assert.deepEqual(parseAssessment('{"kind":"complex"}'), { kind: 'complex', scope: null, readings: [] });
    const scope = { apps: ['GIMP'], sites: [], folders: [], kinds: ['edit'] };
    assert.deepEqual(parseAssessment(JSON.stringify({ kind: 'simple', scope })), {
      kind: 'simple',
      scope,
      readings: [],
    });
    assert.deepEqual(parseAssessment('{"kind":"simple","scope":{"kinds":["send"]}}'), {
      kind: 'simple',
      scope: null,
      readings: [],
    });
    for (const text of ['', 'complex', '{"kind":"huge"}', '[]']) assert.equal(parseAssessment(text), null);
  });
});

const verdict = (score: number, reason: string) => ({ screen: 'A window.', reasons: [reason], score });

describe('A run', () => {
  it('asks the fast model when the rules cannot tell, counts the call, and thinks as hard as the goal is', async () => {
    const model = scriptedModel([DONE], { intent: { kind: 'simple' } });
    const bot = await startTestDeskhand({ model });
    await bot.chat.sendText(`/run ${LONG}`);
    await bot.chat.waitFor(({ kind }) => kind === 'end', 20_000);
    await bot.close();
    const [first, second] = model.asked;
    assert.deepEqual([first?.purpose, first?.tier], ['intent', 'fast']);
    assert.deepEqual([second?.purpose, second?.tier, second?.effort], ['step', 'main', 'low']);
    assert.match(second?.text ?? '', /^Step 1 of 20\./m);
    const started = bot.events().find((event) => event.type === 'run.started');
    assert.deepEqual(started?.intent, { kind: 'simple', by: 'model' });
    assert.equal(started?.cost_usd, 0.004);
  });

  it('that is stuck is handed to the stronger model once, told what failed, and only then ends as stuck', async () => {
    const model = scriptedModel([{ action: 'click', target: { x: 100, y: 100 } }]);
    const bot = await startTestDeskhand({ model, settings: { caps: { ...CAPS, timeLimitMs: 600_000 } } });
    bot.desktop.onInput(() => bot.desktop.paint(null, 0x808080));
    await bot.chat.sendText('/run press it');
    const end = await bot.chat.waitFor(({ kind }) => kind === 'end', 20_000);
    await bot.close();
    assert.match(end.text, /kept trying the same/);
    const decided = model.asked.filter(({ purpose }) => purpose !== 'memory');
    const tiers = decided.map(({ tier }) => tier);
    const handed = tiers.indexOf('strong');
    assert.ok(handed > 0 && tiers.slice(handed).every((tier) => tier === 'strong'));
    assert.equal(decided[handed]?.effort, 'high');
    for (const asked of decided.slice(handed))
      assert.match(
        asked.text,
        /Another model worked on this before you and failed: it kept doing the same .*clicking/i,
      );
    const clicks = bot.desktop.did.filter((entry) => entry.startsWith('click')).length;
    assert.equal(clicks, 11, 'one that changes the screen, then five in vain each');
  });

  it('whose "done" was wrong twice is finished by the stronger model', async () => {
    const model = createFakeModel(({ purpose, tier }, index) => {
      if (purpose === 'verify') return index < 4 ? verdict(20, 'The draft is still open') : verdict(95, 'It is sent');
      return tier === 'strong' ? step({ action: 'done', summary: 'Really sent.' }) : DONE;
    });
    const bot = await startTestDeskhand({ model });
    await bot.chat.sendText('/run send it');
    const end = await bot.chat.waitFor(({ kind }) => kind === 'end', 20_000);
    await bot.close();
    assert.match(end.text, /Done and checked\nReally sent\./);
    const steps = model.asked.filter(({ purpose }) => purpose === 'step');
    assert.deepEqual(
      steps.map(({ tier }) => tier),
      ['main', 'main', 'strong'],
    );
    assert.match(steps[2]?.text ?? '', /failed: it said "done" and the check found otherwise.*The draft is still open/);
  });

  it('that takes more steps than it looked like counts as harder, then goes to the stronger model: journaled, shown, and told', async () => {
    let steps = 0;
    const third = Promise.withResolvers<void>();
    const isThinking = Promise.withResolvers<void>();
    const model = createFakeModel(async ({ purpose }) => {
      if (purpose === 'verify') return verdict(90, 'Good');
      steps += 1;
      if (steps === 3) {
        isThinking.resolve();
        await third.promise;
      }
      return steps > 28 ? DONE : step({ action: 'click', target: { x: 100 + steps * 20, y: 100 } });
    });
    const bot = await startTestDeskhand({
      model,
      settings: { caps: { ...CAPS, timeLimitMs: 600_000, costLimitUsd: 9 } },
    });
    const ask = async (text: string) => {
      const before = new Set(bot.chat.seen().map(({ id }) => id));
      await bot.chat.sendText(text);
      return (await bot.chat.waitFor(({ id, kind }) => kind === 'reply' && !before.has(id))).text;
    };
    await bot.chat.sendText('/run press it');
    await isThinking.promise;
    await ask('/detail verbose');
    const status = await ask('/status');
    assert.match(
      status,
      /Goal: a simple goal, told by rules, the main model decides, with little thought, from 11 steps or 90k tokens on it counts as harder/,
    );
    third.resolve();
    const end = await bot.chat.waitFor(({ kind }) => kind === 'end', 30_000);
    assert.match(end.text, /Done and checked/);
    assert.match(
      await ask('/why'),
      /A complex goal, it took more steps than it looked like, the stronger model decides, with much thought\./,
    );
    await bot.close();
    const changes = bot
      .events()
      .flatMap((event) => (event.type === 'mind.changed' ? [[event.why, event.intent, event.tier, event.effort]] : []));
    assert.deepEqual(changes, [
      ['steps', 'multi-step', 'main', 'medium'],
      ['steps', 'complex', 'strong', 'high'],
    ]);
    const asked = model.asked.filter(({ purpose }) => purpose === 'step');
    assert.deepEqual(
      [0, 10, 11, 24, 25].map((index) => [asked[index]?.tier, asked[index]?.effort]),
      [
        ['main', 'low'],
        ['main', 'low'],
        ['main', 'medium'],
        ['main', 'medium'],
        ['strong', 'high'],
      ],
    );
    assert.match(
      asked[25]?.text ?? '',
      /Another model worked on this before you and failed: it has not come to an end in 25 steps/,
    );
    assert.match(asked[25]?.text ?? '', /^Step 26 of 35\./m, 'the caps are as they were set');
    assert.match(bot.chat.seen().find(({ kind }) => kind === 'status')?.text ?? '', /· the stronger model decides$/);
  });
});
