import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toBox, toPlace, toPoint } from '../../src/screen/coordinates.ts';
import { pictureSizeFor, pictureTokens } from '../../src/screen/picture-size.ts';

const displays = fc.record({
  index: fc.integer({ min: 1, max: 8 }),
  width: fc.integer({ min: 28, max: 8000 }),
  height: fc.integer({ min: 28, max: 8000 }),
  originX: fc.integer({ min: -10_000, max: 10_000 }),
  originY: fc.integer({ min: -10_000, max: 10_000 }),
  density: fc.constantFrom(1, 1.5, 2, 3),
});
const coordinates = fc.double({ min: 0, max: 1000, noNaN: true });

test('every pixel of every display goes to 0–1000 and back to itself', () => {
  fc.assert(
    fc.property(displays, fc.nat(), fc.nat(), (display, one, other) => {
      const place = { display, x: one % display.width, y: other % display.height };
      assert.deepEqual(toPlace(toPoint(place), display), place);
    }),
  );
});

test('a point is min(size − 1, floor(value / 1000 · size)) and never leaves its display', () => {
  fc.assert(
    fc.property(displays, coordinates, coordinates, (display, x, y) => {
      const place = toPlace({ x, y }, display);
      assert.equal(place.x, Math.min(display.width - 1, Math.floor((x / 1000) * display.width)));
      assert.ok(place.x >= 0 && place.x < display.width && place.y >= 0 && place.y < display.height);
    }),
  );
});

test('a pixel seen in a picture of any part, named in 0–1000, is the pixel that is hit, at every density and origin', () => {
  fc.assert(
    fc.property(displays, fc.nat(), fc.nat(), fc.nat(), fc.nat(), (display, left, top, one, other) => {
      const crop = { x: left % display.width, y: top % display.height };
      const [width, height] = [display.width - crop.x, display.height - crop.y];
      // What a model or a thumb finds in the picture of the part, as a share of it.
      const seen = { x: ((one % width) + 0.5) / width, y: ((other % height) + 0.5) / height };
      const point = {
        x: ((crop.x + seen.x * width) / display.width) * 1000,
        y: ((crop.y + seen.y * height) / display.height) * 1000,
      };
      const place = toPlace(point, display);
      assert.deepEqual([place.x, place.y], [crop.x + (one % width), crop.y + (other % height)]);
      // On its way to the input system and back: points of the whole desktop on a Mac, pixels of the root window on X11.
      const spot = {
        x: (display.originX + place.x) / display.density,
        y: (display.originY + place.y) / display.density,
      };
      const back = { x: spot.x * display.density - display.originX, y: spot.y * display.density - display.originY };
      assert.deepEqual([Math.round(back.x), Math.round(back.y)], [place.x, place.y]);
    }),
  );
});

test('two corners in any order make the same box, inside the display', () => {
  fc.assert(
    fc.property(displays, coordinates, coordinates, coordinates, coordinates, (display, a, b, c, d) => {
      const box = toBox({ x: a, y: b }, { x: c, y: d }, display);
      assert.deepEqual(box, toBox({ x: c, y: d }, { x: a, y: b }, display));
      assert.ok(
        box.width >= 1 && box.height >= 1 && box.x + box.width <= display.width && box.y + box.height <= display.height,
      );
    }),
  );
});

test('a picture is on the 28-pixel grid, never larger than the display, and keeps its shape within one patch', () => {
  fc.assert(
    fc.property(displays, (display) => {
      const size = pictureSizeFor(display);
      assert.equal(size.width % 28, 0);
      assert.equal(size.height % 28, 0);
      assert.ok(size.width <= display.width && size.height <= display.height);
      assert.ok(Math.max(size.width, size.height) <= 1260);
    }),
  );
  assert.deepEqual(pictureSizeFor({ width: 1440, height: 900 }), { width: 1260, height: 784 });
  assert.equal(pictureTokens(pictureSizeFor({ width: 2880, height: 1800 })), 1260);
});
