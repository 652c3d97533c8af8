import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEarlyLook } from '../../src/screen/early-look.ts';
import type { Observation } from '../../src/screen/observe.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { inEnglish } from '../support/in-english.ts';

const display = { index: 1, width: 10, height: 10, originX: 0, originY: 0, density: 1 };
const fingerprint = { columns: 1, rows: 1, tiles: new Uint32Array(1) };
const frame = {
  takenAt: 0,
  display,
  jpeg: new Uint8Array(),
  width: 10,
  height: 10,
  fingerprint,
  isBlack: false,
  cover: { covered: [], unsure: [] },
};

function setUp(look?: () => Promise<Observation>) {
  const clock = createFakeClock();
  let looks = 0;
  const observe = async (): Promise<Observation> => {
    looks += 1;
    const screen = 'on' as const;
    return {
      frame,
      zoomed: null,
      screen,
      front: { app: String(looks), title: '', pid: null },
      elements: [],
      elementsNote: '',
    };
  };
  return { clock, early: createEarlyLook(look ?? observe, clock), looks: () => looks };
}

test('a look begun at the first sign is given when nothing moved after it', async () => {
  const { early, looks } = setUp();
  early.see(true);
  early.see(false);
  early.see(false);
  assert.equal((await early.take())?.front.app, '1');
  assert.equal(inEnglish(await early.take()), null, 'once');
  assert.equal(looks(), 1);
});

test('what moved since is dropped and begun anew when it is still', async () => {
  const { early, looks } = setUp();
  early.see(true);
  early.see(true);
  early.see(true);
  assert.equal(looks(), 1, 'a fade costs one look');
  early.see(false);
  assert.equal((await early.take())?.front.app, '2');
});

test('nothing is given while it moves, after an act, or when the screen was seen too long ago', async () => {
  const { early, clock } = setUp();
  early.see(true);
  assert.equal(inEnglish(await early.take()), null);
  early.see(false);
  early.drop();
  assert.equal(inEnglish(await early.take()), null);
  early.see(false);
  await clock.advance(1000);
  assert.equal(inEnglish(await early.take()), null);
});

test('a look that fails is none', async () => {
  const { early } = setUp(() => Promise.reject(new Error('the display is gone')));
  early.see(false);
  assert.equal(inEnglish(await early.take()), null);
});
