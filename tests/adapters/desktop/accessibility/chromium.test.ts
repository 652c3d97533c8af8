import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { isChromium } from '../../../../adapters/desktop/accessibility/chromium-kin.ts';
import { type ElementList, Refused, type UiElement } from '../../../../src/ports/desktop.ts';
import { english } from '../../../../src/words/speak.ts';
import { listen } from '../../../servers/listen.ts';
import { WITH_REPEATS } from '../../../support/repeats.ts';
import { until } from '../../../support/until.ts';
import { noBrowser, openPage, type TestPage } from '../hands-bench.ts';
import { busyWithOthers, type ElementsBench, noElements, startElementsBench, timeLooks } from './elements-bench.ts';

const never = new AbortController().signal;
const SECRET = 'correct horse battery';
const PAGE = `<title>Order</title><body style="margin:0;font:16px sans-serif">
<h1>Your order</h1><a href="#terms" onclick="seen.push('terms')">Terms of sale</a>
<button onclick="seen.push('buy')">Buy now</button> <button disabled>Ship</button>
<p>Total: 12 euro</p>
<input aria-label="Name" value="Ada"> <input type="password" aria-label="PIN" value="${SECRET}">
<label><input type="checkbox" checked>Gift wrap</label>
<select aria-label="Color"><option>red<option selected>blue</select>
<br><textarea aria-label="Remarks">first line
second line</textarea>
<div tabindex="0" onclick="seen.push('card')" style="width:200px">A card to press</div>
<button style="display:none">not displayed</button> <button style="visibility:hidden">not visible</button>
<button style="position:absolute;left:-5000px">off to the left</button> <button aria-hidden="true" tabindex="-1">not for readers</button>
<div style="height:3000px"></div><button onclick="seen.push('far')">Far below</button>
<form aria-label="Address" style="position:absolute;left:700px;top:20px"><input aria-label="Street"><button type="button">Save</button></form>
<div role="dialog" aria-modal="true" aria-label="Sure?" style="position:absolute;left:700px;top:120px">Pay 12 euro? <button>Confirm</button></div>
<script>window.seen = []</script>`;
const REMOVE =
  'for (const b of [...document.querySelectorAll("button")]) if (/^B[0-9]/.test(b.textContent)) b.remove()';
const FLAGS = ['--force-renderer-accessibility'];

const names = (elements: readonly UiElement[]): readonly string[] => elements.map(({ name }) => name);

describe('Elements of a page in Chromium', { skip: noElements || noBrowser }, () => {
  let bench: ElementsBench;
  let page: TestPage;
  const desktop = () => bench.hands.desktop;

  before(async () => {
    bench = await startElementsBench({ width: 1280, height: 900 });
    page = await openPage(bench, PAGE, FLAGS);
    await bench.find('button', 'Buy now');
  });
  after(async () => {
    await page?.close();
    await bench?.close();
  });
  /** A machine busy with others may leave Chromium no time to answer at all. */
  const lookWhole = async (): Promise<ElementList> =>
    await until(async () => {
      const list = await bench.look();
      return list.coverage === 'complete' && list;
    }, 'Chromium to tell all of the page');
  const takeSeen = async (): Promise<unknown> => page.page.evaluate('seen.splice(0)');

  it('links, buttons, fields and texts are listed with their values, in reading order', async () => {
    const { elements } = await lookWhole();
    const shown = elements.map(({ role, name, value }) => [role, name, value].join(' | '));
    const expected = [
      'heading | Your order | ',
      'link | Terms of sale | ',
      'button | Buy now | ',
      'button | Ship | ',
      'text | Total: 12 euro | ',
      'field | Name | Ada',
      'password field | PIN | ',
      'check box | Gift wrap | checked',
      'combo box | Color | blue',
      'text area | Remarks | first line\nsecond line',
      'item | A card to press | ',
    ];
    assert.deepEqual(
      shown.filter((line) => expected.includes(line)),
      expected,
    );
    assert.equal(elements.find(({ name }) => name === 'Ship')?.isEnabled, false);
    const tab = elements.find(({ role }) => role === 'tab');
    assert.match(tab?.name ?? '', /^Order/);
    assert.ok(elements.some(({ role, name }) => role === 'field' && /address/i.test(name)));
  });

  it('what belongs together is told by its dialog or form, and the page by its address', async () => {
    const { elements, address } = await lookWhole();
    const containerOf = (name: string) => elements.find((element) => element.name === name)?.container;
    const save = containerOf('Save');
    assert.deepEqual([save?.name, save?.isModal], ['Address', false]);
    assert.equal(containerOf('Street')?.id, save?.id);
    const confirm = containerOf('Confirm');
    assert.deepEqual([confirm?.role, confirm?.name, confirm?.isModal], ['dialog', 'Sure?', true]);
    assert.ok(confirm !== undefined && confirm.box.width > 0 && confirm.id !== save?.id);
    assert.equal(containerOf('Buy now'), undefined);
    assert.equal(address, 'about:blank');
    const again = await lookWhole();
    assert.equal(again.elements.find(({ name }) => name === 'Save')?.container?.id, save?.id);
  });

  it('a password is marked as such and its value is nowhere', async () => {
    const list = await lookWhole();
    const secure = list.elements.filter(({ isSecure }) => isSecure);
    assert.deepEqual(
      secure.map(({ name, value }) => [name, value]),
      [['PIN', '']],
    );
    assert.ok(!JSON.stringify(list).includes(SECRET) && !JSON.stringify(list).includes('•'));
  });

  it('what nobody can see is not listed', async () => {
    const listed = names((await lookWhole()).elements);
    for (const name of ['not displayed', 'not visible', 'off to the left', 'Far below']) {
      assert.ok(!listed.includes(name), name);
    }
  });

  it('a pressed button fires its click handler, once', async () => {
    assert.equal(await desktop().press(await bench.find('button', 'Buy now'), never), true);
    await until(async () => (await page.page.evaluate('seen.length')) !== 0, 'the click');
    assert.equal(await desktop().press(await bench.find('link', 'Terms of sale'), never), true);
    await until(async () => (await page.page.evaluate('seen.length')) === 2, 'the second click');
    assert.deepEqual(await takeSeen(), ['buy', 'terms']);
  });

  it('a disabled button is not pressed', async () => {
    assert.equal(await desktop().press(await bench.find('button', 'Ship'), never), false);
    assert.deepEqual(await takeSeen(), []);
  });

  it('a box is where its element is: a click on its middle arrives there', async () => {
    const [display] = (await desktop().describe(never)).displays;
    assert.ok(display !== undefined);
    for (const [role, name, seen] of [
      ['button', 'Buy now', 'buy'],
      ['item', 'A card to press', 'card'],
    ] as const) {
      const { box } = await bench.find(role, name);
      await desktop().click({ display, x: box.x + box.width / 2, y: box.y + box.height / 2 }, 'left', 1, never);
      await until(async () => (await page.page.evaluate('seen.length')) !== 0, 'the click');
      assert.deepEqual(await takeSeen(), [seen]);
    }
  });

  it('the focus goes where it is sent, and typing follows', async () => {
    const field = await bench.find('field', 'Name');
    assert.equal(await desktop().focus(field, never), true);
    await desktop().key('ctrl+a', 1, never);
    await desktop().type('Grace', never);
    await until(async () => (await bench.find('field', 'Name')).value === 'Grace', 'the new value');
    assert.equal((await bench.find('field', 'Name')).isFocused, true);
  });

  it('a value that Chromium does not take this way is left alone, and that is said', async () => {
    assert.equal(await desktop().setValue(await bench.find('field', 'Name'), 'Eve', never), false);
    assert.equal(await page.page.evaluate('document.querySelector("input").value'), 'Grace');
  });

  it('an element that has moved since the look is refused, not pressed', async () => {
    const buy = await bench.find('button', 'Buy now');
    await page.page.evaluate('scrollTo(0, 30)');
    await until(async () => (await bench.find('button', 'Buy now')).box.y !== buy.box.y, 'the page to scroll');
    await assert.rejects(desktop().press(buy, never), Refused);
    assert.deepEqual(await takeSeen(), []);
  });

  it('what is half scrolled out is cut off where the page begins', async () => {
    await page.page.evaluate('scrollTo(0, document.querySelector("button").getBoundingClientRect().top + scrollY + 8)');
    await until(async () => (await bench.find('button', 'Buy now')).box.height < 16, 'the page to scroll');
    const { box } = await bench.find('button', 'Buy now');
    const [display] = (await desktop().describe(never)).displays;
    assert.ok(display !== undefined);
    await desktop().click({ display, x: box.x + box.width / 2, y: box.y + box.height / 2 }, 'left', 1, never);
    await until(async () => (await page.page.evaluate('seen.length')) !== 0, 'the click');
    assert.deepEqual(await takeSeen(), ['buy']);
    await page.page.evaluate('scrollTo(0, 0)');
  });

  it('right after a scroll everything is told where it is, not where it was', async () => {
    const buy = await bench.find('button', 'Buy now');
    const shownAt = (): Promise<number> =>
      page.page.evaluate('document.querySelector("button").getBoundingClientRect().top');
    const bars = buy.box.y - (await shownAt());
    for (const down of [12, 25, 7, 30, 3]) {
      await page.page.evaluate(
        `scrollTo(0, ${String(down - 1)}); requestAnimationFrame(() => scrollTo(0, ${String(down)}))`,
      );
      await page.page.waitForFunction(`scrollY === ${String(down)}`);
      const { elements } = await lookWhole();
      const told = elements.find(({ name }) => name === 'Buy now')?.box.y ?? 0;
      assert.ok(Math.abs(told - bars - (await shownAt())) <= 1, `scrolled by ${String(down)}: told at ${String(told)}`);
    }
    await page.page.evaluate('scrollTo(0, 0)');
  });

  it('what is deep inside is listed: tables in tables, and what a frame shows', async () => {
    await page.page.evaluate(`document.body.insertAdjacentHTML('afterbegin', '<div id=deep>' +
      '<table><tr><td><table><tr><td><button>In two tables</button></table></table>' +
      '<iframe style="height:60px" srcdoc="<main><ul><li><button>In a frame</button></ul></main>"></iframe></div>')`);
    await bench.find('button', 'In two tables');
    await bench.find('button', 'In a frame');
    await page.page.evaluate('document.querySelector("#deep").remove()');
  });

  it('a long page gives 200 elements, its password field among them, and says that there are more', async (t) => {
    if (busyWithOthers() !== null) return t.skip(busyWithOthers() ?? '');
    await page.page.evaluate(`for (let i = 0; i < 400; i++) {
      const b = document.createElement('button'); b.textContent = 'B' + i; b.style.cssText = 'padding:0;font:10px sans-serif'; document.body.prepend(b)
    }`);
    // Chromium answers late while it lays out the page, and the list is then short.
    let list = await bench.look();
    await until(async () => {
      list = await bench.look();
      return list.elements.length > 150 && !/250 ms/.test(english(list.reason));
    }, 'the page to be laid out');
    const { elements, coverage, reason } = list;
    assert.equal(coverage, 'partial');
    assert.ok(elements.length <= 200, `${elements.length} elements`);
    assert.notEqual(english(reason), '');
    assert.ok(names(elements).includes('PIN') && names(elements).includes('Name'));
    await page.page.evaluate(REMOVE);
  });

  it('a look at a page of 188 buttons takes less than 250 ms', async (t) => {
    if (busyWithOthers() !== null) return t.skip(busyWithOthers() ?? '');
    await page.page.evaluate(`for (let i = 0; i < 188; i++) {
      const b = document.createElement('button'); b.textContent = 'B' + i; document.body.prepend(b)
    }`);
    await until(async () => (await bench.look()).elements.length > 150, 'the page to be laid out');
    const times = await timeLooks(bench, WITH_REPEATS ? 40 : 10);
    t.diagnostic(`a look at 188 buttons: median ${times.median.toFixed(1)} ms, longest ${times.longest.toFixed(1)} ms`);
    assert.ok(times.median < 250);
    await page.page.evaluate(REMOVE);
  });

  it('an alert of the page is looked at, not the page below it', async () => {
    const answered = new Promise<void>((resolve) => {
      page.page.once('dialog', async (dialog) => {
        await bench.find('button', 'OK');
        await dialog.dismiss();
        resolve();
      });
    });
    await page.page.evaluate('setTimeout(() => alert("Really?"), 0)');
    await answered;
  });

  // The last test, since it leaves another page in front.
  it('a page that is shown before it tells its elements is never told as an empty one', async (t) => {
    const waiting: ServerResponse[] = [];
    const server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.write(`<title>Slow</title><h1>Begin</h1><button>One</button>${' '.repeat(5000)}`);
      waiting.push(response);
    });
    const { port, stop } = await listen(server);
    t.after(stop);
    await bench.find('button', 'Buy now');
    const loaded = page.page.goto(`http://127.0.0.1:${port}/`);
    const isShown = async (): Promise<boolean> => (await page.page.locator('h1', { hasText: 'Begin' }).count()) === 1;
    await until(isShown, 'the first half of the page');
    for (let looks = 0; looks < 5; looks += 1) {
      const list = await bench.lookOnce();
      const isThere = list.elements.some(({ name }) => name === 'One');
      assert.ok(list.coverage !== 'complete' || isThere, JSON.stringify(list));
    }
    for (const response of waiting) response.end('<button>Two</button>');
    await loaded;
    await bench.find('button', 'Two');
    await lookWhole();
  });
});

describe('Another Chromium', { skip: noElements || noBrowser }, () => {
  let bench: ElementsBench;
  before(async () => {
    bench = await startElementsBench({ width: 1000, height: 800 });
  });
  after(() => bench.close());

  it('that was not asked for its elements: says how to start it', async () => {
    const page = await openPage(bench, PAGE);
    try {
      // The application is on the bus before its window is.
      await until(async () => {
        const list = await bench.look();
        assert.deepEqual([list.coverage, list.elements.length], ['unavailable', 0]);
        return english(list.reason).includes('--force-renderer-accessibility');
      }, 'the way to start it');
      // Chromium is recognised whatever name it has.
      const { pid } = await bench.hands.desktop.front(never);
      assert.equal(await isChromium(pid, 'Planner'), true);
      assert.equal(await isChromium(process.pid, 'Planner'), false);
    } finally {
      await page.close();
    }
  });

  it('on a screen of twice the density: its page and its bars are both in pixels, though it tells them in different units', async () => {
    const page = await openPage(bench, PAGE, [...FLAGS, '--force-device-scale-factor=2']);
    try {
      const { desktop } = bench.hands;
      const [display] = (await desktop.describe(never)).displays;
      assert.ok(display !== undefined);
      const clickOn = async (role: string, name: string): Promise<void> => {
        const { box } = await bench.find(role, name);
        await desktop.click({ display, x: box.x + box.width / 2, y: box.y + box.height / 2 }, 'left', 1, never);
      };
      await clickOn('button', 'Buy now');
      await until(async () => (await page.page.evaluate('seen.join()')) === 'buy', 'the click on the page');
      await clickOn('button', 'New Tab');
      await until(async () => page.page.context().pages().length === 2, 'the click on the bar');
    } finally {
      await page.close();
    }
  });
});
