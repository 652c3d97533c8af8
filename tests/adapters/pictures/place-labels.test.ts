import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { gapBetween, inkIn, placeLabels, sumInk } from '../../../adapters/pictures/place-labels.ts';
import type { Box } from '../../../src/ports/desktop.ts';

const WIDTH = 640;
const HEIGHT = 400;
const LABEL = { width: 30, height: 26 };

const boxes = fc.array(
  fc.record({
    x: fc.integer({ min: 0, max: WIDTH - 80 }),
    y: fc.integer({ min: 0, max: HEIGHT - 40 }),
    width: fc.integer({ min: 8, max: 80 }),
    height: fc.integer({ min: 8, max: 40 }),
  }),
  { maxLength: 25 },
);

describe('Where numbers go', () => {
  it('counts ink in any part', () => {
    const isInked = new Uint8Array(WIDTH * HEIGHT);
    for (let index = 0; index < isInked.length; index += 3) isInked[index] = 1;
    const part = { x: 17, y: 33, width: 41, height: 29 };
    let count = 0;
    for (let y = 33; y < 62; y += 1) for (let x = 17; x < 58; x += 1) count += isInked[y * WIDTH + x] ?? 0;
    assert.equal(inkIn(sumInk(isInked, WIDTH, HEIGHT), part), count / (41 * 29));
  });

  it('inside the picture, never one over another, at most as many as asked for, in order', () => {
    const property = fc.property(boxes, fc.integer({ min: 1, max: 18 }), (places, most) => {
      const wishes = places.map((box) => ({ box, size: LABEL }));
      const labels = placeLabels(wishes, inkFor(places), most);
      assert.ok(labels.length <= most);
      assert.ok(labels.length >= Math.min(1, places.length), 'somebody always gets one');
      for (const [position, { place, index }] of labels.entries()) {
        assert.ok(place.x >= 0 && place.y >= 0 && place.x + 30 <= WIDTH && place.y + 26 <= HEIGHT);
        assert.ok(index > (labels[position - 1]?.index ?? -1));
        for (const other of labels.slice(position + 1)) assert.ok(gapBetween(place, other.place) > 0);
      }
    });
    fc.assert(property, { numRuns: 40 });
  });

  it('on no text while there is room, however crowded it is: what finds none is left for the next picture', () => {
    // Eight rows of words, ten pixels apart; the right half is free.
    const rows = Array.from({ length: 8 }, (_, row): Box => ({ x: 40, y: 20 + row * 24, width: 260, height: 14 }));
    const ink = inkFor(rows);
    const labels = placeLabels(
      rows.map((box) => ({ box, size: LABEL })),
      ink,
      18,
    );
    assert.ok(labels.length >= 6, `${labels.length}`);
    for (const { place } of labels) assert.ok(inkIn(ink, place) < 0.02, JSON.stringify(place));
  });
});

/** Stripes like lines of text in every box. */
function inkFor(places: readonly Box[]) {
  const isInked = new Uint8Array(WIDTH * HEIGHT);
  for (const { x, y, width, height } of places)
    for (let row = y; row < y + height; row += 1)
      for (let column = x; column < x + width; column += 2) isInked[row * WIDTH + column] = 1;
  return sumInk(isInked, WIDTH, HEIGHT);
}
