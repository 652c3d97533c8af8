/** Monitors of a test's X display, plugged in and out over RandR (1.5). */
import assert from 'node:assert/strict';
import { askForExtension, connectDisplay, words, type XConnection } from '../../adapters/desktop/x11/connection.ts';
import type { DisplayEnvironment } from '../../adapters/desktop/x11/display-name.ts';

const SCREEN_RESOURCES = 25;
const SET_MONITOR = 43;
const DELETE_MONITOR = 44;
/** Any atoms will do for names. */
const NAMES = { left: 1, right: 2 } as const;

export interface MonitorPlace {
  readonly isPrimary: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Monitors {
  /** The first one takes the place of the display's own, as its mode is changed; `right` is another one. */
  set(name: keyof typeof NAMES, place: MonitorPlace): Promise<void>;
  unplug(name: keyof typeof NAMES): Promise<void>;
  close(): void;
}

export async function openMonitors(env: DisplayEnvironment): Promise<Monitors> {
  const connection = await connectDisplay(env);
  const randr = (await askForExtension(connection, 'RANDR')) ?? assert.fail('no RANDR');
  const output = await firstOutput(connection, randr);
  return {
    async set(name, { isPrimary, x, y, width, height }) {
      const outputs = name === 'left' ? [output] : [];
      const flags = (isPrimary ? 1 : 0) | (outputs.length << 16);
      const place = [x | (y << 16), width | (height << 16), 100, 100];
      connection.send(randr, SET_MONITOR, words(connection.root, NAMES[name], flags, ...place, ...outputs));
      await connection.sync();
    },
    async unplug(name) {
      connection.send(randr, DELETE_MONITOR, words(connection.root, NAMES[name]));
      await connection.sync();
    },
    close: connection.close,
  };
}

async function firstOutput(connection: XConnection, randr: number): Promise<number> {
  const reply = (await connection.ask(randr, SCREEN_RESOURCES, words(connection.root))) ?? assert.fail('no answer');
  return reply.readUInt32LE(32 + 4 * reply.readUInt16LE(16));
}
