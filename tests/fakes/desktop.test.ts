import { testDesktopContract } from '../contracts/desktop.ts';
import { createFakeDesktop } from './desktop.ts';

testDesktopContract('The fake desktop', async () => {
  const desktop = createFakeDesktop();
  let taken = 0;
  return {
    desktop,
    takeText: async () => {
      const text = desktop.text().slice(taken);
      taken = desktop.text().length;
      return text;
    },
    pressByPerson: async (place) => desktop.pressByPerson({ clicks: [place], keys: 0 }),
    heldKeys: async () => desktop.heldKeys(),
    change: async () => desktop.paint({ x: 40, y: 40, width: 1, height: 1 }, 0x00ff00),
    lose: async () => desktop.lose(),
    close: () => desktop.close(),
  };
});
