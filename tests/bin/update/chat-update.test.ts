/** An update begun by a tap: only where a supervisor brings Deskhand back, and told by the next life. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionOfDeskhand } from '../../../src/bin/own-files.ts';
import { createChatUpdate } from '../../../src/bin/update/chat-update.ts';
import type { Text } from '../../../src/words/say.ts';
import { english } from '../../../src/words/speak.ts';
import { createFakeStateStore } from '../../fakes/state-store.ts';

const settings = { UPDATE_SIGNERS: undefined, TELEGRAM_ALLOWED_USERS: [], SLACK_ALLOWED_USERS: [] };

function open(env: Readonly<Record<string, string>> = {}) {
  const state = createFakeStateStore();
  const told: string[] = [];
  const tell = (text: Text): void => void told.push(english(text));
  const update = createChatUpdate({ state, env, settings, dataFolder: '/nowhere', tell, warn: assert.fail });
  return { state, told, update };
}

test('a Deskhand that was started by hand says where to update it, and begins nothing', async () => {
  const { state, update } = open();
  await assert.rejects(update.begin(), /started by hand and would not come back: run deskhand update there/);
  assert.equal(update.isUnderWay(), false);
  assert.equal(state.get('update.begun'), undefined);
});

test('the life after it tells once what became of it', async () => {
  for (const [before, said] of [
    ['0.0.1', `Deskhand ${versionOfDeskhand()} runs now.`],
    [
      versionOfDeskhand(),
      `The update did not work out: version ${versionOfDeskhand()} is back. deskhand service logs says why.`,
    ],
  ] as const) {
    const { state, told, update } = open();
    await update.tellEnd();
    assert.deepEqual(told, []);
    await state.set('update.begun', before);
    await update.tellEnd();
    await update.tellEnd();
    assert.deepEqual(told, [said]);
  }
});
