import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { fingerprintOf, isBlackFrame, toRawFrame } from '../../../adapters/desktop/raw-frame.ts';

it('one changed pixel changes the hash of its tile and of no other', () => {
  const frame = fc.record({ width: fc.integer({ min: 1, max: 100 }), height: fc.integer({ min: 1, max: 100 }) });
  fc.assert(
    fc.property(frame, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 0xffffff }), ({ width, height }, a, b, change) => {
      const pixels = Uint32Array.from({ length: width * height }, (_, index) => (index * 2654435761) >>> 8);
      const before = fingerprintOf({ width, height, pixels });
      const [x, y] = [a % width, b % height];
      const changed = pixels.slice();
      changed[y * width + x] = (pixels[y * width + x] ?? 0) ^ change;
      const after = fingerprintOf({ width, height, pixels: changed });
      const different = [...after.tiles.keys()].filter((tile) => after.tiles[tile] !== before.tiles[tile]);
      assert.deepEqual(different, [Math.floor(y / 32) * before.columns + Math.floor(x / 32)]);
    }),
  );
});

it('the unused byte of a pixel does not count', () => {
  const size = { width: 40, height: 2 };
  const plain = fingerprintOf({ ...size, pixels: new Uint32Array(80).fill(0x00123456) });
  assert.deepEqual(fingerprintOf({ ...size, pixels: new Uint32Array(80).fill(0xff123456) }), plain);
});

it('a picture without anything to see is black, one bright or merely dark thing on it is not', () => {
  const black = { width: 64, height: 64, pixels: new Uint32Array(64 * 64).fill(0xff0a0a0c) };
  assert.equal(isBlackFrame(black), true);
  assert.equal(isBlackFrame({ ...black, pixels: new Uint32Array(64 * 64) }), true);
  fc.assert(
    fc.property(fc.nat(64 * 64 - 1), (index) => {
      const pixels = black.pixels.slice();
      pixels[index] = 0x404040;
      assert.equal(isBlackFrame({ ...black, pixels }), false);
    }),
  );
  // A dark theme's window on a black desktop.
  assert.equal(
    isBlackFrame({ ...black, pixels: black.pixels.map((pixel, index) => (index < 99 ? 0x1e1e1e : pixel)) }),
    false,
  );
  assert.equal(isBlackFrame({ ...black, pixels: new Uint32Array(64 * 64).fill(0xffffff) }), false);
});

it('padding at the end of a row is left out', () => {
  const bytes = Buffer.alloc(2 * 12);
  for (const [row, column, value] of [
    [0, 0, 1],
    [0, 1, 2],
    [1, 0, 3],
    [1, 1, 4],
  ] as const) {
    bytes.writeUInt32LE(value, row * 12 + column * 4);
  }
  bytes.writeUInt32LE(99, 8);
  assert.deepEqual([...toRawFrame(bytes, 2, 2, 12).pixels], [1, 2, 3, 4]);
});
