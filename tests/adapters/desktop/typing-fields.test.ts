/** Text typed into every kind of field of a page whose elements are known: what arrived is read back, and what cannot be pasted goes by keys. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { Refused } from '../../../src/ports/desktop.ts';
import { repeats, WITH_REPEATS } from '../../support/repeats.ts';
import { until } from '../../support/until.ts';
import { noX11 } from '../../support/x11.ts';
import { type HandsBench, noBrowser, openPage, startHandsBench, type TestPage } from './hands-bench.ts';

const never = new AbortController().signal;
const PAGE = `<style>*{font-size:20px}</style><body>
<input id=text><textarea id=area></textarea><input id=number type=number><input id=date type=date><input id=time type=time>
<input id=moment type=datetime-local><input id=month type=month><input id=week type=week><input id=password type=password><input id=short maxlength=3><input id=shout oninput="value=value.toUpperCase()">
<input id=noPaste onpaste="event.preventDefault()"><select id=list><option>Apple<option>Banana</select><button id=button onclick="presses++">Go</button>
<input id=mask><div id=code>${[0, 1, 2, 3].map((at) => `<input id=digit${at} size=1 maxlength=1 onpaste="event.preventDefault()">`).join('')}</div>
<canvas id=canvas tabindex=0 width=200 height=50 style="background:#ccc"></canvas>
<script>window.presses = 0; window.heard = ''; window.pastes = 0; date.onkeydown = (e) => { if (e.key === 'Insert') pastes++ }; canvas.onkeydown = (e) => { if (e.key.length === 1) heard += e.key; };
list.onkeydown = canvas.onkeydown; let digits = '';
mask.onbeforeinput = (e) => { e.preventDefault(); if (e.inputType === 'insertText' && /[0-9]/.test(e.data)) digits += e.data;
  mask.value = '(' + digits.slice(0, 3) + ') ' + digits.slice(3) };
for (const box of code.children) box.oninput = () => box.nextElementSibling?.focus();</script>`;

describe('Text typed into the fields of a page', { skip: noX11 || noBrowser }, () => {
  let bench: HandsBench;
  let page: TestPage;
  before(async () => {
    bench = await startHandsBench({ hasSessionBus: true });
    page = await openPage(bench, PAGE, ['--force-renderer-accessibility']);
    const { desktop } = bench.hands;
    const [display] = (await desktop.describe(never)).displays;
    assert.ok(display !== undefined);
    const isListed = async () =>
      (await desktop.elements({ app: null, display, patience: 20 }, never)).coverage === 'complete';
    await until(isListed, 'the elements');
  });
  after(async () => {
    await page.close();
    await bench.close();
  });

  /** On a busy machine the list of elements may come too late for reading back, so the test starts again from an empty field. */
  const typeRead = async (id: string, text: string) => {
    for (let tries = 0; ; tries += 1) {
      await page.page.evaluate(`document.getElementById('${id}').value = ''`);
      const typed = await type(id, text);
      if (typed.arrived !== 'unread' || tries === 5) return typed;
    }
  };
  const type = async (id: string, text: string) => {
    await page.page.evaluate(`document.activeElement.blur(); heard = ''; document.getElementById('${id}').focus()`);
    const { desktop } = bench.hands;
    const [display] = (await desktop.describe(never)).displays;
    assert.ok(display !== undefined);
    // The tree reports the focus a moment later.
    await until(async () => {
      const { elements } = await desktop.elements({ app: null, display, patience: 20 }, never);
      return id === 'canvas' || elements.some(({ isFocused }) => isFocused);
    }, `the focus on ${id}`);
    return await desktop.type(text, never);
  };
  const value = async (id: string): Promise<string> =>
    z.string().parse(await page.page.evaluate(`document.getElementById('${id}').value`));

  it('is read back where it stands now', async () => {
    for (const [id, text] of [
      ['text', 'Grüße, "世界" {x}'],
      ['area', 'two\nlines  and blanks'],
      ['number', '1234'],
    ] as const) {
      assert.deepEqual(await typeRead(id, text), { arrived: 'read' }, id);
      assert.equal(await value(id), text);
    }
  });

  it('reaches dates and times by keys, soon', async () => {
    const startedAt = performance.now();
    assert.deepEqual(await typeRead('date', '12/25/2026'), { arrived: 'read' });
    assert.equal(await value('date'), '2026-12-25');
    assert.deepEqual(await typeRead('time', '0230PM'), { arrived: 'read' });
    assert.equal(await value('time'), '14:30');
    assert.notEqual((await type('moment', '1225')).arrived, 'otherwise');
    assert.ok(performance.now() - startedAt < 15_000);
  });

  it('pastes nothing into a field of parts, which takes no paste', async () => {
    let pastes: unknown = null;
    // When the page's elements come too late, the kind of field is not known.
    for (let tries = 0; tries < 5 && pastes !== 0; tries += 1) {
      await page.page.evaluate('pastes = 0');
      assert.deepEqual(await typeRead('date', '12252026'), { arrived: 'read' });
      pastes = await page.page.evaluate('pastes');
    }
    assert.equal(pastes, 0);
    assert.equal(await value('date'), '2026-12-25');
  });

  it('a date, a time, a month and a week as the standard writes them go into their parts, wherever the focus is', async () => {
    for (const [id, text, wanted] of [
      ['date', '2027-01-30', '2027-01-30'],
      ['moment', '2026-11-24T00:30', '2026-11-24T00:30'],
      // How each is cut into parts is tested in date-text.test.ts.
      ...repeats(
        ['time', '12:40', '12:40'] as const,
        ['time', '16:05', '16:05'] as const,
        ['time', '9:15 am', '09:15'] as const,
        ['month', '2026-03', '2026-03'] as const,
        ['week', '2026-W07', '2026-W07'] as const,
      ),
    ] as const) {
      assert.deepEqual(await typeRead(id, text), { arrived: 'read' }, `${id} ${text}`);
      assert.equal(await value(id), wanted, `${id} ${text}`);
    }
    await type('date', '12/25/2026');
    assert.deepEqual(await bench.hands.desktop.type('2031-08-02', never), { arrived: 'read' });
    assert.equal(await value('date'), '2031-08-02');
  });

  it('a date in another order than its parts is said to stand there otherwise', async () => {
    assert.equal((await typeRead('date', '30.01.2027')).arrived, 'otherwise');
    assert.notEqual(await value('date'), '2027-01-30');
    if (WITH_REPEATS) assert.equal((await typeRead('date', '2027-01')).arrived, 'otherwise');
  });

  it('what a field cuts or changes is said, and Return is not pressed after it', async () => {
    assert.deepEqual(await typeRead('short', 'abcdef'), { arrived: 'otherwise', shown: 'abc' });
    assert.deepEqual(await typeRead('shout', 'quiet\n'), { arrived: 'otherwise', shown: 'QUIET' });
  });

  it('what drops a paste is given keys, and signs that a field sets between them are its own', async () => {
    assert.deepEqual(await typeRead('noPaste', 'by keys then'), { arrived: 'read' });
    assert.equal(await value('noPaste'), 'by keys then');
    await type('mask', '5551234');
    await until(async () => (await value('mask')) === '(555) 1234', 'the digits');
    await type('digit0', '3141');
    const code = async () => page.page.evaluate(`[...code.children].map((box) => box.value).join('')`);
    await until(async () => (await code()) === '3141', 'a digit a box');
  });

  it('a tab leads from field to field, and stays in a text of several lines', async () => {
    const typeInto = async (id: string, text: string): Promise<readonly string[]> => {
      await page.page.evaluate(`document.getElementById('text').value = area.value = ''`);
      await type(id, text);
      return [await value('text'), await value('area')];
    };
    assert.deepEqual(await typeInto('text', 'one\ttwo'), ['one', 'two']);
    assert.deepEqual(await typeInto('area', 'three\tfour'), ['', 'three\tfour']);
  });

  it('of a password nothing is read', async () => {
    assert.deepEqual(await type('password', 'hunter2 !'), { arrived: 'unread' });
    assert.equal(await value('password'), 'hunter2 !');
  });

  /** On a busy machine the focus is reported late; the refusal sent nothing. */
  const typeOnceTold = async (id: string, text: string): Promise<void> => {
    for (const end = performance.now() + 30_000; ; ) {
      const refused = await type(id, text).then(
        () => null,
        (error: unknown) => error,
      );
      if (refused === null) return;
      if (!(refused instanceof Refused) || performance.now() > end) throw refused;
    }
  };

  it('a list and a canvas take keys; a button does not', async () => {
    await type('list', 'ban');
    await until(async () => (await value('list')) === 'Banana', 'the letters to choose');
    await typeOnceTold('canvas', 'draw a line!');
    await until(async () => (await page.page.evaluate('heard')) === 'draw a line!', 'the canvas to hear it');
    await assert.rejects(type('button', 'press me'), Refused);
    assert.equal(await page.page.evaluate('presses'), 0);
  });
});
