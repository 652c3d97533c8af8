/** Telegram in trouble under a run: asked to slow down, failing, another copy of the bot, gone for a while. Nothing is lost, and it is said. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, BOT_TOKEN, hasButton, type Phone } from '../../support/phone.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { holdsFor, until } from '../../support/until.ts';

const BAD_GATEWAY = { kind: 'refuse', code: 502, description: 'Bad Gateway' } as const;

export async function bearTelegramTrouble(t: TestContext, phone: Phone): Promise<void> {
  await t.test('asked to slow down in the middle of a run: all arrives, once', () => slowDown(phone));
  if (WITH_REPEATS) {
    await t.test('sends and polls that fail are made again', () => failOnServer(phone));
    await t.test('another copy of the bot takes the updates: said in the log, and back when it is gone', () =>
      meetAnotherCopy(phone),
    );
  }
  await t.test('gone for a while: the run waits for its yes, and what was sent meanwhile is carried out', () =>
    loseConnection(phone),
  );
  if (WITH_REPEATS) await t.test('a picture Telegram cannot take arrives as a file', () => refusePicture(phone));
}

async function slowDown(phone: Phone): Promise<void> {
  const flood = {
    kind: 'refuse',
    code: 429,
    description: 'Too Many Requests',
    parameters: { retry_after: 1 },
  } as const;
  phone.telegram.fail('sendMessage', flood);
  phone.telegram.fail('sendPhoto', flood, 2);
  phone.telegram.fail('editMessageCaption', flood);
  phone.run('touch', { steps: [act({ action: 'shell', command: 'echo once >> slow.txt' })] });
  await phone.tap(await phone.card(), 'Approve');
  await phone.end();
  await until(() => phone.news().some(({ text }) => /Approved by Ann/.test(text)), 'the card is closed');
  assert.equal(phone.telegram.faultsLeft(), 0);
  assert.equal(phone.news().filter((message) => hasButton(message, 'Approve')).length, 1);
  assert.equal(phone.news().filter((message) => hasButton(message, 'Again')).length, 1);
  assert.equal(readFileSync(join(phone.home, 'slow.txt'), 'utf8'), 'once\n');
}

async function failOnServer(phone: Phone): Promise<void> {
  phone.telegram.fail('getUpdates', BAD_GATEWAY, 2);
  phone.telegram.fail('sendMessage', BAD_GATEWAY);
  phone.say('/screenshot');
  await phone.waitFor((message) => message.photo !== null);
  phone.owner.send('/help');
  await phone.waitFor(/this list/);
  phone.telegram.fail('answerCallbackQuery', { kind: 'reset' });
  phone.run('hang', { steps: [{ fault: 'hang' }] });
  const status = await phone.waitFor((message) => hasButton(message, 'Stop'));
  assert.equal(await phone.tap(status, 'Stop'), 'Stopped.');
  await phone.end();
}

/** Polls as another copy would, until `ms` are over. */
async function pollAsAnotherCopy(phone: Phone, ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(100)) {
    const poll = `${phone.telegram.root}/bot${BOT_TOKEN}/getUpdates?timeout=1&offset=0`;
    await fetch(poll).then((answer) => answer.text());
  }
}

async function meetAnotherCopy(phone: Phone): Promise<void> {
  await pollAsAnotherCopy(phone, 1500);
  await until(() => phone.log().some((line) => /Another program reads the messages/.test(line)), 'the log says so');
  phone.say('/status');
  await phone.waitFor(/Telegram: connected/, 20_000);
}

async function loseConnection(phone: Phone): Promise<void> {
  phone.run('touch', { steps: [act({ action: 'shell', command: 'echo once >> gone.txt' })] });
  const card = await phone.card();
  await phone.telegram.goDown();
  await until(() => phone.log().some((line) => /Telegram cannot be reached/.test(line)), 'the log says so');
  const tap = phone.owner.tap(card, 'Approve');
  phone.owner.send('/help');
  await holdsFor(500, () => assert.equal(existsSync(join(phone.home, 'gone.txt')), false));
  await phone.telegram.comeUp();
  await phone.end();
  assert.equal((await tap.answered)?.text ?? '', '');
  await phone.waitFor(/this list/);
  assert.equal(readFileSync(join(phone.home, 'gone.txt'), 'utf8'), 'once\n');
}

async function refusePicture(phone: Phone): Promise<void> {
  phone.telegram.fail('sendPhoto', { kind: 'refuse', code: 400, description: 'Bad Request: IMAGE_PROCESS_FAILED' });
  phone.say('/screenshot');
  const { document } = await phone.waitFor((message) => message.document !== null);
  assert.ok((document?.bytes.length ?? 0) > 1000);
}
