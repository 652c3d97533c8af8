/** A page in a real Chromium through the whole bot: its elements numbered in the prompt, pressed by number, ringed in the next picture. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { LOOK_AGAIN } from '../../../src/run/loop/take-batch.ts';
import { english } from '../../../src/words/speak.ts';
import { noElements } from '../../adapters/desktop/accessibility/elements-bench.ts';
import { noBrowser } from '../../adapters/desktop/hands-bench.ts';
import { findColor } from '../../servers/anthropic/pixels.ts';
import { listen } from '../../servers/listen.ts';
import { chromiumWindow } from '../../support/chromium-window.ts';
import { act, type Phone, type Step, startPhone } from '../../support/phone.ts';
import { until } from '../../support/until.ts';

/** Color of the ring around the last action's point (adapters/pictures/ring.ts). */
const RING = [230, 30, 40] as const;
const SIZE = { width: 1024, height: 768 };
const PAGE = `<!doctype html><title>form</title><body style="margin:40px;font:20px sans-serif">
<p>Choose a <a href="#there">better link</a></p>
<button onclick="tell('first')">First</button> <button onclick="tell('second');textContent='Pressed'">Second</button>
<p><label>Name <input id=name oninput="tell('name='+value)"></label></p>
<p><label>PIN <input type=password value=9173></label></p>
<button disabled>Never</button><button style="display:none">Hidden</button>
<script>const tell = (what) => fetch('/told?' + encodeURIComponent(what));</script>`;

test('a page in Chromium, worked by the numbers of its elements', { skip: noElements || noBrowser }, async (t) => {
  const told: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/told') told.push(decodeURIComponent(search.slice(1)));
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(pathname === '/' ? PAGE : '');
  });
  const { port, stop } = await listen(server);
  const url = `http://127.0.0.1:${port}/`;
  const phone = await startPhone(t, { hasSessionBus: true, ...SIZE });
  try {
    const [program, args] = chromiumWindow(url, join(phone.home, 'browser'), SIZE.width, SIZE.height);
    phone.display.open(program, [...args, '--force-renderer-accessibility']);
    const decided = work(phone);
    // As it came: the picture of a run of several steps moves a moment later.
    const end = { ...(await phone.end(60_000)) };
    assert.equal(end.text.split('\n')[0], '✅ Done and checked');
    await until(() => told.length > 1, 'the page has told');
    assert.deepEqual(told, ['second', 'name=Ada'], 'each once, and nothing else');
    await expectRing(phone, decided, end.photo?.bytes);
    await expectList(phone);
  } finally {
    await stop();
    await phone.close();
  }
});

/** Waits for each thing to be listed, then names it by its number. Returns which call of the model decided each step of the plan at last. */
function work(phone: Phone): readonly number[] {
  const plan = [
    [/(\d+) button "Second" @/, (element: number) => act({ action: 'click', target: { element } }, 'clicked')],
    [/(\d+) field "Name" @/, (element: number) => act({ action: 'focus', element }, 'focused')],
    [/(\d+) field "Name" @\S+ focused/, () => act({ action: 'type', text: 'Ada' })],
    [/(\d+) field "Name" ="Ada" @/, () => act({ action: 'done', summary: 'Ada stands in the field.' })],
  ] as const;
  const decided: number[] = [];
  let [next, before, calls] = [0, 0, 0];
  const look: Step = ({ text }) => {
    // What the screen overtook is decided again.
    if (text.includes(english(LOOK_AGAIN))) next = before;
    before = next;
    calls += 1;
    const [wanted, decide] = plan[next] ?? assert.fail('nothing more is planned');
    const found = wanted.exec(text);
    if (found === null) return act({ action: 'wait', seconds: 0.3 });
    decided[next] = calls - 1;
    next += 1;
    return decide(Number(found[1]));
  };
  phone.run('fill in the form', { steps: Array.from({ length: 30 }, () => look) });
  return decided;
}

/** Checks the ring in the model's next picture and in what is kept of the run: around the element's place, as listed. */
async function expectRing(phone: Phone, decided: readonly number[], endPicture: Uint8Array | undefined): Promise<void> {
  const asked = phone.asked('step');
  for (const [step, name, note] of [
    [0, 'button "Second"', 'clicked'],
    [1, 'field "Name"', 'focused'],
  ] as const) {
    const index = (decided[step] ?? assert.fail(note)) + 1;
    assert.match(asked[index]?.text ?? '', new RegExp(`- ${note}\\n`));
    const line = asked[index - 1]?.text.split('\n').find((each) => each.includes(name)) ?? '';
    const [, x, y] = (/@(\d+),(\d+)/.exec(line) ?? assert.fail(line)).map(Number);
    const ring = await findColor(asked[index]?.pictures[0]?.jpeg ?? new Uint8Array(), RING);
    const isThere = ring !== null && Math.abs(ring.x - (x ?? 0)) < 6 && Math.abs(ring.y - (y ?? 0)) < 6;
    assert.ok(isThere, `${note}: ${JSON.stringify(ring)} instead of ${line}`);
    const kept = readFileSync(join(phone.data, 'recordings', '000001', `${String(index + 1).padStart(4, '0')}.jpg`));
    const keptRing = await findColor(kept, RING);
    assert.ok(keptRing !== null && Math.abs(keptRing.x - ring.x) < 2 && Math.abs(keptRing.y - ring.y) < 2);
  }
  assert.ok(endPicture !== undefined);
  assert.notEqual(await findColor(endPicture, RING), null, 'also in the chat');
}

/** Also what stands inside its own label; the password is neither told nor shown. */
async function expectList(phone: Phone): Promise<void> {
  const last = phone.asked('step').findLast(({ pictures }) => pictures.length > 0) ?? assert.fail();
  const { text } = last;
  assert.match(text, /\d+ link "better link" @\d+,\d+\n/);
  assert.match(text, /\d+ button "Never" @\d+,\d+ disabled/);
  assert.match(text, /\d+ password field "PIN" @\d+,\d+ password/);
  assert.doesNotMatch(text, /9173|Hidden/);
  const [, x, y] = (/password field "PIN" @(\d+),(\d+)/.exec(text) ?? assert.fail()).map(Number);
  const { data, info } = await sharp(last.pictures[0]?.jpeg).raw().toBuffer({ resolveWithObject: true });
  const at = Math.floor(((y ?? 0) / 1000) * info.height) * info.width + Math.floor(((x ?? 0) / 1000) * info.width);
  assert.ok(
    [0, 1, 2].every((channel) => (data[at * 3 + channel] ?? 255) < 40),
    'the field is black',
  );
}
