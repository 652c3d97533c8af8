/** Standing orders on the page, in a real browser: set, changed, run and told with a picture, denied, deleted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWebChat } from '../adapters/chat/web/web-bench.ts';
import { createStillClock } from '../fakes/clock.ts';
import { noChromium, startChromium } from '../support/chromium.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { outcomesOf } from '../support/order-chat.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

/** A Monday, half past six in Berlin. */
const MONDAY = Date.UTC(2025, 10, 24, 5, 30);
const HOUR = 3_600_000;

test('an order on a phone’s screen, in German: set, changed, run, its question denied, deleted, each with a tap', {
  skip: noChromium,
}, async (t) => {
  const { chat } = await startWebChat({ answer: null });
  const clock = createStillClock(MONDAY);
  const bot = await startTestDeskhand({
    model: scriptedModel([DONE, { action: 'shell', command: 'rm old.log' }]),
    clock,
    chatInFront: chat,
    language: 'de',
    settings: { confirmTimeoutMs: 24 * HOUR },
    risk: ({ action }) => (action === 'shell' ? 'high' : 'safe'),
  });
  t.after(() => bot.close());
  const { browser, close } = await startChromium();
  t.after(close);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'de-DE' });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(chat.openLink());
  const say = async (text: string): Promise<void> => {
    await page.getByRole('textbox').fill(text);
    await page.getByRole('textbox').press('Enter');
  };
  const tap = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true, disabled: false }).last().tap();
  const sees = (text: RegExp): Promise<void> => page.getByText(text).last().waitFor();

  await say('/orders zone Europe/Berlin');
  await sees(/Uhr von Europe\/Berlin/);
  await say('jeden Werktag um 8 öffne den Kalender');
  await sees(/Als Nächstes: Mo\., 24\. Nov\. 2025, 08:00/);
  await tap('Einrichten');
  await sees(/Dauerauftrag 1 ist eingerichtet/);
  await say('/orders 1');
  await tap('Ändern');
  await sees(/Wie soll er sein\?/);
  await say('jeden Werktag um 9:00 öffne den Kalender');
  await tap('Einrichten');
  await sees(/Dauerauftrag 1 ist geändert/);

  clock.jump(2.5 * HOUR);
  await sees(/Erledigt und geprüft/);
  await until(() => outcomesOf(bot).length === 1);
  const picture = page.getByRole('img').last();
  await picture.waitFor();
  assert.ok(await picture.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 0));

  clock.jump(24 * HOUR);
  await sees(/Dauerauftrag 1 braucht deine Antwort/);
  await sees(/rm old\.log/);
  await tap('Ablehnen');
  await sees(/Abgelehnt\./);
  assert.deepEqual(outcomesOf(bot), ['verified', 'parked']);

  await say('/orders 1');
  await tap('Löschen');
  await sees(/Noch keine Daueraufträge/);
  assert.ok(bot.orders.events().some((event) => event.type === 'order.ended'));
  assert.deepEqual(complaints, []);
});
