/** What counts as another look: a word, a colour, a place; and what does not: how an edge is smoothed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { compareLooks } from './compare-looks.ts';

const draw = async (inside: string, width = 120): Promise<Uint8Array> =>
  new Uint8Array(
    await sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="80"><rect width="100%" height="100%" fill="#f6f5f1"/>${inside}</svg>`,
      ),
    )
      .png()
      .toBuffer(),
  );
const CIRCLE = '<circle cx="40" cy="40" r="20" fill="#0e6b60"/>';

test('the same picture is the same, also where edges are smoothed otherwise', async () => {
  const one = await draw(CIRCLE);
  assert.equal((await compareLooks(one, one)).pixels, 0);
  const smoother = new Uint8Array(await sharp(one).blur(0.4).toBuffer());
  assert.equal((await compareLooks(one, smoother)).pixels, 0);
  const lossless = new Uint8Array(await sharp(one).webp({ lossless: true }).toBuffer());
  assert.equal((await compareLooks(lossless, one)).pixels, 0);
});

test('something more, less, elsewhere or of another colour is not', async () => {
  const one = await draw(CIRCLE);
  const others = [
    `${CIRCLE}<rect x="80" y="30" width="24" height="3" fill="#5b636a"/>`,
    '',
    CIRCLE.replace('cx="40"', 'cx="46"'),
    CIRCLE.replace('#0e6b60', '#0e6b9a'),
  ];
  for (const other of others) assert.ok((await compareLooks(one, await draw(other))).pixels > 40, other);
  const { pixels, of, drawDifference } = await compareLooks(one, await draw(CIRCLE, 121));
  assert.equal(pixels, of, 'another size');
  assert.equal((await sharp(await drawDifference()).metadata()).width, 121);
});

test('the picture of the difference is red there, and only there', async () => {
  const { drawDifference, pixels } = await compareLooks(
    await draw(''),
    await draw('<rect x="80" y="30" width="20" height="20"/>'),
  );
  const { data, info } = await sharp(await drawDifference())
    .raw()
    .toBuffer({ resolveWithObject: true });
  let red = 0;
  for (let at = 0; at < data.length; at += info.channels) if (data[at] === 230 && data[at + 1] === 30) red += 1;
  assert.equal(red, pixels);
  assert.ok(pixels >= 400 - 80 && pixels <= 400 + 90, `${pixels}`);
});
