/** A real terminal over the whole display that shows, and keeps, every byte and every click that reaches it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDisplay } from '../../adapters/desktop/x11/connection.ts';
import { createProperties } from '../../adapters/desktop/x11/properties.ts';
import { readFrontWindow } from '../../adapters/desktop/x11/windows.ts';
import { until } from './until.ts';
import type { TestDisplay } from './x11.ts';

export interface ByteWindow {
  /** What arrived, control characters as `^M`; clicks are left out. */
  text(): string;
  /** Presses of buttons and the wheel so far, in pixels of the display. */
  presses(): readonly Press[];
}

export interface Press {
  readonly button: 'left' | 'middle' | 'right' | 'wheel up' | 'wheel down' | 'other';
  readonly x: number;
  readonly y: number;
}

const BUTTONS = new Map<number, Press['button']>([
  [0, 'left'],
  [1, 'middle'],
  [2, 'right'],
  [64, 'wheel up'],
  [65, 'wheel down'],
]);
/** How xterm reports the mouse with modes 1000 and 1016: pixels, from 1; `m` at the end is a release. */
const REPORT = /\^\[\[<(\d+);(\d+);(\d+)([Mm])/g;

/** Resolves when it is on the screen and takes what comes. `folder` gets its log. */
export async function openByteWindow(display: TestDisplay, folder: string, name = 'bytes'): Promise<ByteWindow> {
  const log = join(folder, name);
  const script = `stty -icanon -echo -isig -icrnl -ixon -iexten; printf '\\033[?1000h\\033[?1016h'; cat -v | tee ${log}`;
  display.open('/usr/bin/xterm', ['-fullscreen', '-b', '0', '+bc', '-T', name, '-e', '/bin/sh', '-c', script]);
  const seen = (): string => (existsSync(log) ? readFileSync(log, 'latin1') : '');
  await until(() => existsSync(log), 'the terminal to come up');
  await untilFullScreen(display, name);
  return {
    text: () => seen().replaceAll(REPORT, ''),
    presses: () =>
      [...seen().matchAll(REPORT)]
        .filter((report) => report[4] === 'M')
        .map((report) => ({
          button: BUTTONS.get(Number(report[1])) ?? 'other',
          x: Number(report[2]) - 1,
          y: Number(report[3]) - 1,
        })),
  };
}

/** The window manager makes it so a moment after the window is there. */
async function untilFullScreen({ env }: TestDisplay, title: string): Promise<void> {
  const connection = await connectDisplay(env);
  try {
    const properties = createProperties(connection);
    const { width, height } = await properties.rootSize();
    let front: unknown = null;
    const isFull = async (): Promise<boolean> => {
      const now = await readFrontWindow(properties, connection.root);
      front = now;
      const isWhole = now.box?.width === width && now.box.height === height;
      return (now.title === title && isWhole) || sleep(20, false);
    };
    await until(isFull, () => `the terminal to fill the screen: ${JSON.stringify(front)}`);
  } finally {
    connection.close();
  }
}
