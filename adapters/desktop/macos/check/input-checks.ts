/** Checks of what Deskhand does: clicks, drags, scrolling, keys and text, as a page receives them. */
import type { MouseButton } from '../../../../src/ports/desktop.ts';
import { type Check, type CheckKit, expect, until } from './check.ts';
import { gridMiddle, openTarget, placeIn } from './screen-checks.ts';
import type { Seen } from './target.ts';
import { FIELD, GRID, GRID_COLORS } from './target-page.ts';

const ARRIVAL_MS = 5000;
/** Half a point may be rounded either way. */
const NEAR = 1.5;
const SENTENCES = 'Grüße aus Köln: “naïve café”, 漢字かな, ελληνικά 👩‍👩‍👧‍👦 🇩🇪 – 1234567890 @#[]{}~^\\|. ';

export const inputChecks: readonly Check[] = [
  {
    name: 'clicks',
    title: 'One, two and three clicks, and the right button, at five places',
    needs: ['touch'],
    run: async (kit) => {
      for (const [button, count] of [
        ['left', 1],
        ['left', 2],
        ['left', 3],
        ['right', 1],
      ] as const)
        for (const index of [0, 2, 4, 5, 7]) await clickOn(index, button, count, kit);
      return { detail: '20 clicks arrived where they were meant, with their count and nothing held' };
    },
  },
  {
    name: 'fifty',
    title: 'Fifty clicks at once',
    needs: ['touch'],
    run: async (kit) => {
      const { target, display, corner } = await openTarget(kit);
      target.forget();
      const places = Array.from({ length: 50 }, (_, at) => gridMiddle(at % GRID_COLORS.length));
      await Promise.all(
        places.map((point) => kit.desktop.click(placeIn(corner, point, display), 'left', 1, kit.signal)),
      );
      const downs = () => target.seen().filter(({ type }) => type === 'mousedown');
      const ups = () => target.seen().filter(({ type }) => type === 'mouseup');
      // What comes late must not be taken for part of the next check.
      await until(() => downs().length >= 50 && ups().length >= 50, ARRIVAL_MS);
      const missing = 50 - downs().length;
      expect(missing === 0, `${missing} of 50 clicks did not arrive`);
      const astray = downs().filter((seen) => !places.some((point) => isNear(seen, point)) || seen.held !== '');
      expect(astray.length === 0, `${astray.length} of 50 clicks arrived elsewhere or with a modifier`);
      return { detail: 'all arrived, none with a modifier' };
    },
  },
  {
    name: 'drag',
    title: 'A drag with its steps',
    needs: ['touch'],
    run: async (kit) => {
      const { target, display, corner } = await openTarget(kit);
      target.forget();
      const [from, to] = [gridMiddle(0), { x: GRID.left + 300, y: GRID.top + 100 }];
      await kit.desktop.drag(placeIn(corner, from, display), placeIn(corner, to, display), kit.signal);
      await until(() => target.seen().some(({ type }) => type === 'mouseup'), ARRIVAL_MS);
      const seen = target.seen();
      const [down, up] = [seen.find(({ type }) => type === 'mousedown'), seen.find(({ type }) => type === 'mouseup')];
      expect(down !== undefined && isNear(down, from), 'the drag did not begin where it was meant');
      expect(up !== undefined && isNear(up, to), 'the drag did not end where it was meant');
      const steps = seen.filter(({ type, buttons }) => type === 'mousemove' && buttons === 1).length;
      expect(steps >= 4, `the page saw ${steps} steps on the way`);
      return { detail: `${steps} steps with the button held` };
    },
  },
  {
    name: 'scroll',
    title: 'Scrolling to all four sides',
    needs: ['touch'],
    run: async (kit) => {
      const { target, display, corner } = await openTarget(kit);
      for (const [direction, dx, dy] of [
        ['down', 0, 1],
        ['up', 0, -1],
        ['right', 1, 0],
        ['left', -1, 0],
      ] as const) {
        target.forget();
        await kit.desktop.scroll(placeIn(corner, gridMiddle(1), display), direction, 3, kit.signal);
        const isThatWay = (seen: Seen): boolean =>
          seen.type === 'wheel' && (dx === 0 ? seen.dy === dy : seen.dx === dx);
        expect(await until(() => target.seen().some(isThatWay), ARRIVAL_MS), `scrolling ${direction} did not go there`);
      }
      return { detail: 'down, up, right, left' };
    },
  },
  {
    name: 'keys',
    title: 'Keys and combinations on this keyboard layout',
    needs: ['touch'],
    run: async (kit) => {
      const { target } = await focusField(kit);
      for (const [keys, key, held] of [
        ['a', 'a', ''],
        ['1', '1', null],
        ['0', '0', null],
        ['Right', 'ArrowRight', ''],
        ['shift+Left', 'ArrowLeft', 'shift'],
        ['control+b', 'b', 'control'],
        ['F5', 'F5', ''],
      ] as const) {
        target.forget();
        await kit.desktop.key(keys, 1, kit.signal);
        const isIt = (seen: Seen): boolean =>
          seen.type === 'keydown' && seen.key === key && (held === null || seen.held === held);
        expect(
          await until(() => target.seen().some(isIt), ARRIVAL_MS),
          `${keys} arrived as ${say(target.seen())} on ${kit.layout()}`,
        );
      }
      return { detail: `letters, digits, arrows and modifiers on ${kit.layout()}` };
    },
  },
  {
    name: 'text',
    title: '5,000 characters with umlauts, emoji and other scripts',
    needs: ['touch'],
    run: async (kit) => {
      const { target } = await focusField(kit);
      const text = [...new Intl.Segmenter().segment(SENTENCES.repeat(80))]
        .map(({ segment }) => segment)
        .slice(0, 5000)
        .join('');
      const startedAt = performance.now();
      await kit.desktop.type(text, kit.signal);
      const ms = Math.round(performance.now() - startedAt);
      await until(() => target.text() === text, ARRIVAL_MS);
      const arrived = target.text();
      const at = [...text].findIndex((character, index) => [...arrived][index] !== character);
      expect(
        arrived === text,
        `from character ${at} on it is another text (${arrived.length} of ${text.length} units arrived)`,
      );
      return { detail: `exact, in ${ms} ms`, data: { ms, units: text.length } };
    },
  },
  {
    name: 'paste',
    title: 'Text with newlines, and the clipboard comes back',
    needs: ['touch'],
    run: async (kit) => {
      const { target } = await focusField(kit);
      await kit.desktop.clipboardWrite('the person’s own ✓', kit.signal);
      const text = 'one\ntwo ü\n\tthree';
      await kit.desktop.type(text, kit.signal);
      await until(() => target.text() === text, ARRIVAL_MS);
      expect(target.text() === text, `“${target.text().slice(0, 60)}” arrived`);
      const back = await kit.desktop.clipboardRead(kit.signal);
      expect(back === 'the person’s own ✓', `the clipboard holds “${back.slice(0, 60)}” now`);
      return { detail: 'exact, and the clipboard is as it was' };
    },
  },
  {
    name: 'picture on the clipboard',
    title: 'A picture on the clipboard comes back after a paste',
    needs: ['touch', 'see'],
    run: async (kit) => {
      await kit.run(['/usr/sbin/screencapture', '-x', '-c', '-R0,0,40,40']);
      const kinds = async (): Promise<string> => (await kit.run(['/usr/bin/osascript', '-e', 'clipboard info'])).output;
      const before = await kinds();
      expect(/PNG|TIFF|picture/i.test(before), 'no picture could be copied');
      await focusField(kit);
      await kit.desktop.type('a\nb', kit.signal);
      const now = await kinds();
      expect(/PNG|TIFF|picture/i.test(now), `the clipboard holds ${now.trim().slice(0, 80)} now`);
      return { detail: 'it is there again', data: { before, now } };
    },
  },
  {
    name: 'own acts',
    title: 'Deskhand’s own clicks and keys are not taken for a person’s',
    needs: ['touch'],
    run: async (kit) => {
      const { display, corner } = await openTarget(kit);
      const acts = async (): Promise<number> => (await kit.desktop.presence(kit.signal)).keysPressed ?? 0;
      const before = await acts();
      for (let times = 0; times < 20; times += 1) {
        const place = placeIn(corner, gridMiddle(times % GRID_COLORS.length), display);
        await kit.desktop.click(place, 'left', 1, kit.signal);
        await kit.desktop.key('F5', 1, kit.signal);
        const { x, y } = await kit.desktop.cursor(kit.signal);
        expect(
          Math.abs(x - place.x) <= display.density && Math.abs(y - place.y) <= display.density,
          'the pointer is not where it was put',
          'Leave mouse and keyboard alone meanwhile, and run this again.',
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      const more = (await acts()) - before;
      expect(
        more === 0,
        `${more} of 40 own acts were counted as a person’s`,
        'Leave mouse and keyboard alone meanwhile, and run this again.',
      );
      return { detail: '40 acts, none counted' };
    },
  },
  {
    name: 'a person',
    title: 'One key of a person is noticed',
    needsHand: true,
    run: async (kit) => {
      const acts = async (): Promise<number> => (await kit.desktop.presence(kit.signal)).keysPressed ?? 0;
      const before = await acts();
      expect(await kit.ask('Press the Shift key and then any letter, once.'), 'it was not done', 'Run this again.');
      expect((await acts()) > before, 'the key was not noticed');
      return { detail: 'it was noticed' };
    },
  },
  {
    name: 'the corner',
    title: 'The pointer in the top left corner is seen',
    needsHand: true,
    run: async (kit) => {
      expect(
        await kit.ask('Push the pointer into the top left corner of the main display and leave it there.'),
        'it was not done',
        'Run this again.',
      );
      const { display, x, y } = await kit.desktop.cursor(kit.signal);
      expect(display.index === 1 && x < 2 && y < 2, `the pointer is at ${x},${y} of display ${display.index}`);
      return { detail: 'it is there' };
    },
  },
];

async function clickOn(index: number, button: MouseButton, count: number, kit: CheckKit): Promise<void> {
  const { target, display, corner } = await openTarget(kit);
  const point = gridMiddle(index);
  target.forget();
  await kit.desktop.click(placeIn(corner, point, display), button, count, kit.signal);
  const downs = () => target.seen().filter(({ type }) => type === 'mousedown');
  const what = `${count} ${button} at square ${index}`;
  const ups = () => target.seen().filter(({ type }) => type === 'mouseup');
  expect(
    await until(() => downs().length >= count && (button === 'right' || ups().length >= count), ARRIVAL_MS),
    `${what}: ${downs().length} clicks arrived`,
  );
  const last = downs().at(-1);
  expect(
    last !== undefined && isNear(last, point),
    `${what} arrived at ${last?.x},${last?.y} instead of ${point.x},${point.y}`,
  );
  expect(last.clicks === count, `${what} counts as ${last.clicks}`);
  expect(last.button === (button === 'right' ? 2 : 0), `${what} came with button ${last.button}`);
  expect(last.held === '', `${what} came with ${last.held} held`);
}

/** The field of the page empty and in focus. */
async function focusField(kit: CheckKit) {
  const opened = await openTarget(kit);
  const { target, display, corner } = opened;
  target.clear();
  await kit.desktop.click(placeIn(corner, { x: FIELD.left + 20, y: FIELD.top + 20 }, display), 'left', 1, kit.signal);
  expect(
    await until(() => target.text() === '', ARRIVAL_MS),
    'the page does not answer',
    `Open ${target.url} in Safari and run this again.`,
  );
  target.forget();
  return opened;
}

function isNear(
  seen: { readonly x: number; readonly y: number },
  point: { readonly x: number; readonly y: number },
): boolean {
  return Math.abs(seen.x - point.x) <= NEAR && Math.abs(seen.y - point.y) <= NEAR;
}

function say(seen: readonly Seen[]): string {
  const keys = seen
    .filter(({ type }) => type === 'keydown')
    .map(({ key, held }) => (held === '' ? key : `${held}+${key}`));
  return keys.length === 0 ? 'nothing' : keys.join(', ');
}
