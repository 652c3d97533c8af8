/** A person at Telegram, with the chat on the other side of its strict server. */

import { createTelegramChat } from '../../../../adapters/chat/telegram/telegram-chat.ts';
import { createSystemClock } from '../../../../adapters/machine/clock.ts';
import type { ChatBench } from '../../../contracts/chat.ts';
import { startTelegramServer } from '../../../servers/telegram/telegram-server.ts';
import { until } from '../../../support/until.ts';
import { createLog } from '../chat-bench.ts';
import { ANNA, IMPATIENT, THREAD, TOKEN } from './bench.ts';

export async function startTelegramBench(): Promise<ChatBench> {
  const server = await startTelegramServer({ token: TOKEN });
  const anna = server.person(ANNA, { name: 'Anna' });
  const chat = createTelegramChat({
    token: TOKEN,
    apiRoot: server.root,
    clock: createSystemClock(),
    log: createLog([]),
    isAllowed: (userId) => userId === String(ANNA),
    allowedIds: () => [String(ANNA)],
    menus: [],
    pacing: IMPATIENT,
  });
  let last: number | null = null;

  async function acknowledged(updateId: number | null): Promise<void> {
    last = updateId;
    await until(() => server.pendingUpdates().every((update) => update.update_id !== updateId));
  }

  return {
    chat,
    thread: THREAD,
    absentThread: { ...THREAD, key: 'telegram:999' },
    absentMessageId: '99999',
    showsToasts: true,
    showsDescriptions: false,
    person: {
      sendText: (text) => acknowledged(anna.send(text)),
      sendFile: ({ name, bytes }, caption) => acknowledged(anna.sendDocument(name, bytes, { caption })),
      sendVoice: (bytes, seconds) => acknowledged(anna.sendVoice(bytes, seconds)),
      async tap(messageId, label) {
        const message = anna.received().find((candidate) => candidate.id === Number(messageId));
        if (message === undefined) throw new Error(`there is no message ${messageId}`);
        const { updateId, answered } = anna.tap(message, label);
        await acknowledged(updateId);
        return (await answered)?.text ?? 'the button spins for ever';
      },
      async redeliver() {
        if (last === null) throw new Error('nothing was sent yet');
        server.redeliver(last);
        await acknowledged(last);
      },
      seenMessages: async () =>
        anna.received().map((message) => ({
          id: String(message.id),
          text: message.text,
          links: message.entities.flatMap(({ url }) => url ?? []),
          picture: message.photo?.bytes ?? null,
          pictureAlt: '',
          buttons: message.buttons.map((row) =>
            row.map(({ text, isDisabled }) => ({ label: text, isLive: !isDisabled })),
          ),
          file: message.document,
        })),
    },
    close: server.stop,
  };
}
