/** A click on what no application names: judged, asked about and bound by the words that are read there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadLine } from '../../../src/ports/reader.ts';
import { withReading } from '../../../src/safety/secrets/read-desktop.ts';
import { createFakeDesktop } from '../../fakes/desktop.ts';
import { createFakePictures } from '../../fakes/pictures.ts';
import { createFakeReader, lineOf } from '../../fakes/reader.ts';
import { openTestGate } from '../../safety/open-test-gate.ts';
import { startTestDeskhand, type TestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';

const SIZE = { width: 560, height: 336 };
const PLACE = { x: 320, y: 210 };
const CLICK = { action: 'click', target: { x: (PLACE.x / SIZE.width) * 1000, y: (PLACE.y / SIZE.height) * 1000 } };
const BOX = { x: 290, y: 203, width: 60, height: 14 };
/** The window tells enough elsewhere, so it is not thin, but this place has no name. */
const told = [40, 150, 300, 480].flatMap((x) =>
  [40, 120, 300].map((y) => ({
    number: 1,
    role: 'button',
    name: `Tool ${x} ${y}`,
    value: '',
    box: { x, y, width: 40, height: 20 },
    isFocused: false,
    isEnabled: true,
    isSecure: false,
  })),
);

async function start(lines: readonly ReadLine[], by: object = CLICK, whileThinking: () => void = () => undefined) {
  const fake = createFakeDesktop(SIZE);
  fake.setElements({
    elements: told.map((element, index) => ({ ...element, number: index + 1 })),
    coverage: 'complete',
    reason: '',
  });
  const reader = createFakeReader();
  reader.show(lines);
  const pictures = createFakePictures();
  const bot = await startTestDeskhand({
    model: scriptedModel(
      [
        () => {
          whileThinking();
          return step(by);
        },
        DONE,
      ],
      { risk: 'nothing that helps' },
    ),
    gate: await openTestGate({ platform: 'linux' }),
    desktop: withReading(fake, reader, pictures),
    pictures,
  });
  return { bot, fake, reader };
}

const judgedIn = (bot: TestDeskhand) => {
  const found = bot.events().find((event) => event.type === 'risk.judged');
  assert.ok(found?.type === 'risk.judged');
  return { risk: found.risk, rule: found.rule };
};
const clicks = (did: readonly string[]): number => did.filter((entry) => entry.startsWith('click')).length;

test('harmless words name it, and nobody is asked', async (t) => {
  const { bot, fake } = await start([lineOf('Next page', BOX)]);
  t.after(() => bot.close());
  await bot.chat.sendText('/run go through the pages');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  assert.deepEqual(judgedIn(bot), { risk: 'moderate', rule: 'click.named' });
  assert.equal(clicks(fake.did), 1);
});

for (const [what, line, rule] of [
  ['words that buy', lineOf('Buy now', BOX), 'click.acting-name'],
  ['an acting word with one letter misread', lineOf('De1ete', BOX), 'click.look-alike'],
  ['an acting word with one letter lost', lineOf('Purchas', BOX), 'click.acting-name'],
  ['an amount', lineOf('$19.99', BOX), 'click.price'],
  ['faint words', lineOf('Next page', BOX, { contrast: 25 }), 'click.nameless'],
  ['tiny words', lineOf('Next page', { ...BOX, height: 4 }), 'click.nameless'],
  ['uncertain words', lineOf('Next page', BOX, { confidence: 0.5 }), 'click.nameless'],
  ['words further off', lineOf('Next page', { ...BOX, y: 60 }), 'click.nameless'],
] as const)
  test(`${what} ask`, async (t) => {
    const { bot, fake } = await start([line]);
    t.after(() => bot.close());
    await bot.chat.sendText('/run go through the pages');
    const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
    assert.deepEqual(judgedIn(bot), { risk: 'high', rule });
    assert.equal(rule !== 'click.nameless', card.text.includes(`It reads “${line.text}” there.`), card.text);
    await bot.chat.tap(card.id, 'Deny');
    await bot.chat.waitFor(({ kind }) => kind === 'end');
    assert.equal(clicks(fake.did), 0);
  });

test('what reads otherwise after the yes is asked about anew', async (t) => {
  const { bot, fake, reader } = await start([lineOf('Buy now', BOX)]);
  t.after(() => bot.close());
  await bot.chat.sendText('/run go through the pages');
  const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
  reader.show([lineOf('Buy all', BOX)]);
  await bot.chat.tap(card.id, 'Approve');
  const again = await bot.chat.waitFor(({ kind, id }) => kind === 'question' && id !== card.id);
  assert.match(again.text, /it reads “Buy all” there now, not “Buy now”/);
  assert.equal(clicks(fake.did), 0);
  await bot.chat.tap(again.id, 'Deny');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
});

test('what moves there while the model thinks is read before the click, also where the pixels are taken for a ticker', async (t) => {
  const moved: { show?: () => void } = {};
  const { bot, fake, reader } = await start([lineOf('Next page', BOX)], CLICK, () => moved.show?.());
  t.after(() => bot.close());
  moved.show = () => reader.show([lineOf('Buy now', BOX)]);
  await bot.chat.sendText('/run go through the pages');
  const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
  assert.match(card.text, /It reads “Buy now” there\./);
  assert.equal(clicks(fake.did), 0);
  await bot.chat.tap(card.id, 'Deny');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
});

test('a window that tells nothing lists what is read, and a click on it goes to its middle', async (t) => {
  const { bot, fake } = await start([lineOf('Next page', BOX)], { action: 'click', target: { element: 1 } });
  t.after(() => bot.close());
  fake.setElements({ elements: [], coverage: 'complete', reason: '' });
  await bot.chat.sendText('/run go through the pages');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  assert.ok(fake.did.includes('click left 1 at 320,210'), fake.did.join('; '));
});

test('waiting for a text ends when it is read, and never takes 1 for l in figures', async (t) => {
  const { bot } = await start([lineOf('Order l2 shipped', BOX)], {
    action: 'wait_until',
    text: 'order 12',
    seconds: 1,
  });
  t.after(() => bot.close());
  await bot.chat.sendText('/run wait for the order');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  const waited = bot.events().find((event) => event.type === 'action.performed');
  assert.ok(waited?.type === 'action.performed' && !waited.ok);
  const { bot: other } = await start([lineOf('Order 12 shipped', BOX)], {
    action: 'wait_until',
    text: 'order 12',
    seconds: 1,
  });
  t.after(() => other.close());
  await other.chat.sendText('/run wait for the order');
  await other.chat.waitFor(({ kind }) => kind === 'end');
  const found = other.events().find((event) => event.type === 'action.performed');
  assert.ok(found?.type === 'action.performed' && found.ok);
});

test('/find rings a word and clicks it by its number; one that does not show is said', async (t) => {
  const { bot, fake } = await start([lineOf('Old page', BOX), lineOf('Next page', { ...BOX, y: 260 })]);
  t.after(() => bot.close());
  await bot.chat.sendText('/find page');
  const both = await bot.chat.waitFor(({ text }) => /is there 2/.test(text));
  assert.match(both.text, /“page” is there 2 times; the ring shows the first/);
  await bot.chat.tap(both.id, '1');
  await bot.chat.waitFor(({ text }) => /^Done/.test(text));
  assert.equal(clicks(fake.did), 1);
  await bot.chat.sendText('/find Checkout');
  await bot.chat.waitFor(({ text }) => /“Checkout” does not show there/.test(text));
});

test('a card number that is read is black in the picture, and the words beside it say so', async (t) => {
  const { bot } = await start([lineOf('Card 4111 1111 1111 1111', BOX)]);
  t.after(() => bot.close());
  await bot.chat.sendText('/screenshot');
  const shown = await bot.chat.waitFor(({ text }) => /Covered in this picture: a card number/.test(text));
  assert.ok(shown.picture !== null);
});
