import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findFrontPage } from '../../../../adapters/desktop/web/devtools-elements.ts';
import { portOf } from '../../../../adapters/desktop/web/devtools-port.ts';
import type { Page } from '../../../../adapters/desktop/web/page-script.ts';
import { placePage } from '../../../../adapters/desktop/web/place-page.ts';
import { english } from '../../../../src/words/speak.ts';

const DISPLAY = { index: 1, width: 3000, height: 2000, originX: 0, originY: 0, density: 2 };
const WIDTH = 1200;
const HEIGHT = 900;
/** Tabs and address. */
const BARS = 90;

describe('Where elements of a page are on the screen', () => {
  it('zoom, density, the place of the window and of the display are all taken in', () => {
    const setting = fc.record({
      zoom: fc.constantFrom(0.5, 0.8, 1, 1.25, 2),
      density: fc.constantFrom(1, 1.5, 2),
      frame: fc.constantFrom(0, 4),
      screenX: fc.integer({ min: -900, max: 300 }),
      screenY: fc.integer({ min: -900, max: 200 }),
      knowsZoom: fc.boolean(),
    });
    const property = fc.property(setting, ({ zoom, density, frame, screenX, screenY, knowsZoom }) => {
      // A browser that does not tell its zoom has no frame of its own.
      const edge = knowsZoom ? frame : 0;
      const page: Page = {
        ...PAGE,
        screenX,
        screenY,
        outerWidth: WIDTH,
        outerHeight: HEIGHT,
        innerWidth: (WIDTH - 2 * edge) / zoom,
        innerHeight: (HEIGHT - BARS - edge) / zoom,
        elements: [{ ...ELEMENT, x: 100 / zoom, y: 50 / zoom, width: 80 / zoom, height: 30 / zoom }],
      };
      const origin = { originX: -900 * density, originY: -900 * density };
      const { elements } = placePage(page, { zoom: knowsZoom ? zoom : null, density }, { ...DISPLAY, ...origin });
      const box = elements[0]?.box;
      const left = (screenX + edge + 100 + 900) * density;
      const top = (screenY + BARS + 50 + 900) * density;
      if (box === undefined) return assert.ok(left + 40 * density >= 2999 || top + 15 * density >= 1999);
      assert.ok(Math.abs(box.x - left) <= 1 && Math.abs(box.y - top) <= 1, JSON.stringify({ box, left, top }));
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('a sidebar makes the places unknown, and that is said', () => {
    const page = { ...PAGE, innerWidth: WIDTH - 320, elements: [ELEMENT] };
    const list = placePage(page, { zoom: 1, density: 1 }, DISPLAY);
    assert.equal(list.coverage, 'unavailable');
    assert.match(english(list.reason), /beside the page/);
  });

  it('what stands in a password field is never told, whatever a page says', () => {
    const page = { ...PAGE, elements: [{ ...ELEMENT, isSecure: true, value: 'hunter2' }] };
    assert.equal(placePage(page, { zoom: 1, density: 1 }, DISPLAY).elements[0]?.value, '');
  });

  it('the port is told by the command line, never guessed', async () => {
    assert.equal(await portOf('/usr/bin/chromium\0--remote-debugging-port=9222\0--x'), 9222);
    assert.equal(await portOf('/usr/bin/chromium --type=browser --remote-debugging-port=41001 --x'), 41001);
    for (const line of [
      '',
      '/usr/bin/chromium',
      'chromium --remote-debugging-port=x',
      'chromium --remote-debugging-port=0',
    ])
      assert.equal(await portOf(line), null, line);
  });

  it('the page in front is the one the window is called after', () => {
    const targets = ['Mail', 'Mail - Inbox', ''].map((title, index) => ({
      id: String(index),
      type: 'page',
      title,
      webSocketDebuggerUrl: 'ws://127.0.0.1/',
    }));
    const front = (title: string) => ({ app: 'Chromium', title, pid: 1 });
    assert.equal(findFrontPage(targets, front('Mail - Inbox - Chromium'))?.title, 'Mail - Inbox');
    assert.equal(findFrontPage(targets, front('Something else')), null);
  });
});

const ELEMENT = {
  role: 'button',
  name: 'OK',
  value: '',
  x: 10,
  y: 10,
  width: 50,
  height: 20,
  isFocused: false,
  isEnabled: true,
  isSecure: false,
};

const PAGE: Page = {
  elements: [],
  isWhole: true,
  title: 'x',
  screenX: 0,
  screenY: 0,
  outerWidth: WIDTH,
  outerHeight: HEIGHT,
  innerWidth: WIDTH,
  innerHeight: HEIGHT - BARS,
  devicePixelRatio: 1,
  pinch: { scale: 1, left: 0, top: 0 },
};
