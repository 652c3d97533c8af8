/** The whole life of standing orders, as it is read in the chat, in both languages. */
import { type TestContext, test } from 'node:test';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { type Language, startStory } from '../support/story.ts';
import { until } from '../support/until.ts';

/** A Monday, half past seven. */
const MONDAY = Date.UTC(2026, 10, 23, 7, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

for (const language of ['en', 'de'] as const) {
  test(`an order from its making to its end (${language})`, (t) => tellOrder(t, language));
  test(`reminders, and what came due while the computer slept (${language})`, (t) => tellMissed(t, language));
  test(`a watch, with its picture (${language})`, (t) => tellWatch(t, language));
}

async function tellOrder(t: TestContext, language: Language): Promise<void> {
  const release = Promise.withResolvers<void>();
  const model = scriptedModel([
    DONE,
    { action: 'shell', command: 'rm old.log' },
    { action: 'shell', command: 'rm old.log' },
    DONE,
    () => release.promise.then(() => DONE),
    DONE,
    { action: 'fail', summary: 'The calendar does not open.' },
  ]);
  const story = await startStory(t, {
    title: 'A standing order, from its making to its end',
    language,
    at: MONDAY,
    model,
    risk: ({ action }) => (action === 'shell' ? 'high' : 'safe'),
  });
  const { bot } = story;
  const ran = (count: number) =>
    until(
      () =>
        bot.orders.events().filter((event) => event.type === 'order.changed' && event.ran !== undefined).length >=
        count,
    );
  story.part('Making one');
  await story.says({ en: '/orders zone Europe/Berlin', de: '/orders zone Europe/Berlin' });
  await story.hears();
  await story.says({ en: '/every', de: '/every' });
  await story.hears();
  await story.says({ en: '/every blue moon sing', de: '/every blauen Mond singen' });
  await story.hears();
  await story.says({
    en: 'every weekday at nine open the calendar',
    de: 'jeden Werktag um neun öffne den Kalender',
  });
  const card = await story.hears();
  await story.taps(card, 0);
  await story.hears();

  story.part('It runs');
  story.note('Nine o’clock.');
  story.pass(30 * MINUTE);
  await story.hears();
  await ran(1);
  await story.says({ en: '/orders', de: '/orders' });
  const list = await story.hears();
  await story.taps(list, 0);

  story.part('It needs a yes');
  story.note('Tuesday, nine o’clock.');
  story.pass(24 * HOUR);
  await story.hears();
  const parked = await story.hears();
  await ran(2);
  await story.taps(parked, 0);
  const asked = await story.hears();
  await story.taps(asked, 0);
  await story.hears();

  story.part('It is late');
  await story.says({ en: '/run sort my mail', de: '/run sortiere meine Mails' });
  await until(() => bot.types('000004').includes('run.started'));
  story.note('Wednesday, a quarter past nine; the run is still at work.');
  story.pass(24 * HOUR - 2000);
  story.pass(2000);
  await until(() =>
    bot.inbox.events().some((event) => event.type === 'message.accepted' && event.update.includes('11-25')),
  );
  story.pass(15 * MINUTE);
  await story.hears();
  release.resolve();
  await story.hears();
  await story.hears();
  await ran(3);

  story.part('It fails three times');
  for (const count of [4, 5, 6]) {
    story.note('The next working day, nine o’clock.');
    story.pass(count === 4 ? 24 * HOUR - 15 * MINUTE : count === 6 ? 72 * HOUR : 24 * HOUR);
    await story.hears();
    await ran(count);
  }
  const paused = await story.hears();
  await story.taps(paused, 0, false);
  await story.hears();

  story.part('Changing, pausing and deleting it');
  await story.says({ en: '/orders 1', de: '/orders 1' });
  const one = await story.hears();
  await story.taps(one, 1);
  await story.taps(one, 2, false);
  const how = await story.hears();
  await story.says({
    en: 'every Friday at 17:00 open the calendar missed=ask',
    de: 'jeden Freitag um 17 Uhr öffne den Kalender missed=ask',
  });
  await story.sees(how);
  const changed = await story.hears();
  await story.taps(changed, 0);
  await story.hears();
  await story.says({ en: '/orders delete 1', de: '/orders löschen 1' });
  await story.hears();
  await story.says({ en: '/orders', de: '/orders' });
  await story.hears();
  await story.end('order');
}

async function tellMissed(t: TestContext, language: Language): Promise<void> {
  const story = await startStory(t, {
    title: 'Reminders, and what came due meanwhile',
    language,
    at: MONDAY,
    model: scriptedModel([DONE]),
  });
  const order = async (en: string, de: string): Promise<void> => {
    await story.says({ en, de });
    const card = await story.hears();
    await story.taps(card, 0);
    await story.hears();
  };
  await story.says({ en: '/orders zone UTC', de: '/orders zone UTC' });
  await story.hears();
  story.part('A reminder');
  await order('remind me to call Ann in 20 minutes', 'erinnere mich in 20 Minuten an den Anruf bei Ann');
  story.note('Twenty minutes later.');
  story.pass(20 * MINUTE);
  await story.hears();
  story.part('Four orders, and a computer that sleeps');
  await order('/every day 8:00 open the calendar', '/every tag 8:00 öffne den Kalender');
  await order('/every day 8:00 sort my mail missed=skip', '/every tag 8:00 sortiere meine Mails missed=skip');
  await order('/every day 8:00 back up my notes missed=ask', '/every tag 8:00 sichere meine Notizen missed=ask');
  await order('/at tomorrow 9:00 remind me to pay the rent', '/at morgen 9:00 erinnere mich an die Miete');
  story.note('It sleeps from Monday to Thursday noon.');
  story.pass(3 * 24 * HOUR + 4 * HOUR);
  await story.hears();
  const asked = await story.hears();
  await story.hears();
  await story.taps(asked, 1);
  await story.hears();
  await story.end('missed');
}

async function tellWatch(t: TestContext, language: Language): Promise<void> {
  const names: string[] = [];
  let looks = 0;
  const story = await startStory(t, {
    title: 'Watches',
    language,
    at: MONDAY,
    model: scriptedModel([DONE]),
    risk: ({ action }) => (action === 'open_url' ? 'high' : 'safe'),
    watched: {
      files: async (folder) => {
        looks += 1;
        return folder === '/nosuch' ? null : [...names];
      },
      page: async () => null,
    },
  });
  const { bot } = story;
  await story.says({ en: '/orders zone UTC', de: '/orders zone UTC' });
  await story.hears();
  story.part('What cannot be watched');
  await story.says({ en: '/watch', de: '/watch' });
  await story.hears();
  await story.says({ en: '/watch until process make ends', de: '/watch bis Prozess make endet' });
  await story.hears();
  await story.says({ en: '/watch until file *.pdf in /nosuch', de: '/watch bis Datei *.pdf in /nosuch' });
  await story.hears();
  await story.says({ en: '/watch until change of 7', de: '/watch bis Änderung von 7' });
  await story.hears();
  story.part('A file, told with a picture');
  await story.says({ en: '/watch until file *.pdf in ~/Downloads', de: '/watch bis Datei *.pdf in ~/Downloads' });
  const card = await story.hears();
  await story.taps(card, 0);
  await story.hears();
  await story.says({ en: '/orders', de: '/orders' });
  await story.hears();
  await until(() => bot.orders.events().length > 0);
  names.push('report.pdf');
  story.note('report.pdf arrives.');
  await story.hears();
  story.part('A file, with what follows');
  await story.says({
    en: '/watch until file *.csv in ~/Downloads then show me its first line',
    de: '/watch bis Datei *.csv in ~/Downloads dann zeig mir die erste Zeile',
  });
  const follows = await story.hears();
  await story.taps(follows, 0);
  await story.hears();
  const before = looks;
  await until(() => looks > before);
  names.push('numbers.csv');
  story.note('numbers.csv arrives.');
  await story.hears();
  story.part('An address that asks before it is opened');
  await story.says({
    en: '/watch until url https://example.com/ answers for 2h then open it',
    de: '/watch bis url https://example.com/ antwortet für 2h dann öffne sie',
  });
  const warned = await story.hears();
  await story.taps(warned, 0);
  await story.hears();
  story.note('Two hours later; it never answered.');
  story.pass(2 * HOUR + MINUTE);
  await story.hears();
  await story.end('watch');
}
