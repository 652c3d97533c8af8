/** At its edge: the command that would run on a Mac, and the reading of what it prints there. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listBrowserElements, readPageCommand } from '../../../../adapters/desktop/macos/browsers.ts';
import { readAppleScript } from '../../../../src/safety/apps/applescript-tokens.ts';
import { english } from '../../../../src/words/speak.ts';

const DISPLAY = { index: 1, width: 3024, height: 1964, originX: 0, originY: 0, density: 2 };
const SAFARI = { bundle: 'com.apple.Safari', app: 'Safari' };
const never = new AbortController().signal;
/** As Safari prints it for a window in the middle, its page zoomed to 150 %. */
const PRINTED = JSON.stringify({
  elements: [
    {
      role: 'link',
      name: 'More',
      value: '',
      x: 20,
      y: 40,
      width: 60,
      height: 12,
      isFocused: false,
      isEnabled: true,
      isSecure: false,
    },
  ],
  isWhole: true,
  title: 'Example',
  screenX: 200,
  screenY: 100,
  outerWidth: 900,
  outerHeight: 702,
  innerWidth: 600,
  innerHeight: 400,
  devicePixelRatio: 2,
  pinch: { scale: 1, left: 0, top: 0 },
});

describe('Pages in the browsers of a Mac', () => {
  for (const [bundle, line] of [
    ['com.apple.Safari', 'tell application id "com.apple.Safari" to do JavaScript (item 1 of argv) in document 1'],
    ...[
      'com.google.Chrome',
      'com.microsoft.edgemac',
      'com.brave.Browser',
      'com.operasoftware.Opera',
      'com.vivaldi.Vivaldi',
    ].map(
      (id) =>
        [id, `tell application id "${id}" to execute active tab of front window javascript (item 1 of argv)`] as const,
    ),
    [
      'company.thebrowser.Browser',
      `tell application id "company.thebrowser.Browser" to tell front window's active tab to execute javascript (item 1 of argv)`,
    ],
  ] as const) {
    it(`${bundle} is asked in its own words, the script as an argument`, () => {
      const command = readPageCommand(bundle) ?? assert.fail('no command');
      assert.deepEqual(command.slice(0, 3), ['/usr/bin/osascript', '-e', `on run argv\n${line}\nend run`]);
      assert.match(command[3] ?? '', /querySelectorAll/);
      const read = readAppleScript(command[2] ?? '');
      assert.ok(read.ok, 'it is whole AppleScript');
      const lines = read.lines.map((words) => words.map(({ text }) => text).join(' '));
      assert.deepEqual([lines[0], lines[2], lines.length], ['on run argv', 'end run', 3]);
    });
  }

  it('boxes are pixels of the display', async () => {
    const list = await listBrowserElements(SAFARI, DISPLAY, async () => `${PRINTED}\n`, never);
    assert.equal(list.coverage, 'complete');
    // (200 + 20 · 1.5) · 2, and below 102 points of bars (100 + 102 + 40 · 1.5) · 2.
    assert.deepEqual(list.elements[0]?.box, { x: 460, y: 524, width: 180, height: 36 });
  });

  it('Arc prints JSON within JSON', async () => {
    const list = await listBrowserElements(
      { bundle: 'company.thebrowser.Browser', app: 'Arc' },
      DISPLAY,
      async () => JSON.stringify(PRINTED),
      never,
    );
    assert.equal(list.elements[0]?.name, 'More');
  });

  it('what is switched off is named with the place of its switch; anything else is said, and a stop is a stop', async () => {
    const fail = (why: string) =>
      listBrowserElements(
        { bundle: 'com.google.Chrome', app: 'Google Chrome' },
        DISPLAY,
        () => Promise.reject(new Error(why)),
        never,
      );
    const off = await fail('Executing JavaScript through AppleScript is turned off. (12)');
    assert.match(english(off.reason), /View > Developer > Allow JavaScript from Apple Events/);
    assert.match(english((await fail('osascript failed (1): no window')).reason), /no window/);
    const denied = await fail('execution error: Not authorized to send Apple events to Google Chrome. (-1743)');
    assert.match(english(denied.reason), /control Google Chrome: allow it in .*Automation/);
    assert.match(english((await fail('The operation was aborted due to timeout')).reason), /The Mac may be asking/);
    assert.match(
      english(
        (
          await listBrowserElements(
            { bundle: 'com.apple.Notes', app: 'Safari' },
            DISPLAY,
            () => assert.fail('asked'),
            never,
          )
        ).reason,
      ),
      /no browser/,
    );
    const reason = new Error('stopped');
    await assert.rejects(
      listBrowserElements(SAFARI, DISPLAY, () => Promise.reject(new Error('x')), AbortSignal.abort(reason)),
      (error) => error === reason,
    );
  });
});
