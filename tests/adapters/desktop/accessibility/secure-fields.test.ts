/** Where password fields show, against a bus in memory: what was known of them counts while nobody answers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSecureLookout, type ScreenWindow } from '../../../../adapters/desktop/accessibility/secure-fields.ts';
import { walkTree } from '../../../../adapters/desktop/accessibility/tree-walk.ts';
import type { Display } from '../../../../src/ports/desktop.ts';
import { until } from '../../../support/until.ts';
import { createFakeBus, type FakeApplication } from './fake-bus.ts';

const DISPLAY: Display = { index: 1, width: 1000, height: 800, originX: 0, originY: 0, density: 1 };
const WINDOW: ScreenWindow = {
  pid: 42,
  app: 'Signin',
  title: 'Sign in',
  width: 420,
  box: { x: 100, y: 100, width: 420, height: 200 },
};
const FRAME = 23;
const PASSWORD = 40;
const SIGN_IN: FakeApplication = {
  name: 'Signin',
  pid: 42,
  windows: [
    {
      role: FRAME,
      name: 'Sign in',
      box: [100, 100, 420, 200],
      children: [{ role: PASSWORD, name: 'PIN', box: [110, 180, 400, 60] }],
    },
  ],
};
const FIELD = { x: 110, y: 180, width: 400, height: 60 };

describe('Password fields that were seen once', () => {
  const open = async () => {
    const bus = createFakeBus([SIGN_IN]);
    const lookout = createSecureLookout(walkTree);
    await until(async () => (await lookout.find(bus, [WINDOW], DISPLAY)).unsure.length === 0);
    const found = lookout.recall([WINDOW]);
    assert.deepEqual(
      found.fields.map(({ box }) => box),
      [FIELD],
    );
    return { bus, lookout };
  };

  it('are known on while the list of applications does not come in time', async () => {
    const { bus, lookout } = await open();
    bus.slowRegistry(Number.POSITIVE_INFINITY);
    for (let look = 0; look < 2; look += 1) {
      // The application may or may not answer in the time that is left.
      const found = await lookout.find(bus, [WINDOW], DISPLAY);
      assert.deepEqual(
        found.fields.map(({ box }) => box),
        [FIELD],
      );
    }
    bus.slowRegistry(0);
    await until(async () => (await lookout.find(bus, [WINDOW], DISPLAY)).unsure.length === 0);
  });

  it('are known on while the bus cannot be reached, as long as the window stays where it is', async () => {
    const { lookout } = await open();
    const found = lookout.recall([WINDOW]);
    assert.deepEqual([found.fields.map(({ box }) => box), found.unsure], [[FIELD], [WINDOW]]);
    const moved = { ...WINDOW, box: { ...WINDOW.box, x: 300 } };
    assert.deepEqual(lookout.recall([moved]), { fields: [], unsure: [moved] });
  });
});
