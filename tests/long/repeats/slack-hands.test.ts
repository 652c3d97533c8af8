/** By hand from Slack, with numbers: the screen, taps, typed commands, zoom, and taking a run over; pressed in a real editor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeenMessage } from '../../servers/slack/people.ts';
import { type Editor, noEditor, openEditor } from '../../support/editor.ts';
import { hasLive, type SlackPhone, startSlackPhone } from '../../support/slack-phone.ts';
import { until } from '../../support/until.ts';

const SIZE = { width: 1024, height: 768 };

test('by hand from Slack', { skip: noEditor }, async (t) => {
  const phone = await startSlackPhone(t, { hasSessionBus: true });
  const editor = await openEditor(phone.display, SIZE);
  try {
    await t.test('the screen comes with numbers in the picture and below it', () => showNumbers(phone));
    await t.test('a tap on a number presses that thing, and the next picture has numbers again', () =>
      tapNumber(phone, editor),
    );
    await t.test('typed where the picture came: click N, type, key', () => typeCommands(phone, editor));
    await t.test('the same behind /deskhand, answered in the direct messages', () => slashCommands(phone, editor));
    await t.test('zooming by thumb', () => zoom(phone));
    await t.test('what makes no sense is told', () => refuse(phone));
    await t.test('a run taken over, worked by hand, given back: the model is told', () => takeOver(phone, editor));
  } finally {
    editor.close();
    await phone.close();
  }
});

const isNumbered = (message: SeenMessage): boolean => hasLive(message, '1') && message.picture !== null;
const numbersOf = (message: SeenMessage): readonly number[] =>
  message.buttons.flat().flatMap(({ label, data }) => (data !== null && /^\d+$/.test(label) ? [Number(label)] : []));

/** The screen with numbers: where the machine is too busy to list elements in time, it comes without, and is asked for again. */
function numbered(phone: SlackPhone): Promise<SeenMessage> {
  return until(async () => {
    phone.mark();
    phone.ann.say('screenshot');
    // Or why there is none.
    const answer = await phone.waitFor(() => true);
    return isNumbered(answer) && answer;
  }, 'a picture with numbers');
}

async function showNumbers(phone: SlackPhone): Promise<void> {
  const picture = await numbered(phone);
  assert.match(picture.text, /In front: Untitled 1 - Mousepad\. .*Tap a number to click there\./);
  const numbers = numbersOf(picture);
  assert.deepEqual(
    numbers,
    Array.from({ length: numbers.length }, (_, index) => index + 1),
  );
  assert.ok(numbers.length >= 6, `${numbers}`);
}

async function tapNumber(phone: SlackPhone, editor: Editor): Promise<void> {
  const picture = await numbered(phone);
  assert.equal(await editor.isShown('Save As...'), false);
  phone.mark();
  await phone.ann.tap(picture.ts, '1').acknowledged;
  await phone.waitFor(/^Done\./);
  await editor.whenShown('Save As...');
  const after = await numbered(phone);
  assert.ok(numbersOf(after).length > numbersOf(picture).length, 'its entries have numbers');
}

async function typeCommands(phone: SlackPhone, editor: Editor): Promise<void> {
  for (const words of ['key Escape', 'type Grüße, 你好']) {
    phone.mark();
    phone.ann.say(words);
    await phone.waitFor(/^Done/);
  }
  await editor.whenText('Grüße, 你好');
  await numbered(phone);
  phone.mark();
  phone.ann.say('click 1');
  await phone.waitFor(/^Done/);
  await editor.whenShown('Save As...');
}

async function slashCommands(phone: SlackPhone, editor: Editor): Promise<void> {
  for (const words of ['key Escape', 'screenshot', 'click 1']) {
    if (words === 'click 1') await numbered(phone);
    phone.mark();
    await phone.ann.command(words).acknowledged;
    await phone.waitFor(words === 'screenshot' ? ({ picture }) => picture !== null : /^Done/);
  }
  await editor.whenShown('Save As...');
}

async function zoom(phone: SlackPhone): Promise<void> {
  const whole = await numbered(phone);
  phone.mark();
  await phone.ann.tap(whole.ts, 'Zoom').acknowledged;
  const grid = await phone.waitFor((message) => hasLive(message, '•'));
  phone.mark();
  await phone.ann.tap(grid.ts, '•').acknowledged;
  const part = await phone.waitFor((message) => hasLive(message, 'Click the middle'));
  phone.mark();
  await phone.ann.tap(part.ts, 'Click the middle').acknowledged;
  await phone.waitFor(/^Done/);
}

async function refuse(phone: SlackPhone): Promise<void> {
  for (const [words, answer] of [
    ['click 9999 5', /outside the screen/],
    ['click 99', /There is no 99 on that picture|That picture has no numbers/],
    ['key foo', /there is no key "foo"/],
  ] as const) {
    phone.mark();
    phone.ann.say(words);
    await phone.waitFor(answer);
    phone.mark();
    await phone.ann.command(words).acknowledged;
    await phone.waitFor(answer);
  }
  phone.mark();
  await phone.ann.command('type').acknowledged;
  await phone.waitFor(/What should I type\?/);
}

async function takeOver(phone: SlackPhone, editor: Editor): Promise<void> {
  const held = Promise.withResolvers<void>();
  phone.script(async () => {
    await held.promise;
    return { screen: 's', intent: 'i', action: { action: 'think', text: 'x' }, note: null };
  });
  phone.mark();
  phone.ann.say('run write a letter');
  const status = await phone.waitFor((message) => hasLive(message, 'Take over'));
  phone.mark();
  await phone.ann.tap(status.ts, 'Take over').acknowledged;
  await phone.waitFor((message) => hasLive(message, 'Continue'));
  const picture = await numbered(phone);
  await phone.ann.tap(picture.ts, '1').acknowledged;
  const after = await phone.waitFor((message) => /^Done/.test(message.text) && hasLive(message, 'Continue'));
  await editor.whenShown('Save As...');
  await phone.ann.tap(after.ts, 'Continue').acknowledged;
  held.resolve();
  await phone.waitFor((message) => hasLive(message, 'Again'));
  const told = phone.asked().map(({ text }) => text);
  assert.ok(
    told.some((text) => /by hand.*clicking menu “File”/.test(text)),
    told.join('\n---\n'),
  );
}
