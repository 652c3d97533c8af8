/** A plan and a cap are asked about on every chat, with the strict servers and the real page: Go, Edit, Cancel, Extend, Stop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { SeenRequest } from '../../servers/anthropic/request-rules.ts';
import { type Decision, startAnthropicServer } from '../../servers/anthropic/server.ts';
import { noChromium, startChromium } from '../../support/chromium.ts';
import { startTestLaunch } from '../../support/launched.ts';
import { act, answerAside, hasLiveButton, MODEL_KEY, purposeOf, startPhone } from '../../support/phone.ts';
import { grantWishes } from '../../support/scripted-model.ts';
import { hasLive, startSlackPhone } from '../../support/slack-phone.ts';
import { until } from '../../support/until.ts';
import { noX11 } from '../../support/x11.ts';

const GOAL = '1. open the mail; 2. find the invoice; 3. save it; 4. print it. Then tell me';
const FOR_EVER = Array.from({ length: 9 }, (_, index) => act({ action: 'think', text: `thought ${index}` }));
const CAPPED = { MAX_ITERATIONS: '2' };

/** What a person sees and does, whatever the chat. */
interface Hand {
  run(goal: string, steps: readonly Decision[]): Promise<void>;
  /** The text of a message that says so, once it is there; with live buttons of these names. */
  see(words: RegExp, ...live: readonly string[]): Promise<string>;
  tap(label: string): Promise<void>;
  write(text: string): Promise<void>;
  /** Calls of the model for a plan, and for a step, so far. */
  asked(purpose: 'plan' | 'step'): readonly SeenRequest[];
}

async function agreeOnPlan(hand: Hand): Promise<void> {
  await hand.run(GOAL, []);
  const card = await hand.see(/My plan for this/, 'Go', 'Edit', 'Cancel');
  assert.match(
    card,
    /1\. Do the first part\s+checked by: It is done\s+2\. Do the second part[\s\S]*3\. Do the third part/,
  );
  assert.match(card, /Estimated cost: \$0\.\d+, by the price list\./);
  assert.match(card, /Nothing has been done yet\./);
  assert.equal(hand.asked('step').length, 0);
  await hand.tap('Edit');
  await hand.see(/What should be different\? Write it here\./);
  const plans = hand.asked('plan').length;
  await hand.write('do not print it');
  // Until then the card with the first plan may still be there, with its buttons.
  await until(() => hand.asked('plan').length > plans, 'the plan to be made anew');
  await hand.see(/My plan for this/, 'Go');
  assert.match(hand.asked('plan').at(-1)?.text ?? '', /The person says about it: do not print it/);
  assert.equal(hand.asked('plan').at(-1)?.model, 'claude-opus-5-5');
  await hand.tap('Go');
  // Two steps are allowed, for all parts together.
  await hand.see(/All 2 steps are used up/, 'Extend');
  await hand.tap('Extend');
  const end = await hand.see(
    /Done and checked\s+1\. ✅ It is done\.[\s\S]*2\. ✅ It is done\.[\s\S]*3\. ✅ It is done\./,
  );
  assert.match(end, /4\. print it/);
  await hand.run(GOAL, []);
  await hand.see(/My plan for this[\s\S]*Estimated cost: \$0\.\d+, like similar runs \(1\)\./, 'Cancel');
  const before = hand.asked('step').length;
  await hand.tap('Cancel');
  await hand.see(/Stopped\s+Cancelled by .+; nothing was done\./);
  assert.equal(hand.asked('step').length, before);
}

async function extendCap(hand: Hand): Promise<void> {
  const before = hand.asked('step').length;
  await hand.run('count', FOR_EVER);
  await hand.see(/Continue\? All 2 steps are used up\./, 'Extend', 'Stop');
  assert.equal(hand.asked('step').length, before + 2);
  await hand.tap('Extend');
  await hand.see(/All 2 steps are used up\. Extended by /);
  await hand.see(/Continue\? All 4 steps are used up\./, 'Extend', 'Stop');
  await hand.tap('Stop');
  await hand.see(/Stopped\s+All 4 steps are used up\. You stopped it there\./);
  assert.equal(hand.asked('step').length, before + 4);
}

test('plans and caps on Telegram', { skip: noX11 }, async (t) => {
  const phone = await startPhone(t, { settings: CAPPED });
  const tapIn = (label: string) =>
    phone.waitFor((message) => hasLiveButton(message, label) && !hasLiveButton(message, 'Pause'));
  const hand: Hand = {
    run: async (goal, steps) => phone.run(goal, { steps }),
    see: async (words, ...live) =>
      (
        await phone.waitFor(
          (message) => words.test(message.text) && live.every((label) => hasLiveButton(message, label)),
          30_000,
        )
      ).text,
    tap: async (label) => {
      await phone.tap(await tapIn(label), label);
    },
    write: async (text) => void phone.owner.send(text),
    asked: (purpose) => phone.anthropic.requests.filter((request) => purposeOf(request) === purpose),
  };
  try {
    await t.test('a plan: asked, changed, done part by part; asked, cancelled', () => agreeOnPlan(hand));
    await t.test('a cap: extended, then stopped', () => extendCap(hand));
  } finally {
    await phone.close();
  }
});

test('plans and caps on Slack', { skip: noX11 }, async (t) => {
  const phone = await startSlackPhone(t, { settings: CAPPED });
  let thread = '';
  const hand: Hand = {
    run: async (goal, steps) => {
      phone.script(...steps);
      phone.mark();
      thread = phone.ann.say(`run ${goal}`).ts;
    },
    see: async (words, ...live) =>
      (await phone.waitFor((message) => words.test(message.text) && live.every((label) => hasLive(message, label))))
        .text,
    tap: async (label) => {
      const { ts } = await phone.waitFor((message) => hasLive(message, label) && !hasLive(message, 'Pause'));
      await phone.ann.tap(ts, label).acknowledged;
    },
    write: async (text) => {
      await phone.ann.say(text, { thread }).acknowledged;
    },
    asked: (purpose) => phone.anthropic.requests.filter((request) => purposeOf(request) === purpose),
  };
  try {
    await t.test('a plan: asked, changed, done part by part; asked, cancelled', () => agreeOnPlan(hand));
    await t.test('a cap: extended, then stopped', () => extendCap(hand));
  } finally {
    await phone.close(/reset|ratelimited/);
  }
});

test('plans and caps on the page, in a real browser', { skip: noX11 || noChromium }, async (t) => {
  let steps: readonly Decision[] = [];
  const anthropic = await startAnthropicServer({
    key: MODEL_KEY,
    decide: (request) => {
      const purpose = purposeOf(request);
      if (purpose === 'verify')
        return { screen: 'A desktop.', reasons: ['The result is there'], score: 95, ...grantWishes(request.text) };
      const aside = answerAside(purpose);
      if (aside !== null) return aside;
      const [next, ...rest] = steps;
      steps = rest;
      return next ?? act({ action: 'done', summary: 'It is done.' });
    },
  });
  const settings = {
    MODEL_PROVIDER: 'anthropic',
    ANTHROPIC_API_KEY: MODEL_KEY,
    ANTHROPIC_BASE_URL: anthropic.url,
    ...CAPPED,
  };
  const bot = await startTestLaunch(t, { settings });
  const { browser, close } = await startChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.goto(bot.launched.chats.web?.openLink() ?? '');
    const hand = handOnPage(page, anthropic.requests, (next) => {
      steps = next;
    });
    await t.test('a plan: asked, changed, done part by part; asked, cancelled', () => agreeOnPlan(hand));
    await t.test('a cap: extended, then stopped', () => extendCap(hand));
    assert.deepEqual(anthropic.faults, []);
  } finally {
    await close();
    await bot.stop();
    await anthropic.stop();
  }
});

function handOnPage(page: Page, requests: readonly SeenRequest[], script: (steps: readonly Decision[]) => void): Hand {
  let before = 0;
  const write = async (text: string): Promise<void> => {
    const composer = page.getByRole('textbox');
    await composer.fill(text);
    await composer.press('Enter');
  };
  const button = (label: string) => page.getByRole('button', { name: label, exact: true, disabled: false });
  return {
    async run(goal, steps) {
      script(steps);
      before = await page.getByRole('article').count();
      await write(`/run ${goal}`);
    },
    async see(words, ...live) {
      for (const end = performance.now() + 30_000; performance.now() < end; await page.waitForTimeout(50)) {
        const texts = (await page.getByRole('article').allInnerTexts()).slice(before);
        const found = texts.find((text) => words.test(text));
        const isLive = await Promise.all(live.map(async (label) => (await button(label).count()) > 0));
        if (found !== undefined && !isLive.includes(false)) return found;
      }
      throw new Error(`nothing says ${words}: ${(await page.getByRole('article').allInnerTexts()).join('\n---\n')}`);
    },
    async tap(label) {
      await button(label).last().tap();
    },
    write,
    asked: (purpose) => requests.filter((request) => purposeOf(request) === purpose),
  };
}
