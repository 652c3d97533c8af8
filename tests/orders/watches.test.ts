/** Watches: what was waited for is told once, what ticks is none, and nothing asks a model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../../src/orders/order.ts';
import { readWatch } from '../../src/orders/read/read-watch.ts';
import type { Watch } from '../../src/orders/watch-schema.ts';
import { makeLook, matcherOf } from '../../src/orders/watches/make-look.ts';
import { watchPixels } from '../../src/orders/watches/screen-change.ts';
import { watchText, watchTexts } from '../../src/orders/watches/screen-text.ts';
import { createWatcher } from '../../src/orders/watches/watcher.ts';
import type { ElementList } from '../../src/ports/desktop.ts';
import { withReading } from '../../src/safety/secrets/read-desktop.ts';
import { createFakeClock, createRunningClock } from '../fakes/clock.ts';
import { createFakeDesktop } from '../fakes/desktop.ts';
import { createFakeMachine } from '../fakes/machine.ts';
import { createFakeModel } from '../fakes/model.ts';
import { createFakePictures } from '../fakes/pictures.ts';
import { createFakeReader, lineOf } from '../fakes/reader.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
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

test('a clock without seconds is no change when its minute begins; what stays there for the next one is', async () => {
  const find = async (ticksOn: boolean): Promise<number | null> => {
    // Ten seconds before a minute.
    const clock = createFakeClock(Date.UTC(2026, 10, 23, 8, 0, 50));
    const desktop = createFakeDesktop({ width: 560, height: 336 });
    const look = watchPixels({ display: 1, box: null }, { desktop, clock });
    for (let atMs = 0; atMs < 190_000; atMs += 500) {
      if (atMs === 10_000 || (ticksOn && atMs % 60_000 === 10_000)) desktop.paint(CLOCK, 1000 + atMs);
      if ((await look(signal)).found) return atMs;
      await clock.advance(500);
    }
    return null;
  };
  assert.equal(await find(true), null);
  const found = await find(false);
  assert.ok(found !== null && found > 60_000 && found < 80_000, String(found));
});

const PIXELS = {
  kind: 'watch',
  watch: { kind: 'change', place: null, app: null },
  until: Date.UTC(2027, 0, 1),
} as const;
const label = (name: string, y: number): ElementList['elements'][number] => ({
  number: y,
  role: 'label',
  name,
  value: '',
  box: { x: 10, y, width: 80, height: 20 },
  isFocused: false,
  isEnabled: true,
  isSecure: false,
});

const LINE = { x: 60, y: 60, width: 160, height: 14 };

test('a text that only stands in pixels is read, figures exactly; gone is what was looked through whole', async () => {
  const clock = createFakeClock();
  const fake = createFakeDesktop({ width: 560, height: 336 });
  const reader = createFakeReader();
  const desktop = withReading(fake, reader, createFakePictures());
  const [display] = (await desktop.describe(signal)).displays;
  assert.ok(display !== undefined);
  const watching = (text: string, wants: 'text' | 'gone', on = desktop) =>
    watchText({ text, app: null, wants, display }, { desktop: on, clock });
  const finds = async (look: ReturnType<typeof watching>): Promise<boolean> => {
    for (let looks = 0; looks < 5; looks += 1) {
      fake.paint(LINE, 4000 + clock.now());
      if ((await look(signal)).found) return true;
      await clock.advance(2000);
    }
    return false;
  };
  reader.show([lineOf('Order l2 is paid', LINE)]);
  assert.equal(await finds(watching('order 12', 'text')), false);
  assert.equal(await finds(watching('is paid', 'text')), true);
  assert.equal(await finds(watching('is paid', 'gone')), false);
  assert.equal(await finds(watching('is paid', 'gone', fake)), false, 'nobody can tell');
  reader.show([]);
  assert.equal(await finds(watching('is paid', 'gone')), true);
  reader.slowDown();
  assert.equal(await finds(watching('is paid', 'gone')), false, 'it was not all read');
});

test('what an application shows: a window that moves is no change, another text in it is', async () => {
  const clock = createFakeClock();
  const desktop = createFakeDesktop({ width: 560, height: 336 });
  const [display] = (await desktop.describe(signal)).displays;
  assert.ok(display !== undefined);
  const list = (left: number, text: string): ElementList => ({
    elements: [text, 'Inbox'].map((name, index) => ({
      number: index + 1,
      role: 'label',
      name,
      value: '',
      box: { x: left, y: 40 + index * 40, width: 80, height: 20 },
      isFocused: false,
      isEnabled: true,
      isSecure: false,
    })),
    coverage: 'complete',
    reason: '',
  });
  const look = watchTexts('Mail', display, { desktop, clock });
  const looks = async (): Promise<boolean[]> => {
    const found: boolean[] = [];
    for (let count = 0; count < 3; count += 1) {
      found.push((await look(signal)).found);
      await clock.advance(2000);
    }
    return found;
  };
  desktop.setElements(list(10, '3 unread'));
  await looks();
  desktop.setElements(list(200, '3 unread'));
  assert.deepEqual(await looks(), [false, false, false]);
  desktop.setElements(list(200, '4 unread'));
  assert.deepEqual(await looks(), [false, true, true]);
});

for (const word of ['pause', 'delete'])
  test(`nothing looks any more after ${word}`, async () => {
    const machine = createFakeMachine();
    machine.runs.add('worker');
    let looks = 0;
    const { facts } = machine;
    const counting = {
      ...machine,
      facts: {
        ...facts,
        isRunning: async (name: string, cut: AbortSignal) => {
          looks += 1;
          return await facts.isRunning(name, cut);
        },
      },
    };
    const clock = createRunningClock(Date.UTC(2026, 10, 23, 7, 30), 100);
    const bot = await startTestDeskhand({ model: createFakeModel(() => assert.fail()), machine: counting, clock });
    await set(bot, '/watch until process worker ends');
    await until(() => looks > 3);
    await bot.chat.sendText(`/orders ${word} 1`);
    await bot.chat.waitFor(({ text }) => /Order 1 is (?:paused|deleted)/.test(text));
    const before = looks;
    machine.runs.delete('worker');
    const at = clock.now();
    await until(() => clock.now() > at + 30_000);
    assert.ok(looks <= before + 1, `${looks - before} looks after it`);
    assert.equal(
      bot.chat.seen().some(({ text }) => text.includes('👀')),
      false,
    );
    await bot.close();
  });

test('a page that is different each time it is asked ticks; another one that stays is a change', async () => {
  let content = () => 'one';
  const watched = { files: async () => null, page: async () => ({ status: 200, content: content() }) };
  const ports = {
    desktop: createFakeDesktop(),
    clock: createFakeClock(),
    machine: { facts: { isRunning: async () => false } },
    watched,
    displayIndex: 1,
  };
  const look = makeLook({ kind: 'url', url: 'http://127.0.0.1/', wants: 'changes' }, ports);
  const found = async () => (await look(signal)).found;
  assert.deepEqual([await found(), await found()], [false, false]);
  let asked = 0;
  content = () => {
    asked += 1;
    return String(asked);
  };
  assert.deepEqual([await found(), await found(), await found()], [false, false, false]);
  content = () => 'two';
  assert.deepEqual([await found(), await found()], [false, true]);
});

test('a file that comes into a folder is told with a picture, and no model is asked', async (t) => {
  const names = ['old.pdf'];
  const model = createFakeModel(() => 'no');
  const bot = await startTestDeskhand({ model, watched: { files: async () => [...names], page: async () => null } });
  t.after(() => bot.close());
  const card = await set(bot, '/watch until file *.pdf in ~/Downloads');
  assert.match(card, /When a file like \*\.pdf arrives in ~\/Downloads/);
  names.push('notes.txt', 'report.PDF');
  const told = await bot.chat.waitFor(({ text }) => text.startsWith('👀 A file like'));
  assert.ok(told.picture !== null);
  await until(() => bot.orders.events().at(-1)?.type === 'order.ended');
  assert.equal(model.asked.length, 0);
});

test('a file that came while nobody could look is told: what was there is known since the watch was set', async () => {
  let names: readonly string[] | null = null;
  const ports = {
    desktop: createFakeDesktop(),
    clock: createFakeClock(),
    machine: { facts: { isRunning: async () => false } },
    watched: { files: async () => names, page: async () => null },
    displayIndex: 1,
  };
  const watch: Watch = { kind: 'file', pattern: '*.pdf', folder: '~', there: ['old.pdf'] };
  const look = makeLook(watch, ports);
  const found = async () => (await look(signal)).found;
  assert.equal(await found(), false);
  names = ['old.pdf', 'new.txt'];
  assert.equal(await found(), false);
  names = [];
  assert.equal(await found(), false);
  names = ['old.pdf'];
  assert.equal(await found(), true, 'it went and came again');
  names = ['old.pdf', 'new.pdf'];
  assert.equal((await makeLook(watch, ports)(signal)).found, true, 'the first look after a restart');
});

test('names are written down with the watch, and none that do not fit', async (t) => {
  const watched = { files: async () => ['a.txt', 'old.pdf'], page: async () => null };
  const bot = await startTestDeskhand({ model: null, watched });
  t.after(() => bot.close());
  await set(bot, '/watch until file *.pdf in ~/Downloads');
  const [event] = bot.orders.events();
  assert.match(JSON.stringify(event), /"there":\["old\.pdf"\]/);
});

test('a desktop that is away for a moment costs a watch no change', async (t) => {
  const clock = createFakeClock(Date.UTC(2026, 10, 23, 7, 30));
  const desktop = createFakeDesktop();
  let failures = 3;
  const shaky = {
    ...desktop,
    describe: async (cut: AbortSignal) => {
      failures -= 1;
      if (failures >= 0) throw new Error('the hands are away');
      return await desktop.describe(cut);
    },
  };
  const found: number[] = [];
  const cut = new AbortController();
  t.after(() => cut.abort());
  const order = { id: 1, revision: 1, sender: { id: '1' }, when: PIXELS } as unknown as Order;
  const watcher = createWatcher(
    {
      book: { all: () => [{ order, paused: null }], find: () => ({ order, paused: null }) } as never,
      clock,
      desktop: shaky,
      displayIndex: 1,
      machine: { facts: { isRunning: async () => true } },
      watched: { files: async () => null, page: async () => null },
      isAllowed: () => true,
      found: async () => void found.push(clock.now()),
      over: () => assert.fail(),
    },
    cut.signal,
  );
  watcher.refresh();
  for (const startedAt = clock.now(); clock.now() < startedAt + 7000; ) await clock.advance(100);
  desktop.paint(BOX, 0xc80000);
  const paintedAt = clock.now();
  while (found.length === 0 && clock.now() < paintedAt + 10_000) await clock.advance(100);
  assert.ok((found[0] ?? Number.NaN) - paintedAt < 3000, `${(found[0] ?? Number.NaN) - paintedAt} ms`);
});

test('a text that a window tells later than its pixels is read once more, soon', async () => {
  const clock = createFakeClock();
  const desktop = createFakeDesktop({ width: 560, height: 336 });
  const [display] = (await desktop.describe(signal)).displays;
  assert.ok(display !== undefined);
  const list = (name: string): ElementList => ({
    elements: [label(name, 40)],
    coverage: 'complete',
    reason: '',
  });
  desktop.setElements(list('busy'));
  const look = watchText({ text: 'ready', app: null, wants: 'text', display }, { desktop, clock });
  for (let looks = 0; looks < 10; looks += 1) {
    assert.equal((await look(signal)).found, false);
    await clock.advance(1000);
  }
  desktop.paint(BOX, 0xc80000);
  assert.equal((await look(signal)).found, false);
  desktop.setElements(list('ready'));
  let afterMs = 0;
  while (!(await look(signal)).found) {
    await clock.advance(400);
    afterMs += 400;
    assert.ok(afterMs < 2500, 'told within three seconds');
  }
});

test('what an application shows may change in two steps; what goes on changing, and a clock without seconds, are no change', async () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 23, 8, 0, 20));
  const desktop = createFakeDesktop({ width: 560, height: 336 });
  const [display] = (await desktop.describe(signal)).displays;
  assert.ok(display !== undefined);
  const show = (...names: string[]): void =>
    desktop.setElements({
      elements: names.map((name, index) => label(name, 40 * (index + 1))),
      coverage: 'complete',
      reason: '',
    });
  const secondsUntil = async (look: ReturnType<typeof watchTexts>, at: (second: number) => void, most: number) => {
    for (let second = 0; second < most; second += 1) {
      at(second);
      if ((await look(signal)).found) return second;
      await clock.advance(1000);
    }
    return null;
  };
  const begin = async (...names: string[]) => {
    show(...names);
    const look = watchTexts('Mail', display, { desktop, clock });
    assert.equal((await look(signal)).found, false);
    return look;
  };
  const steps = await secondsUntil(
    await begin('0 %'),
    (second) => show(second < 5 ? '0 %' : second === 5 ? '50 %' : 'Done'),
    20,
  );
  assert.ok(steps !== null && steps > 6 && steps <= 9, `told in second ${steps}`);
  assert.equal(await secondsUntil(await begin('0 s'), (second) => show(`${second} s`), 60), null);
  await clock.advance(60_000 - (clock.now() % 60_000));
  const minutes = (): string => `${new Date(clock.now()).getUTCHours()}:${new Date(clock.now()).getUTCMinutes() + 10}`;
  assert.equal(await secondsUntil(await begin(minutes()), () => show(minutes()), 200), null);
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
  await bot.chat.waitFor(({ text }) => text.includes('Write it like one of these'));
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

test('what a watch found is done once, also when it is begun again while that is under way', async (t) => {
  const running = Promise.withResolvers<void>();
  let looks = 0;
  const bot = await startTestDeskhand({
    model: scriptedModel([() => running.promise.then(() => DONE)]),
    clock: createRunningClock(Date.UTC(2026, 10, 23, 7, 30), 200),
    watched: {
      files: async () => [],
      page: async () => {
        looks += 1;
        return { status: 200, content: 'here' };
      },
    },
  });
  t.after(() => bot.close());
  await set(bot, '/watch until url http://127.0.0.1:9/ answers then look at it');
  await until(() => bot.types().includes('run.started'));
  const before = looks;
  await set(bot, '/at tomorrow 9:00 remind me to call');
  await until(() => looks > before);
  running.resolve();
  await bot.chat.waitFor(({ text }) => /^✅ Done and checked/.test(text));
  await until(() => bot.orders.events().some((event) => event.type === 'order.ended' && event.id === '1'));
  assert.ok(!bot.chat.seen().some(({ text }) => /was left out/.test(text)));
  const ran = bot.orders.events().flatMap((event) => (event.type === 'order.changed' && event.ran ? [event.ran] : []));
  assert.deepEqual(
    ran.map(({ outcome }) => outcome),
    ['verified'],
  );
});
