import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '../../src/ports/desktop.ts';
import type { Basis } from '../../src/screen/basis.ts';
import type { Observation } from '../../src/screen/observe.ts';
import { createScreenMemory, type ScreenMemory } from '../../src/screen/screen-memory.ts';
import { watchScreen } from '../../src/screen/watch.ts';
import { createFakeClock, type FakeClock } from '../fakes/clock.ts';
import { block, CALM_PRINT, frameOf, type Script, showScript } from '../support/scripted-screen.ts';

const LOOK: Observation = {
  frame: frameOf(CALM_PRINT),
  zoomed: null,
  screen: 'on',
  front: { app: 'Editor', title: 'Untitled', pid: 4711 },
  elements: [],
  elementsNote: 'none',
};
const WINDOW: Basis = { kind: 'window', box: null };
const FRONT: Basis = { kind: 'front' };
const at = (box: Box): Basis => ({ kind: 'target', boxes: [box], container: null });
const never = new AbortController().signal;
const MUCH = block(120, 12, 8, 1);
const CARET = 333;
/** Around tile 333: column 13, row 8. */
const AT_CARET = { x: 13 * 32, y: 8 * 32, width: 32, height: 32 };
const FAR = { x: 30 * 32, y: 20 * 32, width: 64, height: 32 };

const after =
  (ms: number, tiles: Readonly<Record<number, number>>): Script =>
  (at) =>
    at >= ms ? tiles : {};
const blink: Script = (at) => (Math.floor(at / 500) % 2 === 1 ? { [CARET]: 9 } : {});

/** The look is taken at 0, `actedAgoMs` after the last act. */
function watch(script: Script, options: { actedAgoMs?: number; isAnswered?: boolean; memory?: ScreenMemory } = {}) {
  const clock = createFakeClock();
  const memory = options.memory ?? createScreenMemory();
  if (options.actedAgoMs !== undefined) {
    const { actedAgoMs, isAnswered = true } = options;
    memory.lastAct = { atMs: clock.elapsed() - actedAgoMs, isAnswered, unchanged: null };
  }
  const started = clock.elapsed();
  const desktop = showScript(script, () => clock.elapsed() - started);
  return { clock, memory, screen: watchScreen(LOOK, memory, { desktop, clock }, never) };
}

/** Lets time go on until the answer is there. */
async function ask<Value>(clock: FakeClock, question: Promise<Value>): Promise<{ value: Value; ms: number }> {
  const from = clock.elapsed();
  let isDone = false;
  const asked = question.finally(() => {
    isDone = true;
  });
  while (!isDone) await clock.advance(10);
  return { value: await asked, ms: clock.elapsed() - from };
}

test('a screen that stays is not stale, and is told at once', async () => {
  const { clock, screen } = watch(() => ({}), { actedAgoMs: 200 });
  await clock.advance(1500);
  assert.equal(screen.overtaken.aborted, false);
  const { value, ms } = await ask(clock, screen.isStale(WINDOW));
  assert.equal(value, false);
  assert.ok(ms <= 10);
});

test('a late answer to the act before ends the deciding, once it is whole', async () => {
  const fading: Script = (at) => (at < 600 ? {} : block(120, 12, 8, Math.min(at, 800)));
  const { clock, screen } = watch(fading, { actedAgoMs: 350 });
  await clock.advance(790);
  assert.equal(screen.overtaken.aborted, false);
  await clock.advance(150);
  assert.equal(screen.overtaken.aborted, true);
});

test('what changes long after the act, and far from where the next one goes, does not matter; for keys it does', async () => {
  const { clock, screen } = watch(after(4000, MUCH), { actedAgoMs: 350 });
  await clock.advance(5000);
  assert.equal(screen.overtaken.aborted, false);
  assert.equal((await ask(clock, screen.isStale(at(FAR)))).value, false);
  assert.equal((await ask(clock, screen.isStale(FRONT))).value, false);
  assert.equal((await ask(clock, screen.isStale(WINDOW))).value, true);
  assert.equal((await ask(clock, screen.isStale(at({ x: 130, y: 130, width: 64, height: 64 })))).value, true);
});

test('a blinking caret is never stale, also when only half a blink was seen', async () => {
  const { clock, screen } = watch(blink, { actedAgoMs: 350 });
  await clock.advance(550);
  const first = await ask(clock, screen.isStale(at(AT_CARET)));
  assert.equal(first.value, false);
  assert.ok(first.ms <= 500);
  await clock.advance(3000);
  assert.equal(screen.overtaken.aborted, false);
  const { value, ms } = await ask(clock, screen.isStale(at(AT_CARET)));
  assert.equal(value, false);
  assert.ok(ms <= 10);
});

test('something as small as a caret that came and stays matters where the act points, and nowhere else', async () => {
  const { clock, screen } = watch(after(300, { [CARET]: 9 }), { actedAgoMs: 350 });
  await clock.advance(1400);
  assert.equal(screen.overtaken.aborted, false);
  assert.equal((await ask(clock, screen.isStale(at(FAR)))).value, false);
  assert.equal((await ask(clock, screen.isStale(FRONT))).value, false);
  assert.equal((await ask(clock, screen.isStale(at(AT_CARET)))).value, true);
  assert.equal((await ask(clock, screen.isStale(WINDOW))).value, true);
});

test('a spinner does not matter; what takes its place does', async () => {
  const spinner: Script = (at) => (at < 2000 ? block(70, 2, 2, at) : block(70, 2, 2, 5));
  const { clock, screen } = watch(spinner, { actedAgoMs: 100 });
  await clock.advance(1900);
  assert.equal(screen.overtaken.aborted, false);
  assert.equal((await ask(clock, screen.isStale(WINDOW))).value, false);
  await clock.advance(1500);
  assert.equal((await ask(clock, screen.isStale(WINDOW))).value, true);
});

test('after an act that showed nothing the next one waits a moment for its answer', async () => {
  const quiet = watch(() => ({}), { actedAgoMs: 350, isAnswered: false });
  const { value, ms } = await ask(quiet.clock, quiet.screen.isStale(at(FAR)));
  assert.equal(value, false);
  assert.ok(ms >= 600 && ms <= 700, `${ms} ms`);
  const late = watch(after(300, MUCH), { actedAgoMs: 350, isAnswered: false });
  assert.equal((await ask(late.clock, late.screen.isStale(at(FAR)))).value, true);
});

test('what is in motion right before an act is waited for, not acted into', async () => {
  const { clock, screen } = watch((at) => (at < 900 ? {} : block(120, 12, 8, Math.min(at, 1200))), { actedAgoMs: 350 });
  await clock.advance(920);
  const { value, ms } = await ask(clock, screen.isStale(at(FAR)));
  assert.equal(value, true);
  assert.ok(ms >= 300);
});

test('carets are known after a second in which nothing blinks, or two phases of one', async () => {
  const known = async (script: Script, ms: number): Promise<boolean> => {
    const { clock, screen, memory } = watch(script);
    await clock.advance(ms);
    screen.stop();
    return memory.knowsCarets;
  };
  const caret: Script = (at) => (Math.floor(at / 800) % 2 === 0 ? {} : { [CARET]: 9 });
  assert.equal(await known(() => ({}), 700), false);
  assert.equal(await known(() => ({}), 1200), true);
  assert.equal(await known(caret, 1200), false, 'one phase of a slow caret');
  assert.equal(await known(caret, 1900), true);
});

test('a whole screen in motion for ever is told in the end', async () => {
  const { clock, screen } = watch((at) => block(0, 40, 25, at), { actedAgoMs: 350 });
  const { ms } = await ask(clock, screen.isStale(WINDOW));
  assert.ok(ms <= 2100);
});

test('what it learned goes on: the next watch knows the video, and forgets it when it has ended', async () => {
  const video: Script = (at) => block(0, 20, 20, Math.floor(at / 30) + 100);
  const { clock, screen, memory } = watch(video);
  await clock.advance(1500);
  screen.stop();
  assert.equal(memory.habits.size, 400);
  const next = watch((at) => video(at + 1500), { actedAgoMs: 100, memory });
  await next.clock.advance(1000);
  assert.equal(next.screen.overtaken.aborted, false);
  next.screen.stop();
  const last = watch(() => ({}), { memory });
  await last.clock.advance(1000);
  last.screen.stop();
  assert.equal(memory.habits.size, 0);
});

test('an act of somebody else since the look makes it stale', async () => {
  const { clock, screen, memory } = watch(() => ({}), { actedAgoMs: 2000 });
  memory.lastAct = { atMs: clock.elapsed(), isAnswered: true, unchanged: null };
  assert.equal((await ask(clock, screen.isStale(FRONT))).value, true);
});

test('a stopped watch looks no more', async () => {
  let looks = 0;
  const { clock, screen } = watch(() => {
    looks += 1;
    return {};
  });
  await clock.advance(500);
  screen.stop();
  const seen = looks;
  await clock.advance(2000);
  assert.equal(looks, seen);
});
