/** `npm run test:looks`: every view and state of the page at 320, 390 and 1280 px, light and dark, through all rules of the audits. */

import { lookAt } from '../adapters/chat/web/look-at.ts';
import { EVERY_LOOK } from '../adapters/chat/web/looks.ts';
import { STATE_NAMES } from '../adapters/chat/web/page-states.ts';
import { startChromium } from '../support/chromium.ts';

const { browser, close } = await startChromium({ isWhole: true });
let looks = 0;
try {
  for (const state of STATE_NAMES) {
    await lookAt(browser, state, EVERY_LOOK, async () => {
      looks += 1;
    });
    process.stdout.write(`${state}: nothing found\n`);
  }
  process.stdout.write(`${STATE_NAMES.length} states, ${looks} looks, 0 violations\n`);
} finally {
  await close();
}
