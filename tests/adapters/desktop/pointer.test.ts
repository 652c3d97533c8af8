import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import type { Display, Place } from '../../../src/ports/desktop.ts';
import { until } from '../../support/until.ts';
import { noX11 } from '../../support/x11.ts';
import { type HandsBench, noBrowser, openPage, startHandsBench, type TestPage } from './hands-bench.ts';

const PAGE = `<body style="margin:0;width:4000px;height:4000px"><script>
  window.seen = [];
  for (const type of ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'mousemove', 'wheel', 'keydown', 'keyup']) {
    addEventListener(type, (e) => seen.push({
      type, button: e.button ?? -1, count: e.detail ?? 0, x: e.screenX ?? -1, y: e.screenY ?? -1,
      held: e.buttons ?? 0, dx: Math.sign(e.deltaX ?? 0), dy: Math.sign(e.deltaY ?? 0), key: e.key ?? '',
      with: [e.ctrlKey && 'ctrl', e.altKey && 'alt', e.shiftKey && 'shift', e.metaKey && 'meta'].filter(Boolean).join(),
    }));
    if (type === 'keydown' || type === 'contextmenu') addEventListener(type, (e) => e.preventDefault());
  }
</script>`;

const seenSchema = z.array(
  z.object({
    type: z.string(),
    button: z.number(),
    count: z.number(),
    x: z.number(),
    y: z.number(),
    held: z.number(),
    dx: z.number(),
    dy: z.number(),
    key: z.string(),
    with: z.string(),
  }),
);
type Seen = z.infer<typeof seenSchema>[number];

const never = new AbortController().signal;

describe('What Chromium sees of the pointer and the keys', { skip: noX11 || noBrowser }, () => {
  let bench: HandsBench;
  let page: TestPage;
  let display: Display;
  const at = (x: number, y: number): Place => ({ display, x, y });

  before(async () => {
    bench = await startHandsBench();
    page = await openPage(bench, PAGE);
    const [first] = (await bench.hands.desktop.describe(never)).displays;
    assert.ok(first !== undefined);
    display = first;
  });
  after(async () => {
    await page.close();
    await bench.close();
  });

  /** The events since the last call, once `isEnough`. */
  async function waitForSeen(isEnough: (seen: readonly Seen[]) => boolean): Promise<readonly Seen[]> {
    let seen: readonly Seen[] = [];
    await until(async () => {
      seen = seenSchema.parse(await page.page.evaluate('seen'));
      return isEnough(seen);
    }, 'the page to see it');
    await page.page.evaluate('seen = []');
    return seen;
  }
  const has =
    (type: string, amount = 1) =>
    (seen: readonly Seen[]) =>
      seen.filter((event) => event.type === type).length >= amount;

  it('the press of a drag where a double click was is no third click', async () => {
    const { desktop } = bench.hands;
    await desktop.click(at(620, 420), 'left', 2, never);
    await desktop.drag(at(621, 420), at(700, 480), never);
    const seen = await waitForSeen(has('mouseup', 3));
    const presses = seen.filter(({ type }) => type === 'mousedown');
    assert.deepEqual(
      presses.map(({ count }) => count),
      [1, 2, 1],
    );
  });

  it('clicks and presses that were decided one after the other at one place are no double and no third click', async () => {
    const { desktop } = bench.hands;
    const place = at(540, 520);
    await desktop.click(place, 'left', 1, never);
    await desktop.click(place, 'left', 1, never);
    await desktop.click(place, 'left', 2, never);
    await desktop.mouseDown(place, never);
    await desktop.mouseUp(place, never);
    const seen = await waitForSeen(has('mouseup', 5));
    const presses = seen.filter(({ type }) => type === 'mousedown');
    assert.deepEqual(
      presses.map(({ count }) => count),
      [1, 1, 1, 2, 1],
    );
  });

  it('a click arrives at exactly the pixel, with the button asked for', async () => {
    for (const [button, number, last] of [
      ['left', 0, 'click'],
      ['middle', 1, 'mouseup'],
      ['right', 2, 'contextmenu'],
    ] as const) {
      await bench.hands.desktop.click(at(321, 456), button, 1, never);
      const down = (await waitForSeen(has(last))).filter((event) => event.type === 'mousedown');
      assert.deepEqual(
        down.map(({ button: pressed, x, y, count }) => ({ pressed, x, y, count })),
        [{ pressed: number, x: 321, y: 456, count: 1 }],
      );
      await bench.hands.desktop.move(at(400, 600), never);
      await waitForSeen(has('mousemove'));
    }
  });

  it('two clicks are a double click and three a triple click', async () => {
    await bench.hands.desktop.click(at(500, 300), 'left', 2, never);
    const twice = await waitForSeen(has('dblclick'));
    assert.deepEqual(
      twice.filter((event) => event.type === 'click').map((event) => event.count),
      [1, 2],
    );
    await bench.hands.desktop.click(at(700, 600), 'left', 3, never);
    const thrice = await waitForSeen(has('click', 3));
    assert.deepEqual(
      thrice.filter((event) => event.type === 'click').map((event) => event.count),
      [1, 2, 3],
    );
  });

  it('a drag presses at the start, moves through the middle, lets go at the end', async () => {
    await bench.hands.desktop.drag(at(200, 200), at(440, 320), never);
    const seen = await waitForSeen(has('mouseup'));
    const down = seen.find((event) => event.type === 'mousedown');
    const up = seen.find((event) => event.type === 'mouseup');
    assert.deepEqual([down?.x, down?.y, up?.x, up?.y], [200, 200, 440, 320]);
    const between = seen.filter((event) => event.type === 'mousemove' && event.held === 1);
    assert.ok(between.length >= 4, `only ${between.length} moves on the way`);
  });

  it('mouse down and up hold in between', async () => {
    await bench.hands.desktop.mouseDown(at(250, 250), never);
    await bench.hands.desktop.move(at(350, 350), never);
    await bench.hands.desktop.mouseUp(null, never);
    const seen = await waitForSeen(has('mouseup'));
    assert.ok(seen.some((event) => event.type === 'mousemove' && event.held === 1 && event.x === 350));
    assert.equal(seen.find((event) => event.type === 'mouseup')?.x, 350);
  });

  it('scrolls to all four sides', async () => {
    for (const [direction, dx, dy] of [
      ['down', 0, 1],
      ['right', 1, 0],
      ['up', 0, -1],
      ['left', -1, 0],
    ] as const) {
      await bench.hands.desktop.scroll(at(500, 400), direction, 3, never);
      // Under load Chromium merges the rest of the previous turn into the first event of this one.
      const isThatWay = (event: Seen): boolean =>
        event.type === 'wheel' && (dx === 0 ? event.dy === dy : event.dx === dx);
      const seen = await waitForSeen((events) => events.some(isThatWay));
      assert.ok(isThatWay(seen.filter((event) => event.type === 'wheel').at(-1) ?? assert.fail()), direction);
    }
  });

  it('a combination arrives as such, with shift where the layout needs it', async () => {
    for (const [keys, key, held] of [
      ['ctrl+s', 's', 'ctrl'],
      ['control+shift+Left', 'ArrowLeft', 'ctrl,shift'],
      ['ctrl+plus', '+', 'ctrl,shift'],
      ['alt+f', 'f', 'alt'],
      ['Page_Down', 'PageDown', ''],
      ['KP_5', '5', ''],
      ['F8', 'F8', ''],
      ['Ctrl+Home', 'Home', 'ctrl'],
      ['?', '?', 'shift'],
    ] as const) {
      await bench.hands.desktop.key(keys, 1, never);
      const named = (event: Seen): boolean => event.type === 'keydown' && !/Control|Shift|Alt|Meta/.test(event.key);
      const seen = await waitForSeen((events) => events.some(named) && has('keyup')(events));
      const pressed = seen.filter(named);
      assert.deepEqual(
        pressed.map((event) => [event.key, event.with]),
        [[key, held]],
        keys,
      );
    }
  });

  it('a key is pressed as often as asked, and a held one is held', async () => {
    await bench.hands.desktop.key('Down', 5, never);
    const presses = await waitForSeen(has('keyup', 5));
    assert.equal(presses.filter((event) => event.type === 'keydown').length, 5);
    const startedAt = performance.now();
    await bench.hands.desktop.holdKey('ctrl+b', 120, never);
    assert.ok(performance.now() - startedAt >= 120);
    const held = await waitForSeen(has('keyup', 2));
    assert.deepEqual(
      held.filter((event) => event.type === 'keyup').map((event) => event.key),
      ['b', 'Control'],
    );
  });

  it('releasing everything lets go of a button that was left down', async () => {
    await bench.hands.desktop.mouseDown(at(300, 300), never);
    await waitForSeen(has('mousedown'));
    await bench.hands.desktop.releaseAll(never);
    await waitForSeen(has('mouseup'));
  });
});
