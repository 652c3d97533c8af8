/** The desktop contract on a Mac's own layer, through hands, against the stand-in for its frameworks. */
import { join } from 'node:path';
import { createHands } from '../../../adapters/desktop/hands.ts';
import { testDesktopContract } from '../../contracts/desktop.ts';
import { noMac } from '../../support/mac/build.ts';
import { furnish, openMac, TEXTEDIT } from '../../support/mac/mac.ts';
import { until } from '../../support/until.ts';

testDesktopContract(
  'The desktop of a Mac, through hands',
  async () => {
    const mac = openMac();
    furnish(mac);
    const root = mac.node(TEXTEDIT, { role: 'AXWindow', title: 'draft.txt', at: [60, 50, 400, 300] });
    mac.node(TEXTEDIT, { role: 'AXTextArea', title: 'Text', at: [60, 80, 400, 270], focused: true }, root);
    const hands = createHands({
      program: join(import.meta.dirname, '../../support/mac/hands.ts'),
      platform: 'macos',
      env: () => process.env,
      onDown: () => undefined,
      onUp: () => undefined,
    });
    return {
      desktop: hands.desktop,
      takeText: async (wanted) => {
        const isThere = async (): Promise<boolean> => mac.typed().length >= wanted.length;
        await until(isThere, 'the text').catch(() => undefined);
        const typed = mac.typed();
        mac.forgetTyped();
        return typed;
      },
      pressByPerson: async ({ display, x, y }) => {
        mac.push((display.originX + x) / display.density, (display.originY + y) / display.density);
        mac.person(1);
      },
      heldKeys: async () => {
        await mac.arrived();
        return mac.keys().map(String);
      },
      change: async () => mac.set('scene', mac.get('scene') + 1),
      lose: async () => {
        mac.display(0, { w: 756, h: 491, density: 2, isOff: true });
        mac.display(1, { x: -640, y: -98, w: 640, h: 480, isOff: true });
      },
      close: async () => {
        await hands.close();
        mac.close();
      },
    };
  },
  noMac,
);
