import assert from 'node:assert/strict';
import { it } from 'node:test';
import { testChatContract } from '../contracts/chat.ts';
import { createFakeChat } from './chat.ts';

testChatContract('The fake chat', async () => {
  const chat = createFakeChat();
  return {
    chat,
    thread: chat.thread,
    absentThread: { platform: 'web', key: 'nowhere', isGroup: false },
    absentMessageId: 'message-99',
    showsToasts: true,
    person: {
      sendText: async (text) => {
        await chat.sendText(text);
      },
      sendFile: async (file, text) => {
        await chat.sendFiles([file], text);
      },
      sendVoice: async (bytes, seconds) => {
        await chat.sendVoice(bytes, seconds);
      },
      tap: async (messageId, label) => (await chat.tap(messageId, label)).toast,
      redeliver: async () => {
        await chat.redeliver();
      },
      seenMessages: async () => chat.seen(),
    },
    close: async () => {},
  };
});

const HELLO = { text: ['Hello'], picture: null, pictureAlt: '', buttons: [], kind: 'reply', file: null } as const;

it('a refused send is answered as told and not shown', async () => {
  const chat = createFakeChat();
  chat.refuseNext({ result: 'later', retryAfterMs: 10, why: 'busy' });
  const signal = new AbortController().signal;
  assert.deepEqual(await chat.post(chat.thread, HELLO, signal), { result: 'later', retryAfterMs: 10, why: 'busy' });
  assert.deepEqual(chat.seen(), []);
  assert.equal((await chat.post(chat.thread, HELLO, signal)).result, 'sent');
});

it('waiting finds a message that comes later, and says what is there when none does', async () => {
  const chat = createFakeChat();
  const waiting = chat.waitFor((message) => message.text === 'Hello');
  await chat.post(chat.thread, HELLO, new AbortController().signal);
  assert.equal((await waiting).kind, 'reply');
  await assert.rejects(
    chat.waitFor((message) => message.text === 'Bye', 20),
    /there are:\nHello/,
  );
});
