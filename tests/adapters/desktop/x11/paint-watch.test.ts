/** What is painted while a look begins: a display of one place, that tells of it once until its damage is cleared, as the X server does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { XConnection } from '../../../../adapters/desktop/x11/connection.ts';
import { createPaintWatch } from '../../../../adapters/desktop/x11/paint-watch.ts';

const EXTENSION = { opcode: 150, firstEvent: 91 };
const DAMAGE_ID = 7;
const SUBTRACT = 3;
const PLACE = { x: 20, y: 30, width: 40, height: 50 };

function openDisplay() {
  let listener: (event: Buffer) => void = () => undefined;
  let isInDamage = false;
  let whenCleared = (): void => undefined;
  /** A request that was sent is handled at the next sync. */
  let sent: (() => void)[] = [];
  const paint = (): void => {
    if (isInDamage) return;
    isInDamage = true;
    const event = Buffer.alloc(32);
    event.writeUInt8(EXTENSION.firstEvent, 0);
    event.writeUInt32LE(DAMAGE_ID, 8);
    for (const [index, value] of [PLACE.x, PLACE.y, PLACE.width, PLACE.height].entries())
      event.writeInt16LE(value, 16 + 2 * index);
    listener(event);
  };
  const connection: XConnection = {
    name: ':0',
    root: 1,
    minKeycode: 8,
    maxKeycode: 255,
    resourceIdMask: 0,
    newId: () => DAMAGE_ID,
    send: (opcode, detail) => {
      if (opcode !== EXTENSION.opcode || detail !== SUBTRACT) return;
      sent.push(() => {
        isInDamage = false;
        whenCleared();
      });
    },
    ask: async () => {
      const reply = Buffer.alloc(32);
      reply.writeUInt8(1, 8);
      reply.writeUInt8(EXTENSION.opcode, 9);
      reply.writeUInt8(EXTENSION.firstEvent, 10);
      return reply;
    },
    sync: async () => {
      const handled = sent;
      sent = [];
      for (const handle of handled) handle();
    },
    onEvent: (told) => {
      listener = told;
      return () => undefined;
    },
    lost: new Promise(() => undefined),
    close: () => undefined,
  };
  return {
    connection,
    paint,
    /** Paints right after the next time the damage is cleared. */
    paintWhenCleared: () => {
      whenCleared = () => {
        whenCleared = () => undefined;
        paint();
      };
    },
  };
}

test('a place that was painted while a look began, and again right after it, is told by the next one', async () => {
  const display = openDisplay();
  const watch = await createPaintWatch(display.connection);
  display.paintWhenCleared();
  assert.deepEqual(await watch.take(), [PLACE]);
  display.paint();
  assert.deepEqual(await watch.take(), [PLACE]);
});

test('a place is told again that is painted after a look has begun', async () => {
  const display = openDisplay();
  const watch = await createPaintWatch(display.connection);
  display.paint();
  assert.deepEqual(await watch.take(), [PLACE]);
  display.paint();
  assert.deepEqual(await watch.take(), [PLACE]);
});

test('what is still is not told again', async () => {
  const display = openDisplay();
  const watch = await createPaintWatch(display.connection);
  display.paint();
  assert.deepEqual(await watch.take(), [PLACE]);
  assert.deepEqual(await watch.take(), []);
  display.paint();
  assert.deepEqual(await watch.take(), [PLACE]);
});
