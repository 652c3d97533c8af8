/** The page of check:mac in a real browser: it echoes what it receives, and stands where its grid says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveTarget } from '../../../../adapters/desktop/macos/check/target.ts';
import { FIELD, GRID, GRID_COLORS, PASSWORD } from '../../../../adapters/desktop/macos/check/target-page.ts';
import { noChromium, startChromium } from '../../../support/chromium.ts';
import { until } from '../../../support/until.ts';

test('the page echoes clicks, keys, the wheel and text as they come, and shows its grid where it says', {
  skip: noChromium,
}, async (t) => {
  const { browser, close } = await startChromium();
  t.after(close);
  const target = await serveTarget();
  t.after(() => target.close());
  const page = await browser.newPage();
  await page.goto(target.url);
  await until(() => target.place() !== null, 'the page to say where it is');
  const has = (type: string, count = 1): Promise<true> =>
    until(() => target.seen().filter((seen) => seen.type === type).length >= count, type);

  await page.mouse.dblclick(GRID.left + 5, GRID.top + 5);
  await has('mousedown', 2);
  assert.deepEqual(
    target
      .seen()
      .filter(({ type }) => type === 'mousedown')
      .map(({ x, y, clicks, button, held }) => [x, y, clicks, button, held]),
    [
      [GRID.left + 5, GRID.top + 5, 1, 0, ''],
      [GRID.left + 5, GRID.top + 5, 2, 0, ''],
    ],
  );
  target.forget();
  await page.mouse.click(300, 300, { button: 'right' });
  await page.mouse.wheel(0, 120);
  await has('wheel');
  assert.deepEqual(
    [
      target.seen().find(({ type }) => type === 'mousedown')?.button,
      target.seen().find(({ type }) => type === 'wheel')?.dy,
    ],
    [2, 1],
  );

  await page.mouse.click(FIELD.left + 20, FIELD.top + 20);
  await page.keyboard.press('Control+b');
  await has('keydown', 2);
  assert.ok(target.seen().some(({ key, held }) => key === 'b' && held === 'control'));
  await page.keyboard.insertText('Grüße\n😀');
  await until(() => target.text() === 'Grüße\n😀', 'the text');
  target.clear();
  await until(() => target.text() === '', 'the field to be empty');

  const colors = await page.evaluate(
    `${JSON.stringify(GRID_COLORS.map((_, index) => [GRID.left + ((index % GRID.columns) + 0.5) * GRID.square, GRID.top + (Math.floor(index / GRID.columns) + 0.5) * GRID.square]))}.map(([x, y]) => getComputedStyle(document.elementFromPoint(x, y)).backgroundColor)`,
  );
  assert.deepEqual(
    colors,
    GRID_COLORS.map((color) => `rgb(${color >> 16}, ${(color >> 8) & 0xff}, ${color & 0xff})`),
  );
  const type = await page.evaluate(`document.elementFromPoint(${PASSWORD.left + 10}, ${PASSWORD.top + 10}).type`);
  assert.equal(type, 'password');
});
