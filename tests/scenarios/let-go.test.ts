/** Nothing stays pressed after any end: stopped, finished, pushed into the corner, terminated or killed in the middle of holding. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openByteWindow } from '../support/byte-window.ts';
import { type InputWitness, startInputWitness } from '../support/input-witness.ts';
import { act, type Phone, startPhone } from '../support/phone.ts';
import { noX11 } from '../support/x11.ts';

const HANG = { fault: 'hang' } as const;
const PRESS = act({ action: 'mouse_down', target: { x: 400, y: 400 } });
// In a terminal whose line nobody knows any other key asks.
const HOLD = act({ action: 'hold_key', keys: 'shift+control', seconds: 9 });
const KEEP = act({ action: 'key_down', keys: 'shift' });
const PATIENCE_MS = 10_000;

test('nothing stays pressed', { skip: noX11 }, async (t) => {
  const phone = await startPhone(t);
  const witness = await startInputWitness(phone.display.env);
  try {
    await openByteWindow(phone.display, phone.home);
    await t.test('when a run is done that pressed the button and never let go', async () => {
      phone.run('press it', { steps: [PRESS] });
      await phone.end();
      assert.ok((await witness.seen()).includes('button down 1'));
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
      phone.run('keep it', { steps: [KEEP] });
      await phone.end();
      assert.ok((await witness.seen()).some((event) => event.startsWith('key down')));
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
      for (const end = performance.now() + PATIENCE_MS; (await witness.seen()).length < before + 3; await sleep(2))
        assert.ok(performance.now() < end);
      await stop(phone);
      await untilHeld(witness, []);
    });
    await t.test('when it is stopped in the middle of a drag', async () => {
      const before = (await witness.seen()).length;
      phone.run('drag it', {
        steps: [act({ action: 'drag', from: { x: 300, y: 300 }, to: { x: 700, y: 600 } }), HANG],
      });
      // Where a thing is dragged to can matter, so it asks.
      await phone.tap(await phone.card(), 'Approve');
      for (const end = performance.now() + PATIENCE_MS; (await witness.seen()).length === before; await sleep(2))
        assert.ok(performance.now() < end);
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
    await t.test('when the bot is terminated', async () => {
      phone.run('hold it', { steps: [HOLD] });
      await untilHeld(witness, ['key', 'key']);
      await phone.restart('stop');
      await untilHeld(witness, []);
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
  } finally {
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
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(5)) {
    held = (await witness.now()).held.map((name) => name.replace(/^key \d+$/, 'key'));
    if (JSON.stringify(held) === JSON.stringify(wanted)) return;
    assert.ok(performance.now() < end, `held: ${held.join(', ')}; wanted: ${wanted.join(', ')}`);
  }
}
