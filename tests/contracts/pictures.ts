/** What everything that cuts pictures must do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import type { Pictures } from '../../src/ports/pictures.ts';
import { makePatches, makePlain, makeQuarters, pixelAt } from '../support/jpeg.ts';

const never = new AbortController().signal;

export function testPicturesContract(name: string, make: () => Pictures): void {
  describe(`${name} keeps the Pictures contract`, () => {
    it('puts pictures one below the other, as wide as the narrowest', async () => {
      const stacked = await make().stack([await makeQuarters(400, 200), await makePlain(200, 150)], never);
      const { width, height } = await sharp(stacked).metadata();
      assert.equal(width, 200);
      assert.ok(height >= 250 && height <= 270, String(height));
      assert.equal(await pixelAt(stacked, 150, 20), 'green');
      assert.equal(await pixelAt(stacked, 100, height - 10), await pixelAt(await makePlain(200, 150), 100, 140));
    });

    it('shows pictures one after the other in one that moves, once, as large as the first, and no larger than was asked for', async () => {
      const jpegs = [await makeQuarters(400, 200), await makePlain(400, 200), await makeQuarters(200, 200)];
      const request = { width: 100, frameMs: 400, lastMs: 1400, mostBytes: 50_000 };
      const gif = await make().animate(jpegs, request, never);
      assert.ok(gif !== null && gif.length <= request.mostBytes);
      const { format, pages, delay, loop, width, pageHeight } = await sharp(gif, { animated: true }).metadata();
      assert.deepEqual(
        { format, pages, delay, loop, width, pageHeight },
        { format: 'gif', pages: 3, delay: [400, 400, 1400], loop: 1, width: 100, pageHeight: 50 },
      );
      const second = await sharp(gif, { page: 1 }).jpeg().toBuffer();
      assert.equal(await pixelAt(second, 50, 25), 'gray');
      assert.equal(await make().animate(jpegs, { ...request, mostBytes: 100 }, never), null);
    });

    it('makes pictures of others its own: no larger than asked for, never up, upright, the first of one that moves, readable', async () => {
      const { adopt } = make();
      const wish = { longestSide: 1260, most: 940_800 };
      const large = await sharp(await makeQuarters(3000, 2000))
        .png()
        .toBuffer();
      const own = await adopt(large, wish, never);
      assert.ok(own !== null);
      const { format, width, height } = await sharp(own.jpeg).metadata();
      assert.equal(format, 'jpeg');
      assert.ok(
        width <= 1260 && width * height <= 941_500 && Math.abs(width / height - 1.5) < 0.01,
        `${width}x${height}`,
      );
      assert.equal(await pixelAt(own.jpeg, width - 20, 20), 'green');
      assert.deepEqual([own.luma.width, own.luma.height, own.luma.pixels.length], [width, height, width * height]);
      for (const form of ['webp', 'gif', 'jpeg'] as const) {
        const small = await sharp(await makeQuarters(40, 20))
          .toFormat(form)
          .toBuffer();
        assert.equal((await adopt(small, wish, never))?.luma.width, 40, form);
      }
    });

    it('and of what is none, is damaged, or unpacks to more than it may, nothing', async () => {
      const { adopt } = make();
      const wish = { longestSide: 1260, most: 940_800 };
      const png = await sharp(await makeQuarters(400, 200))
        .png()
        .toBuffer();
      const bomb = await sharp({ create: { width: 6000, height: 5000, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
      const bad: readonly Uint8Array[] = [
        new Uint8Array(),
        Buffer.from('%%%'),
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>'),
        Buffer.from('RIFF....WEBPVP8 '),
        png.subarray(0, 60),
        bomb,
      ];
      for (const bytes of bad) assert.equal(await adopt(bytes, wish, never), null, bytes.subarray(0, 20).toString());
    });

    it('finds a patch again that moved, by its colour and size, and nothing that is not the only one', async () => {
      const { findAgain } = make();
      const disc = { x: 50, y: 40, width: 24, height: 24, colour: '#d01818' };
      const before = await makePatches(400, 200, [disc, { ...disc, y: 100, colour: '#1838d0' }]);
      const at = { x: 60, y: 50 };
      const moved = await makePatches(400, 200, [
        { ...disc, x: 250, y: 20 },
        { ...disc, x: 50, y: 40, colour: '#1838d0' },
      ]);
      const found = await findAgain(before, moved, at, never);
      assert.ok(found !== null && Math.abs(found.x - 260) <= 1 && Math.abs(found.y - 30) <= 1, JSON.stringify(found));
      assert.deepEqual(await findAgain(before, before, at, never), at, 'what stays is where it was');
      const doubled = await makePatches(400, 200, [disc, { ...disc, x: 300 }]);
      for (const [what, one, other, point] of [
        ['gone', before, await makePlain(400, 200), at],
        ['another is like it now', before, doubled, at],
        ['another was like it', doubled, moved, at],
        ['it is much larger now', before, await makePatches(400, 200, [{ ...disc, width: 60 }]), at],
        ['the background', before, moved, { x: 10, y: 10 }],
        ['outside the picture', before, moved, { x: 10, y: 900 }],
        ['another size of picture', before, await makePatches(300, 200, [disc]), at],
      ] as const)
        assert.equal(await findAgain(one, other, point, never), null, what);
    });

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

    it('draws a frame around a box, which stays visible, also where it is larger than the picture', async () => {
      const box = { x: 0, y: 100, width: 200, height: 100 };
      const outline = { x: 60, y: 130, width: 80, height: 40 };
      const cut = await make().cut(await makeQuarters(400, 200), { box, width: 200, outline }, never);
      assert.equal(await pixelAt(cut, 100, 50), 'blue', 'the target itself');
      assert.equal(await pixelAt(cut, 54, 50), 'red', 'left of it');
      assert.equal(await pixelAt(cut, 100, 24), 'red', 'above it');
      assert.equal(await pixelAt(cut, 20, 50), 'blue', 'the rest');
      const all = { x: -50, y: 50, width: 500, height: 300 };
      const whole = await make().cut(await makeQuarters(400, 200), { box, width: 200, outline: all }, never);
      assert.equal(await pixelAt(whole, 3, 50), 'red', 'it is drawn at the edge');
      assert.equal(await pixelAt(whole, 100, 50), 'blue');
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

    it('puts a number beside each box, in the order asked for, and says which got one', async () => {
      const gray = await makePlain(600, 300);
      const boxes = [
        { x: 100, y: 100, width: 80, height: 30 },
        { x: 400, y: 200, width: 80, height: 30 },
      ];
      const request = { boxes, from: 7, most: 10, width: 600, hasGrid: false, cross: null };
      const { jpeg, marked } = await make().mark(gray, request, never);
      assert.deepEqual(marked, [0, 1]);
      const [{ width, height }, before, after] = await Promise.all([sharp(jpeg).metadata(), rawOf(gray), rawOf(jpeg)]);
      assert.deepEqual({ width, height }, { width: 600, height: 300 });
      const isDrawn = (x: number, y: number): boolean =>
        Math.abs((before[y * 600 + x] ?? 0) - (after[y * 600 + x] ?? 0)) > 30;
      assert.ok(isDrawn(102, 115) && isDrawn(440, 229), 'both have a frame');
      assert.ok(!isDrawn(300, 20) && !isDrawn(300, 280), 'the rest is as it was');
    });

    it('no more numbers than asked for, and a small picture is made large enough for a phone', async () => {
      const boxes = Array.from({ length: 9 }, (_, index) => ({ x: 20 + index * 30, y: 40, width: 10, height: 10 }));
      const request = { boxes, from: 1, most: 3, width: 900, hasGrid: true, cross: { x: 150, y: 75 } };
      const { jpeg, marked } = await make().mark(await makePlain(300, 150), request, never);
      assert.ok(marked.length === 3, `${marked}`);
      assert.equal((await sharp(jpeg).metadata()).width, 900);
      assert.equal(await pixelAt(jpeg, 450 + 13, 225), 'red');
      assert.equal(await pixelAt(jpeg, 450, 225), 'gray');
    });

    it('marks nothing once aborted', async () => {
      const request = { boxes: [], from: 1, most: 3, width: 100, hasGrid: false, cross: null };
      const reason = new Error('stopped by the person');
      const jpeg = await makePlain(40, 20);
      await assert.rejects(make().mark(jpeg, request, AbortSignal.abort(reason)), (error) => error === reason);
    });
  });
}

function rawOf(jpeg: Uint8Array): Promise<Buffer> {
  return sharp(jpeg).grayscale().raw().toBuffer();
}
