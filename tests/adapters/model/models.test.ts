import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { ANTHROPIC_DEFAULTS, costOf, findModelFacts } from '../../../adapters/model/models.ts';
import { readJpegSize } from '../../../src/screen/jpeg-size.ts';
import { pictureSizeFor, pictureTokens } from '../../../src/screen/picture-size.ts';
import { makePicture } from '../../fixtures/pictures.ts';

describe('The model table', () => {
  it('knows the price of the ids used by default', () => {
    assert.deepEqual(findModelFacts(ANTHROPIC_DEFAULTS.main, {}).price, [2, 10]);
    assert.deepEqual(findModelFacts(ANTHROPIC_DEFAULTS.fast, {}).price, [0.1, 0.5]);
  });

  it('does not mind a date in the id; an override wins, under either name', () => {
    assert.deepEqual(findModelFacts('claude-haiku-4-5-20251001', {}).price, [1, 5]);
    assert.deepEqual(findModelFacts('claude-haiku-4-5-20251001', { 'claude-haiku-4-5': [9, 9] }).price, [9, 9]);
    assert.deepEqual(findModelFacts('my-model', { 'my-model': [3, 4] }).price, [3, 4]);
  });

  it('does not guess: an unknown id has no price, and neither has one named like a built-in', () => {
    for (const id of ['claude-opus-9', 'constructor', '__proto__', ''])
      assert.equal(findModelFacts(id, {}).price, null, id);
    assert.equal(costOf({ input: 5, output: 5, cacheRead: 5, cacheWrite: 5 }, null), null);
  });

  it('counts a cache read a tenth and a cache write a quarter more', () => {
    const usage = { input: 1_000_000, output: 100_000, cacheRead: 1_000_000, cacheWrite: 1_000_000 };
    assert.equal(costOf(usage, [2, 10])?.toFixed(6), (2 + 1 + 0.2 + 2.5).toFixed(6));
  });

  it('lets every picture pass that Deskhand makes', () => {
    const { picture } = findModelFacts(ANTHROPIC_DEFAULTS.main, {});
    for (const [width, height] of [
      [1024, 768],
      [1440, 900],
      [2880, 1800],
      [3456, 2234],
      [1080, 1920],
      [5120, 1440],
      [1280, 1024],
      [1400, 1400],
    ] as const) {
      const size = pictureSizeFor({ width, height });
      assert.ok(Math.max(size.width, size.height) <= picture.longestSidePx, `${width}x${height}`);
      assert.ok(pictureTokens(size) <= picture.tokens, `${width}x${height}: ${pictureTokens(size)}`);
    }
  });
});

describe('The size of a JPEG', () => {
  it('is read from its header, whatever comes before it', async () => {
    assert.deepEqual(readJpegSize(await makePicture(1260, 784, null)), { width: 1260, height: 784 });
    const source = sharp({ create: { width: 33, height: 17, channels: 3, background: 'red' } });
    const progressive = await source
      .clone()
      .jpeg({ progressive: true })
      .withExif({ IFD0: { Copyright: 'x'.repeat(3000) } })
      .toBuffer();
    assert.deepEqual(readJpegSize(progressive), { width: 33, height: 17 });
    assert.equal(readJpegSize(await source.clone().png().toBuffer()), null);
  });

  it('is null for what is cut off or no JPEG', async () => {
    const whole = await makePicture(56, 56, null);
    for (const bytes of [
      new Uint8Array(),
      whole.subarray(0, 1),
      whole.subarray(0, 20),
      new Uint8Array(500).fill(0xff),
      Buffer.from('GIF89a'),
    ]) {
      assert.equal(readJpegSize(bytes), null);
    }
  });
});
