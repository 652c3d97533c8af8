import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { readJpegSize } from '../../../src/ports/image-forms/jpeg-size.ts';

function draw(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#246' } });
}

it('reads the size of plain and progressive JPEGs, also behind metadata', async () => {
  const jpegs = [
    await draw(1280, 800).jpeg().toBuffer(),
    await draw(37, 4001).jpeg({ progressive: true }).toBuffer(),
    await draw(300, 200)
      .withExif({ IFD0: { Copyright: 'x'.repeat(5000) } })
      .withIccProfile('srgb')
      .jpeg()
      .toBuffer(),
  ];
  const sizes = jpegs.map((jpeg) => readJpegSize(jpeg));
  assert.deepEqual(sizes, [
    { width: 1280, height: 800 },
    { width: 37, height: 4001 },
    { width: 300, height: 200 },
  ]);
});

it('knows a picture by its place in a larger buffer', async () => {
  const jpeg = await draw(10, 20).jpeg().toBuffer();
  const padded = Buffer.concat([Buffer.alloc(7), jpeg]);
  assert.deepEqual(readJpegSize(new Uint8Array(padded.buffer, padded.byteOffset + 7, jpeg.length)), {
    width: 10,
    height: 20,
  });
});

it('says null, and never hangs or throws, on anything else', async () => {
  assert.equal(readJpegSize(await draw(5, 5).png().toBuffer()), null);
  const jpeg = await draw(5, 5).jpeg().toBuffer();
  fc.assert(fc.property(fc.nat(jpeg.length), (length) => readJpegSize(jpeg.subarray(0, length)) !== undefined));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      readJpegSize(bytes);
      readJpegSize(Uint8Array.of(0xff, 0xd8, ...bytes));
    }),
  );
});
