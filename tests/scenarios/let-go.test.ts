/**
 * Nothing stays pressed after any end: stopped, finished, pushed into the corner, terminated or killed in the middle of holding. And
 * nothing is pressed on a screen that is locked or asleep: that is said in the chat, and the run goes on when the person says so.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { connectDisplay, words, type XConnection } from '../../adapters/desktop/x11/connection.ts';
import { createProperties } from '../../adapters/desktop/x11/properties.ts';
import { openByteWindow } from '../support/byte-window.ts';
import { type InputWitness, startInputWitness } from '../support/input-witness.ts';
import { createLocker } from '../support/locker.ts';
import { act, hasLiveButton, type Phone, type Step, startPhone } from '../support/phone.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const HANG = { fault: 'hang' } as const;
const PRESS = act({ action: 'mouse_down', target: { x: 400, y: 400 } });
// Modifiers alone: in a terminal with an unknown line any other key asks.
const HOLD = act({ action: 'hold_key', keys: 'shift+control', seconds: 9 });
const KEEP = act({ action: 'key_down', keys: 'shift' });
const CLICK = act({ action: 'click', target: { x: 500, y: 500 } });
const FORCE_SCREEN_SAVER = 115;
const INTEGER = 19;

test('nothing stays pressed, and nothing is pressed on a screen that is shut', { skip: noX11 }, async (t) => {
  const phone = await startPhone(t);
  const witness = await startInputWitness(phone.display.env);
  const connection = await connectDisplay(phone.display.env);
  try {
    await openByteWindow(phone.display, phone.home);
    await t.test('it falls asleep while the model thinks: held and said; woken by a tap, the run goes on', () =>
      fallAsleep(phone, witness, connection),
    );
    await t.test('it is locked in mid-run: held and said; unlocked, it goes on after Resume', () =>
      lockScreen(phone, witness, connection),
    );
    await t.test('a locker that leaves no sign: held and said, and none of the text reaches it', () =>
      lockBarely(phone, witness, connection),
    );
    await t.test('by hand: one that is asleep is woken, one that is locked is left alone', () =>
      byHand(phone, witness, connection),
    );
    await t.test('when a run is done that pressed the button and never let go', async () => {
      const before = (await witness.seen()).length;
      phone.run('press it', { steps: [PRESS] });
      await phone.end();
      assert.ok((await witness.seen()).slice(before).includes('button down 1'));
      await untilHeld(witness, []);
    });
    await t.test('when it is stopped while the button is down', async () => {
      phone.run('press it', { steps: [PRESS, HANG] });
      await untilHeld(witness, ['button 1']);
      await stop(phone);
      await untilHeld(witness, []);
    });
    await t.test('when it is stopped in the middle of holding keys', async () => {
      phone.run('hold it', { steps: [HOLD] });
      await untilHeld(witness, ['key', 'key']);
      await stop(phone);
      await untilHeld(witness, []);
    });
    await t.test('when a run is done, stopped or paused that kept a key down', async () => {
      const before = (await witness.seen()).length;
      phone.run('keep it', { steps: [KEEP] });
      await phone.end();
      assert.ok((await witness.seen()).slice(before).some((event) => event.startsWith('key down')));
      await untilHeld(witness, []);
      phone.run('keep it', { steps: [KEEP, HANG] });
      await untilHeld(witness, ['key']);
      await stop(phone);
      await untilHeld(witness, []);
      phone.run('keep it', { steps: [PRESS, KEEP, HANG] });
      await untilHeld(witness, ['button 1', 'key']);
      phone.say('/pause');
      await untilHeld(witness, []);
      await stop(phone);
    });
    await t.test('when it is stopped in the middle of a drag with keys held', async () => {
      const before = (await witness.seen()).length;
      const drag = { action: 'drag', from: { x: 300, y: 300 }, to: { x: 700, y: 600 }, modifiers: ['ctrl', 'shift'] };
      phone.run('drag it', { steps: [act(drag), HANG] });
      await phone.tap(await phone.card(), 'Approve');
      await until(async () => (await witness.seen()).length >= before + 3, 'the keys and the button to be down');
      await stop(phone);
      await untilHeld(witness, []);
    });
    await t.test('when it is stopped in the middle of a drag', async () => {
      const before = (await witness.seen()).length;
      phone.run('drag it', {
        steps: [act({ action: 'drag', from: { x: 300, y: 300 }, to: { x: 700, y: 600 } }), HANG],
      });
      // A drag asks, since it can matter where a thing is dropped.
      await phone.tap(await phone.card(), 'Approve');
      await until(async () => (await witness.seen()).length > before, 'the button to be down');
      await stop(phone);
      await untilHeld(witness, []);
    });
    await t.test('when the pointer is pushed into the corner', async () => {
      phone.run('hold it', { steps: [HOLD] });
      await untilHeld(witness, ['key', 'key']);
      execFileSync('/usr/bin/xdotool', ['mousemove', '0', '0'], { env: phone.display.env });
      await untilHeld(witness, []);
      assert.match((await phone.end()).text, /top-left corner/);
      execFileSync('/usr/bin/xdotool', ['mousemove', '400', '300'], { env: phone.display.env });
    });
    await t.test('when the hands are killed', async () => {
      phone.run('keep it', { steps: [KEEP, HANG] });
      await untilHeld(witness, ['key']);
      process.kill(handsOf(phone.bot().child.pid ?? 0), 'SIGKILL');
      await untilHeld(witness, []);
      await stop(phone);
    });
    await t.test('when the bot is killed', async () => {
      phone.run('press it', { steps: [PRESS, HANG] });
      await untilHeld(witness, ['button 1']);
      await phone.bot().kill();
      await untilHeld(witness, []);
      await phone.restart('kill');
    });
    await t.test('when the bot is terminated', async () => {
      phone.run('hold it', { steps: [HOLD] });
      await untilHeld(witness, ['key', 'key']);
      assert.equal(await phone.bot().stop(), 0);
      await untilHeld(witness, []);
    });
  } finally {
    connection.close();
    witness.close();
    // The killed one's last question to Telegram is still open when the next one asks.
    await phone.close(/^getUpdates 409/);
  }
});

async function stop(phone: Phone): Promise<void> {
  phone.owner.send('stop');
  assert.match((await phone.end()).text, /Stopped by Ann/);
}

/** The process that holds the keys: a child of the bot. */
function handsOf(bot: number): number {
  const children = readFileSync(`/proc/${bot}/task/${bot}/children`, 'utf8').trim().split(' ');
  const hands = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bin/hands.ts'));
  return Number(hands ?? assert.fail('no hands'));
}

/** `key` stands for any key. */
async function untilHeld(witness: InputWitness, wanted: readonly string[]): Promise<void> {
  let held: readonly string[] = [];
  await until(
    async () => {
      held = (await witness.now()).held.map((name) => name.replace(/^key \d+$/, 'key'));
      return JSON.stringify(held) === JSON.stringify(wanted);
    },
    () => `held: ${held.join(', ')}; wanted: ${wanted.join(', ')}`,
  );
}

async function fallDark(connection: XConnection): Promise<void> {
  connection.send(FORCE_SCREEN_SAVER, 1, Buffer.alloc(0));
  await connection.sync();
}

/** Sets the sign that xscreensaver leaves while it has locked. */
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
    await fallDark(connection);
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
  await fallDark(connection);
  phone.run('click the middle once more', { steps: [CLICK] });
  assert.match((await phone.end()).text, /Done and checked/, 'who asks for a run wants it awake: nobody is asked');
}

async function lockScreen(phone: Phone, witness: InputWitness, connection: XConnection): Promise<void> {
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
  await fallDark(connection);
  phone.say('/click 300 300');
  await phone.waitFor(/^Done/);
  assert.deepEqual((await witness.seen()).slice(before.length), ['button down 1', 'button up 1']);
}
