/** A person at the computer comes first: their hand on the mouse holds the run, the corner stops it. On a real display, moved by xdotool. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Desktop } from '../../src/ports/desktop.ts';
import { createFastClock } from '../fakes/clock.ts';
import { createFakeModel, type FakeAnswer, type FakeModel } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand, type TestDeskhandOptions } from '../support/deskhand.ts';
import { startTestHands, type TestHands } from '../support/hands.ts';
import { DONE, scriptedModel, step } from '../support/scripted-model.ts';
import { holdsFor, until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const CLICK = step({ action: 'click', target: { x: 500, y: 500 } });
const THINKING_MS = 200;

/** Takes these steps, thinking for a while before each, or until it is told to answer. */
function thinker(...steps: readonly FakeAnswer[]): FakeModel {
  return thinkUntil(() => sleep(THINKING_MS), ...steps);
}

function thinkUntil(answers: () => Promise<unknown>, ...steps: readonly FakeAnswer[]): FakeModel {
  return scriptedModel(
    [...steps, DONE].map((answer) => async () => {
      await answers();
      return answer;
    }),
  );
}

const isPauseCard = (message: { readonly kind: string; readonly text: string }): boolean =>
  message.kind === 'question' && /somebody moved the mouse/.test(message.text);
const isEndMessage = (message: { readonly kind: string }): boolean => message.kind === 'end';

describe('on a real display', { skip: noX11 }, () => {
  let hands: TestHands;
  const clicks: string[] = [];
  let looks = 0;
  /** The person at the mouse. */
  const put = (x: number, y: number): void => {
    execFileSync('/usr/bin/xdotool', ['mousemove', String(x), String(y)], { env: hands.display.env });
  };
  const lookAtHand: Desktop['cursor'] = async (signal) => {
    const place = await hands.desktop.cursor(signal);
    looks += 1;
    return place;
  };
  /** Where the hand rests has been seen: what comes now is a move. */
  const handSeen = async (): Promise<void> => {
    const before = looks;
    await until(() => looks > before + 1, 'the hand is followed');
  };
  const bots: TestDeskhand[] = [];
  const start = async (
    options: Omit<TestDeskhandOptions, 'desktop'>,
    desktop: Partial<Desktop> = {},
  ): Promise<TestDeskhand> => {
    const bot = await startTestDeskhand({ ...options, desktop: { ...hands.desktop, cursor: lookAtHand, ...desktop } });
    bots.push(bot);
    return bot;
  };
  const counting: Partial<Desktop> = {
    async click(at, button, count, signal) {
      clicks.push(`${at.x},${at.y}`);
      await hands.desktop.click(at, button, count, signal);
    },
  };

  before(async () => {
    hands = await startTestHands({ width: 800, height: 600 });
  });
  afterEach(async () => {
    for (const bot of bots.splice(0)) await bot.close();
  });
  after(() => hands.close());

  test('a hand on the mouse while the model thinks: paused and asked at once; after Resume it looks and decides anew', async () => {
    put(300, 300);
    clicks.length = 0;
    const thought = Promise.withResolvers<void>();
    const model = thinkUntil(() => thought.promise, CLICK, step({ action: 'wait', seconds: 0 }));
    const bot = await start({ model }, counting);
    await bot.chat.sendText('/run x');
    await until(() => model.asked.length === 1, 'the model is asked');
    await handSeen();
    put(330, 310);
    const card = await bot.chat.waitFor(isPauseCard);
    assert.deepEqual(
      card.buttons.flat().map(({ label }) => label),
      ['Resume', 'Stop', 'Continue when idle for 20 s'],
    );
    thought.resolve();
    await holdsFor(500, () => {
      assert.deepEqual(clicks, [], 'nothing is done while it is paused');
      assert.equal(model.asked.length, 1);
    });
    put(400, 100);
    await bot.chat.tap(card.id, 'Resume');
    await bot.chat.waitFor(isEndMessage, 20_000);
    assert.deepEqual(clicks, [], 'what was decided before the pause is not done after it');
    assert.ok(model.asked.length >= 2);
    const paused = bot.events().filter((event) => event.type === 'run.paused');
    assert.deepEqual(
      paused.map(({ why }) => why),
      ['because somebody moved the mouse'],
    );
    assert.match(bot.chat.seen().find(({ id }) => id === card.id)?.text ?? '', /Continuing/);
  });

  test('Stop on that card ends the run; /resume works as well as its button', async () => {
    put(300, 300);
    const never = () => new Promise<void>(() => undefined);
    const stopped = await start({ model: thinkUntil(never, CLICK) });
    await stopped.chat.sendText('/run x');
    await until(() => stopped.types().includes('observation.taken'), 'it is at work');
    await handSeen();
    put(350, 350);
    await stopped.chat.tap((await stopped.chat.waitFor(isPauseCard)).id, 'Stop');
    assert.match((await stopped.chat.waitFor(isEndMessage)).text, /Stopped by Owner/);

    const thought = Promise.withResolvers<void>();
    const resumed = await start({ model: thinkUntil(() => thought.promise, step({ action: 'wait', seconds: 0 })) });
    await resumed.chat.sendText('/run x');
    await until(() => resumed.types().includes('observation.taken'), 'it is at work');
    await handSeen();
    put(300, 300);
    const card = await resumed.chat.waitFor(isPauseCard);
    await resumed.chat.sendText('/resume');
    thought.resolve();
    await resumed.chat.waitFor(isEndMessage, 20_000);
    const closed = resumed.chat.seen().find(({ id }) => id === card.id);
    assert.match(closed?.text ?? '', /Continuing/);
    assert.ok(closed?.buttons.flat().every(({ isLive }) => !isLive));
  });

  test('“when idle” goes on by itself once the mouse has rested for 20 seconds', async () => {
    const fast = createFastClock(10);
    put(300, 300);
    const thought = Promise.withResolvers<void>();
    const model = thinkUntil(() => thought.promise);
    const bot = await start({ model, clock: fast, settings: { confirmTimeoutMs: 600_000 } });
    await bot.chat.sendText('/run x');
    await until(() => bot.types().includes('observation.taken'), 'it is at work');
    await handSeen();
    put(350, 350);
    const card = await bot.chat.waitFor(isPauseCard);
    await bot.chat.tap(card.id, 'Continue when idle for 20 s');
    let restingSince = performance.now();
    for (const x of [360, 370, 380, 390]) {
      await sleep(300);
      restingSince = performance.now();
      put(x, 350);
    }
    await until(() => bot.types().includes('run.resumed'), 'it goes on');
    thought.resolve();
    assert.ok(performance.now() - restingSince > 1800, 'not before the mouse has rested');
    await bot.chat.waitFor(isEndMessage);
  });

  test('our own moves never pause, nor an application that puts the pointer elsewhere after a click', async () => {
    put(300, 300);
    const warping: Partial<Desktop> = {
      async click(at, button, count, signal) {
        await hands.desktop.click(at, button, count, signal);
        put(77, 88);
      },
    };
    const model = thinker(
      step({ action: 'move', target: { x: 100, y: 900 } }),
      CLICK,
      step({ action: 'drag', from: { x: 200, y: 200 }, to: { x: 800, y: 800 } }),
      step({ action: 'scroll', target: { x: 600, y: 600 }, direction: 'down', amount: 2 }),
      step({ action: 'key', keys: 'shift' }),
    );
    const bot = await start({ model }, warping);
    await bot.chat.sendText('/run x');
    const end = await bot.chat.waitFor(isEndMessage, 30_000);
    assert.match(end.text, /Done and checked/);
    assert.deepEqual(
      bot.events().filter(({ type }) => type === 'run.paused'),
      [],
    );
  });

  test('while a question is open the mouse is the person’s', async () => {
    put(300, 300);
    const bot = await start({ model: thinker(CLICK), risk: ({ action }) => (action === 'click' ? 'high' : 'safe') });
    await bot.chat.sendText('/run x');
    const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
    put(500, 80);
    await handSeen();
    put(520, 90);
    await bot.chat.tap(card.id, 'Approve');
    assert.match((await bot.chat.waitFor(isEndMessage, 20_000)).text, /Done and checked/);
    assert.ok(!bot.types().includes('run.paused'));
  });

  test('the corner stops the run while the model thinks, and what waits does not start', async (t) => {
    put(300, 300);
    const model = createFakeModel(() => 'hang');
    const bot = await start({ model });
    await bot.chat.sendText('/run first');
    await until(() => model.asked.length === 1, 'the model is asked');
    await bot.chat.sendText('/run second');
    await handSeen();
    put(0, 0);
    const pushedAt = performance.now();
    await until(() => bot.types().at(-1) === 'run.ended', 'it ends');
    t.diagnostic(`stopped after ${Math.round(performance.now() - pushedAt)} ms`);
    assert.match((await bot.chat.waitFor(isEndMessage)).text, /Stopped.*top-left corner/s);
    await bot.chat.waitFor(({ text }) => /“second” was not started/.test(text));
    assert.equal(bot.recordings.runs.size, 1);
    const end = bot.events().at(-1);
    assert.ok(end?.type === 'run.ended' && end.reason === 'failsafe');
  });

  test('the corner stops a run that is paused; a pointer that rested there before has not been pushed', async () => {
    put(0, 0);
    const model = createFakeModel(() => 'hang');
    const bot = await start({ model });
    await bot.chat.sendText('/run x');
    await until(() => model.asked.length === 1, 'the model is asked');
    await holdsFor(300, () => assert.equal(bot.types().includes('run.ended'), false));
    put(200, 200);
    await bot.chat.waitFor(isPauseCard);
    put(1, 1);
    assert.match((await bot.chat.waitFor(isEndMessage)).text, /top-left corner/);
  });

  test('the corner stops what is done by hand, and means nothing while nothing is done', async () => {
    put(300, 300);
    const bot = await start({ model: null });
    put(0, 0);
    await holdsFor(200, () => assert.deepEqual(bot.chat.seen(), []));
    put(300, 300);
    await bot.chat.sendText('/click 500 500');
    await bot.chat.waitFor(({ text }) => /^Done/.test(text));
    let isActing = false;
    const slow = await start(
      { model: null },
      {
        click: async (_at, _button, _count, signal) => {
          isActing = true;
          await sleep(10_000, undefined, { signal }).catch(() => signal.throwIfAborted());
        },
      },
    );
    await slow.chat.sendText('/click 500 500');
    await until(() => isActing, 'it acts');
    put(0, 0);
    await slow.chat.waitFor(({ text }) => /^Stopped: the mouse was pushed/.test(text));
  });
});

test('a hand that moves the mouse on and on through a long act holds the run after it', async (t) => {
  const model = scriptedModel([{ action: 'type', text: 'a long text' }, DONE]);
  const bot = await startTestDeskhand({ model });
  t.after(() => bot.close());
  bot.desktop.slowDown(1200);
  await bot.chat.sendText('/run x');
  await until(() => bot.types().includes('action.intended'), 'it types');
  for (let x = 100; !bot.chat.seen().some(isPauseCard); x = 100 + ((x + 10) % 100)) {
    assert.ok(!bot.types().includes('run.ended'), 'it was not held');
    bot.desktop.movePointer(x, 100);
    await sleep(60);
  }
  const card = await bot.chat.waitFor(isPauseCard);
  await until(() => bot.desktop.text() === 'a long text', 'the act under way is finished');
  await bot.chat.tap(card.id, 'Resume');
  await bot.chat.waitFor(isEndMessage);
});

test('a key on the keyboard holds the run where the system tells it from ours, and our own never does', async (t) => {
  const thought = Promise.withResolvers<void>();
  const types = step({ action: 'type', text: 'ours' });
  const model = scriptedModel([
    types,
    async () => {
      await thought.promise;
      return DONE;
    },
  ]);
  const bot = await startTestDeskhand({ model });
  t.after(() => bot.close());
  bot.desktop.pressKeys(7);
  bot.desktop.onInput((entry) => {
    if (entry.startsWith('type')) bot.desktop.pressKeys(4);
  });
  await bot.chat.sendText('/run x');
  await until(() => model.asked.length === 2, 'the second step is asked for');
  await holdsFor(900, () => assert.ok(!bot.types().includes('run.paused'), 'its own typing held nothing'));
  bot.desktop.pressKeys(1);
  const card = await bot.chat.waitFor(({ kind, text }) => kind === 'question' && /used the keyboard/.test(text));
  assert.deepEqual(
    card.buttons.flat().map(({ label }) => label),
    ['Resume', 'Stop', 'Continue when idle for 20 s'],
  );
  // Whoever answers on this computer may press keys to do so.
  bot.desktop.pressKeys(3);
  await bot.chat.tap(card.id, 'Resume');
  thought.resolve();
  await bot.chat.waitFor(isEndMessage);
  const paused = bot.events().filter((event) => event.type === 'run.paused');
  assert.deepEqual(
    paused.map(({ why }) => why),
    ['because somebody used the keyboard'],
  );
});
