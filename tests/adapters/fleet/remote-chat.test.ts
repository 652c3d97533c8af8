/** The chats of a machine that has none of its own: what it tells of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRemoteChat } from '../../../adapters/fleet/remote-chat.ts';
import { createSeals } from '../../../src/fleet/seal.ts';
import { type HelloReply, messageSchema } from '../../../src/fleet/wire.ts';
import type { InboundMessage } from '../../../src/ports/chat.ts';

const GROUP = { platform: 'telegram', key: '-100501', isGroup: true } as const;
const TOPIC = { ...GROUP, key: '-100501/7' };
const MESSAGE: InboundMessage = {
  updateId: 'telegram:1',
  thread: TOPIC,
  sender: { id: 'telegram:1', name: 'Ann', language: 'en' },
  sentAt: 0,
  content: { kind: 'text', text: 'status' },
};

function helloWith(isConnected: boolean): HelloReply {
  const platforms = [{ platform: 'telegram' as const, isConnected, detail: 'it is away' }];
  return {
    v: 1,
    machine: 'studio',
    at: 0,
    version: '1',
    people: [],
    links: [],
    platforms,
    together: null,
  } as HelloReply;
}

test('a chat that a message just came from is connected, whatever the gateway said before', async () => {
  let hello = helloWith(false);
  const chat = createRemoteChat({
    platform: 'telegram',
    ask: () => Promise.resolve(null),
    hello: () => hello,
    isConnected: () => true,
    lastContactAt: () => 0,
  });
  await chat.start(async () => ({ toast: '' }));
  assert.equal(chat.health().isConnected, false);
  await chat.receive(MESSAGE);
  assert.equal(chat.health().isConnected, true);
  hello = helloWith(false);
  assert.equal(chat.health().isConnected, false, 'what it says later counts');
});

test('a run that got a topic of its own is told where it was asked for, also through a gateway', () => {
  const seals = createSeals(new Uint8Array(32));
  const movedFrom = { thread: GROUP, link: 'https://t.me/c/501/7', name: 'look around' };
  const received = messageSchema.parse(
    JSON.parse(JSON.stringify(seals.message('studio', { ...MESSAGE, movedFrom }))),
  ).movedFrom;
  assert.ok(received !== undefined);
  assert.notEqual(received.thread.key, GROUP.key);
  assert.deepEqual(seals.openThread('studio', received.thread), GROUP);
  assert.equal(seals.openThread('mini', received.thread), null);
  assert.deepEqual([received.link, received.name], [movedFrom.link, movedFrom.name]);
});
