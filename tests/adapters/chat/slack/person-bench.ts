/** A person at Slack, with the chat on the other side of its strict server. */

import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createSlackChat } from '../../../../adapters/chat/slack/slack-chat.ts';
import { createSystemClock } from '../../../../adapters/machine/clock.ts';
import { readPlainWord } from '../../../../src/commands/plain-words.ts';
import type { ChatBench } from '../../../contracts/chat.ts';
import { startSlackServer, TEAM } from '../../../servers/slack/slack-server.ts';
import type { Delivered } from '../../../servers/slack/socket-hub.ts';
import { createLog } from '../chat-bench.ts';
import { ANNA, ANNA_ID, IMPATIENT, TOKENS } from './bench.ts';

/** The longest wait for a toast. */
const TOAST_MS = 150;

export async function startSlackBench(): Promise<ChatBench> {
  const server = await startSlackServer(TOKENS);
  const anna = server.person(ANNA, { name: 'Anna' });
  const chat = createSlackChat({
    isCommand: (text) => readPlainWord(text) !== null,
    ...TOKENS,
    apiUrl: server.apiUrl,
    clock: createSystemClock(),
    log: createLog([]),
    isAllowed: (senderId) => senderId === ANNA_ID,
    allowedIds: () => [ANNA_ID],
    pacing: IMPATIENT,
  });
  // The message the thread hangs on, sent before Deskhand listened.
  const { ts: root } = anna.say('the root of the thread', { fields: { subtype: 'channel_topic' } });
  let last: Delivered | null = null;

  async function acknowledged(delivered: Delivered): Promise<void> {
    last = delivered;
    await delivered.acknowledged;
  }

  const mine = () => anna.messages().filter((message) => message.isFromBot && !message.isOnlyForMe);
  const toasts = () => anna.messages().filter((message) => message.isOnlyForMe);

  return {
    chat,
    thread: { platform: 'slack', key: `slack:${TEAM}:${anna.dm}/${root}`, isGroup: false },
    absentThread: { platform: 'slack', key: `slack:${TEAM}:D99999999/${root}`, isGroup: false },
    absentMessageId: '1700000000.000001',
    showsToasts: true,
    person: {
      sendText: (text) => acknowledged(anna.say(text, { thread: root })),
      sendFile: (file, text) => acknowledged(anna.send(file, text, { thread: root })),
      sendVoice: (bytes, seconds) => acknowledged(anna.speak(bytes, seconds, { thread: root })),
      async tap(messageId, label) {
        const before = toasts().length;
        await acknowledged(anna.tap(messageId, label));
        for (const end = performance.now() + TOAST_MS; performance.now() < end && toasts().length === before; )
          await delay(5);
        return toasts()[before]?.text ?? '';
      },
      async redeliver() {
        if (last === null) throw new Error('nothing was sent yet');
        await acknowledged(server.redeliver(last.envelopeId));
      },
      seenMessages: async () =>
        mine().map(({ ts, text, links, picture, pictureAlt, buttons, file }) => ({
          id: ts,
          text,
          links,
          picture,
          pictureAlt,
          buttons: buttons.map((row) => row.map(({ label, data }) => ({ label, isLive: data !== null }))),
          file,
        })),
    },
    async close() {
      const broken = server.calls().filter(({ outcome }) => /^broken|invalid_arguments/.test(outcome));
      assert.deepEqual(broken, []);
      assert.deepEqual(server.protocolFaults(), []);
      await server.stop();
    },
  };
}
