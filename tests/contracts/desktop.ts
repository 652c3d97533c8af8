/** What every desktop must do, checked through the port and, where it matters, at the other end: what the window received. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { type Desktop, DesktopLost, type Display, type Place, Refused } from '../../src/ports/desktop.ts';

export interface DesktopBench {
  readonly desktop: Desktop;
  /** Whether something takes text: what arrived there since the last call, once `wanted` or the deadline has come. */
  takeText(wanted: string): Promise<string>;
  /** A person clicks there. */
  pressByPerson(place: Place): Promise<void>;
  /** Keys that are down now, by whatever name. */
  heldKeys(): Promise<readonly string[]>;
  /** Makes the screen show something else. */
  change(): Promise<void>;
  /** Takes the display away. */
  lose(): Promise<void>;
  close(): Promise<void>;
}

const never = new AbortController().signal;

/** `make` is called once; the suite ends with the display lost. */
export function testDesktopContract(
  name: string,
  make: () => Promise<DesktopBench>,
  skip: string | false = false,
): void {
  describe(`${name} keeps the Desktop contract`, { skip }, () => {
    let bench: DesktopBench;
    let desktop: Desktop;
    let display: Display;
    const at = (x: number, y: number): Place => ({ display, x, y });

    before(async () => {
      bench = await make();
      desktop = bench.desktop;
      const [first] = (await desktop.describe(never)).displays;
      assert.ok(first !== undefined);
      display = first;
    });
    after(() => bench.close());

    it('describes at least one display, counted from 1', async () => {
      const info = await desktop.describe(never);
      assert.ok(info.name.length > 0);
      assert.equal(display.index, 1);
      assert.ok(display.width > 100 && display.height > 100 && display.density >= 1);
    });

    it('tells the window in front by an id that stays, and whose window is at a place', async () => {
      const front = await desktop.front(never);
      assert.notEqual(front.window, undefined);
      assert.equal((await desktop.front(never)).window, front.window);
      const box = front.box ?? { x: 40, y: 40, width: 2, height: 2 };
      const there = await desktop.windowAt(at(box.x + box.width / 2, box.y + box.height / 2), never);
      assert.deepEqual([there?.app, there?.window], [front.app, front.window]);
      assert.equal((await desktop.titles(never))[0], front.title);
    });

    it('captures a JPEG that fits the box and is never larger than the display', async () => {
      const small = await desktop.capture({ display: 1, width: 200, height: 200 }, never);
      const size = await sharp(small.jpeg).metadata();
      assert.equal(size.format, 'jpeg');
      assert.deepEqual([size.width, size.height], [small.width, small.height]);
      assert.ok(small.width <= 200 && small.height <= 200);
      assert.equal(small.isBlack, false);
      assert.deepEqual(small.display, display);
      const whole = await desktop.capture({ display: 1, width: 10_000, height: 10_000 }, never);
      assert.deepEqual([whole.width, whole.height], [display.width, display.height]);
    });

    it('captures a part alone', async () => {
      const crop = { x: 16, y: 8, width: 60, height: 40 };
      const part = await desktop.capture({ display: 1, width: 1000, height: 1000, crop }, never);
      assert.deepEqual([part.width, part.height], [60, 40]);
    });

    it('draws a ring only when asked', async () => {
      const request = { display: 1, width: 400, height: 400 };
      const plain = await desktop.capture(request, never);
      const ringed = await desktop.capture({ ...request, ring: { x: 100, y: 100 } }, never);
      assert.notDeepEqual(Buffer.from(plain.jpeg), Buffer.from(ringed.jpeg));
      assert.deepEqual(ringed.fingerprint.tiles, plain.fingerprint.tiles);
    });

    it('the fingerprint stays while nothing changes, and differs once something has', async () => {
      const before = await desktop.fingerprint(1, never);
      assert.deepEqual([before.columns, before.rows], [Math.ceil(display.width / 32), Math.ceil(display.height / 32)]);
      assert.deepEqual(await desktop.fingerprint(1, never), before);
      await bench.change();
      assert.notDeepEqual(await desktop.fingerprint(1, never), before);
    });

    it('a glimpse stays while nothing changes, where pictures are not as quick', async () => {
      const glimpse = await desktop.glimpse(never);
      assert.equal(await desktop.glimpse(never), glimpse);
    });

    it('refuses a display that is not there', async () => {
      await assert.rejects(desktop.fingerprint(7, never), Refused);
      await assert.rejects(desktop.capture({ display: 0, width: 10, height: 10 }, never), Refused);
    });

    it('refuses a part that is not inside the display', async () => {
      const crop = { x: display.width - 10, y: 0, width: 20, height: 20 };
      await assert.rejects(desktop.capture({ display: 1, width: 100, height: 100, crop }, never), Refused);
    });

    it('moves the pointer to the pixel, up to the last one', async () => {
      for (const [x, y] of [
        [300, 200],
        [0, 5],
        [display.width - 1, display.height - 1],
      ] as const) {
        await desktop.move(at(x, y), never);
        const cursor = await desktop.cursor(never);
        assert.deepEqual([cursor.x, cursor.y], [x, y]);
      }
    });

    it('refuses a place outside, the failsafe corner, and a display that has changed; the pointer stays', async () => {
      await desktop.move(at(50, 60), never);
      const stale = { display: { ...display, width: display.width - 1 }, x: 10, y: 10 };
      for (const place of [at(display.width, 5), at(5, -1), at(0, 0), at(1, 1), stale]) {
        await assert.rejects(desktop.click(place, 'left', 1, never), Refused);
        await assert.rejects(desktop.move(place, never), Refused);
        await assert.rejects(desktop.drag(at(50, 60), place, never), Refused);
        await assert.rejects(desktop.scroll(place, 'down', 1, never), Refused);
      }
      const { x, y } = await desktop.cursor(never);
      assert.deepEqual([x, y], [50, 60]);
    });

    it('refuses an unknown key and names the closest; refuses control characters', async () => {
      await assert.rejects(desktop.key('ctrl+retrun', 1, never), { name: 'Refused', message: /closest is return/ });
      await assert.rejects(desktop.holdKey('', 10, never), Refused);
      for (const text of ['bell\u0007', 'esc\u001b[31m', 'nul\0', 'cr\r\n', 'c1\u0085', 'half \ud83d']) {
        await assert.rejects(desktop.type(text, never), Refused);
      }
      assert.equal(await bench.takeText(''), '');
    });

    it('types exactly the text', async () => {
      const text = 'Hello, World! "quotes" \'and\' {braces} ~`^ | äöüß éñ 漢字 😀\tend\n';
      await desktop.type(text, never);
      assert.equal(await bench.takeText(text), text);
    });

    it('keeps text on the clipboard, and typing leaves it there', async () => {
      await desktop.clipboardWrite('copied ✓ text\nin two lines', never);
      await desktop.type('ü typed between\n', never);
      assert.equal(await bench.takeText('ü typed between\n'), 'ü typed between\n');
      assert.equal(await desktop.clipboardRead(never), 'copied ✓ text\nin two lines');
      await desktop.clipboardWrite('', never);
      assert.equal(await desktop.clipboardRead(never), '');
    });

    it('what it writes to the clipboard, or lends it for typing, is nobody else’s copy', async () => {
      const copy = await desktop.clipboardCopy(never);
      await desktop.clipboardWrite('its own', never);
      await desktop.type('ü once more\n', never);
      assert.equal(await bench.takeText('ü once more\n'), 'ü once more\n');
      assert.equal(await desktop.clipboardRead(never), 'its own');
      assert.equal(await desktop.clipboardCopy(never), copy);
    });

    it('says which elements there are or why it cannot', async () => {
      const list = await desktop.elements({ app: null, display }, never);
      if (list.coverage === 'unavailable') assert.ok(list.reason !== '');
      const element = {
        number: 1,
        role: 'button',
        name: 'not there',
        value: '',
        box: { x: 1, y: 1, width: 1, height: 1 },
        isFocused: false,
        isEnabled: true,
        isSecure: false,
      };
      assert.equal(await desktop.press(element, never), false);
      assert.equal(await desktop.focus(element, never), false);
      assert.equal(await desktop.setValue(element, 'x', never), false);
    });

    it('presses, holds, drags, scrolls and lets go without complaint', async () => {
      await desktop.mouseDown(at(200, 300), never);
      await desktop.mouseUp(null, never);
      await desktop.drag(at(200, 300), at(220, 310), never);
      for (const direction of ['up', 'down', 'left', 'right'] as const) {
        await desktop.scroll(at(200, 300), direction, 2, never);
      }
      await desktop.scroll(null, 'down', 1, never);
      await desktop.holdKey('shift', 20, never);
      await desktop.releaseAll(never);
      for (const isWanted of [true, true, false, false]) await desktop.stayAwake(isWanted, never);
      await desktop.wake(never);
      assert.equal((await desktop.presence(never)).screen, 'on');
    });

    it('keeps exactly the named keys down until told otherwise; nothing is typed under them', async () => {
      await assert.rejects(desktop.keepDown(['shift', 'no such key'], never), Refused);
      assert.deepEqual(await bench.heldKeys(), []);
      await desktop.keepDown(['shift', 'ctrl'], never);
      assert.equal((await bench.heldKeys()).length, 2);
      await assert.rejects(desktop.type('other text', never), Refused);
      await desktop.keepDown(['shift'], never);
      const [shift] = await bench.heldKeys();
      assert.notEqual(shift, undefined);
      await desktop.key('shift+pagedown', 1, never);
      await desktop.click(at(200, 300), 'left', 1, never);
      assert.deepEqual(await bench.heldKeys(), [shift], 'what presses the same key leaves it down');
      await desktop.keepDown([], never);
      assert.deepEqual(await bench.heldKeys(), []);
      await desktop.keepDown(['alt', 'ctrl'], never);
      await desktop.releaseAll(never);
      assert.deepEqual(await bench.heldKeys(), []);
      await bench.takeText('');
      const reason = new Error('stopped by the person');
      await assert.rejects(desktop.keepDown(['alt'], AbortSignal.abort(reason)), (error) => error === reason);
      assert.deepEqual(await bench.heldKeys(), []);
      await desktop.type('free again\n', never);
      assert.equal(await bench.takeText('free again\n'), 'free again\n');
    });

    it('tells what was pressed since it was asked last, or that it cannot', async () => {
      const first = await desktop.presses(never);
      if (first === null) return;
      assert.deepEqual(first, { clicks: [], keys: 0 });
      await bench.pressByPerson(at(210, 310));
      let seen = await desktop.presses(never);
      for (let tries = 0; seen !== null && seen.clicks.length === 0 && tries < 100; tries += 1)
        seen = await desktop.presses(never);
      assert.deepEqual(
        seen?.clicks.map(({ x, y }) => [x, y]),
        [[210, 310]],
      );
      assert.deepEqual(await desktop.presses(never), { clicks: [], keys: 0 });
    });

    it('an aborted call rejects with the reason and does nothing', async () => {
      const reason = new Error('stopped by the person');
      const aborted = AbortSignal.abort(reason);
      const isReason = (error: unknown): boolean => error === reason;
      await assert.rejects(desktop.type('never', aborted), isReason);
      await assert.rejects(desktop.click(at(40, 40), 'left', 1, aborted), isReason);
      await assert.rejects(desktop.capture({ display: 1, width: 10, height: 10 }, aborted), isReason);
      assert.equal(await bench.takeText(''), '');
    });

    it('says so when the display is gone', async () => {
      await bench.lose();
      await assert.rejects(desktop.describe(never), DesktopLost);
      await assert.rejects(desktop.click(at(40, 40), 'left', 1, never), DesktopLost);
      await assert.rejects(desktop.type('never', never), DesktopLost);
    });
  });
}
