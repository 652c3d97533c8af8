/** Real hands on a private display, as the bot has them. */
import { createHands, type Hands } from '../../adapters/desktop/hands.ts';
import { HANDS } from './programs.ts';
import { startTestDisplay, type TestDisplay } from './x11.ts';

export interface TestHands extends Hands {
  readonly display: TestDisplay;
}

export async function startTestHands(
  size: { readonly width: number; readonly height: number; readonly home?: string },
  hasSessionBus = false,
): Promise<TestHands> {
  const display = await startTestDisplay({ ...size, hasSessionBus });
  const hands = createHands({
    program: HANDS,
    platform: 'x11',
    env: () => display.env,
    onDown: () => undefined,
    onUp: () => undefined,
  });
  return {
    ...hands,
    display,
    async close() {
      await hands.close();
      await display.stop();
    },
  };
}
