/** A screen that is locked or asleep: nothing is pressed, it is said in the chat, and the run goes on when the person says so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectDisplay, words, type XConnection } from '../../adapters/desktop/x11/connection.ts';
import { createProperties } from '../../adapters/desktop/x11/properties.ts';
import { openByteWindow } from '../support/byte-window.ts';
import { type InputWitness, startInputWitness } from '../support/input-witness.ts';
import { createLocker } from '../support/locker.ts';
import { act, hasLiveButton, type Phone, type Step, startPhone } from '../support/phone.ts';
import { noX11 } from '../support/x11.ts';

const FORCE_SCREEN_SAVER = 115;
const INTEGER = 19;
const CLICK = act({ action: 'click', target: { x: 500, y: 500 } });

test('a screen that is shut', { skip: noX11 }, async (t) => {
  const phone = await startPhone(t);
  const witness = await startInputWitness(phone.display.env);
  const connection = await connectDisplay(phone.display.env);
  try {
    await openByteWindow(phone.display, phone.home);
    await t.test('it falls asleep while the model thinks: held and said; woken by a tap, the run goes on', () =>
      fallAsleep(phone, witness, connection),
    );
    await t.test('it is locked in mid-run: held and said; unlocked, it goes on after Resume', () =>
      lock(phone, witness, connection),
    );
    await t.test('a locker that leaves no sign: held and said, and none of the text reaches it', () =>
      lockBarely(phone, witness, connection),
    );
    await t.test('by hand: one that is asleep is woken, one that is locked is left alone', () =>
      byHand(phone, witness, connection),
    );
  } finally {
    connection.close();
    witness.close();
    await phone.close();
  }
});

async function sleep(connection: XConnection): Promise<void> {
  connection.send(FORCE_SCREEN_SAVER, 1, Buffer.alloc(0));
  await connection.sync();
}

/** As xscreensaver tells it. */
async function setLocked(isLocked: boolean, connection: XConnection): Promise<void> {
  const properties = createProperties(connection);
  const status = await properties.atom('_SCREENSAVER_STATUS');
  const data = words(await properties.atom('LOCK'), 1, 0);
  if (isLocked) properties.write(connection.root, status, { type: INTEGER, format: 32, data });
  else properties.remove(connection.root, status);
  await connection.sync();
}

async function fallAsleep(phone: Phone, witness: InputWitness, connection: XConnection): Promise<void> {
  const before = await witness.seen();
  const dozing: Step = async () => {
    await sleep(connection);
    return CLICK;
  };
  phone.run('click the middle', { steps: [dozing, CLICK] });
  const card = await phone.waitFor((message) => hasLiveButton(message, 'Wake it and continue'));
  assert.match(card.text, /^The screen is asleep\. I don't work on a screen that nobody can see\./);
  assert.ok(card.rang);
  assert.deepEqual(await witness.seen(), before, 'nothing was pressed');
  phone.say('/status');
  await phone.waitFor(/Screen: asleep/);
  await phone.tap(card, 'Wake it and continue');
  assert.match((await phone.end()).text, /Done and checked/);
  assert.deepEqual((await witness.seen()).slice(before.length), ['button down 1', 'button up 1']);
  await sleep(connection);
  phone.run('click the middle once more', { steps: [CLICK] });
  assert.match((await phone.end()).text, /Done and checked/, 'who asks for a run wants it awake: nobody is asked');
}

async function lock(phone: Phone, witness: InputWitness, connection: XConnection): Promise<void> {
  const before = await witness.seen();
  const locking: Step = async () => {
    await setLocked(true, connection);
    return act({ action: 'type', text: 'secret to the login window' });
  };
  phone.run('type a line', { steps: [locking, CLICK] });
  const card = await phone.waitFor((message) => /^The screen is locked/.test(message.text));
  assert.deepEqual(await witness.seen(), before, 'nothing was pressed');
  const asked = phone.asked('step').length;
  await phone.tap(card, 'Resume');
  const again = await phone.waitFor((message) => message.id > card.id && /^The screen is locked/.test(message.text));
  assert.equal(phone.asked('step').length, asked, 'a locked screen is not shown to the model');
  await setLocked(false, connection);
  await phone.tap(again, 'Resume');
  assert.match((await phone.end()).text, /Done and checked/);
  assert.deepEqual((await witness.seen()).slice(before.length), ['button down 1', 'button up 1']);
}

async function lockBarely(phone: Phone, witness: InputWitness, connection: XConnection): Promise<void> {
  const before = await witness.seen();
  const locker = createLocker(connection);
  const locking: Step = async () => {
    await locker.cover({ width: 1024, height: 768 });
    await locker.takeKeyboard();
    return act({ action: 'type', text: 'into the field of the password' });
  };
  phone.run('type a line', { steps: [locking, CLICK] });
  const card = await phone.waitFor((message) => /^The screen is locked/.test(message.text));
  phone.owner.send('/key enter');
  await phone.waitFor(/^Not done: the screen is locked|A run is in progress/);
  assert.deepEqual(await witness.seen(), before, 'nothing was pressed');
  await locker.leave();
  await phone.tap(card, 'Resume');
  assert.match((await phone.end()).text, /Done and checked/);
  assert.deepEqual((await witness.seen()).slice(before.length), ['button down 1', 'button up 1']);
}

async function byHand(phone: Phone, witness: InputWitness, connection: XConnection): Promise<void> {
  const before = await witness.seen();
  await setLocked(true, connection);
  phone.say('/click 300 300');
  const refused = await phone.waitFor(/^Not done: the screen is locked\. Unlock the computer first\./);
  assert.ok(!hasLiveButton(refused, 'Zoom'), 'nothing to tap on it');
  phone.say('/screenshot');
  await phone.waitFor(/The screen is locked\./);
  assert.deepEqual(await witness.seen(), before);
  await setLocked(false, connection);
  await sleep(connection);
  phone.say('/click 300 300');
  await phone.waitFor(/^Done/);
  assert.deepEqual((await witness.seen()).slice(before.length), ['button down 1', 'button up 1']);
}
