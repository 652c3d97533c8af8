/** A person at the page's own HTTP interface. */

import { randomUUID } from 'node:crypto';
import { joinWebChat, type WebChatClient } from '../../../../adapters/chat/web/client.ts';
import { WEB_THREAD, type WebChat } from '../../../../adapters/chat/web/web-chat.ts';
import type { DeskhandMessage } from '../../../../adapters/chat/web/wire.ts';
import type { ChatBench, Person, SeenMessage } from '../../../contracts/chat.ts';
import { never, startWebChat } from './web-bench.ts';

export async function startWebBench(): Promise<ChatBench> {
  const { chat } = await startWebChat({ answer: null });
  return {
    chat,
    person: createPerson(chat),
    thread: WEB_THREAD,
    absentThread: { platform: 'web', key: 'elsewhere', isGroup: false },
    absentMessageId: 'm.never.1',
    showsToasts: true,
    close: async () => {},
  };
}

/** A person at the page's own HTTP interface. */
function createPerson(chat: WebChat): Person {
  let joined: Promise<WebChatClient> | null = null;
  let repeat: (() => Promise<unknown>) | null = null;

  function join(): Promise<WebChatClient> {
    joined ??= joinWebChat(chat.openLink(), never);
    return joined;
  }

  async function readPosts(client: WebChatClient): Promise<readonly DeskhandMessage[]> {
    return (await client.read(never)).filter((message) => message.from === 'deskhand');
  }

  return {
    async sendText(text) {
      const client = await join();
      const id = randomUUID();
      repeat = () => client.sendText(text, never, id);
      await repeat();
    },
    async sendFile(file, text) {
      const client = await join();
      const id = randomUUID();
      repeat = () => client.sendFile(file, text, never, id);
      await repeat();
    },
    async tap(messageId, label) {
      const client = await join();
      const message = (await readPosts(client)).find((post) => post.id === messageId);
      const data = message?.buttons.flat().find((button) => button.label === label)?.data ?? null;
      if (data === null) throw new Error(`message "${messageId}" has no live button "${label}"`);
      const id = randomUUID();
      repeat = () => client.tap(messageId, data, never, id);
      return (await client.tap(messageId, data, never, id)).toast;
    },
    async redeliver() {
      if (repeat === null) throw new Error('nothing was sent yet');
      await repeat();
    },
    async seenMessages() {
      const client = await join();
      return Promise.all((await readPosts(client)).map((post) => see(client, post)));
    },
  };
}

async function see(client: WebChatClient, post: DeskhandMessage): Promise<SeenMessage> {
  return {
    id: post.id,
    text: post.spans.map((span) => span.text).join(''),
    links: post.spans.flatMap(({ link }) => link ?? []),
    picture: post.picture === null ? null : await client.download(post.picture.url, never),
    pictureAlt: post.picture?.alt ?? '',
    buttons: post.buttons.map((row) => row.map(({ label, data }) => ({ label, isLive: data !== null }))),
    file: post.file === null ? null : { name: post.file.name, bytes: await client.download(post.file.url, never) },
  };
}
