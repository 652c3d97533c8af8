/** Two monitors on one real display, made and taken away over RandR while hands work it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askForExtension,
  connectDisplay,
  words,
  type XConnection,
} from '../../../../adapters/desktop/x11/connection.ts';
import { Refused } from '../../../../src/ports/desktop.ts';
import { startTestHands } from '../../../support/hands.ts';
import { noX11 } from '../../../support/x11.ts';

const never = new AbortController().signal;
const SET_MONITOR = 43;
const DELETE_MONITOR = 44;
const SCREEN_RESOURCES = 25;
/** Any atoms will do for names. */
const [LEFT, RIGHT] = [1, 2];

test('each monitor is a display of its own; what was decided on one that changed is refused', {
  skip: noX11,
}, async (t) => {
  const hands = await startTestHands({ width: 1000, height: 600 });
  t.after(() => hands.close());
  const { desktop } = hands;
  const connection = await connectDisplay(hands.display.env);
  t.after(() => connection.close());
  const randr = (await askForExtension(connection, 'RANDR')) ?? assert.fail('no RANDR');
  const before = await desktop.describe(never);
  assert.deepEqual(
    before.displays.map(({ index, width, height }) => [index, width, height]),
    [[1, 1000, 600]],
  );

  const output = await firstOutput(connection, randr);
  setMonitor(connection, randr, {
    name: LEFT,
    isPrimary: false,
    x: 0,
    y: 0,
    width: 600,
    height: 600,
    outputs: [output],
  });
  setMonitor(connection, randr, { name: RIGHT, isPrimary: true, x: 600, y: 100, width: 400, height: 500, outputs: [] });
  await connection.sync();
  const { displays } = await desktop.describe(never);
  const [main, second] = displays;
  assert.ok(main !== undefined && second !== undefined && displays.length === 2, JSON.stringify(displays));
  assert.deepEqual([main.originX, main.originY, main.width, main.height], [600, 100, 400, 500], 'the primary one is 1');

  await t.test('a click lands on its own display, and the pointer is found there', async () => {
    await desktop.move({ display: main, x: 10, y: 20 }, never);
    const place = await desktop.cursor(never);
    assert.deepEqual([place.display.index, place.x, place.y], [1, 10, 20]);
    await desktop.move({ display: second, x: 599, y: 0 }, never);
    assert.deepEqual((await desktop.cursor(never)).display.index, 2);
  });

  await t.test('a picture shows one of them, and only that', async () => {
    const frame = await desktop.capture({ display: 2, width: 600, height: 600 }, never);
    assert.deepEqual([frame.width, frame.height, frame.display.index], [600, 600, 2]);
    assert.equal((await desktop.fingerprint(1, never)).columns, Math.ceil(400 / 32));
  });

  await t.test('one is unplugged: a place chosen on it, or on what it was, is refused, and nothing moves', async () => {
    const at = await desktop.cursor(never);
    connection.send(randr, DELETE_MONITOR, words(connection.root, RIGHT));
    await connection.sync();
    await assert.rejects(desktop.click({ display: main, x: 5, y: 5 }, 'left', 1, never), Refused);
    await assert.rejects(desktop.click({ display: second, x: 5, y: 5 }, 'left', 1, never), Refused);
    const now = await desktop.cursor(never);
    assert.deepEqual([now.x, now.y], [at.x, at.y]);
  });
});

async function firstOutput(connection: XConnection, randr: number): Promise<number> {
  const reply = (await connection.ask(randr, SCREEN_RESOURCES, words(connection.root))) ?? assert.fail('no answer');
  return reply.readUInt32LE(32 + 4 * reply.readUInt16LE(16));
}

interface NewMonitor {
  readonly name: number;
  readonly isPrimary: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly outputs: readonly number[];
}

function setMonitor(connection: XConnection, randr: number, monitor: NewMonitor): void {
  const { name, isPrimary, x, y, width, height, outputs } = monitor;
  const flags = (isPrimary ? 1 : 0) | (outputs.length << 16);
  const body = words(connection.root, name, flags, x | (y << 16), width | (height << 16), 100, 100, ...outputs);
  connection.send(randr, SET_MONITOR, body);
}
