import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Frame } from '../../src/ports/desktop.ts';
import { toPlace } from '../../src/screen/coordinates.ts';
import { pictureSizeFor } from '../../src/screen/picture-size.ts';
import { describeView, shownBox, toWholeScreen, viewOf } from '../../src/screen/window-view.ts';

const frameOf = (width: number, height: number): Frame => ({
  takenAt: 0,
  display: { index: 1, width, height, originX: 0, originY: 0, density: 1 },
  jpeg: new Uint8Array(),
  ...pictureSizeFor({ width, height }),
  fingerprint: { columns: 0, rows: 0, tiles: new Uint32Array() },
  isBlack: false,
  cover: { covered: [], unsure: [] },
});

describe('The view of the front window', () => {
  it('maps every point of the cut picture back to the pixel of the display it shows', () => {
    const window = fc.record({
      x: fc.integer({ min: -50, max: 1500 }),
      y: fc.integer({ min: -50, max: 1000 }),
      width: fc.integer({ min: 30, max: 900 }),
      height: fc.integer({ min: 30, max: 700 }),
    });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom([1024, 768], [1440, 900], [2880, 1800]),
        window,
        share,
        share,
        ([w = 0, h = 0], box, u, v) => {
          const frame = frameOf(w, h);
          const view = viewOf(box, frame);
          if (view === null) return;
          assert.equal(view.box.width % 28, 0);
          assert.equal(view.box.height % 28, 0);
          assert.ok(view.box.x >= 0 && view.box.x + view.box.width <= frame.width);
          assert.ok(view.box.y >= 0 && view.box.y + view.box.height <= frame.height);
          const pixel = toPlace(toWholeScreen(view, u, v), frame.display);
          const shown = shownBox(view, frame.display);
          const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 1;
          assert.ok(isNear(pixel.x, Math.min(w - 1, Math.floor(shown.x + u * shown.width))));
          assert.ok(isNear(pixel.y, Math.min(h - 1, Math.floor(shown.y + v * shown.height))));
        },
      ),
    );
  });

  it('holds the whole window, and is not worth it for a large one', () => {
    const frame = frameOf(1440, 900);
    const view = viewOf({ x: 100, y: 80, width: 600, height: 400 }, frame);
    assert.ok(view !== null);
    const shown = shownBox(view, frame.display);
    assert.ok(shown.x <= 100 && shown.y <= 80 && shown.x + shown.width >= 700 && shown.y + shown.height >= 480);
    assert.match(describeView(view), /^The picture shows only the window in front: x \d+\.?\d* to \d+\.?\d*, y /);
    assert.equal(viewOf({ x: 0, y: 0, width: 1200, height: 800 }, frame), null);
    for (const nothing of [null, undefined, { x: 5, y: 5, width: 0, height: 0 }])
      assert.equal(viewOf(nothing, frame), null);
  });
});
