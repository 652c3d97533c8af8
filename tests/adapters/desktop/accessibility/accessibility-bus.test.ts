import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createAccessibility } from '../../../../adapters/desktop/accessibility/accessibility.ts';
import { createAccessibilityBus } from '../../../../adapters/desktop/accessibility/accessibility-bus.ts';
import { readBusAddress } from '../../../../adapters/desktop/accessibility/dbus-connection.ts';
import type { Display } from '../../../../src/ports/desktop.ts';
import { english } from '../../../../src/words/speak.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { type MiniBus, startMiniBus } from './mini-bus.ts';

const never = new AbortController().signal;
const DISPLAY: Display = { index: 1, width: 1000, height: 800, originX: 0, originY: 0, density: 1 };
const FRONT = { app: 'Notes', title: 'Untitled', pid: 42, width: 1000 };

describe('The way to the accessibility bus', () => {
  const folder = makeTempFolder({ after });
  const started: MiniBus[] = [];
  let count = 0;
  const start = async (options: Partial<Parameters<typeof startMiniBus>[0]> = {}): Promise<MiniBus> => {
    count += 1;
    const bus = await startMiniBus({ folder, name: `bus-${count}`, manner: 'polite', ...options });
    started.push(bus);
    return bus;
  };
  const lookWith = async (env: Parameters<typeof createAccessibility>[0]['env']) => {
    const accessibility = createAccessibility({ env });
    try {
      return await accessibility.elements({ app: null, front: FRONT, display: DISPLAY }, never);
    } finally {
      accessibility.close();
    }
  };
  after(async () => {
    for (const bus of started) await bus.close();
  });

  it('goes through the session bus, and again when the connection was lost', async () => {
    const accessible = await start();
    const session = await start({ accessibilityAddress: accessible.address });
    const bus = createAccessibilityBus({ DBUS_SESSION_BUS_ADDRESS: session.address });
    const [one, two] = await Promise.all([bus.reach(), bus.reach()]);
    assert.ok(one.ok && two.ok && one.bus === two.bus);
    assert.equal(accessible.connections(), 1);
    accessible.drop();
    await until(() => !one.bus.isOpen(), 'the lost connection to be noticed');
    const again = await bus.reach();
    assert.ok(again.ok && again.bus !== one.bus && again.bus.isOpen());
    bus.close();
    assert.equal(again.bus.isOpen(), false);
  });

  it('without a session bus, or with one that lets nobody in, the reason says what to do', async () => {
    const rude = await start({ manner: 'rude' });
    for (const env of [
      {},
      { XDG_RUNTIME_DIR: folder },
      { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'nobody-listens')}` },
      { DBUS_SESSION_BUS_ADDRESS: 'no address at all' },
      { DBUS_SESSION_BUS_ADDRESS: rude.address },
    ]) {
      const list = await lookWith(env);
      assert.deepEqual([list.coverage, list.elements.length], ['unavailable', 0]);
      assert.match(english(list.reason), /session bus.*DBUS_SESSION_BUS_ADDRESS/);
    }
  });

  it('without the accessibility service the reason names the package', async () => {
    const session = await start();
    const list = await lookWith({ DBUS_SESSION_BUS_ADDRESS: session.address });
    assert.equal(list.coverage, 'unavailable');
    assert.match(english(list.reason), /at-spi2-core/);
  });

  it('the socket in XDG_RUNTIME_DIR is found without an address', async () => {
    const runtime = join(folder, 'runtime');
    mkdirSync(runtime);
    const accessible = await start();
    await start({ folder: runtime, name: 'bus', accessibilityAddress: accessible.address });
    const bus = createAccessibilityBus({ XDG_RUNTIME_DIR: runtime });
    assert.equal((await bus.reach()).ok, true);
    bus.close();
  });

  it('a bus that hangs costs a second, and not again at the next look', async () => {
    const mute = await start({ manner: 'mute' });
    const bus = createAccessibilityBus({ DBUS_SESSION_BUS_ADDRESS: mute.address });
    assert.equal((await bus.reach()).ok, false);
    const startedAt = performance.now();
    assert.equal((await bus.reach()).ok, false);
    assert.ok(performance.now() - startedAt < 900);
    assert.equal(mute.connections(), 1);
    bus.close();
  });

  it('a look that is aborted while connecting ends at once', async () => {
    const mute = await start({ manner: 'mute' });
    const accessibility = createAccessibility({ env: { DBUS_SESSION_BUS_ADDRESS: mute.address } });
    const stop = new AbortController();
    const looking = accessibility.elements({ app: null, front: FRONT, display: DISPLAY }, stop.signal);
    const reason = new Error('stopped');
    setTimeout(() => stop.abort(reason), 20);
    const startedAt = performance.now();
    await assert.rejects(looking, (error) => error === reason);
    assert.ok(performance.now() - startedAt < 900);
    accessibility.close();
  });

  it('what is no message ends the connection, not the process', async () => {
    const garbage = await start({ manner: 'garbage' });
    assert.equal((await lookWith({ DBUS_SESSION_BUS_ADDRESS: garbage.address })).coverage, 'unavailable');
  });

  it('an element of no look cannot be acted on', async () => {
    const accessibility = createAccessibility({ env: {} });
    const box = { x: 1, y: 1, width: 1, height: 1 };
    const element = {
      number: 1,
      role: 'button',
      name: 'x',
      value: '',
      box,
      isFocused: false,
      isEnabled: true,
      isSecure: false,
    };
    assert.equal(await accessibility.press(element, never), false);
    assert.equal(await accessibility.focus(element, never), false);
    assert.equal(await accessibility.setValue(element, 'x', never), false);
  });
});

describe('Addresses of message buses', () => {
  it('paths and abstract names are read, escapes too; other transports are passed over', () => {
    assert.deepEqual(readBusAddress('unix:path=/run/user/1000/bus,guid=ab'), ['/run/user/1000/bus']);
    assert.deepEqual(readBusAddress('tcp:host=localhost,port=1;unix:abstract=/tmp/dbus-x'), ['\0/tmp/dbus-x']);
    assert.deepEqual(readBusAddress('unix:path=/tmp/with%20blank%c3%a4'), ['/tmp/with blankä']);
    assert.deepEqual(readBusAddress('unix:dir=/tmp'), []);
  });
});
