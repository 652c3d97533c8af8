import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fingerprint, Frame } from '../../src/ports/desktop.ts';
import { changedPixels, findDifference, type Seen, surroundings, watchedTiles } from '../../src/safety/seen.ts';
import type { Observation } from '../../src/screen/observe.ts';
import { speak } from '../../src/words/speak.ts';

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
    cover: { covered: [], unsure: [] },
  };
  return { frame, zoomed: null, screen: 'on', front: { app, title, pid: 1 }, elements: [], elementsNote: '' };
}

function seen(samples: readonly Fingerprint[], element: Seen['element'] = null): Seen {
  return {
    display,
    front: { app: 'mousepad', title: 'notes', pid: 1 },
    element,
    box: surroundings(place),
    contents: null,
    later: null,
    samples,
  };
}

const SAME_PLACE = { x: 10, y: 10, width: 80, height: 20 };
const element = (role: string, name: string, value = '', box = SAME_PLACE) => ({ role, name, value, box });

/** In words; '' when nothing that matters is different, by pixels too. */
function differenceOf(then: Seen, now: Observation, same: Seen['element'] = null): string {
  const words = speak(findDifference(then, now, same), 'en');
  if (words !== '') return words;
  const { around, within } = changedPixels(then, watchedTiles(then, now), now.frame.fingerprint, new Set());
  return around.length > 0 ? 'around' : within.length > 0 ? 'elsewhere' : '';
}

test('what is as it was is no difference', () => {
  assert.equal(differenceOf(seen([calm]), look(calm)), '');
});

test('a change at the target asks again', () => {
  assert.equal(differenceOf(seen([calm]), look(fingerprint({ [TARGET_TILE]: 9 }))), 'around');
});

test('a change elsewhere asks again where it is in the window, and nobody can list what it holds', () => {
  const inside = { ...seen([calm]), front: { ...seen([calm]).front, box: { x: 0, y: 64, width: 640, height: 256 } } };
  assert.equal(differenceOf(inside, look(fingerprint({ 199: 9 }))), 'elsewhere');
  assert.equal(differenceOf(inside, look(fingerprint({ 19: 9 }))), '', 'a clock above the window');
  assert.equal(
    differenceOf(seen([calm]), look(fingerprint({ 199: 9 }))),
    'elsewhere',
    'the place of the window is unknown',
  );
  assert.equal(differenceOf(seen([calm]), look(fingerprint({ 3: 9 }))), '', 'a bar at the top');
  const turning = [7, 8, 9, 10].map((hash) => fingerprint({ 199: hash }));
  assert.equal(
    differenceOf({ ...inside, samples: turning }, look(fingerprint({ 199: 11 }))),
    '',
    'it turned all the time',
  );
});

test('where all is listed, it goes by what it says: a recipient, a ticked box, a vanished warning ask again', () => {
  const contents = [
    element('field', 'To', 'ada@example.org'),
    element('check box', 'Copy', 'not checked'),
    element('text', 'Careful'),
  ];
  const then = { ...seen([calm]), contents };
  const now = (elements: readonly ReturnType<typeof element>[]): Observation => {
    const rest = { isFocused: false, isEnabled: true, isSecure: false };
    return {
      ...look(fingerprint({ 199: 9 })),
      elements: elements.map((each, index) => ({ ...each, ...rest, number: index + 1 })),
    };
  };
  assert.equal(differenceOf(then, now(contents)), '', 'pixels far from the target may change');
  const [to, box, text] = contents;
  assert.ok(to !== undefined && box !== undefined && text !== undefined);
  for (const other of [
    [element('field', 'To', 'eve@example.org'), box, text],
    [to, { ...box, value: 'checked' }, text],
    [to, box],
  ])
    assert.match(differenceOf(then, now(other)), /something else in the window/);
  const later = [to, box, element('text', '0:01')];
  assert.equal(
    differenceOf({ ...then, later }, now([to, box, element('text', '0:07')])),
    '',
    'a text that goes on by itself',
  );
  assert.match(
    differenceOf({ ...then, later }, now([element('field', 'To', 'eve@example.org'), box, element('text', '0:07')])),
    /something else in the window/,
  );
});

test('a caret that blinked while the card was new does not ask again', () => {
  const off = fingerprint({ [TARGET_TILE]: 9 });
  assert.equal(differenceOf(seen([calm, calm, off, off, calm, calm, off, calm]), look(off)), '');
});

test('a change that came while the card was new and stayed asks again', () => {
  const moved = fingerprint({ [TARGET_TILE]: 9 });
  assert.equal(differenceOf(seen([calm, calm, moved, moved, moved, moved]), look(moved)), 'around');
});

test('another window, title or element asks again', () => {
  assert.match(differenceOf(seen([calm]), look(calm, 'chromium')), /chromium is in front/);
  assert.match(differenceOf(seen([calm]), look(calm, 'mousepad', 'other')), /window changed/);
  const button = element('button', 'Send');
  assert.match(differenceOf(seen([calm], button), look(calm), { ...button, name: 'Delete' }), /element changed/);
  assert.match(
    differenceOf(seen([calm], button), look(calm), { ...button, box: { ...SAME_PLACE, y: 60 } }),
    /element changed/,
  );
  assert.match(differenceOf(seen([calm], button), look(calm)), /element changed/);
});
