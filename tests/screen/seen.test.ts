import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fingerprint, Frame, UiElement } from '../../src/ports/desktop.ts';
import { findDifference, type Seen, surroundings } from '../../src/safety/seen.ts';
import type { Observation } from '../../src/screen/observe.ts';

const display = { index: 1, width: 640, height: 320, originX: 0, originY: 0, density: 1 };
const calm = fingerprint({});
const place = { display, x: 320, y: 160 };
/** The tile the target is in: column 10, row 5 of 20 columns. */
const TARGET_TILE = 5 * 20 + 10;

function fingerprint(changed: Readonly<Record<number, number>>): Fingerprint {
  const tiles = new Uint32Array(20 * 10).fill(7);
  for (const [tile, hash] of Object.entries(changed)) tiles[Number(tile)] = hash;
  return { columns: 20, rows: 10, tiles };
}

function look(print: Fingerprint, app = 'mousepad', title = 'notes'): Observation {
  const frame: Frame = {
    takenAt: 0,
    display,
    jpeg: new Uint8Array(),
    width: 28,
    height: 28,
    fingerprint: print,
    isBlack: false,
    coverNote: '',
  };
  return { frame, zoomed: null, front: { app, title, pid: 1 }, elements: [], elementsNote: '' };
}

function seen(samples: readonly Fingerprint[], element: Seen['element'] = null): Seen {
  return { display, app: 'mousepad', window: 'notes', element, box: surroundings(place), samples };
}

test('what is as it was is no difference', () => {
  assert.equal(findDifference(seen([calm]), look(calm), null), '');
});

test('a change at the target asks again, a change far away does not', () => {
  assert.match(findDifference(seen([calm]), look(fingerprint({ [TARGET_TILE]: 9 })), null), /place to click/);
  assert.equal(findDifference(seen([calm]), look(fingerprint({ 0: 9 })), null), '');
});

test('a caret that blinked while the card was new does not ask again', () => {
  const off = fingerprint({ [TARGET_TILE]: 9 });
  assert.equal(findDifference(seen([calm, calm, off, off, calm, calm, off, calm]), look(off), null), '');
});

test('a change that came while the card was new and stayed asks again', () => {
  const moved = fingerprint({ [TARGET_TILE]: 9 });
  assert.match(findDifference(seen([calm, calm, moved, moved, moved, moved]), look(moved), null), /place to click/);
});

test('another window, title or element asks again', () => {
  assert.match(findDifference(seen([calm]), look(calm, 'chromium'), null), /chromium is in front/);
  assert.match(findDifference(seen([calm]), look(calm, 'mousepad', 'other'), null), /window changed/);
  const button: Pick<UiElement, 'role' | 'name' | 'value'> = { role: 'button', name: 'Send', value: '' };
  assert.match(findDifference(seen([calm], button), look(calm), { ...button, name: 'Delete' }), /element changed/);
  assert.match(findDifference(seen([calm], button), look(calm), null), /element changed/);
});
