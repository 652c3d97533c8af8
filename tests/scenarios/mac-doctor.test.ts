/** A Mac that has not been asked yet: the doctor finds what it lacks, and a tap in the chat has the Mac ask for it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createHands } from '../../adapters/desktop/hands.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { openDoctor } from '../../src/bin/doctor/open-doctor.ts';
import { settingsSchema } from '../../src/config/schema.ts';
import { createFakeRecordings } from '../fakes/recordings.ts';
import { createFakeStateStore } from '../fakes/state-store.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { noMac } from '../support/mac/build.ts';
import { furnish, openMac } from '../support/mac/mac.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

test('permissions that are missing: found, asked for from the chat, and nothing is missing once they are given', {
  skip: noMac,
}, async (t) => {
  const mac = openMac();
  furnish(mac);
  mac.set('trusted', 0);
  const hands = createHands({
    program: join(import.meta.dirname, '../support/mac/hands.ts'),
    platform: 'macos',
    asksForPermissions: false,
    env: () => process.env,
    onDown: () => undefined,
    onUp: () => undefined,
  });
  const doctor = await openDoctor(
    {
      settings: settingsSchema.parse({}),
      dataFolder: makeTempFolder(t),
      hands,
      recordings: createFakeRecordings(),
      state: createFakeStateStore(),
      clock: createSystemClock(),
      keep: { days: 30, maxBytes: 1_000_000_000 },
      chats: new Map(),
      people: () => [],
      model: null,
      skills: { list: () => [], problems: () => [] },
      recall: () => ({ embedder: 'asleep', detail: '' }),
      pageSessions: () => null,
      sandboxLacks: [],
      makeLink: () => null,
      warn: () => undefined,
      chatUpdate: { begin: async () => '' },
    },
    null,
  );
  const bot = await startTestDeskhand({ model: scriptedModel([]), desktop: hands.desktop, doctor });
  t.after(async () => {
    await bot.close();
    await hands.close();
    mac.close();
  });
  await bot.chat.sendText('/doctor');
  const card = await bot.chat.waitFor(({ text }) => /✗ Permissions/.test(text), 60_000);
  assert.match(card.text, /allow .*node.* in System Settings/);
  assert.equal(mac.get('promptsTouch'), 0, 'nobody is asked by looking');
  await bot.chat.tap(card.id, 'Ask for permissions');
  const asked = await bot.chat.waitFor(({ text }) => /^The computer asks for its permissions now\./.test(text), 60_000);
  assert.match(asked.text, /✗ Permissions/);
  assert.equal(mac.get('promptsTouch'), 1);
  mac.set('trusted', 1);
  await bot.chat.sendText('/doctor');
  await bot.chat.waitFor(({ text }) => /✓ Permissions: nothing is missing/.test(text), 60_000);
});
