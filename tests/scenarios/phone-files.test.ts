/** Files and voice notes through the real bot: from the phone into the inbox folder and a run, and back to the phone. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Phone, startPhone } from '../support/phone.ts';
import { writeSpeechModel } from '../support/speech-model.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { noVoice, speakNote } from '../support/voice-notes.ts';
import { noX11 } from '../support/x11.ts';

const REPORT = Buffer.from('%PDF-1.7 the report');

test('files and voice notes', { skip: noX11 || noVoice }, async (t) => {
  const model = join(makeTempFolder(t), 'tiny');
  writeSpeechModel(model);
  const phone = await startPhone(t, { settings: { VOICE_MODEL: model } });
  try {
    await t.test('a document lies in the inbox folder, and its run knows where', () => sendFile(phone));
    await t.test('an album with one caption is one run with all its files', () => sendAlbum(phone));
    await t.test('/get brings a file, asks before a secret one, and never its own keys', () => getFiles(phone));
    await t.test('a voice note is heard on this computer, and runs after Run', () => speak(phone));
    await t.test('of a stranger nothing is fetched', () => refuseStranger(phone));
  } finally {
    await phone.close();
  }
});

async function sendFile(phone: Phone): Promise<void> {
  phone.script({});
  phone.owner.sendDocument('Q3 report: final.pdf', REPORT, { caption: 'print this' });
  await phone.owner.waitFor((seen) =>
    seen.find(({ text }) => /Done and checked/.test(text) && /print this/.test(text)),
  );
  const path = join(phone.data, 'inbox', 'Q3-report-final.pdf');
  assert.deepEqual(readFileSync(path), REPORT);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.ok(phone.anthropic.requests.some(({ text }) => text.includes(`(File sent with it: ${path})`)));
}

async function sendAlbum(phone: Phone): Promise<void> {
  phone.script({});
  phone.owner.sendAlbum([
    { name: 'plan.pdf', bytes: REPORT, caption: 'print these two' },
    { name: 'map.pdf', bytes: REPORT },
  ]);
  await phone.owner.waitFor((seen) =>
    seen.find(({ text }) => /Done and checked/.test(text) && /print these two/.test(text)),
  );
  const [plan, map] = ['plan.pdf', 'map.pdf'].map((name) => join(phone.data, 'inbox', name));
  assert.ok(phone.anthropic.requests.some(({ text }) => text.includes(`(Files sent with it: ${plan}, ${map})`)));
}

async function getFiles(phone: Phone): Promise<void> {
  writeFileSync(join(phone.home, 'notes.txt'), 'remember the milk');
  phone.say('/get ~/notes.txt');
  const sent = await phone.waitFor((message) => message.document !== null);
  assert.equal(sent.document?.name, 'notes.txt');
  assert.equal(sent.document?.bytes.toString(), 'remember the milk');
  phone.say(`/get ${join(phone.data, 'state', 'inbox.jsonl')}`);
  await phone.waitFor(/never send/);
  mkdirSync(join(phone.home, '.ssh'));
  writeFileSync(join(phone.home, '.ssh', 'id_rsa'), 'not a key');
  phone.say('/get ~/.ssh/id_rsa');
  const card = await phone.card();
  await phone.tap(card, 'Deny');
  await phone.waitFor(/Not done/);
  assert.equal(phone.news().filter(({ document }) => document?.name === 'id_rsa').length, 0);
}

async function speak(phone: Phone): Promise<void> {
  const note = speakNote('hello');
  phone.script({});
  phone.owner.sendVoice(note, 1);
  const card = await phone.owner.waitFor((seen) => seen.find(({ text }) => /^I heard: “h+”$/.test(text)), 20_000);
  await phone.tap(card, 'Run it');
  await phone.owner.waitFor((seen) => seen.find(({ text }) => /Done and checked/.test(text) && /“h+”/.test(text)));
}

async function refuseStranger(phone: Phone): Promise<void> {
  const stranger = phone.telegram.person(666);
  const before = phone.telegram.calls('getFile').length;
  stranger.sendDocument('evil.pdf', REPORT, { caption: 'print this' });
  stranger.sendVoice(speakNote('hello'), 1);
  phone.say('/help');
  await phone.waitFor(/this list/);
  assert.equal(phone.telegram.calls('getFile').length, before);
}
