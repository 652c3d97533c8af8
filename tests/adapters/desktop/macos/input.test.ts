/** What a Mac's system receives of the pointer and the keys: each event by itself, with its place, flags and click. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createAxHelper } from '../../../../adapters/desktop/macos/ax-helper.ts';
import { splitEnding, splitForEvents } from '../../../../adapters/desktop/macos/typing.ts';
import { OWN_FILES } from '../../../../src/bin/own-files.ts';
import { type Display, Refused } from '../../../../src/ports/desktop.ts';
import { noMac } from '../../../support/mac/build.ts';
import { furnish, LAYOUTS, type MacEvent, TEXTEDIT } from '../../../support/mac/mac.ts';
import { until } from '../../../support/until.ts';
import { type MacBench, never, startMac } from './bench.ts';

const DOWN = [1, 3, 25];
const UP = [2, 4, 26];
const [KEY_DOWN, KEY_UP, FLAGS_CHANGED, SCROLLED, DRAGGED] = [10, 11, 12, 22, 6];
const COMMAND = 0x10_0000;
const SHIFT = 0x2_0000;

describe('What a Mac receives', { skip: noMac }, () => {
  let bench: MacBench;
  let main: Display;
  let second: Display;

  before(async () => {
    bench = await startMac();
    [main, second] = await bench.displays();
    // The first look at the clipboard starts a process, which has a few seconds for that; the next ones do not need it.
    const isRead = () =>
      bench.desktop.clipboardRead(never).then(
        () => true,
        () => false,
      );
    await until(isRead, 'the clipboard to be read');
  });
  beforeEach(() => {
    furnish(bench.mac);
  });
  after(() => bench.close());

  const after_ = async (act: Promise<void>): Promise<readonly MacEvent[]> => {
    await act;
    await bench.mac.arrived();
    return bench.mac.events();
  };
  /** Where each press and release was, which click it was, and what was held. */
  const clicks = (events: readonly MacEvent[]) =>
    events
      .filter(({ type }) => DOWN.includes(type) || UP.includes(type))
      .map(({ type, x, y, clicks, flags }) => [type, x, y, clicks, flags]);

  it('a click says its own place in points, its button, its count, and that nothing is held', async () => {
    const { desktop } = bench;
    for (const [button, down, up] of [
      ['left', 1, 2],
      ['right', 3, 4],
      ['middle', 25, 26],
    ] as const) {
      assert.deepEqual(clicks(await after_(desktop.click({ display: main, x: 301, y: 200 }, button, 1, never))), [
        [down, 150.5, 100, 1, 0],
        [up, 150.5, 100, 1, 0],
      ]);
    }
    assert.deepEqual(clicks(await after_(desktop.click({ display: second, x: 10, y: 20 }, 'left', 3, never))), [
      [1, -630, -78, 1, 0],
      [2, -630, -78, 1, 0],
      [1, -630, -78, 2, 0],
      [2, -630, -78, 2, 0],
      [1, -630, -78, 3, 0],
      [2, -630, -78, 3, 0],
    ]);
    assert.deepEqual(bench.mac.pointer(), { x: -630, y: -78 });
    assert.deepEqual(await desktop.cursor(never), { display: second, x: 10, y: 20 });
  });

  it('letting go of everything sends nothing where nothing is held, however often; and the next click carries nothing', async () => {
    const { desktop } = bench;
    for (let times = 0; times < 5; times += 1) assert.deepEqual(await after_(desktop.releaseAll(never)), []);
    const events = await after_(desktop.click({ display: main, x: 301, y: 200 }, 'left', 1, never));
    assert.ok(events.every(({ flags }) => flags === 0));
  });

  it('letting go of everything releases what an earlier life left down, and only that', async () => {
    const { desktop, mac } = bench;
    for (const code of [0x38, 0x7b]) mac.hold(code, true);
    mac.holdButton(0, true);
    const events = await after_(desktop.releaseAll(never));
    assert.deepEqual(
      events.map(({ type, key }) => [type, key]),
      [
        [2, 0],
        [FLAGS_CHANGED, 0x38],
        [KEY_UP, 0x7b],
      ],
    );
    await mac.arrived();
    assert.deepEqual([mac.keys(), mac.buttons()], [[], []]);
  });

  it('a combination holds its modifiers around the key, and leaves none behind', async () => {
    const { desktop, mac } = bench;
    const events = await after_(desktop.key('cmd+shift+Right', 2, never));
    const arrow = 0x7c;
    const own = 0xa0_0000;
    const once = [
      [FLAGS_CHANGED, 0x37, COMMAND],
      [FLAGS_CHANGED, 0x38, COMMAND + SHIFT],
      [KEY_DOWN, arrow, COMMAND + SHIFT + own],
      [KEY_UP, arrow, COMMAND + SHIFT + own],
      [FLAGS_CHANGED, 0x38, COMMAND],
      [FLAGS_CHANGED, 0x37, 0],
    ];
    assert.deepEqual(
      events.map(({ type, key, flags }) => [type, key, flags]),
      [...once, ...once],
    );
    await mac.arrived();
    assert.deepEqual(mac.keys(), []);
    const [move] = await after_(desktop.move({ display: main, x: 100, y: 100 }, never));
    assert.equal(move?.flags, 0);
  });

  it('flags never stick, whatever is pressed in whatever order, and a stop in between', async () => {
    const { desktop, mac } = bench;
    await desktop.key('ctrl+alt+shift+f5', 1, never);
    const stop = new AbortController();
    const held = desktop.holdKey('cmd+b', 5000, stop.signal);
    await until(() => mac.keys().length === 2, 'the keys to be down');
    stop.abort(new Error('stopped by the person'));
    await assert.rejects(held, /stopped by the person/);
    await desktop.key('shift', 1, never);
    mac.events();
    for (const act of [
      () => desktop.click({ display: main, x: 100, y: 100 }, 'left', 2, never),
      () => desktop.scroll(null, 'down', 1, never),
      async () => void (await desktop.type('x', never)),
    ]) {
      const events = await after_(act());
      assert.ok(events.length > 0 && events.every(({ flags }) => flags === 0));
    }
    await mac.arrived();
    assert.deepEqual(mac.keys(), []);
  });

  it('a key is found on the layout of the moment, also after it was changed', async () => {
    const { desktop, mac } = bench;
    const codes = async (keys: string): Promise<readonly unknown[]> =>
      (await after_(desktop.key(keys, 1, never)))
        .filter(({ type }) => type === KEY_DOWN)
        .map(({ key, flags }) => [key, flags]);
    for (const [layout, keys, code, flags] of [
      ['us', 'cmd+z', 6, COMMAND],
      ['german', 'cmd+z', 16, COMMAND],
      ['french', 'cmd+z', 13, COMMAND],
      ['dvorak', 'cmd+z', 44, COMMAND],
      ['dvorakCommand', 'cmd+z', 6, COMMAND],
      ['us', 'cmd+1', 18, COMMAND],
      ['french', 'cmd+1', 18, COMMAND + SHIFT],
      ['german', 'cmd+1', 18, COMMAND],
      ['french', '1', 18, SHIFT],
      ['us', 'cmd+plus', 24, COMMAND + SHIFT],
      ['german', 'cmd+plus', 30, COMMAND],
      ['german', 'ö', 41, 0],
      ['german', '@', 37, 0x8_0000],
      ['us', '?', 44, SHIFT],
      ['dvorak', '?', 33, SHIFT],
    ] as const) {
      mac.set('layout', LAYOUTS[layout]);
      assert.deepEqual(await codes(keys), [[code, flags]], `${keys} on ${layout}`);
    }
  });

  it('a character that no key types is sent as text; with a modifier it is refused and nothing is sent', async () => {
    const { desktop, mac } = bench;
    await desktop.key('ö', 1, never);
    await mac.arrived();
    assert.equal(mac.typed(), 'ö');
    mac.events();
    await assert.rejects(desktop.key('cmd+ö', 1, never), Refused);
    await assert.rejects(desktop.key('Scroll_Lock', 1, never), /a Mac has no key/);
    assert.deepEqual(mac.events(), []);
  });

  it('every layout types the same text, without the clipboard', async () => {
    const { desktop, mac } = bench;
    const text = `1234567890 azqwym ;:!?/\\@#[]{}~^ äöüß éèç Grüße 漢字かな 👩‍👩‍👧‍👦 🇩🇪 e\u0301`;
    const reads = mac.get('reads');
    for (const layout of Object.values(LAYOUTS)) {
      mac.set('layout', layout);
      await desktop.type(text, never);
      await mac.arrived();
      assert.equal(mac.typed(), text);
      mac.forgetTyped();
    }
    assert.equal(mac.get('reads'), reads);
  });

  it('5,000 characters arrive as they are', async () => {
    const { desktop, mac } = bench;
    const text = 'Wort für Wort 😀, und weiter; '.repeat(170).slice(0, 5000);
    await desktop.type(text, never);
    await mac.arrived();
    assert.equal(mac.typed(), text);
  });

  it('ctrl is Command, and Control in a terminal known by its bundle, whatever it is called here', async () => {
    const { desktop, mac } = bench;
    const flags = async (): Promise<number | undefined> =>
      (await after_(desktop.key('ctrl+c', 1, never))).find(({ type }) => type === KEY_DOWN)?.flags;
    assert.equal(await flags(), COMMAND);
    mac.app(500, '/System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal', 'com.apple.Terminal');
    mac.window(500, 'ターミナル', 'bash', [0, 0, 300, 200]);
    assert.equal(await flags(), 0x4_0000);
  });

  it('a drag presses, moves on in steps with the button, and lets go where it was meant', async () => {
    const events = await after_(
      bench.desktop.drag({ display: main, x: 20, y: 20 }, { display: main, x: 65, y: 20 }, never),
    );
    const [first, ...rest] = events.filter(({ type }) => [1, DRAGGED, 2].includes(type));
    assert.deepEqual([first?.type, first?.x, rest.at(-1)?.type, rest.at(-1)?.x], [1, 10, 2, 32.5]);
    assert.ok(rest.filter(({ type }) => type === DRAGGED).length >= 4);
    assert.ok(events.every(({ flags }) => flags === 0));
  });

  it('with a button held the pointer drags; a stop on the way lets go where it is', async () => {
    const { desktop, mac } = bench;
    await desktop.mouseDown({ display: main, x: 200, y: 200 }, never);
    const events = await after_(desktop.move({ display: main, x: 240, y: 200 }, never));
    assert.deepEqual(events.at(-1)?.type, DRAGGED);
    await desktop.mouseUp(null, never);
    await mac.arrived();
    assert.deepEqual(mac.buttons(), []);
    const stop = new AbortController();
    const drag = desktop.drag({ display: main, x: 20, y: 20 }, { display: main, x: 700, y: 20 }, stop.signal);
    await until(() => mac.buttons().length > 0, 'the button to be down');
    stop.abort(new Error('stopped by the person'));
    await assert.rejects(drag, /stopped by the person/);
    await mac.arrived();
    assert.deepEqual(mac.buttons(), []);
    assert.ok(mac.pointer().x < 350);
  });

  it('scrolls by pixels, up and left above zero', async () => {
    for (const [direction, wheel] of [
      ['up', [80, 0]],
      ['down', [-80, 0]],
      ['left', [0, 80]],
      ['right', [0, -80]],
    ] as const) {
      const events = await after_(bench.desktop.scroll({ display: main, x: 100, y: 100 }, direction, 2, never));
      const scrolled = events.filter(({ type }) => type === SCROLLED);
      assert.deepEqual(
        scrolled.map((event) => [event.wheel, event.x, event.y, event.flags]),
        [[wheel, 50, 50, 0]],
      );
    }
  });

  it('fifty acts at once leave no modifier, key or button down, and every click where it was meant', async () => {
    const { desktop, mac } = bench;
    const acts = Array.from({ length: 50 }, (_, at) =>
      at % 3 === 0
        ? desktop.key('cmd+shift+k', 1, never)
        : at % 3 === 1
          ? desktop.click({ display: main, x: 100 + at, y: 100 }, 'left', 1, never)
          : desktop.scroll({ display: second, x: 30, y: 30 }, 'down', 1, never),
    );
    await Promise.all(acts);
    const pressed = mac.events().filter(({ type }) => type === 1);
    assert.deepEqual(
      pressed.map(({ x }) => x).toSorted((one, other) => one - other),
      Array.from({ length: 50 }, (_, at) => at)
        .filter((at) => at % 3 === 1)
        .map((at) => (100 + at) / 2),
    );
    await mac.arrived();
    assert.deepEqual([mac.keys(), mac.buttons()], [[], []]);
  });

  it('keys for sound are those of the system', async () => {
    const events = await after_(bench.desktop.key('mute', 1, never));
    assert.deepEqual(
      events.map(({ type, data }) => [type, data]),
      [
        [14, (7 << 16) | 0xa00],
        [14, (7 << 16) | 0xb00],
      ],
    );
  });

  it('a display that was unplugged meanwhile refuses the click, and nothing is sent', async () => {
    const { desktop, mac } = bench;
    const stale = { display: second, x: 10, y: 20 };
    mac.display(1, { x: -640, y: -98, w: 640, h: 480, isOff: true });
    await assert.rejects(desktop.click(stale, 'left', 1, never), Refused);
    assert.deepEqual(mac.events(), []);
    mac.display(1, { x: 756, y: 0, w: 640, h: 480 });
    await assert.rejects(desktop.click(stale, 'left', 1, never), Refused);
  });

  it('a person at the mouse or the keyboard is counted, Deskhand itself never', async (t) => {
    const own = await startMac();
    t.after(own.close);
    const { desktop, mac } = own;
    const counted = async (): Promise<number> => (await desktop.presence(never)).keysPressed ?? Number.NaN;
    const start = await counted();
    for (let times = 0; times < 30; times += 1) {
      await desktop.key('cmd+k', 1, never);
      await desktop.click({ display: main, x: 100, y: 100 }, 'left', 2, never);
      assert.equal(await counted(), start);
    }
    await mac.arrived();
    mac.person(KEY_DOWN);
    assert.equal(await counted(), start + 1);
    mac.person(1);
    assert.equal(await counted(), start + 2);
    // Events of ours that are on their way at the first question count as ours.
    const later = await startMac((other) => other.set('latencyMs', 80));
    await later.desktop.key('k', 5, never);
    const first = (await later.desktop.presence(never)).keysPressed;
    await later.mac.arrived();
    assert.equal((await later.desktop.presence(never)).keysPressed, first);
    await later.close();
  });

  it('one of a person’s among ours is seen as soon as ours have arrived', async (t) => {
    const own = await startMac();
    t.after(own.close);
    const { desktop, mac } = own;
    const counted = async (): Promise<number> => (await desktop.presence(never)).keysPressed ?? Number.NaN;
    const start = (await counted()) - 2;
    // While events of ours are on their way, a person's event is noticed as soon as they have arrived.
    mac.set('latencyMs', 60);
    await desktop.key('k', 1, never);
    mac.person(KEY_DOWN);
    assert.ok((await counted()) <= start + 3);
    await mac.arrived();
    assert.equal(await counted(), start + 3);
  });

  it('text with newlines within is pasted, and everything on the clipboard comes back', async () => {
    const { desktop, mac } = bench;
    const [picture, file] = [{ 'public.png': 'PNG', 'public.tiff': 'TIFF' }, { 'public.file-url': 'file:///a.pdf' }];
    mac.copy(picture, file);
    await desktop.type('Grüße 😀\n\tzwei\n', never);
    await mac.arrived();
    assert.equal(mac.typed(), 'Grüße 😀\n\tzwei\n');
    assert.deepEqual(mac.clipboard(), [picture, file]);
  });

  it('what somebody copies during a paste stays theirs', async () => {
    const { desktop, mac } = bench;
    mac.copy({ 'public.utf8-plain-text': 'mine' });
    const typing = desktop.type('a\nb', never);
    await until(() => mac.clipboard()[0]?.['public.utf8-plain-text'] === 'a\nb', 'the text is on the clipboard');
    mac.copy({ 'public.utf8-plain-text': 'theirs' });
    await typing;
    assert.equal(await desktop.clipboardRead(never), 'theirs');
    const copy = await desktop.clipboardCopy(never);
    mac.copy({ 'public.utf8-plain-text': 'theirs' });
    assert.notEqual(await desktop.clipboardCopy(never), copy, 'another copy');
  });

  it('a stop during a paste is answered at once; the application never gets the person’s own clipboard', async () => {
    const { desktop, mac } = bench;
    mac.copy({ 'public.utf8-plain-text': 'secret of the person' });
    mac.set('pasteMs', 120);
    const stop = new AbortController();
    const typing = desktop.type('one\ntwo', stop.signal);
    const lent = () => mac.clipboard()[0]?.['public.utf8-plain-text'];
    await until(() => lent() === 'one\ntwo', 'the text is on the clipboard');
    stop.abort(new Error('stopped by the person'));
    await assert.rejects(typing, /stopped by the person/);
    assert.equal(lent(), 'one\ntwo', 'it is said before the paste has had its time');
    assert.equal(await desktop.clipboardRead(never), 'secret of the person');
    await mac.arrived();
    assert.equal(mac.typed(), 'one\ntwo');
  });

  it('where reading the clipboard would ask the person, it is not read, and what holds it up is said', async () => {
    const { desktop, mac } = bench;
    for (const behavior of [1, 3]) {
      mac.copy({ 'public.utf8-plain-text': 'private' });
      mac.set('accessBehavior', behavior);
      mac.set('pasteGuard', 1);
      await assert.rejects(desktop.clipboardRead(never), /allow .+ in System Settings.*Paste from Other Apps/);
      await desktop.type('a\nb', never);
      await mac.arrived();
      assert.deepEqual([mac.typed(), mac.get('reads'), mac.get('promptsPaste')], ['a\nb', 0, 0]);
      assert.equal(await desktop.clipboardRead(never), '', 'what is there now is our own');
      mac.forgetTyped();
    }
    await desktop.clipboardWrite('own', never);
    assert.equal(await desktop.clipboardRead(never), 'own');
    mac.copy({ 'public.utf8-plain-text': 'theirs' });
    mac.set('accessBehavior', 2);
    assert.equal(await desktop.clipboardRead(never), 'theirs');
    assert.equal(mac.get('promptsPaste'), 0);
  });

  it('where macOS has not decided, it asks once at most, and holds up neither hands nor looks', async () => {
    // Processes of their own, since each remembers what it has tried.
    for (const [isGuarded, answer] of [
      [false, 0],
      [true, 0],
      [true, 1],
    ] as const) {
      const fresh = await startMac((mac) => {
        mac.copy({ 'public.png': 'PNG' }, { 'public.utf8-plain-text': 'kept' });
        mac.set('pasteGuard', isGuarded ? 1 : 0);
        mac.set('pasteAnswer', answer);
      });
      const { desktop, mac } = fresh;
      try {
        const typing = desktop.type('a\nb', never);
        assert.equal((await desktop.presence(never)).screen, 'on');
        await typing;
        await desktop.type('\nc\nd', never);
        await mac.arrived();
        assert.equal(mac.typed(), 'a\nb\nc\nd');
        assert.equal(mac.get('promptsPaste'), isGuarded ? 1 : 0);
        assert.deepEqual(
          mac.clipboard().map((item) => Object.values(item)),
          isGuarded ? [] : [['PNG'], ['kept']],
        );
        mac.copy({ 'public.utf8-plain-text': 'later' });
        if (isGuarded) await assert.rejects(desktop.clipboardRead(never), /Paste from Other Apps/);
        else assert.equal(await desktop.clipboardRead(never), 'later');
        assert.equal(mac.get('promptsPaste'), isGuarded ? 1 : 0);
      } finally {
        await fresh.close();
      }
    }
  });

  it('and a process that was slow to start, asked again, does not ask the person again', async () => {
    const fresh = await startMac((mac) => {
      mac.copy({ 'public.utf8-plain-text': 'kept' });
      mac.set('pasteGuard', 1);
      mac.set('pasteAnswer', 1);
    });
    const { library } = fresh.mac.standIn;
    assert.ok(library !== undefined);
    const helper = createAxHelper([process.execPath, OWN_FILES.accessibilityChild, library]);
    try {
      const ask = (limitMs: number) => helper.ask({ do: 'clipboard' }, limitMs, never);
      // The answer cannot come this soon; the questions wait in the process.
      assert.deepEqual([await ask(1), await ask(1)], [null, null]);
      assert.deepEqual(await ask(60_000), { id: 3, is: 'clipboard', isRead: false });
      assert.equal(fresh.mac.get('promptsPaste'), 1);
    } finally {
      helper.close();
      await fresh.close();
    }
  });

  it('while it is lent, the clipboard says that histories must not keep it', async () => {
    const { desktop, mac } = bench;
    const typing = desktop.type('a\nb', never);
    await until(() => mac.clipboard().length > 0, 'the text is on the clipboard');
    assert.deepEqual(Object.keys(mac.clipboard()[0] ?? {}), [
      'public.utf8-plain-text',
      'org.nspasteboard.TransientType',
      'org.nspasteboard.ConcealedType',
      'org.nspasteboard.AutoGeneratedType',
    ]);
    await typing;
    assert.deepEqual(mac.clipboard(), []);
  });

  it('in a terminal newlines are the Return key, line by line', async () => {
    const { desktop, mac } = bench;
    mac.app(500, '/Applications/iTerm.app/Contents/MacOS/iTerm2', 'com.googlecode.iterm2');
    mac.window(500, 'iTerm2', 'zsh', [0, 0, 300, 200]);
    await desktop.type('ls\npwd', never);
    const keys = mac.events().filter(({ type, text }) => type === KEY_DOWN && text === '');
    await mac.arrived();
    assert.deepEqual([mac.typed(), keys.map(({ key }) => key)], ['ls\npwd', [0x24]]);
    assert.equal(mac.get('reads'), 0);
  });

  it('a Mac without the permission gets no event, and says so beforehand', async () => {
    const { desktop, mac } = bench;
    mac.set('trusted', 0);
    assert.equal((await desktop.presence(never)).screen, 'untouched');
    assert.equal(mac.get('promptsTouch'), 0, 'nobody is asked by looking');
    assert.equal((await desktop.front(never)).pid, TEXTEDIT);
    const place = { display: main, x: 100, y: 100 };
    for (const act of [
      () => desktop.click(place, 'left', 1, never),
      () => desktop.drag(place, { ...place, x: 200 }, never),
      () => desktop.scroll(null, 'down', 1, never),
      () => desktop.mouseDown(null, never),
      () => desktop.type('nowhere', never),
      () => desktop.key('cmd+s', 1, never),
      () => desktop.holdKey('a', 10, never),
      () => desktop.keepDown(['shift'], never),
    ])
      await assert.rejects(act(), /doesn't let me click or type any more/);
    assert.deepEqual(mac.events(), []);
  });
});

it('text is cut for events at places where no character falls apart', () => {
  for (const text of [
    '👩‍👩‍👧‍👦'.repeat(9),
    'e\u0301'.repeat(50),
    'a'.repeat(20),
    `${'a'.repeat(19)}😀b`,
    '🇩🇪'.repeat(11),
    '',
  ]) {
    const parts = splitForEvents(text);
    assert.equal(parts.join(''), text);
    for (const part of parts) assert.ok(part.length > 0 && part.length <= 20 && part.isWellFormed());
  }
  assert.deepEqual(splitForEvents(`${'a'.repeat(19)}😀b`), ['a'.repeat(19), '😀b']);
});

it('only the last newlines are keys', () => {
  assert.deepEqual(splitEnding('a\nb\n\n'), { body: 'a\nb', ending: '\n\n' });
  assert.deepEqual(splitEnding('\t\n'), { body: '', ending: '\t\n' });
  assert.deepEqual(splitEnding('a\nb\t'), { body: 'a\nb\t', ending: '' });
});
