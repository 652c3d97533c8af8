/** A page in a real Chromium worked from the phone by the numbers on its picture, in Telegram and in Slack, and by what the page tells. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { noElements } from '../adapters/desktop/accessibility/elements-bench.ts';
import { noBrowser } from '../adapters/desktop/hands-bench.ts';
import { BUTTONS, type ButtonPage, openButtonPage, type PageClick } from '../support/button-page.ts';
import { act, hasLiveButton, type Phone, type Step, startPhone } from '../support/phone.ts';
import { repeats, WITH_REPEATS } from '../support/repeats.ts';
import { hasLive, type SlackPhone, startSlackPhone } from '../support/slack-phone.ts';
import { until } from '../support/until.ts';

const WIDTH = 1024;
const HEIGHT = 768;
/** Colors of the frames, in the order of the numbers (adapters/pictures/mark.ts). */
const COLORS = ['#0b57d0', '#b3261e', '#0f6b34', '#7b1fa2', '#a04b00', '#00616b'] as const;
/** What has a number on this page: the buttons and the field. */
const NUMBERED = BUTTONS + 1;
const FIRST_PAGE = 18;

test('a page worked by numbers from Telegram', { skip: noElements || noBrowser }, async (t) => {
  const phone = await startPhone(t, { hasSessionBus: true, width: WIDTH, height: HEIGHT });
  const page = await openButtonPage(phone.display, join(phone.home, 'browser'));
  try {
    await t.test('a tap on a number clicks what the picture frames', () => tapNumbers(phone, page));
    if (WITH_REPEATS) {
      await t.test('more numbers go on where the first end', () => tapMore(phone, page));
      await t.test('/click N is the newest picture’s number, /click X Y the pixel', () => typeClicks(phone, page));
      await t.test('a number in a part of the screen clicks the same thing', () => tapInPart(phone, page));
    }
    await t.test('a model that asks for the page is told every button, where it is', () => readPage(phone, page));
    if (WITH_REPEATS) {
      await t.test('/type, /key and /scroll reach the page', () => typeAndScroll(phone, page));
      await t.test('in a run that was taken over it is journaled, and the model is told', () => takeOver(phone, page));
    }
  } finally {
    await phone.close();
    await page.stop();
  }
});

if (WITH_REPEATS)
  test('a page worked by numbers from Slack', { skip: noElements || noBrowser }, async (t) => {
    const phone = await startSlackPhone(t, { hasSessionBus: true });
    const page = await openButtonPage(phone.display, join(phone.home, 'browser'));
    try {
      await workFromSlack(phone, page);
    } finally {
      await phone.close();
      await page.stop();
    }
  });

type Shown = Awaited<ReturnType<Phone['waitFor']>>;

/** Where the machine is too busy to list elements in time, a picture comes with fewer numbers, and is asked for again. */
function numbered(phone: Phone): Promise<Shown> {
  return until(async () => {
    phone.say('/screenshot');
    const picture = await phone.waitFor(({ photo }) => photo !== null);
    return hasLiveButton(picture, String(FIRST_PAGE)) && hasLiveButton(picture, 'More numbers') && picture;
  }, 'a picture with all numbers');
}

async function clickOf(page: ButtonPage, before: number): Promise<PageClick> {
  await until(() => page.clicks().length > before, 'a click arrives');
  const [click, ...more] = page.clicks().slice(before);
  assert.ok(click !== undefined && more.length === 0, 'one click');
  return click;
}

/** Checks that the clicked element is the one framed in that number's color, and was met within its box. */
async function expectFramed(jpeg: Uint8Array, number: number, click: PageClick, page: ButtonPage): Promise<void> {
  const box = page.boxes.get(click.click) ?? assert.fail(`nothing was met: ${JSON.stringify(click)}`);
  assert.ok(click.x >= box.left && click.x < box.right && click.y >= box.top && click.y < box.bottom);
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const scale = { x: info.width / WIDTH, y: info.height / HEIGHT };
  const wanted = COLORS[(number - 1) % COLORS.length] ?? COLORS[0];
  const rgb = [1, 3, 5].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16));
  // Three places on the frame's left edge, since a label may cover a part of it.
  const isFramed = [0.3, 0.5, 0.7].some((part) =>
    [-2, -1, 0, 1, 2, 3].some((beside) => {
      const x = Math.round(box.left * scale.x) + beside;
      const y = Math.round((box.top + part * (box.bottom - box.top)) * scale.y);
      return rgb.every((value, channel) => Math.abs((data[(y * info.width + x) * 3 + channel] ?? 0) - value) < 60);
    }),
  );
  assert.ok(isFramed, `number ${number} frames another thing than ${click.click}`);
}

async function tapNumbers(phone: Phone, page: ButtonPage): Promise<void> {
  for (const number of [2, ...repeats(9), FIRST_PAGE]) {
    const picture = await numbered(phone);
    const before = page.clicks().length;
    await phone.tap(picture, String(number));
    const click = await clickOf(page, before);
    await expectFramed(picture.photo?.bytes ?? assert.fail(), number, click, page);
    await phone.waitFor((message) => message.id > picture.id && /^Done/.test(message.text));
  }
}

async function tapMore(phone: Phone, page: ButtonPage): Promise<void> {
  const first = await numbered(phone);
  await phone.tap(first, 'More numbers');
  const rest = await phone.waitFor((message) => hasLiveButton(message, String(FIRST_PAGE + 1)));
  assert.match(rest.text, /The same picture with other numbers/);
  assert.ok(hasLiveButton(rest, String(NUMBERED)) && !hasLiveButton(rest, String(NUMBERED + 1)));
  assert.ok(!hasLiveButton(rest, 'More numbers') && !hasLiveButton(rest, '1'));
  const before = page.clicks().length;
  await phone.tap(rest, String(NUMBERED));
  const click = await clickOf(page, before);
  await expectFramed(rest.photo?.bytes ?? assert.fail(), NUMBERED, click, page);
  await phone.waitFor((message) => message.id > rest.id && /^Done/.test(message.text));
}

async function typeClicks(phone: Phone, page: ButtonPage): Promise<void> {
  const picture = await numbered(phone);
  const before = page.clicks().length;
  phone.say('/click 7');
  const click = await clickOf(page, before);
  await expectFramed(picture.photo?.bytes ?? assert.fail(), 7, click, page);
  await phone.waitFor(/^Done/);
  const clicks = page.clicks().length;
  phone.say('/click 512 340');
  const { x, y } = await clickOf(page, clicks);
  await phone.waitFor(/^Done/);
  assert.deepEqual({ x, y }, { x: Math.floor(0.512 * WIDTH), y: Math.floor(0.34 * HEIGHT) });
}

async function tapInPart(phone: Phone, page: ButtonPage): Promise<void> {
  const whole = await numbered(phone);
  await phone.tap(whole, 'Zoom');
  const grid = await phone.waitFor((message) => hasLiveButton(message, '↖'));
  let part = grid;
  for (let tries = 0; tries < 8 && (part === grid || !hasLiveButton(part, '2')); tries += 1) {
    const { id } = part;
    await phone.tap(grid, '↖');
    part = await phone.waitFor((message) => message.id > id && hasLiveButton(message, '↖'));
  }
  const before = page.clicks().length;
  await phone.tap(part, '2');
  const { click } = await clickOf(page, before);
  const box = page.boxes.get(click) ?? assert.fail();
  assert.ok((box.left + box.right) / 2 < WIDTH / 3 && (box.top + box.bottom) / 2 < HEIGHT / 3, 'it is in that part');
  await phone.waitFor((message) => message.id > part.id && /^Done/.test(message.text));
}

async function typeAndScroll(phone: Phone, page: ButtonPage): Promise<void> {
  const picture = await numbered(phone);
  await phone.tap(picture, '1');
  await phone.waitFor((message) => message.id > picture.id && /^Done/.test(message.text));
  const tells = (what: object) => until(() => page.told().some((each) => isPart(what, each)), JSON.stringify(what));
  phone.say('/type Grüße & 5 < 6');
  await tells({ words: 'Grüße & 5 < 6' });
  await phone.waitFor(/^Done/);
  phone.say('/key cmd+s');
  await tells({ key: 's', metaKey: true, ctrlKey: false });
  await phone.waitFor(/^Done/);
  phone.say('/scroll down');
  await until(() => page.told().some((each) => /"scrolled":[1-9]/.test(JSON.stringify(each))), 'it scrolls');
  await phone.waitFor(/^Done/);
  phone.say('/scroll up 20');
  await tells({ scrolled: 0 });
  await phone.waitFor(/^Done/);
}

function isPart(part: object, whole: unknown): boolean {
  const entries = new Map(Object.entries(typeof whole === 'object' && whole !== null ? whole : {}));
  return Object.entries(part).every(([key, value]) => entries.get(key) === value);
}

async function readPage(phone: Phone, page: ButtonPage): Promise<void> {
  const before = page.clicks().length;
  // A busy machine may cut the look at the page short, and that is said: it is asked again.
  const look: Step = ({ text }) => {
    if (page.clicks().length > before) return act({ action: 'done', summary: 'It is clicked.' });
    const lines = [...text.matchAll(/^button "[^"]+" @(\d+),(\d+)(?: focused)?$/gm)];
    if (lines.length !== BUTTONS) return act({ action: 'web_elements' });
    const [, x, y] = (lines.at(-1) ?? assert.fail()).map(Number);
    return act({ action: 'click', target: { x, y } });
  };
  phone.run('click the last one', { steps: Array.from({ length: 30 }, () => look) });
  const { click, x, y } = await clickOf(page, before);
  assert.equal(click, `b${BUTTONS - 1}`);
  const box = page.boxes.get(click) ?? assert.fail();
  assert.ok(Math.abs(x - (box.left + box.right) / 2) <= 2 && Math.abs(y - (box.top + box.bottom) / 2) <= 2);
  await phone.end();
}

async function takeOver(phone: Phone, page: ButtonPage): Promise<void> {
  const held = Promise.withResolvers<void>();
  phone.run('order something', {
    steps: [
      async () => {
        await held.promise;
        return act({ action: 'think', text: 'x' });
      },
    ],
  });
  const status = await phone.waitFor((message) => hasLiveButton(message, 'Take over'));
  await phone.tap(status, 'Take over');
  await phone.waitFor((message) => hasLiveButton(message, 'Continue'));
  const picture = await numbered(phone);
  assert.ok(hasLiveButton(picture, 'Continue'));
  const before = page.clicks().length;
  await phone.tap(picture, '3');
  const { click } = await clickOf(page, before);
  assert.match(click, /^b\d/);
  const after = await phone.waitFor((message) => /^Done/.test(message.text) && hasLiveButton(message, 'Continue'));
  await phone.tap(after, 'Continue');
  held.resolve();
  await phone.end();
  const byHand = phone.events().filter((event) => event.type === 'action.intended' && event.by === 'person');
  assert.equal(byHand.length, 1);
  assert.ok(phone.asked('step').some(({ text }) => /by hand.*clicking/.test(text)));
}

async function workFromSlack(phone: SlackPhone, page: ButtonPage): Promise<void> {
  const picture = await until(async () => {
    phone.mark();
    phone.ann.say('screenshot');
    const shown = await phone.waitFor((message) => message.picture !== null);
    return hasLive(shown, String(FIRST_PAGE)) && hasLive(shown, 'More numbers') && shown;
  }, 'a picture with all numbers');
  const before = page.clicks().length;
  phone.mark();
  await phone.ann.tap(picture.ts, '9').acknowledged;
  const click = await clickOf(page, before);
  await expectFramed(picture.picture ?? assert.fail(), 9, click, page);
  await phone.waitFor(/^Done/);
  phone.mark();
  await phone.ann.tap(picture.ts, 'More numbers').acknowledged;
  const rest = await phone.waitFor((message) => hasLive(message, String(NUMBERED)));
  assert.ok(!hasLive(rest, '1'));
  phone.mark();
  await phone.ann.tap(rest.ts, String(NUMBERED)).acknowledged;
  await expectFramed(rest.picture ?? assert.fail(), NUMBERED, await clickOf(page, before + 1), page);
  await phone.waitFor(/^Done/);
}
