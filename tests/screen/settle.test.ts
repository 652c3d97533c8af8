import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../../src/ports/clock.ts';
import { createScreenMemory, type ScreenMemory } from '../../src/screen/screen-memory.ts';
import type { ExpectedAnswer } from '../../src/screen/settling/expected-answer.ts';
import { expectedAnswer } from '../../src/screen/settling/expected-answer.ts';
import { QUIET_MS, settle } from '../../src/screen/settling/settle.ts';
import { english } from '../../src/words/speak.ts';
import { block, CALM_PRINT, printOf, type Script, showScript } from '../support/scripted-screen.ts';

const never = new AbortController().signal;
const MUCH = block(120, 12, 8, 1);
const BUTTON = block(50, 6, 3, 1);
const CARET = 333;

/** Sleeping takes no time at all. */
function createInstantClock(): Clock {
  let elapsed = 0;
  return {
    now: () => elapsed,
    elapsed: () => elapsed,
    async sleep(ms) {
      elapsed += ms;
    },
  };
}

async function settleOn(
  script: Script,
  more: {
    isText?: boolean;
    answer?: ExpectedAnswer;
    isWatched?: boolean;
    mayShowCaret?: boolean;
    tellsAfterMs?: number;
    memory?: Partial<ScreenMemory>;
  } = {},
) {
  const clock = createInstantClock();
  const desktop = showScript(script, clock.elapsed);
  const memory = { ...createScreenMemory(), ...more.memory };
  const request = {
    before: CALM_PRINT,
    display: 1,
    memory,
    answer: more.answer ?? (more.isText === true ? { kind: 'text' } : { kind: 'unknown' }),
    mayShowCaret: more.mayShowCaret ?? true,
    saysOtherwise: async () => more.tellsAfterMs !== undefined && clock.elapsed() >= more.tellsAfterMs,
    isWatched: more.isWatched ?? true,
  };
  const settled = await settle(request, { desktop, clock }, never);
  return { ...settled, ms: clock.elapsed() };
}

const after =
  (ms: number, tiles: Readonly<Record<number, number>>): Script =>
  (at) =>
    at >= ms ? tiles : {};
const blink =
  (from = 100): Script =>
  (at) =>
    at >= from && Math.floor((at - from) / 500) % 2 === 0 ? { [CARET]: 9 } : {};
const both =
  (...scripts: readonly Script[]): Script =>
  (at) =>
    Object.assign({}, ...scripts.map((script) => script(at)));

test('a large answer at once is looked at as soon as it rests', async () => {
  const settled = await settleOn(after(10, MUCH));
  assert.deepEqual([settled.effect, settled.isAnswered], ['changed', true]);
  assert.ok(settled.ms <= 120, `${settled.ms} ms`);
});

test('where nobody watches on the screen must rest for longer', async () => {
  const halting: Script = (at) => (at < 10 ? {} : block(120, 12, 8, at < 90 ? 1 : 2));
  assert.ok((await settleOn(halting)).ms < 90, 'the watch sees the rest of it');
  const settled = await settleOn(halting, { isWatched: false });
  assert.ok(settled.ms >= 210 && settled.ms <= 260, `${settled.ms} ms`);
});

test('a fade is waited for', async () => {
  const fading: Script = (at) => (at < 30 ? {} : block(120, 12, 8, Math.min(at, 230)));
  const settled = await settleOn(fading);
  assert.equal(settled.effect, 'changed');
  assert.ok(settled.ms >= 230 + QUIET_MS && settled.ms <= 340, `${settled.ms} ms`);
});

test('after a small first sign more is waited for; typed text is its own answer', async () => {
  const late = both(after(10, BUTTON), after(250, MUCH));
  const settled = await settleOn(late);
  assert.ok(settled.ms >= 250 + QUIET_MS && settled.isAnswered);
  const typed = await settleOn(after(10, block(50, 3, 1, 1)), { isText: true });
  assert.equal(typed.effect, 'changed');
  assert.ok(typed.ms <= 120, `${typed.ms} ms`);
});

test('a field, or a box to tick, shows by itself what came of it; what else changes is no answer of it', async () => {
  const answer = { kind: 'itself', box: { x: 320, y: 32, width: 32 * 6, height: 32 } } as const;
  const own = await settleOn(after(10, BUTTON), { answer });
  assert.deepEqual([own.effect, own.isAnswered], ['changed', true]);
  assert.ok(own.ms <= 120, `${own.ms} ms`);
  const large = { ...answer, box: { x: 320, y: 32, width: 32 * 6, height: 96 } };
  const between = await settleOn(after(10, BUTTON), { answer: large, isWatched: false });
  assert.ok(between.ms <= 120, `${between.ms} ms: before the next act, too`);
  const beside = await settleOn(after(10, BUTTON), { answer, isWatched: false });
  assert.ok(beside.ms >= 130, `${beside.ms} ms: what came up beside it may not take keys yet`);
  const window = await settleOn(after(10, MUCH), { answer, isWatched: false });
  assert.ok(window.ms >= 130, `${window.ms} ms: a window that came up does not take keys yet`);
  const other = await settleOn(after(10, block(600, 6, 3, 1)), { answer });
  assert.equal(other.isAnswered, false);
  assert.ok(other.ms >= 300, `${other.ms} ms`);
});

test('where nothing is to be seen, what comes up all the same is waited for shortly', async () => {
  const answer = { kind: 'nothing' } as const;
  const copied = await settleOn(() => ({}), { answer });
  assert.equal(copied.effect, 'unchanged');
  assert.ok(copied.ms >= 100 && copied.ms <= 140, `${copied.ms} ms`);
  const told = await settleOn(after(60, BUTTON), { answer });
  assert.equal(told.effect, 'changed');
  assert.ok(told.ms <= 160, `${told.ms} ms`);
});

test('what comes up beside a button is its answer, also where it is small; how the button itself looks is none', async () => {
  const answer = { kind: 'elsewhere', box: { x: 320, y: 32, width: 32 * 6, height: 96 } } as const;
  const pressed = await settleOn(after(10, BUTTON), { answer });
  assert.equal(pressed.isAnswered, false);
  assert.ok(pressed.ms >= 300, `${pressed.ms} ms`);
  const beside = await settleOn(both(after(10, BUTTON), after(60, block(600, 6, 1, 1))), { answer });
  assert.deepEqual([beside.effect, beside.isAnswered], ['changed', true]);
  assert.ok(beside.ms >= 120 && beside.ms <= 220, `${beside.ms} ms`);
  const inFrames: Script = (at) => (at < 60 ? {} : block(600, 6, 1, at < 90 ? 1 : 2));
  const painted = await settleOn(inFrames, { answer });
  assert.ok(painted.isAnswered && painted.ms >= 190 && painted.ms <= 240, `${painted.ms} ms`);
  const growing: Script = (at) => (at < 60 ? {} : block(600, 6, 1, Math.min(at, 240)));
  assert.ok((await settleOn(growing, { answer })).ms >= 240 + QUIET_MS);
  const caret = await settleOn(blink(20), { answer });
  assert.equal(caret.effect, 'unchanged');
});

test('what was dragged is the answer where it lies, also where it began', async () => {
  const drag = { action: 'drag', from: { x: 10, y: 10 }, to: { x: 20, y: 10 } } as const;
  const display = { index: 1, width: 1440, height: 900, originX: 0, originY: 0, density: 1 };
  const slider = {
    number: 1,
    role: 'slider',
    name: 'Volume',
    value: '',
    box: { x: 320, y: 32, width: 192, height: 96 },
  };
  const answer = expectedAnswer({
    action: drag,
    place: { display, x: 330, y: 40 },
    element: { ...slider, isFocused: false, isEnabled: true, isSecure: false },
    ...{ focused: null, isListed: true, display },
  });
  const settled = await settleOn(after(0, BUTTON), { answer });
  assert.deepEqual([settled.effect, settled.isAnswered], ['changed', true]);
  assert.ok(settled.ms <= 180, `${settled.ms} ms`);
});

test('nothing within the time of a reaction is unchanged', async () => {
  const settled = await settleOn(() => ({}));
  assert.deepEqual([settled.effect, settled.isAnswered], ['unchanged', false]);
  assert.ok(settled.ms <= 400);
});

test('a spinner does not hold the wait up', async () => {
  const spinner: Script = (at) => block(70, 2, 2, at);
  const alone = await settleOn(spinner);
  assert.deepEqual([alone.effect, alone.note], ['changed', '']);
  assert.ok(alone.ms <= 400, `${alone.ms} ms`);
  const beside = await settleOn(both(spinner, after(20, MUCH)));
  assert.ok(beside.ms <= 400, `${beside.ms} ms`);
});

test('a screen that moves as a whole is looked at in the end, with a note', async () => {
  const settled = await settleOn((at) => block(0, 40, 25, at));
  assert.match(english(settled.note), /still moving/);
  assert.ok(settled.ms <= 2100);
});

test('a caret that blinks is no effect, in whichever phase the act met it', async () => {
  for (const from of [0, 20, 150, 300, 340]) assert.equal((await settleOn(blink(from))).effect, 'unchanged', `${from}`);
});

test('one character at the caret is an effect: also beside a blinking caret that is known', async () => {
  assert.equal((await settleOn(after(10, { [CARET]: 5 }), { isText: true })).effect, 'changed');
  const habits = new Map([[CARET, { looks: new Set([7, 9]), everyMs: null }]]);
  const memory = { habits, knowsCarets: true };
  assert.equal((await settleOn(after(10, { [CARET]: 5 }), { memory })).effect, 'changed');
  assert.equal((await settleOn(blink(), { memory })).effect, 'unchanged');
  const quick = await settleOn(blink(20), { memory });
  assert.ok(quick.ms <= 400, 'what is known needs no second thought');
});

test('a change in the size of a caret is no caret where none can be, and is not waited for as one', async () => {
  const settled = await settleOn(after(40, { [CARET]: 9 }), { mayShowCaret: false });
  assert.equal(settled.effect, 'changed');
  assert.ok(settled.ms < 450, `${settled.ms} ms`);
});

test('a change in the size of a caret is none where the application tells that something else stands there', async () => {
  for (const tellsAfterMs of [0, 400]) {
    const settled = await settleOn(after(40, { [CARET]: 9 }), { tellsAfterMs });
    assert.equal(settled.effect, 'changed');
    assert.ok(settled.ms < Math.max(450, tellsAfterMs + 250), `${String(settled.ms)} ms`);
  }
  const settled = await settleOn(blink(), { tellsAfterMs: 5000 });
  assert.equal(settled.effect, 'unchanged');
});

test('a change in the size of a caret that stays is an effect', async () => {
  assert.equal((await settleOn(after(40, { [CARET]: 5 }))).effect, 'changed');
});

test('what moves by habit neither holds the wait up nor counts as effect', async () => {
  const video: Script = (at) => block(0, 20, 20, Math.floor(at / 20) + 100);
  const habits = new Map(Object.keys(video(0)).map((tile) => [Number(tile), { looks: new Set([100]), everyMs: 20 }]));
  const settled = await settleOn(video, { memory: { habits, knowsCarets: true } });
  assert.deepEqual([settled.effect, settled.note], ['unchanged', '']);
  assert.ok(settled.ms <= 400);
  assert.equal(
    (await settleOn(both(video, after(50, block(900, 12, 2, 1))), { memory: { habits } })).effect,
    'changed',
  );
});

test('an abort ends the wait', async () => {
  const clock = createInstantClock();
  const desktop = { ...showScript(() => ({}), clock.elapsed), fingerprint: async () => printOf({}) };
  const aborted = AbortSignal.abort(new Error('stopped'));
  const sleeping = { ...clock, sleep: async () => aborted.throwIfAborted() };
  const request = {
    before: CALM_PRINT,
    display: 1,
    memory: createScreenMemory(),
    answer: { kind: 'unknown' } as const,
    mayShowCaret: true,
    saysOtherwise: async () => false,
    isWatched: true,
  };
  await assert.rejects(settle(request, { desktop, clock: sleeping }, aborted), /stopped/);
});
