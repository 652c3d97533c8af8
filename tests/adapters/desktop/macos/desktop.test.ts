import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { Libnut } from '../../../../adapters/desktop/libnut.ts';
import { caffeinateCommand, createMacAwake } from '../../../../adapters/desktop/macos/awake.ts';
import { createMacDesktop } from '../../../../adapters/desktop/macos/desktop.ts';
import { createMacElements } from '../../../../adapters/desktop/macos/elements.ts';
import type { Run } from '../../../../adapters/desktop/macos/run.ts';
import { decodeFrame } from '../../../../adapters/pictures/decode-frame.ts';
import { createFrameEncoder } from '../../../../adapters/pictures/encode-frame.ts';
import { type Desktop, type Display, Refused } from '../../../../src/ports/desktop.ts';
import { toPlace } from '../../../../src/screen/coordinates.ts';
import { observe } from '../../../../src/screen/observe.ts';
import { shownBox, toWholeScreen, viewOf } from '../../../../src/screen/window-view.ts';
import { makeQuarters, pixelAt } from '../../../support/jpeg.ts';

const never = new AbortController().signal;

/** As a 14-inch MacBook with a 1080p monitor to its upper left prints it. */
const SCREENS = `[{"x":0,"y":0,"width":1512,"height":982,"density":2,"name":"Built-in Retina Display"},
{"x":-1920,"y":400,"width":1920,"height":1080,"density":1,"name":"DELL U2412M"}]\n`;

const NO_WINDOWS = '{"windows":[],"front":"TextEdit","fields":[],"isWhole":true}';

interface Mac {
  readonly desktop: Desktop;
  /** What libnut was told and which programs ran, in order. */
  readonly did: readonly string[];
  clipboard: string;
  front: string;
  /** Where the front window is, in points, as System Events prints it. */
  place: string;
  /** What the window server and System Events print. */
  windows: string;
}

function makeMac(options: { readonly hasCapture: boolean }): Mac {
  const did: string[] = [];
  const mac = { did, clipboard: 'mine', front: 'TextEdit', place: 'null', windows: NO_WINDOWS };
  const note =
    (name: string) =>
    (...args: readonly unknown[]): void => {
      did.push([name, ...args.map((arg) => (Array.isArray(arg) ? `[${arg.join(' ')}]` : String(arg)))].join(' '));
    };
  const libnut: Libnut = {
    setMouseDelay: note('delay'),
    setKeyboardDelay: note('delay'),
    moveMouse: note('move'),
    dragMouse: note('dragged'),
    mouseClick: note('click'),
    mouseToggle: note('button'),
    scrollMouse: note('scroll'),
    keyTap: note('tap'),
    keyToggle: note('key'),
    getMousePos: () => ({ x: -100.5, y: -400 }),
    getScreenSize: () => ({ width: 1512, height: 982 }),
    screen: {
      capture: () => {
        if (!options.hasCapture) throw new Error('Failed to capture screen');
        return { width: 4, height: 2, byteWidth: 16, image: Buffer.alloc(32, 0xff) };
      },
    },
  };
  const run: Run = async (command, input, signal) => {
    signal.throwIfAborted();
    const [program] = command;
    const script = command.join(' ');
    if (script.includes('NSScreen')) return SCREENS;
    if (script.includes('CGWindowListCopyWindowInfo')) return mac.windows;
    if (script.includes('frontmostApplication'))
      return `{"app":"${mac.front}","pid":812,"title":"Notes — draft.txt","box":${mac.place}}\n`;
    if (script.includes('CGEventSourceButtonState')) return '[0,2]\n';
    if (script.includes('CGEventSourceKeyState')) {
      did.push('all keys up');
      return '\n';
    }
    if (command.includes('pbpaste')) return mac.clipboard;
    if (command.includes('pbcopy')) {
      mac.clipboard = input;
      did.push(`copy ${input}`);
      return '';
    }
    if (program === 'screencapture') await writeFile(command.at(-1) ?? '', await makeQuarters(64, 40));
    did.push(command.map((word) => (word.startsWith('/') ? 'FILE' : word)).join(' '));
    return '';
  };
  const desktop = createMacDesktop({
    elements: createMacElements({ ask: async () => null, close: () => undefined }),
    presence: { ask: async () => null, close: () => undefined },
    pasteboard: { ask: async () => null, close: () => undefined },
    setAwake: (isWanted) => void did.push(isWanted ? 'stay awake' : 'may sleep'),
    libnut,
    run,
    encode: createFrameEncoder(),
    decode: decodeFrame,
    privateApps: ['My Bank'],
  });
  return Object.assign(mac, { desktop });
}

async function displaysOf({ desktop }: Mac): Promise<readonly [Display, Display]> {
  const { displays } = await desktop.describe(never);
  const [main, second] = displays;
  assert.ok(main !== undefined && second !== undefined);
  return [main, second];
}

it('describes displays in their own pixels, with the origin at the top left', async () => {
  const info = await makeMac({ hasCapture: true }).desktop.describe(never);
  assert.deepEqual(info, {
    platform: 'macos',
    name: 'Built-in Retina Display',
    displays: [
      { index: 1, width: 3024, height: 1964, originX: 0, originY: 0, density: 2 },
      { index: 2, width: 1920, height: 1080, originX: -1920, originY: -498, density: 1 },
    ],
  });
});

it('clicks in points of the whole desktop, on the display that was meant', async () => {
  const mac = makeMac({ hasCapture: true });
  const [main, second] = await displaysOf(mac);
  await mac.desktop.click({ display: main, x: 301, y: 200 }, 'right', 1, never);
  await mac.desktop.click({ display: second, x: 10, y: 20 }, 'left', 2, never);
  assert.deepEqual(mac.did, ['move 150.5 100', 'click right', 'move -1910 -478', 'click left true']);
  await assert.rejects(mac.desktop.click({ display: main, x: 1, y: 1 }, 'left', 1, never), Refused);
  await assert.rejects(mac.desktop.move({ display: main, x: 3024, y: 5 }, never), Refused);
  const cursor = await mac.desktop.cursor(never);
  assert.deepEqual([cursor.display.index, cursor.x, cursor.y], [2, 1819, 98]);
});

it('three clicks say so to the Mac with each event', async () => {
  const mac = makeMac({ hasCapture: true });
  const [main] = await displaysOf(mac);
  await mac.desktop.click({ display: main, x: 100, y: 60 }, 'left', 3, never);
  assert.match(mac.did[0] ?? '', /^osascript -l JavaScript -e [\s\S]*CGEventCreateMouseEvent[\s\S]* -- 50 30 1 2 0$/);
});

it('drags with the button named, and scrolls by pixels with left to the left', async () => {
  const mac = makeMac({ hasCapture: true });
  const [main] = await displaysOf(mac);
  await mac.desktop.drag({ display: main, x: 20, y: 20 }, { display: main, x: 44, y: 20 }, never);
  assert.deepEqual(mac.did.slice(0, 2), ['move 10 10', 'button down left']);
  assert.deepEqual(mac.did.slice(-2), ['dragged 22 10 left', 'button up left']);
  await mac.desktop.scroll(null, 'left', 2, never);
  assert.equal(mac.did.at(-1), 'scroll 80 0');
});

it('ctrl is Command, Control in a terminal; control is always Control', async () => {
  const mac = makeMac({ hasCapture: true });
  await mac.desktop.key('ctrl+c', 1, never);
  await mac.desktop.key('control+c', 1, never);
  await mac.desktop.key('cmd+shift+Right', 2, never);
  mac.front = 'iTerm2';
  await mac.desktop.key('ctrl+c', 1, never);
  await mac.desktop.key('cmd+v', 1, never);
  assert.deepEqual(mac.did, [
    'tap c [cmd]',
    'tap c [control]',
    'tap right [cmd shift]',
    'tap right [cmd shift]',
    'tap c [control]',
    'tap v [cmd]',
  ]);
});

it('characters that need shifting on some layout go by System Events, as an argument', async () => {
  const mac = makeMac({ hasCapture: true });
  await mac.desktop.key('cmd+plus', 1, never);
  await mac.desktop.key('"', 1, never);
  assert.deepEqual(mac.did, [
    'osascript -e on run {character} -e tell application "System Events" to keystroke character using {command down} -e end run -- +',
    'osascript -e on run {character} -e tell application "System Events" to keystroke character -e end run -- "',
  ]);
  await assert.rejects(mac.desktop.key('Scroll_Lock', 1, never), /a Mac has no key/);
  await assert.rejects(mac.desktop.key('cmd+retrun', 1, never), /closest is return/);
});

it('text is pasted, the text of a clipboard that cannot be kept whole comes back, and a terminal gets its newlines as Return', async () => {
  const mac = makeMac({ hasCapture: true });
  await mac.desktop.type('Grüße 😀\n\tzwei\n', never);
  assert.deepEqual(mac.did, ['copy Grüße 😀\n\tzwei', 'tap v [cmd]', 'tap return', 'copy mine']);
  mac.front = 'Terminal';
  const before = mac.did.length;
  await mac.desktop.type('ls\npwd', never);
  assert.deepEqual(mac.did.slice(before), [
    'copy ls',
    'tap v [cmd]',
    'tap return',
    'copy pwd',
    'tap v [cmd]',
    'copy mine',
  ]);
  assert.equal(await mac.desktop.clipboardRead(never), 'mine');
  await assert.rejects(mac.desktop.type('esc \u001b', never), Refused);
});

it('a stop between two pieces sends no more, and the clipboard comes back', async () => {
  const mac = makeMac({ hasCapture: true });
  mac.front = 'Terminal';
  const stop = new AbortController();
  const reason = new Error('stopped by the person');
  const typing = mac.desktop.type('one\ntwo\nthree\n', stop.signal);
  setTimeout(() => stop.abort(reason), 100);
  await assert.rejects(typing, (error) => error === reason);
  assert.equal(mac.did.includes('copy two'), false);
  assert.equal(mac.clipboard, 'mine');
});

it('captures by screencapture where libnut cannot, each display and part with its own arguments', async () => {
  const mac = makeMac({ hasCapture: false });
  const frame = await mac.desktop.capture({ display: 2, width: 64, height: 64 }, never);
  assert.deepEqual([frame.width, frame.height, frame.isBlack], [64, 40, false]);
  assert.equal(await pixelAt(frame.jpeg, 50, 10), 'green');
  await mac.desktop.capture(
    { display: 1, width: 64, height: 64, crop: { x: 100, y: 50, width: 40, height: 20 } },
    never,
  );
  await mac.desktop.fingerprint(1, never);
  assert.deepEqual(mac.did, [
    'screencapture -x -t jpg -D 2 FILE',
    'screencapture -x -t jpg -R 50,25,20,10 FILE',
    'screencapture -x -t jpg -D 1 FILE',
  ]);
});

it('captures by libnut where that works', async () => {
  const mac = makeMac({ hasCapture: true });
  const frame = await mac.desktop.capture({ display: 1, width: 64, height: 64 }, never);
  assert.deepEqual([frame.width, frame.height], [4, 2]);
  assert.deepEqual(mac.did, []);
});

it('releasing everything lets go of modifiers, and of the keys and buttons that are held', async () => {
  const mac = makeMac({ hasCapture: true });
  await mac.desktop.releaseAll(never);
  assert.deepEqual(mac.did, [
    'key cmd up',
    'key control up',
    'key alt up',
    'key shift up',
    'all keys up',
    'button up left',
    'button up middle',
  ]);
});

it('tells the front window', async () => {
  const mac = makeMac({ hasCapture: true });
  const named = { app: 'TextEdit', title: 'Notes — draft.txt', pid: 812 };
  assert.deepEqual(await mac.desktop.front(never), { ...named, box: null });
  // Points of the whole desktop become pixels of the display that shows its middle.
  mac.place = '{"x":100,"y":50,"width":600,"height":400}';
  assert.deepEqual(await mac.desktop.front(never), {
    ...named,
    display: 1,
    box: { x: 200, y: 100, width: 1200, height: 800 },
  });
  mac.place = '{"x":-1800,"y":-400,"width":500,"height":300}';
  assert.deepEqual(await mac.desktop.front(never), {
    ...named,
    display: 2,
    box: { x: 120, y: 98, width: 500, height: 300 },
  });
  mac.place = '{"x":9000,"y":9000,"width":5,"height":3}';
  assert.deepEqual(await mac.desktop.front(never), { ...named, box: null });
});

it('the window in front can be shown alone: cut out of a Retina display’s picture, and each point of it leads back', async () => {
  const mac = makeMac({ hasCapture: false });
  mac.place = '{"x":100,"y":50,"width":600,"height":400}';
  const { frame, front } = await observe({ displayIndex: 1, ring: null, zoom: null }, mac.desktop, never);
  const view = viewOf(front.box, frame);
  assert.ok(view !== null);
  const shown = shownBox(view, frame.display);
  assert.ok(shown.x <= 200 && shown.y <= 100 && shown.x + shown.width >= 1400 && shown.y + shown.height >= 900);
  for (const [u, v] of [
    [0, 0],
    [0.5, 0.25],
    [1, 1],
  ] as const) {
    const { x, y } = toPlace(toWholeScreen(view, u, v), frame.display);
    assert.ok(Math.abs(x - Math.min(3023, shown.x + u * shown.width)) <= 1);
    assert.ok(Math.abs(y - Math.min(1963, shown.y + v * shown.height)) <= 1);
  }
  const other = await observe({ displayIndex: 2, ring: null, zoom: null }, mac.desktop, never);
  assert.equal(other.front.box, null, 'it is not on that display');
});

it('covers windows that keep secrets and password fields, where nothing else lies on top of them', async () => {
  const mac = makeMac({ hasCapture: false });
  const window = (app: string, x: number, y: number, width: number, height: number) => {
    return { app, pid: 7, alpha: 1, x, y, width, height };
  };
  const windows = [window('TextEdit', 0, 0, 378, 982), window('1Password', 0, 0, 756, 491)];
  const fields = [{ x: 1134, y: 700, width: 378, height: 282 }];
  mac.windows = JSON.stringify({ windows, front: 'Safari', fields, isWhole: false });
  const frame = await mac.desktop.capture({ display: 1, width: 64, height: 40 }, never);
  const seen = await Promise.all([4, 24, 40, 60].flatMap((x) => [10, 34].map((y) => pixelAt(frame.jpeg, x, y))));
  assert.deepEqual(seen, ['black', 'blue', 'black', 'blue', 'green', 'white', 'green', 'black']);
  assert.deepEqual(frame.cover, { covered: ['1Password'], unsure: ['Safari'] });
});

it('a Mac that cannot be asked about its windows is looked at all the same, and the picture says so', async () => {
  const mac = makeMac({ hasCapture: false });
  mac.windows = 'execution error: not allowed (-1743)';
  const frame = await mac.desktop.capture({ display: 1, width: 64, height: 40 }, never);
  assert.deepEqual(frame.cover, { covered: [], unsure: [''] });
});

it('is kept awake by caffeinate, which ends with Deskhand or sooner', async () => {
  assert.deepEqual(caffeinateCommand(4711), ['caffeinate', '-d', '-i', '-w', '4711']);
  const setAwake = createMacAwake([process.execPath, '-e', 'setInterval(() => {}, 1000)']);
  setAwake(true);
  setAwake(true);
  setAwake(false);
  createMacAwake(['deskhand-has-no-such-program'])(true);
});
