/** A complex goal: planned, shown, done part by part as runs of their own, ended honestly, told after a restart. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { createRunHistory } from '../../../src/journal/history/recorded-history.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { estimatePlan, readPastRuns } from '../../../src/run/plan/estimate.ts';
import { type MadePlan, parsePlan as readPlan } from '../../../src/run/plan/parse-plan.ts';
import { PLAN_SCHEMA, renderPlanText } from '../../../src/run/plan/plan.ts';
import { speak } from '../../../src/words/speak.ts';
import { createFakeModel, type FakeAnswer } from '../../fakes/model.ts';
import { findSchemaFault } from '../../servers/anthropic/schema-rules.ts';
import { startTestDeskhand, type TestDeskhand } from '../../support/deskhand.ts';
import { DONE, grantWishes, scriptedModel } from '../../support/scripted-model.ts';

const parsePlan = (text: string): MadePlan | null => {
  const parsed = readPlan(text);
  return parsed.ok ? parsed.made : null;
};

const GOAL = '1. find the invoice\n2. save it as invoice.pdf\n3. print it\n4. file the mail';
const PRICE = { input: 2, cacheRead: 0.2, output: 10 };
const PARTS = [
  { goal: 'Find the invoice of May in the mail', check: 'the mail with the invoice is open', needs: [] },
  { goal: 'Save the invoice as ~/invoice.pdf', check: '~/invoice.pdf exists', needs: [1] },
  { goal: 'File the mail', check: 'the inbox is empty', needs: [1, 2, 9] },
];
const act = (action: object, note: string | null = null): FakeAnswer => ({
  screen: 'A window.',
  intent: 'Go on',
  action,
  note,
});
const verdict = (score: number, reason: string) => ({ screen: 'A window.', reasons: [reason], score });

/** Finishes each part with one click; `fails` is the goal of one whose check never passes. */
function planner(fails = /^$/, scope: object | null = null) {
  let clicks = 0;
  return createFakeModel((request): FakeAnswer => {
    const { purpose, text } = request;
    if (purpose === 'plan') return { parts: PARTS, ...(scope === null ? {} : { scope }) };
    if (purpose === 'verify')
      return fails.test(text)
        ? verdict(10, 'The printer is off')
        : { ...verdict(90, 'It is there'), ...grantWishes(text) };
    clicks += 1;
    const about = /^Goal: (.*)$/m.exec(text)?.[1] ?? '';
    if (/Nothing has been done yet/.test(text))
      return act({ action: 'click', target: { x: clicks, y: 5 } }, `number ${clicks}0`);
    return act({ action: 'done', summary: `Finished: ${about}` });
  });
}

async function openPlan(bot: TestDeskhand) {
  await bot.chat.sendText(`/run ${GOAL}`);
  return await bot.chat.waitFor((message) => message.kind === 'question' && /My plan/.test(message.text));
}

const ended = (bot: TestDeskhand) => bot.chat.waitFor(({ kind }) => kind === 'end', 30_000);
const steps = (asked: readonly ModelRequest[]) => asked.filter(({ purpose }) => purpose === 'step');

test('Go: every part is a run of its own that knows only what it needs, and the end says all of them', async () => {
  const model = planner();
  const bot = await startTestDeskhand({ model });
  const card = await openPlan(bot);
  assert.match(
    card.text,
    /1\. Find the invoice of May in the mail\n {4}checked by: the mail with the invoice is open\n2\. /,
  );
  assert.match(card.text, /Cost unknown: no price is set for this model\. About \d+k tokens\./);
  assert.deepEqual(
    card.buttons.flat().map(({ label }) => label),
    ['Go', 'Edit', 'Cancel', 'Details'],
  );
  assert.equal(steps(model.asked).length, 0, 'nothing is done before Go');
  await bot.chat.tap(card.id, 'Go');
  const end = await ended(bot);
  await bot.close();
  assert.match(
    end.text,
    /Done and checked\n1\. ✅ Finished: Find the invoice[\s\S]*\n2\. ✅ Finished: Save[\s\S]*\n3\. ✅ Finished: File/,
  );
  assert.match(end.text, /run 1 · 6 steps/);
  assert.deepEqual([...bot.recordings.runs.keys()], ['000001', '000002', '000003', '000004']);
  const [first, , second] = steps(model.asked);
  assert.match(
    first?.text ?? '',
    /^Goal: Find the invoice of May in the mail\nThis is part 1 of 3 .*\nIt is done when: the mail with the invoice is open\nStep 1 of /,
  );
  assert.doesNotMatch(first?.text ?? '', /print it|File the mail/, 'no part knows the rest');
  assert.match(
    second?.text ?? '',
    /<untrusted from="earlier parts">\nPart 1 \(Find the invoice[\s\S]*number 10\n<\/untrusted>/,
  );
  const third = steps(model.asked)[4]?.text ?? '';
  assert.match(third, /Part 1 \(Find[\s\S]*Part 2 \(Save/);
  assert.match(model.asked.find(({ purpose }) => purpose === 'verify')?.text ?? '', /It is done when: the mail with/);
  assert.equal(model.asked[0]?.tier, 'strong');
  const kept = JSON.stringify(bot.recordings.runs.get('000001')?.recording);
  assert.match(kept, /"parts":\[\{"run":"000002","goal":"Find the invoice of May in the mail","outcome":"verified"\}/);
  const status = bot.chat.seen().find((message) => message.kind === 'status');
  assert.match(status?.text ?? '', /Run 1 1\. find the invoice/);
  const listed = await createRunHistory(bot.recordings).list(10);
  assert.deepEqual(
    listed.map(({ runId, steps: took }) => [runId, took]),
    [
      ['000004', 2],
      ['000003', 2],
      ['000002', 2],
      ['000001', 6],
    ],
    'the chat page counts as the end does: the whole has the steps of its parts',
  );
});

describe('with a scope to propose', () => {
  const goal = '1. find the invoice\n2. copy its total into GIMP\n3. then into Krita\n4. file the mail';
  const scope = { apps: ['GIMP', 'Krita', 'Thunderbird'], sites: [], folders: [], kinds: ['edit'] };
  const open = async () => {
    const bot = await startTestDeskhand({ model: planner(/^$/, scope) });
    await bot.chat.sendText(`/run ${goal}`);
    const card = await bot.chat.waitFor((message) => message.kind === 'question' && /My plan/.test(message.text));
    return { bot, card };
  };
  const scopes = ({ events }: TestDeskhand) => events().filter(({ type }) => type.startsWith('scope.'));
  const asked = ({ chat }: TestDeskhand) => chat.seen().filter(({ kind }) => kind === 'question').length;

  it('one card asks for both: Approve begins it with the scope', async () => {
    const { bot, card } = await open();
    assert.match(
      card.text,
      /My plan for this[\s\S]*May I work on this without asking at each step\?\nIn GIMP, Krita\nAllowed: edit\nI still ask/,
    );
    const labels = card.buttons.flat().map(({ label }) => label);
    assert.deepEqual(labels, ['Approve', 'Deny', 'Each step', 'Edit', 'Details']);
    await bot.chat.tap(card.id, 'Approve');
    await ended(bot);
    await bot.close();
    assert.equal(asked(bot), 1);
    assert.deepEqual(
      scopes(bot).map((event) => ('scope' in event ? [event.type, event.scope.apps] : [event.type])),
      [
        ['scope.asked', ['GIMP', 'Krita']],
        ['scope.granted', ['GIMP', 'Krita']],
      ],
    );
  });

  it('Each step begins it without, and Deny ends it with nothing done', async () => {
    const stepwise = await open();
    await stepwise.bot.chat.tap(stepwise.card.id, 'Each step');
    assert.match((await ended(stepwise.bot)).text, /Done and checked/);
    await stepwise.bot.close();
    assert.deepEqual(
      scopes(stepwise.bot).map(({ type }) => type),
      ['scope.asked'],
    );
    const denied = await open();
    await denied.bot.chat.tap(denied.card.id, 'Deny');
    assert.match((await ended(denied.bot)).text, /Stopped\n.* by Owner; nothing was done/);
    await denied.bot.close();
    assert.equal(denied.bot.recordings.runs.size, 1);
  });
});

test('a part that fails is repeated, planned anew and asked about; Stop ends the plan, and what was done and not begun is said', async () => {
  const made = planner(/Save the invoice/);
  let plans = 0;
  const model = {
    ...made,
    ask: (...[request, signal]: Parameters<typeof made.ask>) => {
      if (request.purpose === 'plan') plans += 1;
      if (request.purpose !== 'plan' || plans === 1) return made.ask(request, signal);
      return createFakeModel(() => 'no other way').ask(request, signal);
    },
  };
  const bot = await startTestDeskhand({ model });
  const card = await openPlan(bot);
  await bot.chat.tap(card.id, 'Go');
  const asked = await bot.chat.waitFor(
    ({ kind, text }) => kind === 'question' && /Part 2 could not be done/.test(text),
  );
  assert.match(
    asked.text,
    /Save the invoice as[^\n]*\nI reported “Finished: Save[^”]*”, but the check found: The printer is off/,
  );
  await bot.chat.tap(asked.id, 'Stop');
  const end = await ended(bot);
  await bot.close();
  assert.match(
    end.text,
    /Stopped\nStopped by Owner\.\n1\. Find.* – done\n2\. Save.* – failed\n3\. File the mail – not begun/,
  );
  assert.equal(bot.recordings.runs.size, 4, 'twice the second part, and never the third');
});

test('Edit makes the plan anew with what the person says; Cancel does nothing', async () => {
  const model = planner();
  const bot = await startTestDeskhand({ model });
  const card = await openPlan(bot);
  await bot.chat.tap(card.id, 'Edit');
  await bot.chat.waitFor(({ text }) => /What should be different/.test(text));
  await bot.chat.sendText('do not print it');
  const second = await bot.chat.waitFor(
    (message) => message.kind === 'question' && /My plan/.test(message.text) && message.id !== card.id,
  );
  const plans = model.asked.filter(({ purpose }) => purpose === 'plan');
  assert.match(plans[1]?.text ?? '', /The plan was:\n1\. Find[\s\S]*The person says about it: do not print it/);
  await bot.chat.tap(second.id, 'Cancel');
  assert.match((await ended(bot)).text, /Stopped\nCancelled by Owner; nothing was done\./);
  await bot.close();
  assert.equal(steps(model.asked).length, 0);
  assert.equal(bot.recordings.runs.size, 1);
  const spent = bot.events().filter((event) => event.type === 'plan.made');
  assert.equal(spent.length, 2, 'both calls are in the account');
});

test('a stop in the middle of a part ends the plan as stopped', async () => {
  const model = scriptedModel(['hang'], { plan: { parts: PARTS } });
  const bot = await startTestDeskhand({ model });
  const card = await openPlan(bot);
  await bot.chat.tap(card.id, 'Go');
  await bot.chat.waitFor(({ kind, text }) => kind === 'status' && /Part 1 of 3: Find the invoice/.test(text));
  await bot.chat.sendText('stop');
  assert.match((await ended(bot)).text, /Stopped\nStopped by Owner\.[\s\S]*1\. Find.* – failed|Stopped by Owner/);
  await bot.close();
  assert.equal(bot.types('000002').at(-1), 'run.ended');
});

test('without a usable plan the goal is worked on as one', async () => {
  const model = scriptedModel([{ action: 'done', summary: 'All of it.' }], { plan: { parts: [] } });
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendText(`/run ${GOAL}`);
  assert.match((await ended(bot)).text, /Done and checked\nAll of it\./);
  await bot.close();
  assert.equal(model.asked.filter(({ purpose }) => purpose === 'plan').length, 2);
});

test('after a restart the plan is told as interrupted, with how far it came; nothing goes on by itself', async () => {
  const model = createFakeModel(({ purpose, text }): FakeAnswer => {
    if (purpose === 'plan') return { parts: PARTS };
    if (purpose === 'verify') return verdict(90, 'Good');
    return /Find the invoice of May in the mail\n/.test(text) && /part 1/.test(text)
      ? act({ action: 'done', summary: 'Found.' })
      : 'hang';
  });
  const bot = await startTestDeskhand({ model });
  const card = await openPlan(bot);
  await bot.chat.tap(card.id, 'Go');
  await bot.chat.waitFor(({ kind, text }) => kind === 'status' && /Part 2 of 3/.test(text));
  const next = await startTestDeskhand({ model, after: bot });
  const end = await ended(next);
  assert.match(
    end.text,
    /Interrupted\nDeskhand was restarted in the middle of a plan, at part 2 of 3: “Save the invoice as ~\/invoice\.pdf”\. 1 part was finished before\./,
  );
  assert.equal(next.types('000003').at(-1), 'run.recovered');
  assert.equal(next.types('000001').at(-1), 'run.recovered');
  await next.close();
  await bot.close();
});

test('the caps hold for the whole plan: money spent in one part counts in the next', async () => {
  const bot = await startTestDeskhand({
    model: planner(),
    settings: {
      caps: {
        maxIterations: 20,
        timeLimitMs: 600_000,
        tokenBudget: 1_000_000,
        costLimitUsd: 0.021,
        dayCostLimitUsd: 100,
      },
    },
  });
  const card = await openPlan(bot);
  await bot.chat.tap(card.id, 'Go');
  // A plan and five calls, $0.004 each.
  const cap = await bot.chat.waitFor((message) => message.kind === 'question' && /This has cost/.test(message.text));
  assert.match(cap.text, /This has cost \$0\.024 of its \$0\.021\./);
  await bot.chat.tap(cap.id, 'Extend');
  assert.match((await ended(bot)).text, /Done and checked/);
  await bot.close();
});

describe('A plan', () => {
  it('is asked for with a schema that providers compile, and has 3 to 7 parts', () => {
    assert.equal(findSchemaFault(PLAN_SCHEMA, 1000), null);
    const parts = (count: number) => JSON.stringify({ parts: Array.from({ length: count }, () => PARTS[0]) });
    assert.deepEqual(
      [2, 3, 7, 8].map((count) => parsePlan(parts(count))?.plan.length ?? null),
      [null, 3, 7, null],
    );
    assert.equal(parsePlan('not json'), null);
    assert.deepEqual(
      parsePlan(JSON.stringify({ parts: PARTS }))?.plan.map(({ needs }) => needs),
      [[], [1], [1, 2]],
    );
    assert.equal(renderPlanText({ goal: 'x', before: null }), 'The person asks: x');
  });

  it('is estimated from similar runs, or from the price table, and says which', async () => {
    const said = (...args: Parameters<typeof estimatePlan>): string => speak(estimatePlan(...args).text, 'en');
    const models = ['main-20260801', 'main', 'strong'];
    const past = [
      { goal: 'print the invoice of May', costUsd: 0.3, models },
      { goal: 'print the invoice of June', costUsd: 0.1, models: ['main'] },
      { goal: 'print the invoice of July', costUsd: 0.2, models },
      { goal: 'tweet hello', costUsd: 9, models },
      { goal: 'print the invoice of April', costUsd: null, models },
      { goal: 'print the invoice of March', costUsd: 0.001, models: ['cheap'] },
      { goal: 'print the invoice of February', costUsd: 0.001, models: ['main', 'cheap'] },
      { goal: 'print the invoice of January', costUsd: 0.001, models: [] },
    ];
    const four = (...ids: readonly string[]) => ({
      parts: [0, 1, 2, 3].map((part) => ({ id: ids[part % ids.length] ?? '', price: PRICE })),
      strong: 'strong',
    });
    const goal = 'print the invoice of August';
    assert.equal(said(goal, past, four('main')), 'Estimated cost: $0.20, like similar runs (3).');
    assert.equal(said(goal, past, four('cheap')), 'Estimated cost: $0.001, like similar runs (1).');
    assert.equal(said(goal, past, four('main', 'cheap')), 'Estimated cost: $0.001, like similar runs (1).');
    assert.equal(said(goal, past, four('dear')), 'Estimated cost: $0.15, by the price list.');
    assert.equal(said('book a flight', past, four('main')), 'Estimated cost: $0.15, by the price list.');
    const unknown = { parts: [...four('main').parts, { id: 'new', price: null }], strong: 'strong' };
    assert.match(said('book a flight', past, unknown), /unknown: no price is set for this model\. About \d+k tokens/);
    const bot = await startTestDeskhand({ model: planner() });
    const card = await openPlan(bot);
    await bot.chat.tap(card.id, 'Go');
    await ended(bot);
    await bot.close();
    const [whole, ...more] = await readPastRuns(bot.recordings, '000099');
    assert.deepEqual([whole?.goal, more.length], [GOAL, 0]);
    assert.ok(
      Math.abs((whole?.costUsd ?? 0) - 11 * 0.004) < 1e-9,
      'the plan, all its parts, and the check of the whole',
    );
  });
});

test('a plan costs what the model costs that will do its parts: the one its person chose', async () => {
  const model = {
    ...planner(),
    name: 'main',
    offers: {
      ids: { main: 'main', fast: 'fast', strong: 'strong' },
      known: ['main', 'cheap'],
      priceOf: (id: string) => ({ main: PRICE, cheap: { input: 0.2, cacheRead: 0.02, output: 1 } })[id] ?? null,
    },
  };
  // Three parts of eight steps each.
  for (const [choice, cost] of [
    ['/model reset', /Estimated cost: \$0\.12, by the price list/],
    ['/model main cheap', /Estimated cost: \$0\.012, by the price list/],
    ['/model main new', /Cost unknown: no price is set/],
  ] as const) {
    const bot = await startTestDeskhand({ model });
    await bot.chat.sendText(choice);
    const card = await openPlan(bot);
    assert.match(card.text, cost);
    await bot.close();
  }
});

test('a provider that is away holds the plan up: Retry makes it, and nothing is done without it', async () => {
  let isAway = true;
  const model = scriptedModel([DONE], {
    plan: () => (isAway ? { stop: 'unavailable', detail: 'Nothing came from the server.' } : { parts: PARTS }),
  });
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendText(`/run ${GOAL}`);
  const card = await bot.chat.waitFor(({ kind, text }) => kind === 'question' && /can't reach the model/.test(text));
  assert.match(card.text, /Nothing came from the server\./);
  isAway = false;
  await bot.chat.tap(card.id, 'Retry');
  const shown = await bot.chat.waitFor((message) => message.kind === 'question' && /My plan/.test(message.text));
  assert.equal(steps(model.asked).length, 0);
  await bot.chat.tap(shown.id, 'Go');
  assert.match((await ended(bot)).text, /Done and checked/);
  await bot.close();
});
