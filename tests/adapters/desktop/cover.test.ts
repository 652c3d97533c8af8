/** What no picture may show is black in it: on real windows, wherever the picture comes from. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { coverFrame, subtractBoxes } from '../../../adapters/desktop/cover.ts';
import type { Box, Frame } from '../../../src/ports/desktop.ts';
import { english } from '../../../src/words/speak.ts';
import { until } from '../../support/until.ts';
import { type ElementsBench, noElements, startElementsBench } from './accessibility/elements-bench.ts';
import { noBrowser, openPage, type TestPage, waitForFront } from './hands-bench.ts';

const never = new AbortController().signal;
const GTK = join(import.meta.dirname, '../../support/gtk-window.py');
const noPython = existsSync('/usr/bin/python3') ? false : 'not installed: /usr/bin/python3';

const side = fc.integer({ min: 1, max: 12 });
const place = fc.integer({ min: -4, max: 24 });
const boxes = fc.record({ x: place, y: place, width: side, height: side });
const holds = ({ x, y, width, height }: Box, left: number, top: number): boolean =>
  left >= x && top >= y && left < x + width && top < y + height;

test('what is left of a box is exactly what nothing lies on', () => {
  fc.assert(
    fc.property(boxes, fc.array(boxes, { maxLength: 4 }), (box, above) => {
      const parts = subtractBoxes(box, above);
      for (let x = -5; x < 40; x += 1) {
        for (let y = -5; y < 40; y += 1) {
          const isLeft = holds(box, x, y) && !above.some((other) => holds(other, x, y));
          assert.equal(parts.filter((part) => holds(part, x, y)).length, isLeft ? 1 : 0);
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('a covered frame is black there and as it was elsewhere, whatever part of the display it shows', () => {
  fc.assert(
    fc.property(fc.array(boxes, { maxLength: 3 }), fc.nat(6), fc.nat(6), (covered, left, top) => {
      const frame = { width: 20, height: 16, pixels: new Uint32Array(320).fill(0xffffff) };
      const area = { x: left, y: top, width: 20, height: 16 };
      const { pixels } = coverFrame(frame, covered, area);
      for (let index = 0; index < pixels.length; index += 1) {
        const [x, y] = [left + (index % 20), top + Math.floor(index / 20)];
        assert.equal(pixels[index], covered.some((box) => holds(box, x, y)) ? 0 : 0xffffff);
      }
      assert.ok(frame.pixels.every((pixel) => pixel === 0xffffff));
    }),
    { numRuns: 200 },
  );
});

/** How many pixels of the picture have about this color. */
async function count({ jpeg }: Frame, [red, green, blue]: readonly [number, number, number]): Promise<number> {
  const { data } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let found = 0;
  const isNear = (value: number, index: number): boolean => Math.abs(value - (data[index] ?? 0)) < 60;
  for (let index = 0; index < data.length; index += 3)
    if (isNear(red, index) && isNear(green, index + 1) && isNear(blue, index + 2)) found += 1;
  return found;
}

const MAGENTA = [255, 0, 255] as const;
const GREEN = [0, 255, 0] as const;
const BLACK = [0, 0, 0] as const;

describe('Pictures of a real desktop', { skip: noElements || noPython }, () => {
  let bench: ElementsBench;
  const capture = (): Promise<Frame> => bench.hands.desktop.capture({ display: 1, width: 1600, height: 1600 }, never);

  before(async () => {
    bench = await startElementsBench({ width: 1024, height: 768 });
    bench.display.open('/usr/bin/python3', [GTK, 'Sign in']);
    await waitForFront(bench.hands, 'Signin');
    await bench.find('password field', '');
  });
  after(() => bench.close());

  it('a password field of GTK is black, the field beside it is not, and its value is never read', async () => {
    const frame = await capture();
    assert.equal(await count(frame, MAGENTA), 0);
    assert.ok((await count(frame, GREEN)) > 5000);
    assert.ok((await count(frame, BLACK)) > 5000);
    assert.deepEqual(frame.cover, { covered: [], unsure: [] });
    assert.ok(!frame.isBlack);
    const field = await bench.find('password field', '');
    assert.deepEqual([field.isSecure, field.value], [true, '']);
    const fingerprint = await bench.hands.desktop.fingerprint(1, never);
    assert.deepEqual(frame.fingerprint, fingerprint, 'what is compared is the screen, not the picture');
  });

  it('also in a part of the screen, at any size', async () => {
    const crop = { x: 100, y: 100, width: 800, height: 600 };
    const part = await bench.hands.desktop.capture({ display: 1, width: 400, height: 400, crop }, never);
    assert.equal(await count(part, MAGENTA), 0);
    assert.ok((await count(part, GREEN)) > 500);
  });

  it('also while its application does not answer: what was known of it counts', async () => {
    const { pid } = await bench.hands.desktop.front(never);
    assert.ok(pid !== null);
    process.kill(pid, 'SIGSTOP');
    try {
      const frame = await capture();
      assert.equal(await count(frame, MAGENTA), 0);
      assert.ok(frame.cover.unsure.includes('Signin'));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('also in a window that is not in front, as far as it can be seen', async () => {
    bench.display.open('xterm', ['-geometry', '20x5+900+600', '-bg', 'white']);
    await waitForFront(bench.hands, 'XTerm');
    const frame = await capture();
    assert.equal(await count(frame, MAGENTA), 0);
    assert.ok((await count(frame, GREEN)) > 5000);
  });

  it('the window of a password manager is covered, its elements are not told, and what lies on top of it shows', async () => {
    bench.display.open('xterm', ['-class', 'KeePassXC', '-geometry', '60x20+40+300', '-bg', 'magenta']);
    await waitForFront(bench.hands, 'KeePassXC');
    const frame = await capture();
    assert.equal(await count(frame, MAGENTA), 0);
    assert.deepEqual(frame.cover.covered, ['KeePassXC']);
    const list = await bench.look();
    assert.deepEqual([list.coverage, list.elements.length], ['unavailable', 0]);
    assert.match(english(list.reason), /KeePassXC keeps secrets/);
    bench.display.open('xterm', ['-geometry', '30x8+60+340', '-bg', 'green']);
    await waitForFront(bench.hands, 'XTerm');
    const below = await capture();
    assert.equal(await count(below, MAGENTA), 0);
    assert.ok((await count(below, GREEN)) > (await count(frame, GREEN)) + 5000, 'the terminal above it shows');
  });
});

describe('Pictures of a page in Chromium', { skip: noElements || noBrowser }, () => {
  const PAGE = `<title>Sign in</title><body style="margin:60px;font:20px sans-serif">
<input style="background:#0f0;height:60px;width:400px" value="Ada"><br>
<input type="password" style="background:#f0f;color:#f0f;height:60px;width:400px" value="correct horse">
<div style="height:400px"></div><p>below</p><div style="height:2000px"></div>`;
  let bench: ElementsBench;
  let page: TestPage;

  before(async () => {
    bench = await startElementsBench({ width: 1280, height: 900 });
    page = await openPage(bench, PAGE, ['--force-renderer-accessibility']);
    await bench.find('password field', '');
  });
  after(async () => {
    await page?.close();
    await bench?.close();
  });

  it('a password field is black, wherever it is scrolled to', async () => {
    for (const top of [0, 90, 20]) {
      await page.page.evaluate(`scrollTo(0, ${top})`);
      await until(async () => {
        const frame = await bench.hands.desktop.capture({ display: 1, width: 1600, height: 1600 }, never);
        return (await count(frame, MAGENTA)) === 0 && (await count(frame, BLACK)) > 5000;
      }, 'the page to tell where the field is now');
    }
  });
});
