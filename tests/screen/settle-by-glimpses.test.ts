/** Settling where a picture takes 200 ms: windows and elements tell when the screen rests, and no more pictures are taken than say something. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../../src/ports/clock.ts';
import { createEarlyLook } from '../../src/screen/early-look.ts';
import type { Observation } from '../../src/screen/observe.ts';
import { createScreenMemory, type ScreenMemory } from '../../src/screen/screen-memory.ts';
import { settle } from '../../src/screen/settling/settle.ts';
import { REACTION_MS } from '../../src/screen/settling/settled.ts';
import { english } from '../../src/words/speak.ts';
import { block, CALM_PRINT, frameOf, printOf, type Script } from '../support/scripted-screen.ts';

const never = new AbortController().signal;
const MUCH = block(120, 12, 8, 1);
const BUTTON = block(50, 6, 3, 1);
const CARET = 333;
const PICTURE_MS = 200;
const GLIMPSE_MS = 8;

/** What windows and elements say at a time. */
type Told = (atMs: number) => string;

async function settleOn(
  script: Script,
  told: Told,
  more: { isText?: boolean; isWatched?: boolean; memory?: (clock: Clock) => Partial<ScreenMemory> } = {},
) {
  let elapsed = 0;
  let pictures = 0;
  const clock: Clock = {
    now: () => elapsed,
    elapsed: () => elapsed,
    async sleep(ms) {
      elapsed += ms;
    },
  };
  const desktop = {
    async fingerprint() {
      // A picture shows the screen at its beginning.
      const print = printOf(script(elapsed));
      elapsed += PICTURE_MS;
      pictures += 1;
      return print;
    },
    async glimpse() {
      elapsed += GLIMPSE_MS;
      return told(elapsed);
    },
  };
  const memory = { ...createScreenMemory(), ...more.memory?.(clock) };
  const { isText = false, isWatched = true } = more;
  const settled = await settle(
    {
      before: CALM_PRINT,
      display: 1,
      memory,
      answer: { kind: isText ? 'text' : 'unknown' },
      mayShowCaret: true,
      saysOtherwise: async () => false,
      isWatched,
    },
    { desktop, clock },
    never,
  );
  return { ...settled, ms: elapsed, pictures, memory };
}

const after =
  (ms: number, tiles: Readonly<Record<number, number>>): Script =>
  (at) =>
    at >= ms ? tiles : {};
const opens =
  (ms: number): Told =>
  (at) =>
    at >= ms ? 'dialog' : 'window';
const STILL: Told = () => 'window';

test('a window that opens is one picture, taken as soon as it rests', async () => {
  const settled = await settleOn(after(40, MUCH), opens(40));
  assert.deepEqual([settled.effect, settled.isAnswered, settled.pictures], ['changed', true, 1]);
  assert.ok(settled.ms < 40 + 60 + PICTURE_MS + 80, `${settled.ms} ms`);
});

test('what goes on stirring is waited for', async () => {
  const fading: Script = (at) => (at < 30 ? {} : block(120, 12, 8, Math.min(at, 330)));
  const settled = await settleOn(fading, (at) => `at ${Math.min(Math.floor(at / 30), 11)}`);
  assert.equal(settled.effect, 'changed');
  assert.ok(settled.ms >= 330 + 60 + PICTURE_MS, `${settled.ms} ms`);
  assert.equal(settled.pictures, 1);
});

test('what stirs while its picture is taken gets another one', async () => {
  const script: Script = (at) => (at < 40 ? {} : block(120, 12, 8, at < 200 ? 1 : 2));
  const settled = await settleOn(script, (at) => (at < 40 ? 'window' : at < 200 ? 'dialog' : 'full dialog'));
  assert.equal(settled.pictures, 2);
  assert.ok(settled.ms >= 400);
});

test('pixels alone are found, too: after the time of a reaction', async () => {
  const settled = await settleOn(after(100, MUCH), STILL);
  assert.deepEqual([settled.effect, settled.pictures], ['changed', 1]);
  assert.ok(settled.ms >= REACTION_MS + PICTURE_MS && settled.ms < 700, `${settled.ms} ms`);
});

test('nothing within the time of a reaction is unchanged', async () => {
  const settled = await settleOn(() => ({}), STILL);
  assert.deepEqual([settled.effect, settled.isAnswered, settled.pictures], ['unchanged', false, 1]);
});

test('after a small first sign more is waited for; typed text is its own answer', async () => {
  const late: Script = (at) => ({ ...(at >= 10 ? BUTTON : {}), ...(at >= 300 ? MUCH : {}) });
  const settled = await settleOn(late, (at) => (at < 10 ? 'window' : at < 300 ? 'focus' : 'dialog'));
  assert.ok(settled.isAnswered && settled.ms >= 300 + 60);
  const typed = await settleOn(after(10, block(50, 3, 1, 1)), opens(10), { isText: true });
  assert.deepEqual([typed.effect, typed.pictures], ['changed', 1]);
  assert.ok(typed.ms < 400, `${typed.ms} ms`);
});

test('a caret that may only blink is looked at again', async () => {
  const blink: Script = (at) => (Math.floor(at / 500) % 2 === 0 ? { [CARET]: 9 } : {});
  const settled = await settleOn(blink, STILL);
  assert.equal(settled.effect, 'unchanged');
  assert.ok(settled.pictures >= 2);
});

test('what never rests is looked at as it is, and that is said', async () => {
  const settled = await settleOn(
    (at) => block(120, 12, 8, at),
    (at) => String(at),
  );
  assert.match(english(settled.note), /still moving after 2 s/);
  assert.ok(settled.ms < 2000 + 2 * PICTURE_MS);
});

test('where nobody watches on it must rest for longer', async () => {
  const halting: Told = (at) => (at < 10 ? 'one' : at < 110 ? 'two' : 'three');
  const quick = await settleOn(after(10, MUCH), halting);
  const sure = await settleOn(after(10, MUCH), halting, { isWatched: false });
  assert.ok(quick.pictures === 2 && sure.pictures === 1);
});

test('the next look is begun together with the picture, and given when nothing stirred since', async () => {
  const begun: number[] = [];
  const look = (clock: Clock) => async (): Promise<Observation> => {
    begun.push(clock.elapsed());
    return {
      frame: frameOf(CALM_PRINT),
      zoomed: null,
      front: { app: 'A', title: '', pid: 1 },
      screen: 'on',
      elements: [],
      elementsNote: '',
    };
  };
  const settled = await settleOn(after(40, MUCH), opens(40), {
    memory: (clock) => ({ early: createEarlyLook(look(clock), clock) }),
  });
  assert.equal(begun.length, 1);
  assert.ok((begun[0] ?? 0) <= settled.ms - PICTURE_MS);
  assert.notEqual(await settled.memory.early?.take(), null);
});
