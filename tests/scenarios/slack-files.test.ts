/** Files and voice notes in Slack through the real bot: into the inbox folder and a run, and back into the thread. */
import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WITH_REPEATS } from '../support/repeats.ts';
import { hasLabel, hasLive, type SlackPhone, startSlackPhone } from '../support/slack-phone.ts';
import { writeSpeechModel } from '../support/speech-model.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { noVoice, speakNote } from '../support/voice-notes.ts';
import { noX11 } from '../support/x11.ts';

const REPORT = Buffer.from('%PDF-1.7 the report');

if (WITH_REPEATS)
  test('files and voice notes in Slack', { skip: noX11 || noVoice }, async (t) => {
    const model = join(makeTempFolder(t), 'tiny');
    writeSpeechModel(model);
    const phone = await startSlackPhone(t, { settings: { VOICE_MODEL: model } });
    try {
      await t.test('a file lies in the inbox folder, and its run knows where', () => sendFile(phone));
      await t.test('/get brings one into the thread it was asked in, and never its own keys', () => getFiles(phone));
      await t.test('a voice note is heard on this computer, and runs after Run', () => speak(phone));
      await t.test('a clip that cannot be heard here: said in one sentence, and nothing is run', () =>
        speakInVain(phone),
      );
      await t.test('of a stranger nothing is fetched', () => refuseStranger(phone));
    } finally {
      await phone.close();
    }
  });

async function sendFile(phone: SlackPhone): Promise<void> {
  phone.script();
  phone.mark();
  const { ts } = phone.ann.send({ name: 'Q3 report: final.pdf', bytes: REPORT }, 'print this');
  const end = await phone.waitFor((message) => hasLabel(message, 'Again'));
  assert.match(end.text, /Done and checked[\s\S]*print this/);
  assert.equal(end.rootTs, ts);
  const path = join(phone.data, 'inbox', 'Q3-report-final.pdf');
  assert.deepEqual(readFileSync(path), REPORT);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.ok(phone.anthropic.requests.some(({ text }) => text.includes(`(File sent with it: ${path})`)));
}

async function getFiles(phone: SlackPhone): Promise<void> {
  writeFileSync(join(phone.home, 'notes.txt'), 'remember the milk');
  phone.mark();
  const { ts } = phone.ann.say('run greet somebody');
  await phone.waitFor((message) => hasLabel(message, 'Again'));
  phone.mark();
  phone.ann.say('get ~/notes.txt', { thread: ts });
  const sent = await phone.waitFor(({ file }) => file !== null);
  assert.deepEqual([sent.file?.name, sent.rootTs], ['notes.txt', ts]);
  assert.equal(Buffer.from(sent.file?.bytes ?? []).toString(), 'remember the milk');
  phone.ann.command(`get ${join(phone.data, 'state', 'inbox.jsonl')}`);
  await phone.waitFor(/never send/);
}

async function speak(phone: SlackPhone): Promise<void> {
  phone.script();
  phone.mark();
  phone.ann.speak(speakNote('hello'), 1);
  const card = await phone.waitFor(/^I heard: “h+”/);
  assert.ok(hasLive(card, 'Cancel'));
  await phone.ann.tap(card.ts, 'Run it').acknowledged;
  const end = await phone.waitFor((message) => hasLabel(message, 'Again'));
  assert.match(end.text, /Done and checked[\s\S]*“h+”/);
}

async function speakInVain(phone: SlackPhone): Promise<void> {
  phone.script();
  phone.mark();
  phone.ann.speak(Buffer.from('\0\0\0\x20ftypM4A but no more'), 1);
  await phone.waitFor(
    /needs a program to be heard: install ffmpeg .* or write it\.|is damaged; send it again, or write it\./,
  );
  assert.equal(phone.asked().length, 0);
}

async function refuseStranger(phone: SlackPhone): Promise<void> {
  const eve = phone.slack.person('U00000EVE', { name: 'Eve' });
  const before = phone.slack.calls('files.info').length;
  await eve.send({ name: 'evil.pdf', bytes: REPORT }, 'print this').acknowledged;
  await eve.speak(speakNote('hello'), 1).acknowledged;
  phone.mark();
  await phone.ann.say('help').acknowledged;
  await phone.waitFor(/^screenshot – /m);
  assert.equal(phone.slack.calls('files.info').length, before);
}
