/** What has an outline on a rendered page is found as a box, and letters, tables' rules and pictures are not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { findOutlines } from '../../../adapters/reading/outlines.ts';
import type { Box } from '../../../src/ports/desktop.ts';
import { drawScreen, toLuma } from '../../support/reading-pages.ts';

const SIZE = { width: 600, height: 400 };

async function draw(content: string, ground: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><rect width="100%" height="100%" fill="${ground}"/>${content}</svg>`;
  return await toLuma(await sharp(Buffer.from(svg)).png().toBuffer());
}

const isNear = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) <= 2 &&
  Math.abs(one.y - other.y) <= 2 &&
  Math.abs(one.width - other.width) <= 4 &&
  Math.abs(one.height - other.height) <= 4;

const FIELD = { x: 100, y: 40, width: 240, height: 32 };
const TICK = { x: 60, y: 100, width: 13, height: 13 };
const PILL = { x: 60, y: 150, width: 120, height: 36 };
const AREA = { x: 220, y: 120, width: 300, height: 160 };
const DIGITS = [0, 1, 2, 3].map((at) => ({ x: 60 + at * 44, y: 320, width: 36, height: 40 }));
const rect = ({ x, y, width, height }: Box, more: string): string =>
  `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" ${more}/>`;

for (const [look, ground, border, fill] of [
  ['light', '#ffffff', '#767676', '#ffffff'],
  ['faint', '#ffffff', '#d8d8d8', '#fafafa'],
  ['dark', '#1e1e1e', '#4a4a4a', '#2a2a2a'],
] as const)
  test(`fields, a box to tick, a pill and a text area are found, ${look}`, async () => {
    const stroke = `stroke="${border}" fill="${fill}"`;
    const content = [
      rect(FIELD, `${stroke} rx="4"`),
      rect(TICK, `${stroke} rx="2"`),
      rect(PILL, `${stroke} rx="18"`),
      rect(AREA, stroke),
      ...DIGITS.map((box) => rect(box, `${stroke} rx="3"`)),
      `<text x="110" y="62" font-family="DejaVu Sans" font-size="15" fill="${border}">Words in a field</text>`,
    ].join('');
    const boxes = findOutlines(await draw(content, ground));
    for (const wanted of [FIELD, TICK, PILL, AREA, ...DIGITS])
      assert.ok(
        boxes.some((box) => isNear(box, wanted)),
        `${JSON.stringify(wanted)} in ${JSON.stringify(boxes)}`,
      );
    assert.equal(boxes.length, 8, JSON.stringify(boxes));
  });

test('a button without a border is found by its ground', async () => {
  const boxes = findOutlines(await draw(rect(PILL, 'fill="#1a73e8" rx="4"'), '#ffffff'));
  assert.equal(boxes.length, 1);
  assert.ok(boxes[0] !== undefined && isNear(boxes[0], PILL), JSON.stringify(boxes));
});

test('rules make no boxes, and what looks like one in a letter is lower than the letter', async () => {
  const sizes = [12, 16, 24, 40];
  const text = sizes
    .map(
      (size, row) =>
        `<text x="20" y="${40 + row * 50}" font-family="DejaVu Sans" font-size="${size}">HELLO World EFTZ il|[]</text>`,
    )
    .join('');
  const rules = [250, 280, 310].map((y) => `<rect x="0" y="${y}" width="600" height="1" fill="#999"/>`).join('');
  for (const { y, height } of findOutlines(await draw(text + rules, '#ffffff'))) {
    const row = Math.round((y + height - 40) / 50);
    assert.ok(height <= 0.75 * (sizes[row] ?? 0), `${height} at ${y}`);
  }
});

test('a picture full of edges is looked at no further, and soon', () => {
  const pixels = new Uint8Array(2880 * 1800).map((_, at) => (at * 2_654_435_761) >>> 24);
  const startedAt = process.cpuUsage();
  findOutlines({ width: 2880, height: 1800, pixels });
  assert.ok(process.cpuUsage(startedAt).user < 3_000_000);
});

test('a screen full of lines below each other is looked through soon', async () => {
  const rows = Array.from(
    { length: 60 },
    (_, row) => `Row ${row} EFTZ of the list with EFTZ parts and EFTZ more of them`,
  );
  const picture = await drawScreen({ width: 1440, height: 1880 }, rows);
  const startedAt = process.cpuUsage();
  findOutlines(picture);
  assert.ok(process.cpuUsage(startedAt).user < 1_500_000, `${process.cpuUsage(startedAt).user} µs`);
});
