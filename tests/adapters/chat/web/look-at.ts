/** Puts one state of the page up, and shows it at widths and in themes; each is audited. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { openPage, waitForState } from './browser-bench.ts';
import { fixDay, LOOKS_CONTEXT, type Look, labelMessage, sizeOf } from './looks.ts';
import { putUp, STATES_CHAT } from './page-states.ts';
import { startWebChat } from './web-bench.ts';

const WITHOUT_CONNECTION: readonly string[] = ['offline', 'signed out'];

export async function lookAt(
  browser: Browser,
  state: string,
  looks: readonly Omit<Look, 'state'>[],
  each: (look: Look, page: Page) => Promise<void>,
): Promise<void> {
  const bench = await startWebChat(STATES_CHAT);
  const context = { ...LOOKS_CONTEXT, viewport: sizeOf(390), hasTouch: true };
  const { page, audit, close } = await openPage(browser, bench, context, bench.chat.openLink(), fixDay);
  try {
    await waitForState(page, 'connected');
    await labelMessage(page);
    await putUp(state, page, bench);
    for (const [at, { width, theme }] of looks.entries()) {
      await page.setViewportSize(sizeOf(width));
      await page.emulateMedia({ colorScheme: theme });
      if (!WITHOUT_CONNECTION.includes(state)) await waitForState(page, 'connected');
      await each({ state, width, theme }, page);
      const isOnlyTheme = looks.slice(0, at).some((earlier) => earlier.width === width);
      assert.deepEqual(await audit(isOnlyTheme ? 'colors' : 'all'), [], `${state}, ${width} px, ${theme}`);
    }
  } finally {
    await close();
    await bench.chat.stop();
  }
}
