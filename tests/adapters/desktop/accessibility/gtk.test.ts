import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Refused } from '../../../../src/ports/desktop.ts';
import { english } from '../../../../src/words/speak.ts';
import { WITH_REPEATS } from '../../../support/repeats.ts';
import { until } from '../../../support/until.ts';
import { waitForFront } from '../hands-bench.ts';
import { busyWithOthers, type ElementsBench, noElements, startElementsBench, timeLooks } from './elements-bench.ts';

const MOUSEPAD = '/usr/bin/mousepad';
const skip = noElements || (existsSync(MOUSEPAD) ? false : `not installed: ${MOUSEPAD}`);
const never = new AbortController().signal;

describe('Elements of a GTK application', { skip }, () => {
  let bench: ElementsBench;
  const desktop = () => bench.hands.desktop;

  before(async () => {
    bench = await startElementsBench();
    bench.display.open(MOUSEPAD, ['--disable-server']);
    await waitForFront(bench.hands, 'Mousepad');
  });
  after(() => bench.close());

  it('menus and the text area are listed, with what was typed into it', async () => {
    const area = await bench.find('text area', '');
    await desktop().type('Dear Ada, äöü', never);
    await until(async () => (await bench.find('text area', '')).value === 'Dear Ada, äöü', 'the text to be shown');
    const { elements, coverage } = await bench.look();
    assert.equal(coverage, 'complete');
    assert.equal(elements.find(({ role }) => role === 'text area')?.isFocused, true);
    assert.deepEqual(
      elements.filter(({ role }) => role === 'menu').map(({ name }) => name),
      ['File', 'Edit', 'Search', 'View', 'Document', 'Help'],
    );
    assert.ok(elements.every(({ box }) => box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0));
    assert.ok(area.box.height > 100);
  });

  it('a look takes less than 250 ms', async (t) => {
    if (busyWithOthers() !== null) return t.skip(busyWithOthers() ?? '');
    const times = await timeLooks(bench, WITH_REPEATS ? 40 : 10);
    t.diagnostic(`a look at mousepad: median ${times.median.toFixed(1)} ms, longest ${times.longest.toFixed(1)} ms`);
    assert.ok(times.median < 250);
  });

  it('a box is where its element is: a click on the middle of a menu opens it, and its entries are listed', async () => {
    const { box } = await bench.find('menu', 'Edit');
    const [display] = (await desktop().describe(never)).displays;
    assert.ok(display !== undefined);
    const middle = { display, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await desktop().click(middle, 'left', 1, never);
    const entry = await bench.find('menu item', 'Select All');
    assert.equal(entry.isEnabled, true);
    assert.equal((await bench.find('menu item', 'Redo')).isEnabled, false);
    await desktop().key('Escape', 1, never);
  });

  it('menus and their entries can be pressed; an entry of a closed menu is refused', async () => {
    assert.equal(await desktop().press(await bench.find('menu', 'Help'), never), true);
    const about = await bench.find('menu item', /^About/);
    assert.equal(await desktop().press(about, never), true);
    const close = await bench.find('button', 'Close');
    await assert.rejects(desktop().press(about, never), Refused);
    assert.equal(await desktop().press(close, never), true);
    await until(
      async () => (await bench.look()).elements.some(({ role }) => role === 'text area'),
      'the dialog to close',
    );
  });

  it('a text is set and read back; the focus goes where it is sent', async () => {
    assert.equal(await desktop().setValue(await bench.find('text area', ''), 'line one\nline two ✓', never), true);
    // On a busy machine a look may list the element without its value, and says so.
    const shown = async () => (await bench.find('text area', '')).value === 'line one\nline two ✓';
    await until(shown, 'the text to be shown');
    assert.equal(await desktop().focus(await bench.find('text area', ''), never), true);
    assert.equal(await desktop().setValue(await bench.find('menu', 'File'), 'x', never), false);
  });

  it('a file dialog lists places by name, its buttons, and which are disabled', async () => {
    await desktop().key('ctrl+o', 1, never);
    const open = await bench.find('button', 'Open');
    assert.equal(open.isEnabled, false);
    await bench.find('list item', 'Home');
    const { elements } = await bench.look();
    assert.ok(!elements.some(({ role, name }) => role === 'menu' && name === 'File'), 'the window below is not listed');
    const cancel = await bench.find('button', 'Cancel');
    assert.equal(await desktop().press(cancel, never), true);
    await bench.find('menu', 'File');
  });

  it('an application that hangs holds nothing up, and is listed again when it has woken', async () => {
    const menu = await bench.find('menu', 'File');
    const { pid } = await desktop().front(never);
    assert.ok(pid !== null);
    process.kill(pid, 'SIGSTOP');
    try {
      const startedAt = performance.now();
      const list = await bench.lookOnce();
      assert.equal(list.coverage, 'unavailable');
      assert.match(english(list.reason), /Mousepad does not answer/);
      await assert.rejects(desktop().press(menu, never), { name: 'Refused', message: /does not answer/ });
      assert.ok(performance.now() - startedAt < 10_000);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await bench.find('menu', 'File');
  });

  it('a look that is aborted ends at once', async () => {
    const [display] = (await desktop().describe(never)).displays;
    assert.ok(display !== undefined);
    const reason = new Error('stopped');
    const stop = new AbortController();
    const looking = desktop().elements({ app: null, display }, stop.signal);
    stop.abort(reason);
    await assert.rejects(looking, (error) => error === reason);
    await bench.find('menu', 'File');
  });

  it('another application can be looked at by its name; one without elements says so', async () => {
    bench.display.open('/usr/bin/xterm', []);
    await waitForFront(bench.hands, 'XTerm');
    const front = await bench.look();
    assert.deepEqual([front.coverage, front.elements.length], ['unavailable', 0]);
    assert.match(english(front.reason), /^XTerm does not show its elements/);
    await until(async () => (await bench.look('mousepad')).elements.some(({ name }) => name === 'File'), 'its menus');
    assert.equal((await bench.look('no such application')).coverage, 'unavailable');
  });

  it('one that is drawn at twice the density has its boxes in pixels: a click on the middle of a menu opens it', async () => {
    bench.display.open('/usr/bin/env', ['GDK_SCALE=2', MOUSEPAD, '--disable-server']);
    await waitForFront(bench.hands, 'Mousepad');
    const { box } = await bench.find('menu', 'Document');
    const [display] = (await desktop().describe(never)).displays;
    assert.ok(display !== undefined);
    await desktop().click({ display, x: box.x + box.width / 2, y: box.y + box.height / 2 }, 'left', 1, never);
    await bench.find('menu item', 'Word Wrap');
  });
});
