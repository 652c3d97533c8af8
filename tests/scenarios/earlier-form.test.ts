/** The real bot takes up data folders as they were written in November 2026: what was cut off is told, once, and nothing is done again. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runEventSchema } from '../../src/journal/events.ts';
import { readRun } from '../support/bot.ts';
import { openEarlierFolder } from '../support/earlier-form.ts';
import { hasLiveButton, type Phone, startPhone } from '../support/phone.ts';
import { repeats, WITH_REPEATS } from '../support/repeats.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

/** Messages of that life are unknown to this Telegram, and so is the file that was sent then. */
const OF_THAT_LIFE = /^(?:editMessage\w+|deleteMessage|getFile|sendMessage|sendPhoto|setMyCommands) 400 /;

/**
 * The others read their journals as this one does: that is proved of each folder in tests/journal/earlier-form.test.ts. What becomes of an
 * open question is proved in phone-confirm.test.ts.
 */
const INTERRUPTED = [
  ['acting', /1 action was finished before/],
  ...repeats(
    ['asking', /The open question counts as a No/] as const,
    ['thinking', /1 action was finished before/] as const,
    ['checking', /1 action was finished before/] as const,
    ['paused', /No action had been finished/] as const,
    ['question', /No action had been finished/] as const,
    ['plan', /at part 2 of 3[\s\S]*1 part was finished before/] as const,
  ),
] as const;

for (const [name, words] of INTERRUPTED)
  test(`killed then while ${name}: told as interrupted, with Again`, { skip: noX11 }, (t) =>
    withEarlier(t, name, async (phone) => {
      const end = await phone.end();
      assert.match(end.text, /Interrupted/);
      assert.match(end.text, words);
      const told = readRun(phone.data, name === 'plan' ? '000003' : '000001').lines.map(({ event }) =>
        runEventSchema.parse(event),
      );
      assert.ok(told.some(({ type }) => type === 'run.recovered'));
      if (name === 'acting' || name === 'question') assert.ok(told.some(({ type }) => type === 'action.unknown'));
      if (name === 'asking')
        assert.ok(told.some((event) => event.type === 'confirmation.answered' && event.answer === 'restart'));
      assert.equal(existsSync(join(phone.home, 'late.txt')), false);
      assert.ok(hasLiveButton(end, 'Again'));
      // A second start has nothing more to tell of it, as after any kill (crash-words.test.ts, crash-writes.test.ts).
      if (!WITH_REPEATS || name !== 'acting') return;
      await phone.restart('stop');
      phone.owner.send('/status');
      await phone.waitFor(/^Run: /);
      assert.equal(phone.news().filter(({ text }) => /Interrupted/.test(text)).length, 1);
    }),
  );

if (WITH_REPEATS)
  test('killed then while typing by hand: it may or may not have happened, and is not repeated', { skip: noX11 }, (t) =>
    withEarlier(t, 'by-hand', async (phone) => {
      await phone.waitFor(/Interrupted[\s\S]*It may or may not have happened/);
    }),
  );

test('killed then with a queue and a file: each is taken up, in the order it was left in', { skip: noX11 }, (t) =>
  withEarlier(t, 'queued', async (phone) => {
    await phone.waitFor(/Interrupted/);
    const wanted = ['the third', 'the second'];
    for (const goal of wanted) {
      // A run goes on at once, or asks first if it is long ago; both are right.
      const next = await phone.waitFor(
        (message) =>
          message.text.includes(goal) && (/Done and checked/.test(message.text) || hasLiveButton(message, 'Run now')),
      );
      if (!hasLiveButton(next, 'Run now')) continue;
      await phone.tap(next, 'Run now');
      await phone.waitFor((message) => message.text.includes(goal) && /Done and checked/.test(message.text));
    }
    assert.ok(!phone.news().some(({ text }) => text.includes('the fourth')), 'it was cancelled then');
  }),
);

if (WITH_REPEATS)
  test('killed then before the last message was sent: it comes now', { skip: noX11 }, (t) =>
    withEarlier(t, 'deliveries', async (phone) => {
      await phone.waitFor(/Run: none/);
      assert.ok(!phone.news().some(({ text }) => /Interrupted/.test(text)));
    }),
  );

test(
  'a folder that was closed well: its settings count, its runs go on, its paired person is let in',
  { skip: noX11 },
  (t) =>
    withEarlier(t, 'lived', async (phone) => {
      assert.deepEqual(phone.news(), []);
      phone.say('/resume run 1');
      assert.match((await phone.end()).text, /Done and checked[\s\S]*write once into a file/);
      phone.say('/skills');
      await phone.waitFor(/\d+ skills, 1 turned off/);
      const bob = phone.telegram.person(1007, { name: 'Bob' });
      bob.send('/status');
      await bob.waitFor((seen) => seen.find(({ text }) => /none|keiner/i.test(text)));
    }),
);

async function withEarlier(
  t: { after(act: () => void): void },
  name: string,
  live: (phone: Phone) => Promise<void>,
): Promise<void> {
  const { data } = openEarlierFolder(t, name);
  const phone = await startPhone(t, { earlier: data, settings: { LANGUAGE: 'en' } });
  try {
    await live(phone);
    await until(() => phone.telegram.pendingUpdates().length === 0, 'all is taken');
  } finally {
    await phone.close(OF_THAT_LIFE);
  }
}
