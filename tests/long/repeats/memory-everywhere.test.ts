/** What memory offers after a run, in Slack and on the page as on Telegram: the report as a file, what was wrong, save as skill, forget. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isCard, isEnd as isWebEnd, startTestLaunch, textOf } from '../../support/launched.ts';
import { act } from '../../support/phone.ts';
import { hasLabel, hasLive, type SlackPhone, startSlackPhone } from '../../support/slack-phone.ts';
import { until } from '../../support/until.ts';
import { noX11 } from '../../support/x11.ts';

const isEnd = (message: Parameters<typeof hasLabel>[0]): boolean => hasLabel(message, 'Again');

function expectReport(name: string, bytes: Uint8Array, goal: RegExp): void {
  const html = new TextDecoder().decode(bytes);
  assert.equal(name, 'run-1.html');
  assert.match(html, /^<!doctype html>/);
  assert.match(html, goal);
  assert.match(html, /src="data:image\/jpeg;base64,/, 'with its pictures');
}

test('in Slack', { skip: noX11 }, async (t) => {
  const phone: SlackPhone = await startSlackPhone(t);
  try {
    phone.script(act({ action: 'file_create', path: '~/memo.txt', text: 'hello slack' }));
    phone.mark();
    phone.ann.say('run write “hello slack” into a memo');
    const end = await phone.waitFor((message) => isEnd(message) || hasLive(message, 'Approve'));
    if (!isEnd(end)) await phone.ann.tap(end.ts, 'Approve').acknowledged;
    const { ts } = await phone.waitFor(isEnd);

    await phone.ann.tap(ts, 'Report').acknowledged;
    const sent = await phone.waitFor(({ file }) => file?.name === 'run-1.html');
    expectReport('run-1.html', sent.file?.bytes ?? new Uint8Array(), /hello slack/);

    await phone.ann.tap(ts, '👎').acknowledged;
    const asked = await phone.waitFor(/What went wrong in run 1\?/);
    phone.ann.say('it should be called note.txt', { thread: asked.rootTs ?? asked.ts });
    await phone.waitFor(/I'll keep in mind: “it should be called note\.txt”/);
    const state = join(phone.home, '../data/state');
    const isKept = (name: string): boolean => readFileSync(join(state, name), 'utf8').includes('said it was wrong');
    await until(() => readdirSync(state).some((name) => name.endsWith('.json') && isKept(name)), 'it is kept');
    phone.ann.say('memory learned 1');
    await phone.waitFor(/avoid: the person said it was wrong: it should be called note\.txt/);

    await phone.ann.tap(ts, 'Save as skill').acknowledged;
    const offer = await phone.waitFor(
      (message) => /Save this as a skill\?/.test(message.text) && hasLive(message, 'Save'),
    );
    assert.match(offer.text, /\{\{text\}\}/);
    await phone.ann.tap(offer.ts, 'Save').acknowledged;
    await phone.waitFor(/Saved as the skill “write-memo/);

    phone.ann.say('forget run 1');
    await phone.waitFor(/Run 1 is forgotten/);
    phone.ann.say('memory learned');
    await phone.waitFor(/Nothing has been learned from runs yet/);
  } finally {
    await phone.close();
  }
});

test('on the page', { skip: noX11 }, async (t) => {
  const bot = await startTestLaunch(t);
  try {
    await bot.run('write hello page to ~/memo.txt');
    await bot.tap(await bot.waitFor(isCard), 'Approve');
    const end = await bot.waitFor(isWebEnd);
    await bot.tap(end, 'Report');
    const sent = await bot.waitFor((message) => message.file?.name === 'run-1.html');
    const bytes = await bot.client.download(sent.file?.url ?? '', AbortSignal.timeout(10_000));
    expectReport(sent.file?.name ?? '', bytes, /hello page/);
    await bot.tap(end, '👎');
    await bot.waitFor((message) => /What went wrong in run 1\?/.test(textOf(message)));
    await bot.say('no full stop');
    await bot.waitFor((message) => /I'll keep in mind: “no full stop”/.test(textOf(message)));
    await bot.say('/forget run 1');
    await bot.waitFor((message) => /Run 1 is forgotten/.test(textOf(message)));
    assert.equal(existsSync(join(bot.data, 'recordings', '000001')), false);
    const log = join(bot.data, 'vault', 'Tasks', 'task-log.md');
    await until(() => existsSync(log) && !readFileSync(log, 'utf8').includes('hello page'), 'its line is gone');
  } finally {
    await bot.stop();
  }
});
