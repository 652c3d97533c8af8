import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { Refused } from '../../../src/ports/desktop.ts';
import { readNaughtyStrings } from '../../support/corpora.ts';
import { repeats, WITH_REPEATS } from '../../support/repeats.ts';
import { until } from '../../support/until.ts';
import { noX11 } from '../../support/x11.ts';
import {
  type Catcher,
  type HandsBench,
  noBrowser,
  openCatcher,
  openPage,
  startHandsBench,
  type TestPage,
  waitForFront,
} from './hands-bench.ts';

const run = promisify(execFile);
const never = new AbortController().signal;
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const MIXED = `${ASCII}\n\tGrüße, señor Łukasz: 漢字 かな 한글 😀👩‍👩‍👧 €½\n`;
/** 5,000 characters, lines of at most 1,000. */
const LONG = Array.from({ length: 5000 }, (_, index) =>
  index % 97 === 96 ? '\n' : String.fromCharCode(33 + ((index * 7) % 94)),
).join('');

/** Some of the collections, evenly spread. */
const STRINGS = WITH_REPEATS ? 70 : 30;
const naughty = readNaughtyStrings().filter(
  (text, index, { length }) => index % Math.ceil(length / STRINGS) === 0 && text !== '',
);

let folder: string;
let bench: HandsBench;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-typing-'));
  if (noX11 === false) bench = await startHandsBench({ hasSessionBus: true });
});
after(async () => {
  await bench?.close();
  await rm(folder, { recursive: true });
});

// The first test, since nothing may have been opened yet.
it('text is refused while nothing has the focus', { skip: noX11 }, async () => {
  await assert.rejects(bench.hands.desktop.type('into the void', never), Refused);
});

describe('Text typed into a terminal', { skip: noX11 }, () => {
  let catcher: Catcher;
  before(async () => {
    catcher = await openCatcher(bench, folder);
  });

  it('arrives exactly: ASCII, accents, CJK, emoji, tabs, newlines', async () => {
    await bench.hands.desktop.type(MIXED, never);
    assert.equal(await catcher.take(MIXED), MIXED);
  });

  it('arrives exactly when it is 5,000 characters long', async () => {
    await bench.hands.desktop.type(`${LONG}\n`, never);
    assert.equal(await catcher.take(`${LONG}\n`), `${LONG}\n`);
  });

  it('arrives exactly on a German and a Russian layout, and with Caps Lock on', async () => {
    const { env } = bench.display;
    const text = `${ASCII} äöüß\n`;
    for (const layout of ['de', 'ru', 'us']) {
      await run('setxkbmap', [layout], { env });
      await bench.hands.desktop.type(text, never);
      assert.equal(await catcher.take(text), text, layout);
    }
    await bench.hands.desktop.key('Caps_Lock', 1, never);
    await bench.hands.desktop.type(text, never);
    await bench.hands.desktop.key('Caps_Lock', 1, never);
    assert.equal(await catcher.take(text), text, 'Caps Lock');
  });

  it('arrives exactly or is refused, for strings that break others', async () => {
    const wanted: string[] = [];
    for (const text of naughty) {
      try {
        await bench.hands.desktop.type(`${text}\n`, never);
        wanted.push(`${text}\n`);
      } catch (error) {
        assert.ok(error instanceof Refused, `${JSON.stringify(text)}: ${error}`);
      }
    }
    assert.ok(wanted.length > naughty.length / 2, `${wanted.length} of ${naughty.length}`);
    assert.equal(await catcher.take(wanted.join('')), wanted.join(''));
  });

  it('goes by keys to what shows another computer, whose clipboard is not this one; what no key has is refused', async () => {
    const file = join(folder, 'remote.txt');
    bench.display.open('xterm', ['-class', 'Remmina', '-e', `cat > '${file}'`]);
    await waitForFront(bench.hands, 'Remmina');
    await until(() => existsSync(file), 'cat to open its file');
    await bench.hands.desktop.type('Hello, "World"_1 {x}!\n', never);
    await until(async () => (await readFile(file, 'utf8')).endsWith('\n'), 'the line');
    assert.equal(await readFile(file, 'utf8'), 'Hello, "World"_1 {x}!\n');
    await assert.rejects(bench.hands.desktop.type('世界', never), Refused);
    await bench.hands.desktop.key('ctrl+d', 1, never);
    await waitForFront(bench.hands, 'XTerm');
  });

  it('stops soon after a stop, with nothing more arriving and no key held', async () => {
    for (const text of [LONG, LONG.replaceAll('A', 'Ä')]) {
      const stop = new AbortController();
      const reason = new Error('stopped by the person');
      const typing = bench.hands.desktop.type(text, stop.signal);
      setTimeout(() => stop.abort(reason), 60);
      await assert.rejects(typing, (error) => error === reason);
      // An Enter that arrives as "ctrl+Enter" or "A" shows that a modifier is still down.
      await bench.hands.desktop.key('Return', 1, never);
      await bench.hands.desktop.type('after\n', never);
      const arrived = await catcher.take('\nafter\n');
      assert.match(arrived, /\nafter\n$/);
      // What was on its way through the X server and the terminal came before that, and nothing in between.
      const typed = arrived.replace(/\nafter\n$/, '');
      assert.ok(text.startsWith(typed), 'something else than the text arrived');
      assert.ok(typed.length < text.length, 'it was typed to the end');
    }
  });
});

describe('Text typed into windows', { skip: noX11 }, () => {
  it('is in the file an editor saves', {
    skip: !existsSync('/usr/bin/mousepad') && 'not installed: mousepad',
  }, async () => {
    const file = join(folder, 'letter.txt');
    await writeFile(file, '');
    bench.display.open('mousepad', ['--disable-server', file]);
    await waitForFront(bench.hands, 'Mousepad');
    const nasty = naughty.filter((each) => !/[\p{Cc}]/u.test(each)).join('\n');
    const text = `${MIXED}${nasty}\n${LONG}`;
    await bench.hands.desktop.type(text, never);
    await bench.hands.desktop.key('ctrl+s', 1, never);
    await until(async () => (await readFile(file, 'utf8')).length > text.length - 2, 'the editor to save');
    assert.equal((await readFile(file, 'utf8')).trimEnd(), text.trimEnd());
    for (const typed of ['all of it', 'Ersatz – 漢字']) {
      await bench.hands.desktop.key('ctrl+a', 1, never);
      await bench.hands.desktop.type(typed, never);
      await bench.hands.desktop.key('ctrl+s', 1, never);
      await until(async () => (await readFile(file, 'utf8')).startsWith(typed), 'the editor to save');
      assert.equal((await readFile(file, 'utf8')).trimEnd(), typed, 'what was selected is replaced');
    }
  });

  describe('in a browser', { skip: noBrowser }, () => {
    let page: TestPage;
    before(async () => {
      page = await openPage(bench, '<body><textarea id="field" style="width:900px;height:400px"></textarea>');
    });
    after(() => page.close());
    const value = async (): Promise<string> => z.string().parse(await page.page.evaluate('field.value'));
    const clear = async (): Promise<void> => {
      await page.page.evaluate('field.value = ""');
      await page.page.focus('#field');
    };

    it('arrives exactly, with tabs as tabs and last newlines as Return', async () => {
      for (const text of [MIXED, '\n', 'two\n\n', ...repeats(LONG)]) {
        await clear();
        await bench.hands.desktop.type(text, never);
        await until(async () => (await value()).length >= text.length, 'the text to arrive');
        assert.equal(await value(), text);
      }
    });

    it('arrives exactly or is refused, for strings that break others', async () => {
      const wanted = naughty.filter((text) => !/[\p{Cc}]/u.test(text)).join('\n');
      await clear();
      await bench.hands.desktop.type(wanted, never);
      await until(async () => (await value()).length >= wanted.length, 'the text to arrive');
      assert.equal(await value(), wanted);
    });

    it('goes by keys to a page that listens to them; with blanks only where what has the focus is known', async () => {
      await page.page.evaluate(
        'field.blur(); window.keys = ""; addEventListener("keydown", (e) => { if (e.key.length === 1) keys += e.key; })',
      );
      const arrived = async (): Promise<string> => z.string().parse(await page.page.evaluate('keys'));
      await bench.hands.desktop.type('Found_1:"é?', never).catch((error) => assert.ok(error instanceof Refused));
      await bench.hands.desktop.type('Found_1:"?', never);
      await until(async () => (await arrived()).length >= 10, 'the keys to arrive');
      assert.equal(await arrived(), 'Found_1:"?');
      await assert.rejects(bench.hands.desktop.type('one two', never), Refused);
      assert.equal(await arrived(), 'Found_1:"?');
    });

    it('tells each copy that somebody else makes, also while the clipboard is lent', {
      skip: !existsSync('/usr/bin/xclip') && 'not installed: xclip',
    }, async () => {
      const { env } = bench.display;
      const { desktop } = bench.hands;
      const copy = async (text: string): Promise<void> => {
        await run('/bin/sh', ['-c', `printf '${text}' | xclip -selection clipboard -i >/dev/null 2>&1`], { env });
      };
      // xclip ends before the X server knows that the copy left running owns the clipboard.
      const anotherThan = (known: readonly (string | null)[]): Promise<string> =>
        until(async () => {
          const id = await desktop.clipboardCopy(never);
          return !known.includes(id) && id;
        }, 'another copy');
      const first = await desktop.clipboardCopy(never);
      await copy('one');
      const second = await anotherThan([first]);
      await copy('one');
      const third = await anotherThan([first, second]);
      await clear();
      await desktop.type('ü', never);
      await copy('two');
      await anotherThan([first, second, third]);
    });

    it("leaves the person's clipboard as it was, a picture included", {
      skip: !existsSync('/usr/bin/xclip') && 'not installed: xclip',
    }, async () => {
      const { env } = bench.display;
      const picture = Buffer.alloc(700_000, 'picture ');
      const file = join(folder, 'picture.png');
      await writeFile(file, picture);
      // The shell does not wait for the copy of itself that xclip leaves behind to serve the clipboard.
      await run('/bin/sh', ['-c', `xclip -selection clipboard -t image/png -i '${file}' >/dev/null 2>&1`], { env });
      await clear();
      await bench.hands.desktop.type('über', never);
      // Combined keys wait until the clipboard is given back.
      await bench.hands.desktop.key('shift+Left', 1, never);
      const { stdout } = await run('xclip', ['-selection', 'clipboard', '-t', 'image/png', '-o'], {
        env,
        encoding: 'buffer',
        maxBuffer: 2_000_000,
      });
      assert.ok(stdout.equals(picture), `${stdout.length} bytes came back`);
      await bench.hands.desktop.clipboardWrite('mine ✓', never);
      await clear();
      await bench.hands.desktop.type('ü', never);
      assert.equal(await bench.hands.desktop.clipboardRead(never), 'mine ✓');
      await bench.hands.desktop.key('ctrl+v', 1, never);
      await until(async () => (await value()).length > 1, 'the paste');
      assert.equal(await value(), 'ümine ✓');
    });
  });
});
