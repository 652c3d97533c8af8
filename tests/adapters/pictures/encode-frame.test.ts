import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { createFrameEncoder, type ScreenPixels } from '../../../adapters/pictures/encode-frame.ts';
import { pixelAt } from '../../support/jpeg.ts';

const encode = createFrameEncoder();

/** Left half red, right half blue, as the screen gives pixels: blue, green, red, and alpha 0. */
function makeScreen(width: number, height: number): ScreenPixels {
  const pixels = Uint32Array.from({ length: width * height }, (_, index) =>
    index % width < width / 2 ? 0xe61e28 : 0xc8,
  );
  return { width, height, pixels };
}

it('colors come out as on the screen at every scale, also with alpha 0', async () => {
  for (const maxWidth of [400, 300, 200, 90]) {
    const { jpeg, width, height } = await encode(makeScreen(400, 200), { maxWidth, maxHeight: 1000, ring: null });
    assert.deepEqual({ width, height }, { width: maxWidth, height: maxWidth / 2 });
    assert.equal(await pixelAt(jpeg, Math.floor(width * 0.25), 10), 'red');
    assert.equal(await pixelAt(jpeg, Math.floor(width * 0.75), 10), 'blue');
  }
});

it('the picture fits the box, is never larger than the screen, and says its size', async () => {
  const side = fc.integer({ min: 1, max: 160 });
  await fc.assert(
    fc.asyncProperty(side, side, side, side, async (width, height, maxWidth, maxHeight) => {
      const picture = await encode(makeScreen(width, height), { maxWidth, maxHeight, ring: { x: 0, y: 0 } });
      const real = await sharp(picture.jpeg).metadata();
      assert.deepEqual([real.width, real.height], [picture.width, picture.height]);
      assert.ok(picture.width <= Math.min(width, maxWidth) && picture.height <= Math.min(height, maxHeight));
    }),
    { numRuns: 60 },
  );
});

it('a box on the 28-pixel grid is filled exactly when the shape is nearly the same', async () => {
  const picture = await encode(makeScreen(1440, 900), { maxWidth: 1260, maxHeight: 784, ring: null });
  assert.deepEqual([picture.width, picture.height], [1260, 784]);
  const other = await encode(makeScreen(1440, 900), { maxWidth: 1260, maxHeight: 1260, ring: null });
  assert.deepEqual([other.width, other.height], [1260, 788]);
});

it('the ring is around its pixel, whatever the scale', async () => {
  for (const maxWidth of [400, 200]) {
    const request = { maxWidth, maxHeight: 400, ring: { x: 300, y: 100 } };
    const { jpeg } = await encode(makeScreen(400, 200), request);
    const scale = maxWidth / 400;
    assert.equal(await pixelAt(jpeg, 300 * scale, 100 * scale), 'blue');
    assert.equal(await pixelAt(jpeg, 300 * scale + 14, 100 * scale), 'red');
  }
});

it('a ring at the edge or off the picture is drawn as far as it is inside', async () => {
  const [corner, outside] = await Promise.all(
    [
      { x: 399, y: 199 },
      { x: -500, y: 2000 },
    ].map((ring) => encode(makeScreen(400, 200), { maxWidth: 400, maxHeight: 200, ring })),
  );
  assert.ok(corner !== undefined && outside !== undefined);
  assert.equal(await pixelAt(corner.jpeg, 385, 199), 'red');
  assert.equal(await pixelAt(outside.jpeg, 385, 199), 'blue');
});
