/** Every script a Mac is given runs here, in a bridge in memory, and what it prints is read as on a Mac. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createContext, runInContext, Script } from 'node:vm';
import { AX_SCRIPT } from '../../../../adapters/desktop/macos/ax-script.ts';
import { readPageCommand } from '../../../../adapters/desktop/macos/browsers.ts';
import { tripleClickCommand } from '../../../../adapters/desktop/macos/clicks.ts';
import { findMacCover } from '../../../../adapters/desktop/macos/find-cover.ts';
import { RELEASE_KEYS_COMMAND } from '../../../../adapters/desktop/macos/held-keys.ts';
import { PRESENCE_SCRIPT } from '../../../../adapters/desktop/macos/presence.ts';
import {
  listDisplays,
  readFrontWindow,
  readHeldButtons,
  readWindowAt,
} from '../../../../adapters/desktop/macos/queries.ts';
import type { Run } from '../../../../adapters/desktop/macos/run.ts';
import type { Display } from '../../../../src/ports/desktop.ts';
import { readAppleScript } from '../../../../src/safety/apps/applescript-tokens.ts';

const never = new AbortController().signal;
const RETINA: Display = { index: 1, width: 3024, height: 1964, originX: 0, originY: 0, density: 2 };

const boxed = (js: unknown) => ({ js });
/** System Events' lists answer a question about all of them at once, nested as they are. */
interface Level {
  readonly subroles: readonly unknown[];
  readonly positions?: readonly unknown[];
  readonly sizes?: readonly unknown[];
  readonly below?: Level;
}
const level = ({ subroles, positions = [], sizes = [], below }: Level): unknown => ({
  subrole: () => subroles,
  position: () => positions,
  size: () => sizes,
  get uiElements() {
    return level(below ?? { subroles: [] });
  },
});

interface World {
  /** Of the front window; null: System Events may not be asked. */
  readonly front: { readonly at: readonly number[]; readonly size: readonly number[]; readonly tree: Level } | null;
  readonly posted: unknown[];
}

/** The parts of Cocoa, CoreGraphics and System Events that the scripts use, as osascript shows them. */
function makeBridge({ front, posted }: World) {
  const screens = [
    {
      frame: { origin: { x: 0, y: 0 }, size: { width: 1512, height: 982 } },
      backingScaleFactor: 2,
      localizedName: boxed('Built-in'),
    },
    {
      frame: { origin: { x: -1920, y: 400 }, size: { width: 1920, height: 1080 } },
      backingScaleFactor: 1,
      localizedName: boxed('DELL'),
    },
  ];
  const bounds = { X: 0, Y: 25, Width: 600, Height: 400 };
  const windows = [
    { kCGWindowOwnerName: 'Ghost', kCGWindowOwnerPID: 5, kCGWindowAlpha: 0, kCGWindowBounds: bounds },
    {
      kCGWindowOwnerName: 'Safari',
      kCGWindowOwnerPID: 7,
      kCGWindowAlpha: 1,
      kCGWindowBounds: bounds,
      kCGWindowName: 'News',
    },
    {
      kCGWindowOwnerName: '1Password',
      kCGWindowOwnerPID: 8,
      kCGWindowAlpha: 1,
      kCGWindowBounds: { X: 700, Y: 0, Width: 100, Height: 90 },
    },
  ];
  const process = {
    windows: Object.assign(
      front === null ? [] : [{ name: () => 'News', position: () => front.at, size: () => front.size }],
      { uiElements: level(front?.tree ?? { subroles: [] }) },
    ),
  };
  const cocoa = {
    NSScreen: { screens: { count: screens.length, objectAtIndex: (index: number) => screens[index] } },
    NSWorkspace: {
      sharedWorkspace: { frontmostApplication: { localizedName: boxed('Safari'), processIdentifier: 7 } },
    },
    CGWindowListCopyWindowInfo: (options: number, window: number) => ({
      js: options === 17 && window === 0 ? windows : [],
    }),
    CGEventSourceButtonState: (source: number, button: number) => source === 0 && button !== 1,
    CGEventSourceKeyState: (source: number, key: number) => source === 0 && (key === 56 || key === 127),
    CGEventCreateKeyboardEvent: (_: unknown, key: number, isDown: boolean) => ({ key, isDown }),
    CGEventCreateMouseEvent: (_: unknown, type: number, at: object, button: number) => ({ type, at, button }),
    CGEventSetIntegerValueField: (event: object, field: number, value: number) =>
      Object.assign(event, { [field]: value }),
    CGPointMake: (x: number, y: number) => ({ x, y }),
    CGEventPost: (_: number, event: unknown) => void posted.push(JSON.parse(JSON.stringify(event))),
  };
  const unwrap = (value: { readonly js?: unknown } | undefined): unknown => value?.js;
  return {
    $: Object.assign((js: unknown) => boxed(js), cocoa),
    ObjC: { import: () => undefined, unwrap, deepUnwrap: unwrap, castRefToObject: (value: unknown) => value },
    Application: (name: string) => ({
      processes: {
        whose: ({ unixId }: { readonly unixId: number }) => {
          if (front === null) throw new Error('Not authorized to send Apple events');
          return name === 'System Events' && unixId === 7 ? [process] : [];
        },
      },
    }),
  };
}

/** osascript -l JavaScript: prints the value of the last line, and calls `run` where the script has one. */
function osascript(world: World): Run {
  return async ([program, ...args]) => {
    assert.deepEqual([program, ...args.slice(0, 3)], ['osascript', '-l', 'JavaScript', '-e']);
    const [source, marker, ...words] = args.slice(3);
    assert.ok(source !== undefined && (marker === undefined || marker === '--'));
    const context = createContext(makeBridge(world));
    const value: unknown = runInContext(source, context);
    if (words.length > 0) runInContext(`run(${JSON.stringify(words)})`, context);
    return `${typeof value === 'string' ? value : ''}\n`;
  };
}

const TREE: Level = {
  subroles: [[['AXStandardWindow', null]]],
  below: {
    subroles: [[[null, 'AXSecureTextField'], ['AXCloseButton']]],
    positions: [
      [
        [10, 20],
        [30, 40],
      ],
      [[0, 0]],
    ],
    sizes: [
      [
        [100, 24],
        [110, 26],
      ],
      [[9, 9]],
    ],
  },
};
const WORLD: World = { front: { at: [100, 50], size: [600, 400], tree: TREE }, posted: [] };

it('displays, the front window, the window at a place and held buttons are told', async () => {
  const run = osascript(WORLD);
  const { name, displays } = await listDisplays(run, never);
  assert.deepEqual(
    [name, displays.map(({ width, originX, originY }) => [width, originX, originY])],
    [
      'Built-in',
      [
        [3024, 0, 0],
        [1920, -1920, -498],
      ],
    ],
  );
  assert.deepEqual(await readFrontWindow(run, never, displays), {
    app: 'Safari',
    pid: 7,
    title: 'News',
    display: 1,
    box: { x: 200, y: 100, width: 1200, height: 800 },
  });
  const at = (x: number, y: number) => readWindowAt({ display: RETINA, x, y }, run, never);
  assert.deepEqual(await at(100, 100), { app: 'Safari', pid: 7, title: 'News' });
  assert.equal((await at(1500, 100))?.app, '1Password');
  assert.equal(await at(100, 20), null, 'above the window');
  assert.deepEqual(await readHeldButtons(run, never), ['left', 'middle']);
  const closed = osascript({ ...WORLD, front: null });
  assert.deepEqual(await readFrontWindow(closed, never, displays), { app: 'Safari', pid: 7, title: '', box: null });
});

it('what no picture may show is found: password fields at any depth, and windows that keep secrets', async () => {
  const { boxes, facts } = await findMacCover(RETINA, [], osascript(WORLD), never);
  assert.deepEqual(facts, { covered: ['1Password'], unsure: [] });
  assert.deepEqual(boxes, [
    { x: 1400, y: 0, width: 200, height: 180 },
    { x: 60, y: 80, width: 220, height: 52 },
  ]);
  let deep = TREE;
  for (let depth = 0; depth < 20; depth += 1) deep = { subroles: [['AXStandardWindow']], below: deep };
  const front = { at: [0, 0], size: [9, 9], tree: deep };
  const cut = await findMacCover(RETINA, [], osascript({ ...WORLD, front }), never);
  assert.deepEqual(cut.facts.unsure, ['Safari'], 'what lies too deep to be reached: that is said');
  const closed = await findMacCover(RETINA, [], osascript({ ...WORLD, front: null }), never);
  assert.deepEqual(closed.facts.unsure, ['Safari'], 'not allowed to look: that is said');
});

it('three clicks and letting go of keys post what they say', async () => {
  const world = { ...WORLD, posted: [] as unknown[] };
  await osascript(world)(tripleClickCommand({ x: -150.5, y: 40 }, 'right'), '', never);
  const at = { x: -150.5, y: 40 };
  assert.deepEqual(
    world.posted,
    [1, 2, 3].flatMap((count) => [3, 4].map((type) => ({ 1: count, type, at, button: 1 }))),
  );
  world.posted.length = 0;
  await osascript(world)(RELEASE_KEYS_COMMAND, '', never);
  assert.deepEqual(
    world.posted,
    [56, 127].map((key) => ({ key, isDown: false })),
  );
});

it('the scripts that are kept alive, and the one for pages, are whole JavaScript', () => {
  for (const source of [AX_SCRIPT, PRESENCE_SCRIPT, readPageCommand('Safari')?.at(3) ?? '(']) new Script(source);
  assert.throws(() => new Script(`${AX_SCRIPT}}`), SyntaxError);
});

it('what browsers are told is three lines of AppleScript', () => {
  for (const app of ['Safari', 'Google Chrome', 'Microsoft Edge', 'Arc', 'Brave Browser', 'Opera', 'Vivaldi']) {
    const read = readAppleScript(readPageCommand(app)?.[2] ?? '');
    assert.ok(read.ok, app);
    const lines = read.lines.map((line) => line.map(({ text }) => text).join(' '));
    assert.deepEqual([lines[0], lines[2], lines.length], ['on run argv', 'end run', 3]);
    assert.match(lines[1] ?? '', new RegExp(`^tell application ${app} to .*\\( item 1 of argv \\)`));
  }
});

it('what a Mac prints that is no answer is an error that says so, or nothing known; never a guess', async () => {
  for (const printed of ['', 'execution error: not allowed (-1743)', '{}', '[]', 'null', '[{"x":"a"}]', '{"app":1}']) {
    const run: Run = async () => printed;
    await assert.rejects(listDisplays(run, never), printed);
    await assert.rejects(readFrontWindow(run, never), printed);
    assert.equal(await readWindowAt({ display: RETINA, x: 1, y: 1 }, run, never), null);
    if (printed !== '[]') await assert.rejects(readHeldButtons(run, never), printed);
    assert.deepEqual(await findMacCover(RETINA, [], run, never), { boxes: [], facts: { covered: [], unsure: [''] } });
  }
});
