/** An act that asked is checked by itself: what it proved, a file read back, else the fast model on the look that comes after it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ACT_CHECK_SYSTEM } from '../../../src/run/verify/act-prompt.ts';
import { createFastClock } from '../../fakes/clock.ts';
import { createFakeMachine } from '../../fakes/machine.ts';
import type { FakeAnswer } from '../../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand, type TestDeskhandOptions } from '../../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';

const CLICK = step({ action: 'click', target: { x: 500, y: 500 } });
const GOOD = { screen: 'All well.', reasons: ['It is there'], score: 92 };
const CAPS = { maxIterations: 40, timeLimitMs: 1e6, tokenBudget: 1e6, costLimitUsd: 10, dayCostLimitUsd: 100 };

/** Takes these steps; each effect is answered by `effect`. */
function workWith(steps: readonly FakeAnswer[], effect: FakeAnswer) {
  return scriptedModel([...steps, DONE], { effect });
}

/** A run whose acts all ask, each card answered with `label`. */
async function runAsked(
  steps: readonly FakeAnswer[],
  effect: FakeAnswer,
  options: Omit<TestDeskhandOptions, 'model'> & {
    readonly label?: string;
    readonly stopsAt?: RegExp;
    readonly before?: (bot: TestDeskhand) => void;
  } = {},
) {
  const model = workWith(steps, effect);
  const { label = 'Approve', stopsAt = /^$/, before, ...rest } = options;
  const bot = await startTestDeskhand({
    model,
    risk: ({ action }) => (['think', 'done'].includes(action) ? 'safe' : 'high'),
    clock: createFastClock(5),
    ...rest,
  });
  before?.(bot);
  await bot.chat.sendText('/run press it');
  const tapped = new Set<string>();
  for (;;) {
    const next = await bot.chat.waitFor(
      (message) =>
        message.kind === 'end' ||
        (message.kind === 'question' && !tapped.has(message.id) && message.buttons.flat().some(({ isLive }) => isLive)),
      20_000,
    );
    if (next.kind === 'end') break;
    tapped.add(next.id);
    await bot.chat.tap(next.id, stopsAt.test(next.text) ? 'Stop' : label);
  }
  const why = bot.chat.seen().length;
  await bot.chat.sendText('/why');
  await bot.chat.waitFor(() => bot.chat.seen().length > why);
  const told = bot.chat.seen().at(-1)?.text ?? '';
  await bot.close();
  const asked = (purpose: string) => model.asked.filter((request) => request.purpose === purpose);
  const checked = bot.events().filter((event) => event.type === 'action.checked');
  return { bot, asked, checked, told };
}

describe('After an important act', () => {
  it('the fast model looks whether it worked; the next prompt, the journal, /why and the account know', async () => {
    const { bot, asked, checked, told } = await runAsked([CLICK], { ...GOOD, signs: ['A green tick'] });
    const [question] = asked('effect');
    assert.equal(asked('effect').length, 1);
    assert.equal(question?.system, ACT_CHECK_SYSTEM);
    assert.equal(question?.pictures.length, 1);
    assert.match(
      question?.text ?? '',
      /^Goal: press it\nThe action: clicking at 500, 500\n<untrusted from="what it was for">\nGo on\n/,
    );
    assert.deepEqual(
      checked.map(({ step: of, passed, score, text }) => [of, passed, score, text]),
      [['1.0', true, 92, 'It is there; A green tick']],
    );
    assert.match(
      asked('step')[1]?.text ?? '',
      /Last action: click .* - done, the screen changed\nIt was checked: it did what it was for\.\n<untrusted from="check">\nIt is there; A green tick\n<\/untrusted>/,
    );
    assert.doesNotMatch(asked('step')[0]?.text ?? '', /It was checked/);
    assert.match(told, /What came of it – checked, it worked\./);
    // Two steps, the act, the end.
    assert.match(bot.chat.seen().find(({ kind }) => kind === 'end')?.text ?? '', /\$0\.016/);
  });

  it('one that went wrong is said to the model and shown; what is looked up counts as much as what is seen', async () => {
    const wrong = { screen: 'A dialog.', errors: ['“Not sent”'], reasons: [], score: 10 };
    const failed = await runAsked([CLICK], wrong);
    assert.match(
      failed.asked('step')[1]?.text ?? '',
      /It was checked: it did not do what it was for\.\n<untrusted from="check">\n“Not sent”\n/,
    );
    assert.ok(failed.bot.events().some((event) => event.type === 'action.checked' && event.passed === false));
    const checks = [{ check: 'window', subject: 'Sent mail', text: '' }];
    const gone = await runAsked([CLICK], { ...GOOD, checks });
    assert.deepEqual(
      gone.checked.map(({ passed, text }) => [passed, text]),
      [[false, 'no window is called “Sent mail”; It is there']],
    );
    const open = await runAsked(
      [CLICK],
      { ...GOOD, checks },
      { before: ({ desktop }) => desktop.behind.add('Sent mail') },
    );
    assert.equal(open.checked[0]?.passed, true);
  });

  it('that left the screen as it was, nobody needs to be asked', async () => {
    const { checked, asked } = await runAsked([CLICK], GOOD, {
      before: ({ desktop }) => {
        desktop.paint(null, 0x808080);
        desktop.onInput(() => desktop.paint(null, 0x808080));
      },
    });
    assert.deepEqual(
      checked.map(({ passed, text }) => [passed, text]),
      [[false, 'nothing on the screen changed']],
    );
    assert.equal(asked('effect').length, 0);
  });

  it('a command is proven by how it ended, a file by reading it back, without a call', async () => {
    const { checked, asked } = await runAsked(
      [
        step({ action: 'shell', command: 'true' }),
        step({ action: 'shell', command: 'false' }),
        step({ action: 'file_create', path: '~/a.txt', text: 'Dear Ada' }),
      ],
      GOOD,
    );
    assert.deepEqual(
      checked.map(({ step: of, passed, checks }) => [of, passed, checks.map(({ check }) => check)]),
      [
        ['1.0', true, ['it ended with exit code 0']],
        ['3.0', true, ['~/a.txt contains “Dear Ada”']],
      ],
      'what failed said so itself',
    );
    assert.equal(asked('effect').length, 0);
    const machine = createFakeMachine();
    const create = machine.files.create;
    const losing = {
      ...machine,
      files: {
        ...machine.files,
        async create(...given: Parameters<typeof create>) {
          const result = await create(...given);
          machine.contents.clear();
          return result;
        },
      },
    };
    const lost = await runAsked([step({ action: 'file_create', path: '~/a.txt', text: 'Dear Ada' })], GOOD, {
      machine: losing,
    });
    assert.deepEqual(
      lost.checked.map(({ passed, text }) => [passed, text]),
      [[false, '~/a.txt is not there, or is no readable text']],
    );
  });

  it('a checker that cannot tell leaves it open, and its call is counted all the same', async () => {
    for (const answer of ['no JSON', { stop: 'refused', detail: 'The model declined.' } as const]) {
      const { checked, asked, bot } = await runAsked([CLICK], answer);
      assert.deepEqual(
        checked.map(({ passed, cost_usd }) => [passed, cost_usd]),
        [[null, 0.004]],
      );
      assert.doesNotMatch(asked('step')[1]?.text ?? '', /It was checked/);
      assert.match(bot.chat.seen().find(({ kind }) => kind === 'end')?.text ?? '', /\$0\.016/);
    }
  });

  it('is asked about only while there is money for it, and every call is looked at before it is made', async () => {
    const caps = { ...CAPS, costLimitUsd: 0.006 };
    const { checked, asked, bot } = await runAsked([CLICK], GOOD, {
      settings: { caps },
      label: 'Approve',
      stopsAt: /has cost/,
    });
    assert.equal(asked('step').length, 1, 'the check used up the money, so the next step asks first');
    assert.equal(checked.length, 1);
    const spent = bot.events().flatMap((event) => ('cost_usd' in event ? [event.cost_usd ?? 0] : []));
    assert.deepEqual(spent, [0.004, 0.004]);
    const short = await runAsked([CLICK], GOOD, {
      settings: { caps: { ...CAPS, costLimitUsd: 0.004 } },
      stopsAt: /has cost/,
    });
    assert.equal(short.asked('effect').length, 0);
    assert.deepEqual(short.checked, []);
  });

  it('asks the model ten times in a run at most', async () => {
    const { asked, checked } = await runAsked(
      Array.from({ length: 13 }, (_, index) => step({ action: 'click', target: { x: 500, y: 300 + index * 20 } })),
      GOOD,
      { settings: { caps: CAPS } },
    );
    assert.equal(asked('effect').length, 10);
    assert.equal(checked.length, 10);
  });

  it('acts that need no yes are not checked one by one', async () => {
    const { checked, asked } = await runAsked([CLICK, CLICK], GOOD, { risk: () => 'moderate' });
    assert.deepEqual([checked, asked('effect')], [[], []]);
  });
});
