import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { askForExtension, connectDisplay, words } from '../../../../adapters/desktop/x11/connection.ts';
import { createMonitors } from '../../../../adapters/desktop/x11/monitors.ts';
import { createProperties } from '../../../../adapters/desktop/x11/properties.ts';
import { createScreenState } from '../../../../adapters/desktop/x11/screen-state.ts';
import { readFrontWindow } from '../../../../adapters/desktop/x11/windows.ts';
import { createLocker } from '../../../support/locker.ts';
import { until } from '../../../support/until.ts';
import { noX11, startTestDisplay } from '../../../support/x11.ts';

const FORCE_SCREEN_SAVER = 115;
const ACTIVATE = 1;
const INTEGER = 19;
const SIZE = { width: 640, height: 480 };
const COMPOSITE_VERSION = 0;
const GET_OVERLAY_WINDOW = 7;

async function openDisplay(t: { after(act: () => unknown): void }) {
  const display = await startTestDisplay(SIZE);
  t.after(() => display.stop());
  const open = async () => {
    const connection = await connectDisplay(display.env);
    t.after(() => connection.close());
    return connection;
  };
  const connection = await open();
  const properties = createProperties(connection);
  const state = await createScreenState(connection, properties, await createMonitors(connection, properties));
  return { display, connection, properties, state, open };
}

test('a saver that is on is a screen asleep until it is woken; the sign of a lock is a lock', {
  skip: noX11,
}, async (t) => {
  const { connection, properties, state } = await openDisplay(t);
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

test('a window over everything whose program has taken the keyboard is a lock, and nothing less is', {
  skip: noX11,
}, async (t) => {
  const { display, properties, state, open } = await openDisplay(t);
  const connection = await open();
  const locker = createLocker(connection);
  const stateOf = async (...acts: readonly (() => Promise<void>)[]) => {
    for (const act of acts) await act();
    const read = await state.read();
    await locker.leave();
    return read;
  };
  const cover = () => locker.cover(SIZE);
  assert.equal(await stateOf(cover, locker.takeKeyboard), 'locked');
  assert.equal(await stateOf(cover), 'on', 'as a picture shown full screen');
  assert.equal(await stateOf(cover, locker.takeKeyboard), 'locked', 'the look before took no keyboard for good');
  assert.equal(await stateOf(locker.takeKeyboard), 'on', 'as an open menu');
  assert.equal(await stateOf(() => locker.cover({ width: 300, height: 480 }), locker.takeKeyboard), 'on');
  const composite = (await askForExtension(connection, 'Composite')) ?? assert.fail('no Composite');
  await connection.ask(composite, COMPOSITE_VERSION, words(0, 4));
  assert.ok((await connection.ask(composite, GET_OVERLAY_WINDOW, words(connection.root))) !== null);
  assert.equal(await stateOf(locker.takeKeyboard), 'on', 'as an open menu below a compositor');
  assert.equal(await stateOf(cover, locker.takeKeyboard), 'locked', 'a compositor hides no lock');
  display.open('/usr/bin/xterm', ['-fullscreen', '-b', '0', '+bc']);
  await until(async () => {
    const { box } = await readFrontWindow(properties, connection.root);
    return box?.width === SIZE.width && box.height === SIZE.height;
  }, 'it fills the screen');
  assert.equal(await stateOf(locker.takeKeyboard), 'on', 'as a remote desktop');
});

for (const [program, args] of [
  ['/usr/bin/i3lock', ['-n']],
  ['/usr/bin/xsecurelock', []],
] as const) {
  const skip = noX11 || (existsSync(program) ? false : `not installed: ${program}`);
  test(`${program} is a lock`, { skip }, async (t) => {
    const { display, state } = await openDisplay(t);
    assert.equal(await state.read(), 'on');
    display.open(program, args);
    await until(async () => (await state.read()) === 'locked', 'it has locked');
  });
}
