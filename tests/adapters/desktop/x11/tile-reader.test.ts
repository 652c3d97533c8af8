/** Fingerprints of which only what was painted is grabbed: never other than those of the whole screen, on a real display and beside a server that lies. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as answered, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { fingerprintOf, type RawFrame, toRawFrame } from '../../../../adapters/desktop/raw-frame.ts';
import { connectDisplay, words } from '../../../../adapters/desktop/x11/connection.ts';
import { createTileReader } from '../../../../adapters/desktop/x11/tile-reader.ts';
import type { Box, Display } from '../../../../src/ports/desktop.ts';
import { startTestHands } from '../../../support/hands.ts';
import { WITH_REPEATS } from '../../../support/repeats.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { noX11 } from '../../../support/x11.ts';

const never = new AbortController().signal;
const GET_IMAGE = 73;
const Z_PIXMAP = 2;
/** One round of looks at a real display that does not change meanwhile. */
const LOOKS = WITH_REPEATS ? 8 : 3;
const SCREEN = { width: 640, height: 480 } as const;
const DISPLAY: Display = { index: 1, width: 150, height: 100, density: 1, originX: 40, originY: 20 };

/** A home whose window manager does not animate: an animation leaves the screen equal before and after, but not in between. */
function homeWithoutAnimation(t: TestContext): string {
  const home = makeTempFolder(t);
  const settings = readFileSync('/etc/xdg/openbox/rc.xml', 'utf8');
  const still = settings.replace('<animateIconify>yes<', '<animateIconify>no<');
  assert.notEqual(still, settings);
  mkdirSync(join(home, '.config/openbox'), { recursive: true });
  writeFileSync(join(home, '.config/openbox/rc.xml'), still);
  return home;
}

/** A screen of one colour a pixel, that tells what is painted on it unless it is told to keep still. */
function openScreen() {
  const pixels = new Uint32Array(DISPLAY.width * DISPLAY.height);
  const grabbed: Box[] = [];
  let painted: Box[] | null = [];
  let time = 0;
  let beforeGrab = (): void => undefined;
  let whenTaken = (): void => undefined;
  const paint = (part: Box, color: number, isTold = true): void => {
    for (let y = part.y; y < part.y + part.height; y += 1)
      pixels.fill(color, y * DISPLAY.width + part.x, y * DISPLAY.width + part.x + part.width);
    if (isTold) painted?.push({ ...part, x: part.x + DISPLAY.originX, y: part.y + DISPLAY.originY });
  };
  const cut = ({ x, y, width, height }: Box): RawFrame => {
    const part = new Uint32Array(width * height);
    for (let row = 0; row < height; row += 1)
      part.set(pixels.subarray((y + row) * DISPLAY.width + x, (y + row) * DISPLAY.width + x + width), row * width);
    return { width, height, pixels: part };
  };
  const read = createTileReader({
    grab: (_, part) => {
      grabbed.push(part);
      const now = beforeGrab;
      beforeGrab = () => undefined;
      now();
      return cut(part);
    },
    release: () => undefined,
    paints: {
      // In two steps, as an X server answers, so that others can ask and paint in between.
      take: async () => {
        await answered();
        if (painted === null) return null;
        const taken = painted;
        painted = [];
        const now = whenTaken;
        whenTaken = () => undefined;
        now();
        await answered();
        return [...taken, ...painted];
      },
    },
    now: () => time,
  });
  const whole: Box = { x: 0, y: 0, width: DISPLAY.width, height: DISPLAY.height };
  return {
    ...{ paint, whole, grabbed },
    read: () => read(DISPLAY),
    truth: () => fingerprintOf(cut(whole)),
    isWhole: (part: Box | undefined) => part?.width === whole.width && part.height === whole.height,
    pass(ms: number) {
      time += ms;
    },
    beforeGrab(act: () => void) {
      beforeGrab = act;
    },
    whenTaken(act: () => void) {
      whenTaken = act;
    },
    tellNothing() {
      painted = null;
    },
  };
}

describe('A reader of tiles', () => {
  it('has what a grab of all would have, whatever is painted', async () => {
    const box = fc
      .tuple(fc.nat(149), fc.nat(99), fc.integer({ min: 1, max: 150 }), fc.integer({ min: 1, max: 100 }))
      .map(([x, y, width, height]) => ({ x, y, width: Math.min(width, 150 - x), height: Math.min(height, 100 - y) }));
    const step = fc.record({ paints: fc.array(fc.tuple(box, fc.nat(0xffffff)), { maxLength: 40 }), ms: fc.nat(90) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const screen = openScreen();
        assert.deepEqual(await screen.read(), screen.truth());
        for (const { paints, ms } of steps) {
          for (const [part, color] of paints) screen.paint(part, color);
          screen.pass(ms);
          assert.deepEqual(await screen.read(), screen.truth());
        }
      }),
    );
  });

  it('grabs nothing where nothing was painted, and the tiles of what was', async () => {
    const screen = openScreen();
    const first = await screen.read();
    assert.deepEqual(await screen.read(), first);
    assert.equal(screen.grabbed.length, 1);
    screen.paint({ x: 70, y: 40, width: 2, height: 2 }, 7);
    assert.notDeepEqual(await screen.read(), first);
    assert.deepEqual(screen.grabbed.slice(1), [{ x: 64, y: 32, width: 32, height: 32 }]);
  });

  it('grabs all now and then, and all each time once something was painted and not told', async () => {
    const screen = openScreen();
    await screen.read();
    screen.pass(250);
    await screen.read();
    assert.ok(screen.isWhole(screen.grabbed[1]));
    screen.paint({ x: 3, y: 3, width: 1, height: 1 }, 9, false);
    screen.pass(250);
    assert.deepEqual(await screen.read(), screen.truth());
    screen.paint({ x: 90, y: 3, width: 1, height: 1 }, 9, false);
    assert.deepEqual(await screen.read(), screen.truth(), 'seen at once from then on');
  });

  it('goes on trusting a server whose screen is painted between the question and the grab', async () => {
    const screen = openScreen();
    await screen.read();
    screen.pass(250);
    screen.beforeGrab(() => screen.paint({ x: 3, y: 3, width: 1, height: 1 }, 9));
    assert.deepEqual(await screen.read(), screen.truth());
    const grabs = screen.grabbed.length;
    await screen.read();
    await screen.read();
    assert.ok(!screen.grabbed.slice(grabs).some(screen.isWhole));
  });

  it('tells the truth to several who ask at once, and goes on telling it where it was painted meanwhile', async () => {
    const screen = openScreen();
    await screen.read();
    for (const [color, ms] of [
      [1, 20],
      [2, 250],
      [3, 20],
    ] as const) {
      screen.pass(ms);
      screen.paint({ x: 20 * color, y: 30, width: 9, height: 40 }, color);
      const truth = screen.truth();
      for (const told of await Promise.all([screen.read(), screen.read(), screen.read()]))
        assert.deepEqual(told, truth);
      screen.pass(ms);
      screen.paint({ x: 5, y: 5, width: 3, height: 3 }, color);
      screen.beforeGrab(() => screen.paint({ x: 120, y: 80, width: 9, height: 9 }, color + 10));
      await Promise.all([screen.read(), screen.read()]);
      assert.deepEqual(await screen.read(), screen.truth());
    }
  });

  it('goes on trusting a server of which one look was told what another grabs', async () => {
    const screen = openScreen();
    await screen.read();
    screen.pass(250);
    screen.whenTaken(() => screen.paint({ x: 3, y: 3, width: 1, height: 1 }, 9));
    await Promise.all([screen.read(), screen.read()]);
    assert.deepEqual(await screen.read(), screen.truth());
    const grabs = screen.grabbed.length;
    await screen.read();
    await screen.read();
    assert.equal(screen.grabbed.length, grabs);
  });

  it('grabs all each time where a server cannot tell', async () => {
    const screen = openScreen();
    screen.tellNothing();
    for (const color of [1, 2, 3]) {
      screen.paint({ x: 0, y: 0, width: 5, height: 5 }, color, false);
      assert.deepEqual(await screen.read(), screen.truth());
    }
  });

  it('misses nothing on a real display: windows that come, move, lie above each other and go, text, the ground', {
    skip: noX11,
  }, async (t) => {
    const hands = await startTestHands({ ...SCREEN, home: homeWithoutAnimation(t) });
    t.after(() => hands.close());
    const { display, desktop } = hands;
    const connection = await connectDisplay(display.env);
    t.after(() => connection.close());
    const whole = async () => {
      const image = await connection.ask(
        GET_IMAGE,
        Z_PIXMAP,
        words(connection.root, 0, (SCREEN.height << 16) | SCREEN.width, 0xffffffff),
      );
      assert.ok(image !== null);
      return fingerprintOf(toRawFrame(image.subarray(32), SCREEN.width, SCREEN.height, SCREEN.width * 4));
    };
    const run = (program: string, ...args: readonly string[]) =>
      spawnSync(program, args, { env: display.env, encoding: 'utf8' }).stdout.trim();
    const compare = async (what: string): Promise<void> => {
      for (let [compared, tries] = [0, 1]; compared < LOOKS; tries += 1) {
        assert.ok(tries < 2000, `never still: ${what}`);
        await sleep(10);
        const before = await whole();
        const told = await desktop.fingerprint(1, never);
        if (Buffer.compare(Buffer.from(before.tiles.buffer), Buffer.from((await whole()).tiles.buffer)) !== 0) continue;
        compared += 1;
        assert.deepEqual(told, before, what);
      }
    };
    await compare('an empty display');
    // Each line is drawn in one round only, so that a screen that is equal before and after was equal in between.
    display.open('xterm', [
      '-geometry',
      '40x15+40+40',
      '-e',
      'sh',
      '-c',
      'for i in 1 2 3 4 5 6 7 8 9; do ls /usr/bin | sed "s/^/$i /"; sleep .2; done; sleep 60',
    ]);
    await compare('a terminal comes');
    display.open('xterm', ['-geometry', '40x15+200+120', '-T', 'second', '-e', 'sleep', '60']);
    await compare('another lies above it');
    const second = run('xdotool', 'search', '--sync', '--name', '^second$').split('\n')[0] ?? '';
    for (const [x, y] of [
      ['5', '5'],
      ['380', '260'],
      ['120', '80'],
    ] as const) {
      run('xdotool', 'windowmove', second, x, y);
      await compare('it is moved');
    }
    run('xdotool', 'windowsize', second, '200', '100');
    await compare('it is made smaller');
    run('xdotool', 'windowminimize', second);
    await compare('it is put away');
    run('xdotool', 'windowactivate', second);
    await compare('it is brought back');
    run('xsetroot', '-solid', '#336699');
    await compare('the ground has another colour');
    run('xdotool', 'windowkill', second);
    await compare('it is gone');
  });
});
