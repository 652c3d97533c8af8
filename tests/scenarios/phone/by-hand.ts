/** The person's own hands from the phone: the screen at once, and clicks, text, keys, wheel and applications without a model. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import sharp from 'sharp';
import { type ByteWindow, openByteWindow } from '../../support/byte-window.ts';
import { hasLiveButton, type Phone } from '../../support/phone.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { until } from '../../support/until.ts';

const WIDTH = 1024;
const HEIGHT = 768;

export async function workByHand(t: TestContext, phone: Phone): Promise<void> {
  const window = await openByteWindow(phone.display, phone.home, 'by-hand');
  await t.test('the screen comes at once, without a run', () => showScreen(phone));
  await t.test('a click lands where it was said, to the pixel', () => click(phone, window));
  if (WITH_REPEATS) await t.test('zooming by thumb clicks the exact middle of the part', () => zoomIn(phone, window));
  await t.test('text arrives to the letter, keys and the wheel too', () => typeAndScroll(phone, window));
  await t.test('two messages at once are carried out one after the other', () => keepOrder(phone, window));
  if (WITH_REPEATS) await t.test('what is wrong is said, and nothing is done', () => refuseNonsense(phone, window));
  await t.test('a critical line asks; denied, its Enter is never pressed', () => askAboutCritical(phone, window));
  await t.test('stop ends typing by hand in the middle', () => stopTyping(phone, window));
  await t.test('the screen comes while the model hangs; hands wait until the run is paused', () =>
    showScreenInRun(phone, window),
  );
  if (WITH_REPEATS) await t.test('an application opens and is in front', () => openApplication(phone));
}

async function showScreen(phone: Phone): Promise<void> {
  phone.say('/screenshot');
  const { photo, text, rang } = await phone.waitFor((message) => message.photo !== null);
  assert.match(text, /^In front: by-hand/);
  assert.ok(rang && photo !== null);
  const { width, height } = await sharp(photo.bytes).metadata();
  assert.ok(Math.abs(width / height - WIDTH / HEIGHT) < 0.03, `${width}×${height}`);
}

async function click(phone: Phone, window: ByteWindow): Promise<void> {
  phone.say('/click 250.5 750');
  const reply = await phone.waitFor(/^Done\./);
  assert.ok(reply.photo !== null, 'it is shown what came of it');
  await until(() => window.presses().length > 0, 'the terminal tells of it');
  assert.deepEqual(window.presses(), [{ button: 'left', x: Math.floor(0.2505 * WIDTH), y: Math.floor(0.75 * HEIGHT) }]);
}

async function zoomIn(phone: Phone, window: ByteWindow): Promise<void> {
  const before = window.presses().length;
  phone.say('/screenshot');
  const whole = await phone.waitFor((message) => hasLiveButton(message, 'Zoom'));
  await phone.tap(whole, 'Zoom');
  const grid = await phone.waitFor((message) => hasLiveButton(message, '↘'));
  await phone.tap(grid, '↘');
  const part = await phone.waitFor((message) => hasLiveButton(message, '↘') && message.id > grid.id);
  await phone.tap(part, 'Click the middle');
  await phone.waitFor(/^Done\b/);
  await until(() => window.presses().length > before, 'the terminal tells of it');
  const middle = { x: Math.floor((5 / 6) * WIDTH), y: Math.floor((5 / 6) * HEIGHT) };
  assert.deepEqual(window.presses().slice(before), [{ button: 'left', ...middle }]);
}

async function typeAndScroll(phone: Phone, window: ByteWindow): Promise<void> {
  const before = window.presses().length;
  const text = `It's "5 < 6" & {a_b}#!@ \\~^|`;
  phone.say(`/type ${text}`);
  await phone.waitFor(/^Done\./);
  await until(() => window.text().length >= text.length, 'the text arrives');
  assert.equal(window.text(), text);
  phone.say('/key ctrl+u');
  await phone.waitFor(/^Done\b/);
  await until(() => window.text() === `${text}^U`, 'Control-U arrives');
  phone.say('/scroll down 4');
  await phone.waitFor(/^Done\b/);
  await until(() => window.presses().length === before + 4, 'the wheel arrives');
  assert.deepEqual(
    window
      .presses()
      .slice(before)
      .map(({ button }) => button),
    Array.from({ length: 4 }, () => 'wheel down'),
  );
}

async function keepOrder(phone: Phone, window: ByteWindow): Promise<void> {
  const before = window.text().length;
  const parts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(25));
  phone.say(`/type ${parts[0]}`);
  for (const part of parts.slice(1)) phone.owner.send(`/type ${part}`);
  await until(() => phone.news().filter((message) => /^Done/.test(message.text)).length === 4, 'all is done');
  await until(() => window.text().length >= before + parts.join('').length, 'all arrives');
  assert.equal(window.text().slice(before), parts.join(''));
}

async function refuseNonsense(phone: Phone, window: ByteWindow): Promise<void> {
  const before = [window.text(), window.presses().length];
  for (const [message, answer] of [
    ['/click 1001 5', /outside the screen: both numbers go from 0 to 1000/],
    ['/click here', /Where\? Send two numbers/],
    ['/key nosuchkey', /^Not done: there is no key "nosuchkey"\. In front/],
    ['/click 7', /no picture with numbers|no numbers|no 7 on that picture/],
    ['/scroll sideways', /Which way/],
    ['/open', /Open what/],
    ['/open no-such-application', /Not done/],
  ] as const) {
    phone.say(message);
    await phone.waitFor(answer);
  }
  assert.deepEqual([window.text(), window.presses().length], before);
}

/** Nothing is run by this window whatever it gets: it only shows it. */
async function askAboutCritical(phone: Phone, window: ByteWindow): Promise<void> {
  phone.say('/key enter');
  await phone.waitFor(/^Done\b/);
  phone.say('/type sudo rm -rf --no-preserve-root /');
  await phone.waitFor(/^Done\b/);
  await until(() => window.text().endsWith('sudo rm -rf --no-preserve-root /'), 'the line stands there');
  const before = window.text();
  phone.say('/key enter');
  const card = await phone.card();
  assert.match(card.text, /Critical\. May I press Enter\?[\s\S]*sudo rm -rf --no-preserve-root \//);
  await phone.tap(card, 'Deny');
  await phone.waitFor(/^Not done/);
  assert.equal(window.text(), before);
}

async function stopTyping(phone: Phone, window: ByteWindow): Promise<void> {
  const before = window.text().length;
  phone.say(`/type ${'abcdefghi '.repeat(400)}`);
  await until(() => window.text().length > before, 'it types');
  phone.owner.send('stop');
  await phone.waitFor(/^Stopped\./);
  // What was on its way through the X server and the terminal when the stop came still shows, before what is typed after it.
  phone.say('/type .');
  await until(() => window.text().endsWith('.'), 'what is typed after the stop');
  assert.ok(window.text().length - 1 < before + 4000, 'it was in the middle');
}

async function showScreenInRun(phone: Phone, window: ByteWindow): Promise<void> {
  phone.run('think for ever', { steps: [{ fault: 'hang' }] });
  await until(() => phone.asked('step').length === 1, 'the model is asked');
  const status = await phone.waitFor((message) => hasLiveButton(message, 'Screen'));
  phone.owner.send('/screenshot');
  await phone.waitFor((message) => message.photo !== null);
  assert.equal(await phone.tap(status, 'Screen'), '');
  await until(() => phone.news().filter((message) => message.photo !== null).length === 2, 'the button shows it too');
  const presses = window.presses().length;
  phone.owner.send('/click 500 500');
  await phone.waitFor(/A run is in progress/);
  assert.equal(window.presses().length, presses);
  phone.owner.send('stop');
  await phone.end();
}

async function openApplication(phone: Phone): Promise<void> {
  phone.say('/open mousepad');
  await phone.waitFor(/^Done/);
  await untilInFront(phone, /In front: .*Mousepad/);
  phone.say('/type by hand');
  await phone.waitFor(/^Done\./);
  await untilInFront(phone, /In front: \*/);
}

/** An application may show things late. */
async function untilInFront(phone: Phone, words: RegExp): Promise<void> {
  await until(async () => {
    phone.say('/screenshot');
    return words.test((await phone.waitFor(/^In front/)).text);
  }, `${words} to be told`);
}
