import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { ANTHROPIC_DEFAULTS, costOf, findModelFacts, type PricePair } from '../../../adapters/model/models.ts';
import { createOpenAiModel } from '../../../adapters/model/openai.ts';
import { readJpegSize } from '../../../src/ports/image-forms/jpeg-size.ts';
import { pictureSizeFor, pictureTokens } from '../../../src/screen/picture-size.ts';
import { makePicture } from '../../fixtures/pictures.ts';

describe('The model table', () => {
  it('knows the price of the ids used by default', () => {
    assert.deepEqual(priceOf(ANTHROPIC_DEFAULTS.main), [2, 10, 0.1, 2.5]);
    assert.deepEqual(priceOf(ANTHROPIC_DEFAULTS.fast), [0.1, 0.5, 0.01, 0.125]);
  });

  it('does not mind a date in the id; an override wins, under either name', () => {
    assert.deepEqual(priceOf('claude-haiku-4-5-20251001'), [1, 5, 0.1, 1.25]);
    assert.deepEqual(priceOf('claude-haiku-4-5-20251001', { 'claude-haiku-4-5': [9, 9] }), [9, 9, 0.9, 11.25]);
    assert.deepEqual(priceOf('my-model', { 'my-model': [4, 8] }), [4, 8, 0.4, 5]);
  });

  it('says how the pictures of a step are made, for whoever answers; MODEL_PICTURES wins', () => {
    const model = createOpenAiModel({
      apiKey: 'sk-test',
      baseUrl: null,
      models: { main: 'gpt-6.1-sol', fast: 'gpt-6-luna', strong: 'qwen3-vl' },
      prices: {},
      pictures: { 'gpt-6-luna': { numbers: false, quality: 50 }, 'qwen3-vl': { longestSidePx: 1008 } },
      clock: createSystemClock(),
      log: { warn: () => undefined },
    });
    const taken = { longestSidePx: 1260, quality: 78 };
    assert.deepEqual(model.pictureWish?.({ tier: 'main' }), { ...taken, hasNumbers: true });
    assert.deepEqual(model.pictureWish?.({ tier: 'fast' }), { ...taken, hasNumbers: false, quality: 50 });
    assert.deepEqual(model.pictureWish?.({ tier: 'strong' }), { ...taken, hasNumbers: false, longestSidePx: 1008 });
    const chosen = model.pictureWish?.({ tier: 'main', ids: { main: 'claude-sonnet-5-5' } });
    assert.deepEqual(chosen, { ...taken, hasNumbers: false });
  });

  it('does not guess: an unknown id has no price, and neither has one named like a built-in', () => {
    for (const id of ['claude-opus-9', 'constructor', '__proto__', ''])
      assert.equal(findModelFacts(id, {}).price, null, id);
    assert.equal(costOf({ input: 5, output: 5, cacheRead: 5, cacheWrite: 5 }, null), null);
  });

  it('does not mind what a cloud puts around an id', () => {
    for (const id of [
      'global.anthropic.claude-sonnet-5-5',
      'anthropic.claude-sonnet-5-5',
      'eu.anthropic.claude-sonnet-5-5-20260915-v1:0',
      'claude-sonnet-5-5@20260915',
    ])
      assert.deepEqual(priceOf(id), [2, 10, 0.1, 2.5], id);
    assert.deepEqual(priceOf('gpt-5.5-2026-04-23'), [5, 30, 0.5, 5]);
    assert.deepEqual(priceOf('gpt-6.1-sol'), [2, 10, 0.1, 2.5]);
    assert.equal(priceOf('gpt-6.1-terra'), null, 'known, but its price is not');
  });

  it('counts what is read from the cache and written to it at their own rates', () => {
    const usage = { input: 1_000_000, output: 100_000, cacheRead: 1_000_000, cacheWrite: 1_000_000 };
    const { price } = findModelFacts('claude-sonnet-5-5', {});
    assert.equal(costOf(usage, price)?.toFixed(6), (2 + 1 + 0.1 + 2.5).toFixed(6));
  });

  it('says what may be asked of a model', () => {
    assert.deepEqual(findModelFacts('claude-haiku-4-5', {}).efforts, []);
    assert.ok(findModelFacts('claude-haiku-5-5', {}).efforts.includes('low'));
    assert.ok(findModelFacts('gpt-6-luna', {}).thinkingTokens > 0);
    assert.deepEqual(findModelFacts('llava:7b', {}).efforts, []);
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
      assert.ok(pictureTokens(size) <= picture.patches, `${width}x${height}: ${pictureTokens(size)}`);
    }
  });
});

/** In, out, read from the cache, written to it. */
function priceOf(id: string, overrides: Readonly<Record<string, PricePair>> = {}): readonly number[] | null {
  const { price } = findModelFacts(id, overrides);
  return price === null ? null : [price.input, price.output, price.cacheRead, price.cacheWrite].map(round);
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

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
