/** Two monitors on one real display, made and taken away over RandR while hands work it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refused } from '../../../../src/ports/desktop.ts';
import { startTestHands } from '../../../support/hands.ts';
import { openMonitors } from '../../../support/monitors.ts';
import { noX11 } from '../../../support/x11.ts';

const never = new AbortController().signal;

test('each monitor is a display of its own; what was decided on one that changed is refused', {
  skip: noX11,
}, async (t) => {
  const hands = await startTestHands({ width: 1000, height: 600 });
  t.after(() => hands.close());
  const { desktop } = hands;
  const monitors = await openMonitors(hands.display.env);
  t.after(() => monitors.close());
  const before = await desktop.describe(never);
  assert.deepEqual(
    before.displays.map(({ index, width, height }) => [index, width, height]),
    [[1, 1000, 600]],
  );

  await monitors.set('left', { isPrimary: false, x: 0, y: 0, width: 600, height: 600 });
  await monitors.set('right', { isPrimary: true, x: 600, y: 100, width: 400, height: 500 });
  const { displays } = await desktop.describe(never);
  const [main, second] = displays;
  assert.ok(main !== undefined && second !== undefined && displays.length === 2, JSON.stringify(displays));
  assert.deepEqual([main.originX, main.originY, main.width, main.height], [600, 100, 400, 500], 'the primary one is 1');

  await t.test('a click lands on its own display, and the pointer is found there', async () => {
    await desktop.move({ display: main, x: 10, y: 20 }, never);
    const place = await desktop.cursor(never);
    assert.deepEqual([place.display.index, place.x, place.y], [1, 10, 20]);
    await desktop.move({ display: second, x: 599, y: 0 }, never);
    assert.deepEqual((await desktop.cursor(never)).display.index, 2);
  });

  await t.test('a picture shows one of them, and only that', async () => {
    const frame = await desktop.capture({ display: 2, width: 600, height: 600 }, never);
    assert.deepEqual([frame.width, frame.height, frame.display.index], [600, 600, 2]);
    assert.equal((await desktop.fingerprint(1, never)).columns, Math.ceil(400 / 32));
  });

  await t.test('one is unplugged: a place chosen on it, or on what it was, is refused, and nothing moves', async () => {
    const at = await desktop.cursor(never);
    await monitors.unplug('right');
    await assert.rejects(desktop.click({ display: main, x: 5, y: 5 }, 'left', 1, never), Refused);
    await assert.rejects(desktop.click({ display: second, x: 5, y: 5 }, 'left', 1, never), Refused);
    const now = await desktop.cursor(never);
    assert.deepEqual([now.x, now.y], [at.x, at.y]);
  });
});
