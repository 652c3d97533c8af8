/** An X client on a Wayland desktop: X windows are worked, native ones are refused with the way out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardWayland } from '../../../../adapters/desktop/x11/wayland.ts';
import { Refused } from '../../../../src/ports/desktop.ts';

const box = { x: 100, y: 100, width: 300, height: 200 };
const terminal = { app: 'XTerm', title: 'shell', pid: 1, window: '7', box, isOpaque: true, width: 300 };
const nothing = { app: '', title: '', pid: null };
const isSaid = (error: unknown): boolean =>
  error instanceof Refused && /native Wayland.*GDK_BACKEND=x11/.test(error.message);

test('on Wayland only X windows are worked', async () => {
  const shown = { stack: async () => [terminal], front: async () => terminal };
  const guard = guardWayland(true, shown);
  await guard.checkSpot({ x: 150, y: 150 });
  await guard.checkKeys();
  await assert.rejects(guard.checkSpot({ x: 50, y: 50 }), isSaid);
  const native = guardWayland(true, { ...shown, front: async () => nothing });
  await assert.rejects(native.checkKeys(), isSaid);
  assert.equal(await native.isNativeInFront(), true);
});

test('an X server of its own has an empty desktop to click on', async () => {
  const guard = guardWayland(false, { stack: async () => [], front: async () => nothing });
  await guard.checkSpot({ x: 50, y: 50 });
  await guard.checkKeys();
  assert.equal(await guard.isNativeInFront(), false);
});
