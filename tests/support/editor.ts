/** A real GTK editor on a test's display, and somebody who looks at its elements beside the bot. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccessibility } from '../../adapters/desktop/accessibility/accessibility.ts';
import type { UiElement } from '../../src/ports/desktop.ts';
import { until } from './until.ts';
import { noX11, type TestDisplay } from './x11.ts';

const PROGRAM = '/usr/bin/mousepad';
const BUS = '/usr/libexec/at-spi-bus-launcher';
const missing = [PROGRAM, BUS].filter((path) => !existsSync(path));

/** For the `skip` option of `node:test`. */
export const noEditor: string | false = noX11 || (missing.length > 0 && `not installed: ${missing.join(', ')}`);

export interface Editor {
  /** The editor's elements now. */
  elements(): Promise<readonly UiElement[]>;
  /** The text in the editor. */
  text(): Promise<string>;
  /** Resolves when the editor holds this text. */
  whenText(text: string): Promise<void>;
  /** Whether a menu with this entry is open. */
  isShown(menuItem: string): Promise<boolean>;
  /** Resolves when a menu with this entry is open. */
  whenShown(menuItem: string): Promise<void>;
  close(): void;
}

/** Resolves when the editor lists its menus. The display needs a session bus. */
export async function openEditor({ env, open }: TestDisplay, size: { width: number; height: number }): Promise<Editor> {
  open(PROGRAM, ['--disable-server']);
  const accessibility = createAccessibility({ env });
  const display = { index: 1, ...size, originX: 0, originY: 0, density: 1 };
  const front = { app: 'Mousepad', title: '', pid: null, width: null };
  const elements = async (): Promise<readonly UiElement[]> =>
    (await accessibility.elements({ app: 'Mousepad', front, display }, AbortSignal.timeout(5000))).elements;
  const isListed = async (role: string, name: string): Promise<boolean> =>
    (await elements()).some((element) => element.role === role && element.name === name);
  const whenListed = async (role: string, name: string): Promise<void> => {
    await until(async () => (await isListed(role, name)) || sleep(50, false), `${role} “${name}” to be there`);
  };
  await whenListed('menu', 'File');
  const read = async (): Promise<string> => (await elements()).find(({ role }) => role === 'text area')?.value ?? '';
  return {
    elements,
    text: read,
    async whenText(text) {
      let now = '';
      const isThere = async (): Promise<boolean> => {
        now = await read();
        return now === text || sleep(50, false);
      };
      await until(isThere, () => `“${text}” to stand there, not “${now}”`);
    },
    isShown: (name) => isListed('menu item', name),
    whenShown: (name) => whenListed('menu item', name),
    close: accessibility.close,
  };
}
