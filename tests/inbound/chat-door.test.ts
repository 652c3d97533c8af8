import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChatDoor } from '../../src/inbound/chat-door.ts';
import type { OutboundMessage } from '../../src/ports/chat.ts';
import { english } from '../../src/words/speak.ts';
import { createFakeChat } from '../fakes/chat.ts';

const MESSAGE: OutboundMessage = {
  text: ['What an earlier life left to be said.'],
  picture: null,
  pictureAlt: '',
  buttons: [],
  kind: 'end',
  file: null,
};
const quiet = new AbortController().signal;

function makeDoor(isWanted: boolean) {
  const chat = createFakeChat();
  const door = createChatDoor({ platform: chat.platform, make: () => Promise.resolve(chat), isWanted: () => isWanted });
  return { chat, door };
}

test('what is handed in before the door opens waits, and is sent once it is open', async () => {
  const { chat, door } = makeDoor(true);
  assert.equal((await door.post(chat.thread, MESSAGE, quiet)).result, 'later');
  assert.equal((await door.edit({ thread: chat.thread, messageId: '1' }, MESSAGE, quiet)).result, 'later');
  await door.start(() => Promise.resolve({ toast: '' }));
  assert.equal((await door.post(chat.thread, MESSAGE, quiet)).result, 'sent');
  await door.stop();
});

test('while nobody may use the chat a message is lost, and the reason says how to let somebody in', async () => {
  const { chat, door } = makeDoor(false);
  await door.start(() => Promise.resolve({ toast: '' }));
  const delivery = await door.post(chat.thread, MESSAGE, quiet);
  assert.ok(delivery.result === 'lost' && /pairing lets somebody in/.test(english(delivery.why)));
  await door.stop();
});
