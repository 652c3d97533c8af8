import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSurprise, isChangedElsewhere } from '../../src/screen/surprise.ts';
import { createTickers } from '../../src/screen/tickers.ts';
import { english } from '../../src/words/speak.ts';
import { block, CALM_PRINT, printOf } from '../support/scripted-screen.ts';

const front = { app: 'Mousepad', title: 'notes - Mousepad', pid: 1 };
const then = { front, fingerprint: CALM_PRINT };
const none = new Map();
/** Column 10 and 11, row 3. */
const near = { x: 320, y: 96, width: 64, height: 32 };
const FIELD = block(3 * 40 + 8, 15, 1, 1);
const keys = { near, target: null, habits: none, tickers: createTickers() };

test('what a click and the text after it change where they went is no surprise', () => {
  assert.equal(english(findSurprise(then, { front, fingerprint: printOf(FIELD) }, keys)), '');
  const withList = { ...FIELD, ...block(4 * 40 + 8, 15, 8, 2) };
  assert.equal(english(findSurprise(then, { front, fingerprint: printOf(withList) }, keys)), '');
});

test('a caret or a clock elsewhere is no change there, something larger is, where it is not known to tick', () => {
  assert.ok(!isChangedElsewhere(then, { front, fingerprint: printOf({ ...FIELD, 900: 1, 901: 1 }) }, keys));
  const box = block(15 * 40 + 20, 5, 3, 2);
  const now = { front, fingerprint: printOf({ ...FIELD, ...box }) };
  assert.ok(isChangedElsewhere(then, now, keys));
  assert.equal(english(findSurprise(then, now, keys)), '');
  const tickers = createTickers();
  for (const atMs of [1000, 2000]) tickers.note(Object.keys(box).map(Number), 40, { atMs, act: -1, sinceActMs: 9000 });
  assert.ok(!isChangedElsewhere(then, now, { ...keys, tickers }));
});

test('another window or another view is a surprise; a mark for unsaved changes is not', () => {
  const now = { fingerprint: CALM_PRINT };
  assert.match(english(findSurprise(then, { ...now, front: { ...front, app: 'Xterm' } }, keys)), /another window/);
  assert.match(english(findSurprise(then, { ...now, front: { ...front, title: 'Save As' } }, keys)), /another window/);
  assert.equal(english(findSurprise(then, { ...now, front: { ...front, title: '*notes - Mousepad' } }, keys)), '');
  assert.match(
    english(findSurprise(then, { front, fingerprint: printOf(block(0, 40, 12, 3)) }, keys)),
    /much of the screen/,
  );
});

test('a follow-up that points somewhere needs that place as it was; a known blink does not count', () => {
  const target = { x: 640, y: 320, width: 64, height: 64 };
  const at = { near, target, habits: none, tickers: createTickers() };
  assert.equal(english(findSurprise(then, { front, fingerprint: printOf(FIELD) }, at)), '');
  const changed = { front, fingerprint: printOf({ 421: 9 }) };
  assert.match(english(findSurprise(then, changed, at)), /looks different/);
  const habits = new Map([[421, { looks: new Set([7, 9]), everyMs: null }]]);
  assert.equal(english(findSurprise(then, changed, { ...at, habits })), '');
});

test('what stands close to where an earlier step acted may look different, where its name says that it is there still', () => {
  const target = { x: 640, y: 320, width: 64, height: 64 };
  const at = { near, target, habits: none, tickers: createTickers() };
  const changed = { front, fingerprint: printOf({ 421: 9 }) };
  const acted = { x: 600, y: 320, width: 128, height: 32 };
  assert.equal(english(findSurprise(then, changed, { ...at, explained: [acted] })), '');
  const below = { ...acted, y: 352 };
  assert.match(english(findSurprise(then, changed, { ...at, explained: [below] })), /looks different/);
});

test('after keys alone only a little may have changed', () => {
  const blind = { near: null, target: null, habits: none, tickers: createTickers() };
  assert.equal(english(findSurprise(then, { front, fingerprint: printOf(FIELD) }, blind)), '');
  assert.match(
    english(findSurprise(then, { front, fingerprint: printOf(block(0, 20, 10, 1)) }, blind)),
    /much of the screen/,
  );
});
