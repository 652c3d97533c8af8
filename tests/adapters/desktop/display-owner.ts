/** A program that owns a display and hands, prints the display's authority file, and waits to be killed. */
import { createHands } from '../../../adapters/desktop/hands.ts';
import { startVirtualDisplay } from '../../../adapters/desktop/virtual-display.ts';

const never = new AbortController().signal;
const display = await startVirtualDisplay({ width: 320, height: 240, hasSessionBus: true, env: process.env }, never);
const hands = createHands({
  program: process.argv[2] ?? '',
  platform: 'x11',
  env: () => display.env,
  onDown: () => undefined,
  onUp: () => undefined,
});
await hands.desktop.describe(never);
process.stdout.write(`${display.env.XAUTHORITY}\n`);
setInterval(() => undefined, 60_000);
