import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectDisplay, words } from '../../../../adapters/desktop/x11/connection.ts';
import { createProperties } from '../../../../adapters/desktop/x11/properties.ts';
import { createScreenState } from '../../../../adapters/desktop/x11/screen-state.ts';
import { noX11, startTestDisplay } from '../../../support/x11.ts';

const FORCE_SCREEN_SAVER = 115;
const ACTIVATE = 1;
const INTEGER = 19;

test('a saver that is on is a screen asleep until it is woken; the sign of a lock is a lock', {
  skip: noX11,
}, async (t) => {
  const display = await startTestDisplay();
  t.after(() => display.stop());
  const connection = await connectDisplay(display.env);
  t.after(() => connection.close());
  const properties = createProperties(connection);
  const state = await createScreenState(connection, properties);
  assert.equal(await state.read(), 'on');
  connection.send(FORCE_SCREEN_SAVER, ACTIVATE, Buffer.alloc(0));
  assert.equal(await state.read(), 'asleep');
  await state.wake();
  assert.equal(await state.read(), 'on');
  const sign = await properties.atom('_SCREENSAVER_STATUS');
  const lock = { type: INTEGER, format: 32, data: words(await properties.atom('LOCK'), 1, 0) };
  properties.write(connection.root, sign, lock);
  assert.equal(await state.read(), 'locked');
  await state.wake();
  assert.equal(await state.read(), 'locked', 'waking unlocks nothing');
  properties.remove(connection.root, sign);
  assert.equal(await state.read(), 'on');
});
