import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askForExtension, connectDisplay, words } from '../../../../adapters/desktop/x11/connection.ts';
import { createAwake } from '../../../../adapters/desktop/x11/screen-state.ts';
import { holdsFor, until } from '../../../support/until.ts';
import { noX11, startTestDisplay } from '../../../support/x11.ts';

const SET_SCREEN_SAVER = 107;
const QUERY_INFO = 1;
const SAVER_AFTER_S = 1;

test('the screen saver does not start while the screen is kept awake, and does afterwards', {
  skip: noX11,
}, async (t) => {
  const display = await startTestDisplay();
  t.after(() => display.stop());
  const [mine, other] = [await connectDisplay(display.env), await connectDisplay(display.env)];
  t.after(() => other.close());
  const saver = await askForExtension(other, 'MIT-SCREEN-SAVER');
  assert.ok(saver !== null, 'this display has no saver to hold');
  const isOn = async (): Promise<boolean> =>
    (await other.ask(saver, QUERY_INFO, words(other.root)))?.readUInt8(1) === 1;
  // Timeout and interval in seconds, then: blank the screen, exposures allowed.
  const body = Buffer.alloc(8);
  body.writeInt16LE(SAVER_AFTER_S, 0);
  body.writeUInt8(1, 4);
  body.writeUInt8(1, 5);

  const setAwake = await createAwake(mine);
  setAwake(true);
  setAwake(true);
  await mine.sync();
  other.send(SET_SCREEN_SAVER, 0, body);
  await holdsFor(SAVER_AFTER_S * 1000 + 700, async () => assert.equal(await isOn(), false));
  setAwake(false);
  await mine.sync();
  await until(isOn);
  // A connection that has ended holds the screen awake no longer.
  mine.close();
});
