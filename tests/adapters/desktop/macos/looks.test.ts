/** What a Mac shows: displays, windows, elements, pictures and what they must not show, in every language and while applications misbehave. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { beginWalk, createAxReader } from '../../../../adapters/desktop/macos/native/ax-walk.ts';
import { createFoundation } from '../../../../adapters/desktop/macos/native/core-foundation.ts';
import { loadNative } from '../../../../adapters/desktop/macos/native/load.ts';
import { createWindows } from '../../../../adapters/desktop/macos/native/windows.ts';
import { captureFlags, regionOf } from '../../../../adapters/desktop/macos/screen.ts';
import { DesktopLost, type Display, type ElementList, Refused } from '../../../../src/ports/desktop.ts';
import { english } from '../../../../src/words/speak.ts';
import { pixelAt } from '../../../support/jpeg.ts';
import { noMac } from '../../../support/mac/build.ts';
import { type AxNode, FINDER, furnish, type Mac, TEXTEDIT } from '../../../support/mac/mac.ts';
import { isWhole } from '../../../support/mac/whole.ts';
import { until } from '../../../support/until.ts';
import { type MacBench, never, startMac } from './bench.ts';

const SIGN_IN: AxNode = {
  role: 'AXWindow',
  title: 'Sign in',
  at: [60, 50, 400, 300],
  children: [
    { role: 'AXStaticText', value: 'Welcome back', at: [80, 60, 200, 20] },
    {
      role: 'AXGroup',
      at: [80, 80, 360, 200],
      children: [
        { role: 'AXTextField', title: 'Name', value: 'ann', at: [80, 90, 200, 24], focused: true },
        {
          role: 'AXTextField',
          subrole: 'AXSecureTextField',
          title: 'Password',
          value: 'hunter2',
          at: [80, 130, 200, 24],
        },
        { role: 'AXCheckBox', title: 'Stay', value: '1', at: [80, 170, 100, 20] },
        { role: 'AXButton', title: 'Sign in', at: [80, 210, 80, 30] },
        { role: 'AXButton', title: 'Reset', at: [180, 210, 80, 30], disabled: true },
        { role: 'AXButton', title: 'Elsewhere', at: [-500, 210, 80, 30] },
        { role: 'AXButton', title: 'Folded away', at: [80, 210, 0, 0] },
      ],
    },
  ],
};
const MENU_BAR: AxNode = {
  role: 'AXMenuBar',
  at: [0, 0, 756, 24],
  children: [
    {
      role: 'AXMenuBarItem',
      title: 'File',
      at: [40, 0, 40, 24],
      children: [{ role: 'AXMenu', children: [{ role: 'AXMenuItem', title: 'Save…', at: [40, 24, 100, 20] }] }],
    },
  ],
};

/** How many must leave nothing behind: ten thousand, and a share of them in `npm test`. */
const LOOKS = isWhole ? 10_000 : 1000;

describe('What a Mac shows', { skip: noMac }, () => {
  let bench: MacBench;
  let mac: Mac;
  let main: Display;
  const look = (app: string | null = null): Promise<ElementList> =>
    bench.desktop.elements({ app, display: main }, never);
  /** Until the child has started there is no answer, which takes a while on a busy machine. */
  const untilAnswered = async (): Promise<void> => {
    await until(async () => !/does not answer/.test(english((await look()).reason)), 'the child to answer');
  };
  const names = (list: ElementList): readonly string[] =>
    list.elements.map(({ number, role, name, value }) => `${number} ${role} ${name} ${value}`.trim());
  const capture = (display = 1) => bench.desktop.capture({ display, width: 10_000, height: 10_000 }, never);

  before(async () => {
    bench = await startMac();
    mac = bench.mac;
  });
  beforeEach(async () => {
    furnish(mac);
    [main] = await bench.displays();
    await untilAnswered();
  });
  after(() => bench.close());

  it('displays are in their own pixels, the main one first whatever the system’s order, others left of and above it', async () => {
    assert.deepEqual(await bench.desktop.describe(never), {
      platform: 'macos',
      name: 'Built-in Display',
      displays: [
        { index: 1, width: 1512, height: 982, originX: 0, originY: 0, density: 2 },
        { index: 2, width: 640, height: 480, originX: -640, originY: -98, density: 1 },
      ],
    });
  });

  it('a display that comes or goes is seen at the next question; without any the desktop is lost, and comes back', async () => {
    mac.display(1, { w: 1, h: 1, isOff: true });
    assert.equal((await bench.desktop.describe(never)).displays.length, 1);
    mac.display(2, { x: 756, w: 1280, h: 720, density: 2 });
    const [, added] = await bench.displays();
    assert.deepEqual([added.width, added.originX], [2560, 1512]);
    mac.display(0, { w: 756, h: 491, density: 2, isOff: true });
    mac.display(2, { w: 1, h: 1, isOff: true });
    await assert.rejects(bench.desktop.describe(never), DesktopLost);
    await assert.rejects(capture(), DesktopLost);
    furnish(mac);
    assert.equal((await bench.desktop.describe(never)).displays.length, 2);
  });

  it('the window in front is that of this moment, with its bundle, its title and its place', async () => {
    const { window = '' } = await bench.desktop.front(never);
    const textEdit = { app: 'TextEdit', bundle: 'com.apple.TextEdit', title: 'draft.txt', pid: TEXTEDIT, window };
    assert.deepEqual(await bench.desktop.front(never), {
      ...textEdit,
      display: 1,
      box: { x: 120, y: 100, width: 800, height: 600 },
    });
    mac.raise(FINDER);
    assert.equal((await bench.desktop.front(never)).bundle, 'com.apple.finder');
    mac.closeWindows(0);
    mac.window(TEXTEDIT, 'TextEdit', 'far', [-600, 0, 200, 100]);
    const far = await bench.desktop.front(never);
    assert.notEqual(far.window, window, 'another window of the same application');
    assert.deepEqual(far, {
      ...textEdit,
      window: far.window,
      title: 'far',
      display: 2,
      box: { x: 40, y: 98, width: 200, height: 100 },
    });
    mac.closeWindows(0);
    assert.deepEqual(await bench.desktop.front(never), { app: '', title: '', pid: null, box: null });
  });

  it('menu bar, shadows and what nobody can see are not in front, but a click goes to what lies on top', async () => {
    mac.app(
      9,
      '/System/Library/CoreServices/ControlCenter.app/Contents/MacOS/ControlCenter',
      'com.apple.controlcenter',
    );
    mac.window(9, 'Control Center', 'Clock', [700, 0, 50, 24], { layer: 25 });
    mac.window(9, 'Ghost', '', [0, 0, 756, 491], { alpha: 0 });
    assert.equal((await bench.desktop.front(never)).app, 'TextEdit');
    const at = (x: number, y: number) => bench.desktop.windowAt({ display: main, x, y }, never);
    assert.equal((await at(1420, 20))?.bundle, 'com.apple.controlcenter');
    assert.equal((await at(200, 200))?.app, 'TextEdit');
    assert.equal((await at(1200, 500))?.app, 'Finder');
    assert.equal(await at(10, 900), null);
  });

  it('names of this Mac’s language are for people; bundles and names on the disk find applications too', async () => {
    for (const [pid, owner, file, bundle] of [
      [900, 'Passwörter', 'Passwords', 'com.apple.Passwords'],
      [901, 'Réglages Système', 'System Settings', 'com.apple.systempreferences'],
      [902, 'メモ', 'Notes', 'com.apple.Notes'],
    ] as const) {
      mac.app(pid, `/System/Applications/${file}.app/Contents/MacOS/${file}`, bundle);
      mac.window(pid, owner, 'x', [10, 10, 100, 100]);
      const front = await bench.desktop.front(never);
      assert.deepEqual([front.app, front.bundle], [owner, bundle]);
    }
    mac.node(902, {
      role: 'AXWindow',
      at: [10, 10, 90, 90],
      children: [{ role: 'AXButton', title: '新規', at: [20, 20, 30, 20] }],
    });
    for (const name of ['メモ', 'notes', 'com.apple.Notes', 'Notes.app'])
      assert.deepEqual(names(await look(name)), ['1 button 新規']);
    // Names with marks come composed or not, as the person's keyboard or a file wrote them.
    mac.app(903, '/Applications/Übersicht.app/Contents/MacOS/Übersicht', 'tracesOf.Uebersicht');
    mac.window(903, 'U\u0308bersicht', 'x', [10, 10, 100, 100]);
    mac.node(903, { role: 'AXWindow', at: [10, 10, 90, 90] });
    assert.equal((await look('\u00dcBERSICHT')).coverage, 'complete');
  });

  it('elements are what can be worked with and read, in reading order and pixels; no password is read', async () => {
    mac.node(TEXTEDIT, SIGN_IN);
    const list = await look();
    assert.equal(list.coverage, 'complete');
    assert.deepEqual(names(list), [
      '1 text Welcome back',
      '2 field Name ann',
      '3 password field Password',
      '4 check box Stay checked',
      '5 button Sign in',
      '6 button Reset',
    ]);
    assert.deepEqual(list.elements[1]?.box, { x: 160, y: 180, width: 400, height: 48 });
    assert.deepEqual(
      list.elements.map(({ isSecure, isFocused, isEnabled }) => [isSecure, isFocused, isEnabled].map(Number).join('')),
      ['001', '011', '101', '001', '001', '000'],
    );
  });

  it('the menu bar, an open menu and a pop-up are listed, the items of a closed menu are not', async () => {
    mac.node(TEXTEDIT, {
      role: 'AXWindow',
      at: [60, 50, 400, 300],
      children: [
        {
          role: 'AXPopUpButton',
          title: 'Font',
          at: [80, 60, 80, 20],
          children: [
            {
              role: 'AXMenu',
              at: [80, 80, 80, 40],
              children: [{ role: 'AXMenuItem', title: 'Menlo', at: [80, 80, 80, 20] }],
            },
          ],
        },
      ],
    });
    mac.node(TEXTEDIT, MENU_BAR);
    const listed = async () => (await look()).elements.map(({ role, name }) => `${role} ${name}`);
    assert.deepEqual(await listed(), ['menu File', 'combo box Font', 'menu item Menlo']);
    // The menu bar item is its second root: its number is that of the bar plus one.
    mac.clearNodes();
    const bar = mac.node(TEXTEDIT, MENU_BAR);
    mac.node(TEXTEDIT, { role: 'AXWindow', at: [60, 50, 400, 300] });
    mac.select(bar + 1, true);
    assert.deepEqual(await listed(), ['menu File', 'menu item Save…']);
    mac.clearNodes();
    mac.node(TEXTEDIT, {
      role: 'AXMenu',
      at: [9, 9, 90, 40],
      children: [{ role: 'AXMenuItem', title: 'Copy', at: [9, 9, 80, 20] }],
    });
    assert.deepEqual(await listed(), ['menu item Copy'], 'a menu of the right button, without any window');
  });

  it('elements are pressed, focused and set as long as they are what they were', async () => {
    const root = mac.node(TEXTEDIT, SIGN_IN);
    const { elements } = await look();
    const [, name, , , signIn] = elements;
    assert.ok(name !== undefined && signIn !== undefined);
    mac.did();
    assert.equal(await bench.desktop.press(signIn, never), true);
    assert.equal(await bench.desktop.setValue(name, 'bob', never), true);
    assert.equal(await bench.desktop.focus(name, never), true);
    assert.deepEqual(mac.did(), ['AXPress Sign in', 'AXValue Name = bob', 'AXFocused Name = ']);
    assert.equal(await bench.desktop.press({ ...signIn, number: 99 }, never), false);
    mac.retitle(root + 6, 'Delete account');
    await assert.rejects(bench.desktop.press(signIn, never), Refused);
    mac.clearNodes();
    await assert.rejects(bench.desktop.press(signIn, never), Refused);
    assert.deepEqual(mac.did(), []);
  });

  it('an element can still be pressed after many pictures, which look through every window', async () => {
    mac.node(TEXTEDIT, SIGN_IN);
    mac.node(FINDER, { role: 'AXWindow', at: [300, 100, 400, 300] });
    const signIn = (await look()).elements[4];
    for (let pictures = 0; pictures < 12; pictures += 1) await capture(2);
    assert.ok(signIn !== undefined);
    assert.equal(await bench.desktop.press(signIn, never), true);
  });

  it('what cannot be pressed is clicked instead', async () => {
    const image: AxNode = { role: 'AXImage', title: 'Map', at: [90, 90, 50, 50], actions: 'AXShowMenu' };
    mac.node(TEXTEDIT, { role: 'AXWindow', at: [60, 50, 400, 300], children: [image] });
    const [element] = (await look()).elements;
    assert.ok(element !== undefined);
    assert.equal(await bench.desktop.press(element, never), false);
  });

  it('an application that hangs is said to be busy, and the next look at another one is not held up', async () => {
    mac.node(TEXTEDIT, SIGN_IN);
    mac.node(FINDER, {
      role: 'AXWindow',
      at: [300, 100, 400, 300],
      children: [{ role: 'AXButton', title: 'Back', at: [310, 110, 20, 20] }],
    });
    mac.behave(TEXTEDIT, 1);
    assert.match(english((await look()).reason), /TextEdit is busy/);
    assert.deepEqual(names(await look('Finder')), ['1 button Back']);
    mac.behave(TEXTEDIT, 0);
    assert.equal((await look()).coverage, 'complete');
  });

  it('one that macOS itself waits for for ever costs only the child, which is replaced', async () => {
    mac.node(TEXTEDIT, SIGN_IN);
    mac.behave(TEXTEDIT, 4);
    assert.match(english((await look()).reason), /does not answer/);
    assert.equal((await bench.desktop.front(never)).app, 'TextEdit', 'the hands go on');
    mac.behave(TEXTEDIT, 0);
    await untilAnswered();
    assert.equal((await look()).coverage, 'complete');
  });

  it('one that is slow is read as far as time allows, and that is said; one that asks for it gets its tree', async () => {
    const many = Array.from({ length: 400 }, (_, at) => ({
      role: 'AXButton',
      title: `b${at}`,
      at: [70 + (at % 20) * 15, 60 + Math.floor(at / 20) * 12, 14, 11] as const,
    }));
    mac.node(TEXTEDIT, { role: 'AXWindow', at: [60, 50, 400, 300], children: many });
    const all = await look();
    assert.deepEqual([all.elements.length, all.coverage], [200, 'partial']);
    mac.behave(TEXTEDIT, 2);
    const few = await look();
    assert.ok(few.elements.length < 30, `${few.elements.length}`);
    assert.match(english(few.reason), /220 ms/);
    furnish(mac);
    mac.app(700, '/Applications/Slack.app/Contents/MacOS/Slack', 'com.tinyspeck.slackmacgap', 3);
    mac.window(700, 'Slack', 'general', [60, 50, 400, 300]);
    mac.node(700, {
      role: 'AXWindow',
      at: [60, 50, 400, 300],
      children: [{ role: 'AXButton', title: 'Send', at: [80, 80, 50, 20] }],
    });
    assert.deepEqual(names(await look()), ['1 button Send'], 'Electron shows it to who sets AXManualAccessibility');
  });

  it('an application that was started later is found, one that has ended is not running', async () => {
    assert.match(english((await look('Pages')).reason), /Pages is not running/);
    mac.app(950, '/Applications/Pages.app/Contents/MacOS/Pages', 'com.apple.iWork.Pages');
    mac.window(950, 'Pages', 'Letter', [0, 0, 300, 300]);
    mac.node(950, {
      role: 'AXWindow',
      at: [0, 0, 300, 300],
      children: [{ role: 'AXButton', title: 'Share', at: [10, 40, 50, 20] }],
    });
    assert.deepEqual(names(await look('pages')), ['1 button Share']);
    assert.equal((await bench.desktop.front(never)).app, 'Pages');
    mac.closeWindows(950);
    assert.match(english((await look('Pages')).reason), /not running/);
  });

  it('without the permission elements say which pane, in both its names', async () => {
    mac.node(TEXTEDIT, SIGN_IN);
    mac.set('trusted', 0);
    assert.match(english((await look()).reason), /Accessibility.*Device Control and Data Access/);
    assert.equal(mac.get('promptsTouch'), 0);
  });

  it('an application that keeps secrets is known by its bundle, whatever it is called: covered, its elements not told', async () => {
    mac.app(960, '/System/Applications/Passwords.app/Contents/MacOS/Passwords', 'com.apple.Passwords');
    mac.window(960, 'Passwörter', 'Passwörter', [100, 100, 200, 100], { paint: 0xff00ff });
    mac.node(960, {
      role: 'AXWindow',
      at: [100, 100, 200, 100],
      children: [{ role: 'AXStaticText', value: 'hunter2', at: [110, 110, 50, 20] }],
    });
    const list = await look();
    assert.deepEqual([list.coverage, list.elements.length], ['unavailable', 0]);
    const frame = await capture();
    assert.deepEqual(frame.cover.covered, ['Passwörter']);
    assert.equal(await pixelAt(frame.jpeg, 400, 300), 'black');
    assert.equal(frame.isBlack, false);
    mac.window(TEXTEDIT, 'TextEdit', 'above', [150, 100, 50, 100], { paint: 0x00ff00 });
    const above = await capture();
    assert.deepEqual([await pixelAt(above.jpeg, 350, 240), await pixelAt(above.jpeg, 500, 240)], ['green', 'black']);
  });

  it('password fields are black in the picture, in front and behind, on both displays, and after they moved', async () => {
    const field = (x: number, y: number): AxNode => ({
      role: 'AXTextField',
      subrole: 'AXSecureTextField',
      title: 'PIN',
      at: [x, y, 60, 20],
    });
    mac.node(TEXTEDIT, { role: 'AXWindow', at: [60, 50, 400, 300], children: [field(80, 100)] });
    mac.node(FINDER, { role: 'AXWindow', at: [300, 100, 400, 300], children: [field(600, 300)] });
    const frame = await capture();
    assert.deepEqual([await pixelAt(frame.jpeg, 180, 220), await pixelAt(frame.jpeg, 1240, 620)], ['black', 'black']);
    assert.deepEqual(frame.cover, { covered: [], unsure: [] });
    mac.clearNodes();
    mac.window(TEXTEDIT, 'TextEdit', 'far', [-600, 0, 300, 200]);
    mac.node(TEXTEDIT, { role: 'AXWindow', at: [-600, 0, 300, 200], children: [field(-500, 50)] });
    const second = await capture(2);
    assert.equal(await pixelAt(second.jpeg, 150, 155), 'black');
  });

  it('where a password may show, the picture says so: it hangs, it may not be asked, it hides its field', async () => {
    mac.node(TEXTEDIT, { role: 'AXWindow', at: [60, 50, 400, 300] });
    assert.deepEqual((await capture()).cover.unsure, []);
    mac.set('secureInput', 1);
    assert.deepEqual((await capture()).cover.unsure, ['TextEdit'], 'a password is being typed, and no field was found');
    mac.set('secureInput', 0);
    mac.behave(TEXTEDIT, 1);
    assert.ok((await capture()).cover.unsure.includes('TextEdit'));
    mac.behave(TEXTEDIT, 0);
    mac.set('trusted', 0);
    assert.ok((await capture()).cover.unsure.includes('TextEdit'));
  });

  it('without the right to see windows there is no picture of a bare wallpaper, and the screen says why', async () => {
    for (let pid = 400; pid < 404; pid += 1) {
      mac.app(pid, `/Applications/App${pid}.app/Contents/MacOS/App${pid}`, `com.example.app${pid}`);
      mac.window(pid, `App${pid}`, 'window', [10, 10, 100, 100]);
    }
    const presence = async () => (await bench.desktop.presence(never)).screen;
    assert.deepEqual([await presence(), (await capture()).isBlack], ['on', false]);
    // The permission is taken away while it runs: the preflight call still tells the state at the start.
    mac.set('maySee', 0);
    assert.deepEqual([await presence(), (await capture()).isBlack], ['unseen', true]);
    await assert.rejects(bench.desktop.titles(never), Refused, 'none at all is no answer');
    mac.set('preflight', 0);
    assert.deepEqual([await presence(), (await capture()).isBlack], ['unseen', true]);
    // The permission is given while it runs: the preflight call is late again.
    mac.set('maySee', 1);
    assert.deepEqual([await presence(), (await capture()).isBlack], ['on', false]);
    assert.equal(mac.get('promptsSee'), 0, 'nobody is asked by looking');
  });

  it('the screen is on, locked or asleep, and wakes', async () => {
    const state = async () => (await bench.desktop.presence(never)).screen;
    for (const [setting, value, screen] of [
      ['locked', 1, 'locked'],
      ['locked', 2, 'locked'],
      ['onConsole', 0, 'locked'],
      ['asleep', 1, 'asleep'],
      ['noSession', 1, 'on'],
    ] as const) {
      furnish(mac);
      assert.equal(await state(), 'on');
      mac.set(setting, value);
      assert.equal(await state(), screen, `${setting} ${value}`);
    }
    furnish(mac);
    mac.set('asleep', 1);
    await bench.desktop.wake(never);
    assert.equal(await state(), 'on');
    mac.set('locked', 1);
    assert.equal((await capture()).isBlack, true);
  });

  it('is kept awake by one assertion, however often that is wanted', async () => {
    for (const [isWanted, held] of [
      [true, 1],
      [true, 1],
      [false, 0],
      [false, 0],
      [true, 1],
      [false, 0],
    ] as const) {
      await bench.desktop.stayAwake(isWanted, never);
      assert.equal(mac.get('assertions'), held);
    }
  });

  it('a part is cut to the pixel at both densities, also where it begins at half a point', async () => {
    mac.window(TEXTEDIT, 'TextEdit', 'red', [100, 100, 10.5, 10.5], { paint: 0xff0000 });
    const crop = { x: 201, y: 201, width: 20, height: 19 };
    const part = await bench.desktop.capture({ display: 1, width: 100, height: 100, crop }, never);
    assert.deepEqual([part.width, part.height], [20, 19]);
    assert.equal(await pixelAt(part.jpeg, 4, 4), 'red');
    assert.deepEqual(captureFlags(regionOf(main, crop)), ['-x', '-t', 'jpg', '-R100,100,11,10']);
    const [, second] = await bench.displays();
    assert.deepEqual(captureFlags(regionOf(second, null)), ['-x', '-t', 'jpg', '-R-640,-98,640,480']);
  });

  it('a picture of another size than the display is an error, not a picture to click on', async () => {
    mac.set('fault12', 1);
    await assert.rejects(capture(2), /screencapture gave 1280×960 pixels for 640×480 points/);
  });

  it('twenty looks at once are answered alike', async () => {
    mac.node(TEXTEDIT, SIGN_IN);
    const looks = await Promise.all(Array.from({ length: 20 }, () => look()));
    assert.ok(looks.every(({ elements }) => elements.length === 6));
  });

  it('nothing of the system is left behind by thousands of looks, clicks and clipboards', async () => {
    const native = loadNative(mac.standIn.library);
    const windows = createWindows(native, createFoundation(native));
    mac.set('latencyMs', 0);
    const once = async (): Promise<void> => {
      windows.list();
      await bench.desktop.front(never);
      await bench.desktop.presence(never);
      await bench.desktop.cursor(never);
      await bench.desktop.windowAt({ display: main, x: 200, y: 200 }, never);
      await bench.desktop.clipboardRead(never);
    };
    mac.copy({ 'public.utf8-plain-text': 'text', 'public.png': 'PNG' });
    await once();
    await bench.desktop.key('cmd+k', 1, never);
    await bench.desktop.clipboardWrite('warm', never);
    const before = mac.live();
    for (let looks = 0; looks < LOOKS; looks += 1) await once();
    for (let acts = 0; acts < LOOKS / 33; acts += 1) {
      await bench.desktop.click({ display: main, x: 100, y: 100 }, 'left', 1, never);
      await bench.desktop.key('cmd+k', 1, never);
      await bench.desktop.clipboardWrite(`text ${acts}`, never);
    }
    assert.equal(mac.live() - before, 0);
  });

  it('nor by thousands of walks through an application, whole, cut short, hung and gone', async () => {
    const native = loadNative(mac.standIn.library);
    const cf = createFoundation(native);
    const reader = createAxReader(native, cf);
    mac.node(TEXTEDIT, SIGN_IN);
    mac.node(TEXTEDIT, MENU_BAR);
    const walk = (pid: number, how: 'list' | 'all', until: number): void => {
      const begun = beginWalk(pid, native, cf, reader);
      begun.goOn(how, until);
      begun.close();
    };
    walk(TEXTEDIT, 'all', Number.POSITIVE_INFINITY);
    walk(1, 'all', 0);
    const before = mac.live();
    for (let walks = 0; walks < LOOKS; walks += 1)
      walk(
        walks % 10 === 9 ? 1 : TEXTEDIT,
        walks % 2 === 0 ? 'list' : 'all',
        walks % 3 === 0 ? 0 : Number.POSITIVE_INFINITY,
      );
    mac.set('trusted', 0);
    walk(TEXTEDIT, 'all', Number.POSITIVE_INFINITY);
    assert.equal(mac.live() - before, 0);
  });
});
