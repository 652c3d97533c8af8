/**
 * The whole life of standing orders in each chat over its own wire, in both languages: set, changed, run, told with its picture, missed
 * and told at wake, a watch, a trigger, deleted. What the person read is kept in tests/transcripts; UPDATE_GOLDEN=1 writes it anew.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startSlackBench } from '../adapters/chat/slack/person-bench.ts';
import { startTelegramBench } from '../adapters/chat/telegram/person-bench.ts';
import { startWebBench } from '../adapters/chat/web/person-bench.ts';
import type { ChatBench } from '../contracts/chat.ts';
import { createStillClock } from '../fakes/clock.ts';
import { createFakePictures } from '../fakes/pictures.ts';
import { assertGolden } from '../golden.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { repeats } from '../support/repeats.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import type { Language } from '../support/story.ts';
import { startWireStory, type WireStory } from '../support/wire-story.ts';

/** Each in one language, the second one with the repeats. */
const CHATS: readonly (readonly [string, () => Promise<ChatBench>, Language, Language])[] = [
  ['Telegram', startTelegramBench, 'de', 'en'],
  ['Slack', startSlackBench, 'en', 'de'],
  ['the page', startWebBench, 'de', 'en'],
];
/** A Monday, half past six in Berlin; before every real message. */
const MONDAY = Date.UTC(2025, 10, 24, 5, 30);
const ENDED = { en: /^\W*Done and checked/, de: /^\W*Erledigt und geprüft/ };
const HOUR = 3_600_000;

// Most of it is waiting for what a chat allows in a second.
describe('the life of orders', { concurrency: true }, () => {
  for (const [name, start, first, second] of CHATS)
    for (const language of [first, ...repeats(second)])
      it(`in ${name} (${language})`, async (t) => {
        const bench = await start();
        t.after(bench.close);
        await tellLife(t, bench, language);
      });
});

async function tellLife(t: TestContext, bench: ChatBench, language: Language): Promise<void> {
  const names: string[] = [];
  const clock = createStillClock(MONDAY);
  const bot = await startTestDeskhand({
    model: scriptedModel([DONE]),
    clock,
    chatInFront: bench.chat,
    language,
    settings: { confirmTimeoutMs: 24 * HOUR },
    pictures: { ...createFakePictures(), animate: async () => null },
    watched: { files: async () => [...names], page: async () => null },
  });
  t.after(() => bot.close());
  const story = startWireStory(bench, 'The life of standing orders', language);
  const at = (day: number, hour: number): void => clock.jump(Date.UTC(2025, 10, day, hour - 1) - clock.now());

  await story.says({ en: 'orders zone Europe/Berlin', de: 'orders zone Europe/Berlin' });
  await story.hears({ en: /clock of Europe\/Berlin/, de: /Uhr von Europe\/Berlin/ });
  story.part('Setting and changing one');
  await set(story, { en: 'every weekday 8:00 open the calendar', de: 'every werktag 8:00 öffne den Kalender' });
  await story.says({ en: 'orders 1', de: 'orders 1' });
  const panel = await story.hears({ en: /^Order 1/, de: /^Dauerauftrag 1/ }, 5);
  await story.taps(panel, 2);
  await story.hears({ en: /How should it be\?/, de: /Wie soll/ });
  await change(story, {
    en: 'every weekday at 9:00 open the calendar',
    de: 'jeden Werktag um 9:00 öffne den Kalender',
  });

  story.part('It runs');
  story.note('Monday, nine o’clock.');
  at(24, 9);
  await story.sees(ENDED);

  story.part('It is missed');
  story.note('The computer sleeps from Monday to Thursday noon.');
  at(27, 12);
  const missed = await story.hears({ en: /^While I was away/, de: /^Während ich weg war/ });
  assert.match(missed.text, language === 'en' ? /due 3 times since Tue, 25 Nov 2025, 09:00/ : /3-mal fällig/);
  await story.sees(ENDED);

  story.part('A watch');
  await set(story, { en: 'watch until file *.pdf in ~/Downloads', de: 'watch bis Datei *.pdf in ~/Downloads' });
  names.push('report.pdf');
  story.note('report.pdf arrives.');
  await story.sees({ en: /👀/u, de: /👀/u });

  story.part('A trigger');
  await set(story, {
    en: 'orders trigger build-done remind me that build {number} is done',
    de: 'orders trigger build-done erinnere mich dass Build {number} fertig ist',
  });
  story.note('A program calls build-done with the number 7.');
  const call = { name: 'build-done', id: 'call-0001', fields: { number: 7 } };
  assert.equal((await bot.deskhand.triggers.take(call)).ok, true);
  await story.hears({ en: /⏰/u, de: /⏰/u });

  story.part('Deleting it');
  await story.says({ en: 'orders delete 1', de: 'orders löschen 1' });
  await story.hears({ en: /Order 1 is deleted/, de: /Dauerauftrag 1 ist gelöscht/ });
  clock.jump(48 * HOUR);
  await story.says({ en: 'orders', de: 'orders' });
  await story.hears({ en: /^Standing orders/, de: /^Daueraufträge/ });
  assert.equal(await story.count(ENDED), 2, 'it ran twice, and no more');
  assertGolden(`../transcripts/order-life.${bench.chat.platform}.${language}.md`, story.text());
}

async function set(story: WireStory, words: Readonly<Record<Language, string>>): Promise<void> {
  await story.says(words);
  const card = await story.hears({ en: /^Shall I set this\?/, de: /^Soll ich das einrichten\?/ }, 2);
  await story.taps(card, 0);
  await story.hears({ en: /Order \d+ is set/, de: /Dauerauftrag \d+ ist eingerichtet/ });
}

/** The answer to a question, which takes no slash. */
async function change(story: WireStory, words: Readonly<Record<Language, string>>): Promise<void> {
  await story.answers(words);
  const card = await story.hears({ en: /^Shall I set this\?/, de: /^Soll ich das/ }, 2);
  await story.taps(card, 0);
  await story.hears({ en: /Order 1 is changed/, de: /Dauerauftrag 1 ist geändert/ });
}
