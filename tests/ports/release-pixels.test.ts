/** Pixels are given back whole or not at all: never those of somebody else in the same memory. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { releasePixels } from '../../src/ports/release-pixels.ts';

it('what was given back holds no memory any more; doing it twice is nothing', () => {
  for (const pixels of [new Uint32Array(1000).fill(7), Buffer.allocUnsafeSlow(4000)]) {
    releasePixels(pixels);
    assert.equal(pixels.length, 0);
    assert.equal(pixels.buffer.byteLength, 0);
    releasePixels(pixels);
  }
});

it('a part of some memory, as small buffers are of the pool they share, is left alone', () => {
  const whole = new Uint8Array(100).fill(7);
  releasePixels(whole.subarray(10, 20));
  releasePixels(new Uint32Array(whole.buffer, 0, 4));
  const pooled = Buffer.from('beside others');
  releasePixels(pooled);
  assert.ok(whole.every((value) => value === 7));
  assert.equal(pooled.toString(), 'beside others');
});
