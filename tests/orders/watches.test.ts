/** Watches: what was waited for is told once, what ticks is none, and nothing asks a model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWatch } from '../../src/orders/read/read-watch.ts';
import { matcherOf } from '../../src/orders/watches/make-look.ts';
import { watchPixels } from '../../src/orders/watches/screen-change.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { createFakeDesktop } from '../fakes/desktop.ts';
import { createFakeModel } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { until } from '../support/until.ts';

const signal = new AbortController().signal;
const BOX = { x: 300, y: 200, width: 64, height: 64 };
const CLOCK = { x: 500, y: 0, width: 32, height: 32 };

async function set(bot: TestDeskhand, text: string): Promise<string> {
  await bot.chat.sendText(text);
  const card = await bot.chat.waitFor(
    (message) => message.text.startsWith('Shall I set this?') && message.buttons.flat().some(({ isLive }) => isLive),
  );
  await bot.chat.tap(card.id, 'Set it');
  await bot.chat.waitFor((message) => /Order \d+ is set/.test(message.text));
  return card.text;
}

/** How long after the change it was found, ms; null: not within ten seconds. */
async function watchScreen(painted: { readonly clock: boolean; readonly changesAt: number }): Promise<number | null> {
  const clock = createFakeClock();
  const desktop = createFakeDesktop({ width: 560, height: 336 });
  const look = watchPixels({ display: 1, box: null }, { desktop, clock });
  for (let atMs = 0; atMs < 20_000; atMs += 500) {
    paint(desktop, atMs);
    if ((await look(signal)).found) return atMs - 8000;
    await clock.advance(500);
  }
  return null;

  function paint(on: ReturnType<typeof createFakeDesktop>, atMs: number): void {
    if (painted.clock && atMs % 1000 === 0) on.paint(CLOCK, 1000 + atMs);
    if (painted.changesAt === atMs) on.paint(BOX, 0xc80000);
  }
}

test('a change that stays is found within three seconds, beside a clock that ticks too, and the clock alone is none', async () => {
  const still = await watchScreen({ clock: false, changesAt: 8000 });
  assert.ok(still !== null && still >= 0 && still < 3000, String(still));
  const ticking = await watchScreen({ clock: true, changesAt: 8000 });
  assert.ok(ticking !== null && ticking >= 0 && ticking < 3000, String(ticking));
  assert.equal(await watchScreen({ clock: true, changesAt: -1 }), null);
});

test('a file that comes into a folder is told with a picture, and no model is asked', async (t) => {
  const names = ['old.pdf'];
  const model = createFakeModel(() => 'no');
  const bot = await startTestDeskhand({ model, watched: { files: async () => [...names], page: async () => null } });
  t.after(() => bot.close());
  const card = await set(bot, '/watch until file *.pdf in ~/Downloads');
  assert.match(card, /When a file like \*\.pdf comes into ~\/Downloads/);
  names.push('notes.txt', 'report.PDF');
  const told = await bot.chat.waitFor(({ text }) => text.startsWith('👀 It is there'));
  assert.ok(told.picture !== null);
  await until(() => bot.orders.events().at(-1)?.type === 'order.ended');
  assert.equal(model.asked.length, 0);
});

test('a page that answers runs what follows; one that asks to be opened is warned of on the card', async (t) => {
  let isUp = false;
  const page = async () => (isUp ? { status: 200, content: 'x' } : null);
  const bot = await startTestDeskhand({
    model: null,
    watched: { files: async () => null, page },
    risk: () => 'high',
  });
  t.after(() => bot.close());
  const card = await set(bot, '/watch until url https://example.com/ answers then remind me to look');
  assert.match(card, /again and again\. as the test says/);
  isUp = true;
  await bot.chat.waitFor(({ text }) => text.startsWith('⏰ Reminder'), 60_000);
});

test('what would wait in vain is said, and not set', async (t) => {
  const bot = await startTestDeskhand({ model: null });
  t.after(() => bot.close());
  await bot.chat.sendText('/watch until process nosuchprogram ends');
  await bot.chat.waitFor(({ text }) => text.startsWith('No program called nosuchprogram'));
  await bot.chat.sendText('/watch until file x in /nosuch');
  await bot.chat.waitFor(({ text }) => text.startsWith('/nosuch is no folder'));
  await bot.chat.sendText('/watch until the cows come home');
  await bot.chat.waitFor(({ text }) => text.includes('These are the forms'));
  assert.deepEqual(bot.orders.events(), []);
});

test('each form is read, in English and German', () => {
  assert.deepEqual(readWatch('until text "Build done" in Terminal for 2h then open it')?.watch, {
    kind: 'text',
    text: 'Build done',
    app: 'Terminal',
  });
  assert.deepEqual(readWatch('bis gone „Laden“ in Firefox')?.watch, { kind: 'gone', text: 'Laden', app: 'Firefox' });
  assert.equal(readWatch('until change of 7')?.element, 7);
  assert.deepEqual(readWatch('bis datei "a b" in "/tmp/x y"'), null);
  assert.deepEqual(readWatch('bis prozess make endet dann öffne den Bericht')?.doing, {
    do: 'run',
    goal: 'öffne den Bericht',
  });
  assert.equal(readWatch('until text "x" for 40d'), null);
  const fits = matcherOf('rep?rt-*.pdf');
  assert.deepEqual(['report-1.pdf', 'REPORT-.PDF', 'report.pdf', 'report-1.pdf.part'].map(fits), [
    true,
    true,
    false,
    false,
  ]);
});
