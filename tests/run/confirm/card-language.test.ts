import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sender, Thread } from '../../../src/ports/chat.ts';
import { createFakeChat } from '../../fakes/chat.ts';
import { createFakeModel } from '../../fakes/model.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';

const GROUP: Thread = { platform: 'telegram', key: 'team', isGroup: true };
const CLICK = {
  screen: 'A window.',
  intent: 'Go on',
  action: { action: 'click', target: { x: 500, y: 500 } },
  note: null,
};

test('a run of a group asks its person alone in their language, and says so in it after a restart', async () => {
  const fake = createFakeChat({ platform: 'telegram', threads: [GROUP] });
  const chat = { ...fake, direct: () => fake.thread };
  const ann: Sender = { ...fake.sender, language: 'de' };
  const life = { model: createFakeModel(() => CLICK), risk: () => 'high' as const, chatInFront: chat };
  const first = await startTestDeskhand(life);
  await fake.sendText('/run drück den Knopf', { thread: GROUP, sender: ann });
  const card = await fake.waitFor(({ kind }) => kind === 'question');
  assert.equal(card.thread.key, fake.thread.key);
  assert.match(card.text, /^Darf ich bei 500, 500 klicken\?/);
  // They never wrote in that chat, and nothing that is still owed says who is there.
  const second = await startTestDeskhand({ ...life, model: null, after: first });
  const closed = await fake.waitFor(({ id, text }) => id === card.id && /neu gestartet/.test(text));
  assert.ok(closed.buttons.flat().every(({ isLive }) => !isLive));
  const end = await fake.waitFor(({ kind }) => kind === 'end');
  assert.match(end.text, /Unterbrochen[\s\S]*Die offene Frage gilt als Nein/);
  await second.close();
  await first.close();
});
