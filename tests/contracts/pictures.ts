/** What everything that cuts pictures must do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import type { Pictures } from '../../src/ports/pictures.ts';
import { makeQuarters, pixelAt } from '../support/jpeg.ts';

const never = new AbortController().signal;

export function testPicturesContract(name: string, make: () => Pictures): void {
  describe(`${name} keeps the Pictures contract`, () => {
    it('cuts out the box that was asked for', async () => {
      const cut = await make().cut(
        await makeQuarters(400, 200),
        { box: { x: 200, y: 0, width: 200, height: 100 }, width: 400 },
        never,
      );
      const { width, height } = await sharp(cut).metadata();
      assert.deepEqual({ width, height }, { width: 200, height: 100 });
      assert.equal(await pixelAt(cut, 100, 50), 'green');
    });

    it('scales a wide cut down to the width, and never up', async () => {
      const cut = await make().cut(
        await makeQuarters(400, 200),
        { box: { x: 0, y: 0, width: 400, height: 200 }, width: 100 },
        never,
      );
      const { width, height } = await sharp(cut).metadata();
      assert.deepEqual({ width, height }, { width: 100, height: 50 });
      assert.equal(await pixelAt(cut, 10, 40), 'blue');
    });

    it('moves a box that sticks out inside', async () => {
      const cut = await make().cut(
        await makeQuarters(400, 200),
        { box: { x: 350, y: 150, width: 100, height: 100 }, width: 400 },
        never,
      );
      const { width, height } = await sharp(cut).metadata();
      assert.deepEqual({ width, height }, { width: 100, height: 100 });
      assert.equal(await pixelAt(cut, 90, 90), 'white');
    });

    it('cuts a box larger than the picture to the picture', async () => {
      const cut = await make().cut(
        await makeQuarters(40, 20),
        { box: { x: -10, y: -10, width: 500, height: 500 }, width: 500 },
        never,
      );
      const { width, height } = await sharp(cut).metadata();
      assert.deepEqual({ width, height }, { width: 40, height: 20 });
    });

    it('draws a ring around the point, which stays visible', async () => {
      const cut = await make().cut(
        await makeQuarters(400, 200),
        { box: { x: 0, y: 100, width: 200, height: 100 }, width: 200, ring: { x: 100, y: 150 } },
        never,
      );
      assert.equal(await pixelAt(cut, 100, 50), 'blue');
      assert.equal(await pixelAt(cut, 114, 50), 'red');
      assert.equal(await pixelAt(cut, 100, 36), 'red');
    });

    it('rejects with the reason when aborted', async () => {
      const reason = new Error('stopped by the person');
      const jpeg = await makeQuarters(40, 20);
      const request = { box: { x: 0, y: 0, width: 40, height: 20 }, width: 40 };
      await assert.rejects(make().cut(jpeg, request, AbortSignal.abort(reason)), (error) => error === reason);
    });

    it('rejects what is no picture', async () => {
      const request = { box: { x: 0, y: 0, width: 40, height: 20 }, width: 40 };
      await assert.rejects(make().cut(Buffer.from('no picture'), request, never), Error);
    });
  });
}
