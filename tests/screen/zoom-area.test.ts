import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toPlace } from '../../src/screen/coordinates.ts';
import { type Area, boxOf, canZoom, cellOf, middleOf, WHOLE } from '../../src/screen/zoom-area.ts';

const display = fc.record({
  index: fc.constant(1),
  width: fc.integer({ min: 300, max: 8000 }),
  height: fc.integer({ min: 300, max: 5000 }),
  originX: fc.integer({ min: -9000, max: 9000 }),
  originY: fc.integer({ min: -9000, max: 9000 }),
  density: fc.constantFrom(1, 2),
});
const path = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 6 });

describe('Zooming three by three', () => {
  it('the middle that is clicked is the middle of what is shown, to the pixel', () => {
    const property = fc.property(display, path, (shown, cells) => {
      const area = descend(cells);
      const box = boxOf(area, shown) ?? { x: 0, y: 0, width: shown.width, height: shown.height };
      const { x, y } = toPlace(middleOf(area), shown);
      assert.ok(Math.abs(x + 0.5 - (box.x + box.width / 2)) <= 1.5, `${x} in ${JSON.stringify(box)}`);
      assert.ok(Math.abs(y + 0.5 - (box.y + box.height / 2)) <= 1.5, `${y} in ${JSON.stringify(box)}`);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('nine parts leave nothing out, and lie on the display', () => {
    const property = fc.property(display, path, (shown, cells) => {
      const area = descend(cells);
      if (!canZoom(area, shown)) return;
      const whole = boxOf(area, shown) ?? { x: 0, y: 0, width: shown.width, height: shown.height };
      const parts = Array.from({ length: 9 }, (_, cell) => boxOf(cellOf(area, cell), shown));
      const right = Math.max(...parts.map((part) => (part?.x ?? 0) + (part?.width ?? 0)));
      const bottom = Math.max(...parts.map((part) => (part?.y ?? 0) + (part?.height ?? 0)));
      assert.ok(Math.abs(right - whole.x - whole.width) <= 1 && Math.abs(bottom - whole.y - whole.height) <= 1);
      for (const [cell, part] of parts.entries()) {
        assert.ok(part !== null && part.x >= 0 && part.x + part.width <= shown.width, `${cell}`);
        const next = cell % 3 === 2 ? null : parts[cell + 1];
        if (next) assert.ok(part.x + part.width >= next.x, 'no gap');
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('ends where there is nothing more to see', () => {
    const shown = { index: 1, width: 1440, height: 900, originX: 0, originY: 0, density: 1 };
    let area = WHOLE;
    let depth = 0;
    for (; canZoom(area, shown); area = cellOf(area, 4)) depth += 1;
    assert.equal(depth, 3);
  });
});

function descend(cells: readonly number[]): Area {
  return cells.reduce((area, cell) => cellOf(area, cell), WHOLE);
}
