/** How an open page is kept up to date, and what it finds after it was away. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { joinWebChat, readEvents, type ServerEvent } from '../../../../adapters/chat/web/client.ts';
import { WEB_THREAD } from '../../../../adapters/chat/web/web-chat.ts';
import { changesEvent, type MessageView, wholeEvent } from '../../../../adapters/chat/web/wire.ts';
import type { OutboundMessage } from '../../../../src/ports/chat.ts';
import { english } from '../../../../src/words/speak.ts';
import { PLAIN } from '../../../support/plain-message.ts';
import { untilTrue } from '../../../support/until.ts';
import { COMMANDS, never, openSession, startWebChat, type WebBench } from './web-bench.ts';

describe('An open page', () => {
  let bench: WebBench;
  let session: Record<string, string>;
  before(async () => {
    bench = await startWebChat();
    session = await openSession(bench);
  });
  after(() => bench.chat.stop());

  it('gets everything first, then each change', async () => {
    const posted = await say(bench, 'before');
    await using page = await openPage(bench, session);
    const whole = wholeEvent.parse(JSON.parse((await page.next('whole')).data));
    assert.deepEqual(whole.commands, COMMANDS);
    assert.equal(wordsOf(whole.messages.at(-1)), 'before');
    await say(bench, 'new');
    assert.deepEqual((await page.nextChanges()).map(wordsOf), ['new']);
    await bench.chat.edit({ thread: WEB_THREAD, messageId: posted }, { ...PLAIN, text: ['edited'] }, never);
    const [edited, ...more] = await page.nextChanges();
    assert.equal(edited?.id, posted);
    assert.equal(wordsOf(edited), 'edited');
    assert.equal(more.length, 0);
  });

  it('gets what it missed, and only that, when it comes back', async () => {
    const posted = await say(bench, 'kept');
    const before = await openPage(bench, session);
    const { id } = await before.next('whole');
    await before[Symbol.asyncDispose]();
    await say(bench, 'missed');
    for (const words of ['edit 1', 'edit 2', 'edit 3']) {
      await bench.chat.edit({ thread: WEB_THREAD, messageId: posted }, { ...PLAIN, text: [words] }, never);
    }
    await using page = await openPage(bench, session, id);
    assert.deepEqual((await page.nextChanges()).map(wordsOf), ['edit 3', 'missed']);
  });

  it('gets everything again after a restart, whose numbers mean something else', async () => {
    await say(bench, 'here');
    for (const id of ['another.1', 'another.999999', '.', 'x', '1.-1', `${'9'.repeat(40)}.1`]) {
      await using page = await openPage(bench, session, id);
      assert.equal((await page.read()).name, 'whole', id);
    }
  });

  it('is not told about an edit that changes nothing', async () => {
    const posted = await say(bench, 'same');
    await using page = await openPage(bench, session);
    await page.next('whole');
    await bench.chat.edit({ thread: WEB_THREAD, messageId: posted }, { ...PLAIN, text: ['same'] }, never);
    await say(bench, 'different');
    assert.deepEqual((await page.nextChanges()).map(wordsOf), ['different']);
  });

  it('sees what the person writes on another page, and that it was accepted', async () => {
    await using page = await openPage(bench, session);
    await page.next('whole');
    const client = await joinWebChat(bench.chat.openLink(), never);
    await client.sendText('from the other page', never, randomUUID());
    let message: MessageView | undefined;
    while (message?.from !== 'person' || !message.isAccepted) message = (await page.nextChanges()).at(-1);
    assert.equal(message.text, 'from the other page');
  });

  it('is counted while it is open, and a fifth takes the place of the first', async () => {
    const pages = [];
    for (let count = 0; count < 4; count += 1) pages.push(await openPage(bench, session));
    await untilTrue(() => assert.match(english(bench.chat.health().detail), /4 pages open/));
    pages.push(await openPage(bench, session));
    const first = pages[0];
    assert.ok(first !== undefined);
    await first.next('crowded');
    assert.equal(await first.isEnded(), true);
    assert.match(english(bench.chat.health().detail), /4 pages open/);
    for (const page of pages) await page[Symbol.asyncDispose]();
    await untilTrue(() => assert.match(english(bench.chat.health().detail), /no page open/));
  });

  it('is not what a HEAD request opens', async () => {
    assert.equal((await fetch(`${bench.origin()}/events`, { method: 'HEAD', headers: session })).status, 200);
    assert.match(english(bench.chat.health().detail), /no page open/);
  });
});

it('a quiet page hears a beat about every second', async (test) => {
  const bench = await startWebChat({ speed: 10 });
  test.after(() => bench.chat.stop());
  const session = await openSession(bench);
  const from = performance.now();
  await using page = await openPage(bench, session);
  await page.next('whole');
  for (let beat = 0; beat < 3; beat += 1) assert.equal((await page.read()).name, 'beat');
  assert.ok(performance.now() - from >= (3 * 900) / 10 - 20);
});

it('stop ends every page at once', async (test) => {
  const bench = await startWebChat();
  test.after(() => bench.chat.stop());
  const session = await openSession(bench);
  const page = await openPage(bench, session);
  await page.next('whole');
  await bench.chat.stop();
  assert.equal(await page.isEnded(), true);
});

it('the last 200 messages are kept, with their pictures and no others', async (test) => {
  const bench = await startWebChat();
  test.after(() => bench.chat.stop());
  const client = await joinWebChat(bench.chat.openLink(), never);
  const picture = (mark: number) => Uint8Array.of(0xff, 0xd8, mark, mark >> 8);
  const [GONE, KEPT] = [2, 11];
  const urls: string[] = [];
  for (let count = 0; count < 211; count += 1) {
    await post(bench, { ...PLAIN, text: [`message ${count}`], picture: picture(count), pictureAlt: 'A picture.' });
    if (count !== GONE && count !== KEPT) continue;
    const last = (await client.read(never)).at(-1);
    urls.push(last?.from === 'deskhand' ? (last.picture?.url ?? '') : '');
  }
  const messages = await client.read(never);
  assert.equal(messages.length, 200);
  assert.equal(wordsOf(messages[0]), 'message 11');
  // Replaced pictures stay available for a while, since a page that has just heard of them may be asking for them.
  await assert.rejects(client.download(urls[0] ?? '', never), /404/);
  assert.deepEqual(await client.download(urls[1] ?? '', never), picture(KEPT));
});

it('an edited text keeps the address of its picture; a new picture gets a new one and the old goes soon after', async (test) => {
  const bench = await startWebChat();
  test.after(() => bench.chat.stop());
  const client = await joinWebChat(bench.chat.openLink(), never);
  const status: OutboundMessage = { ...PLAIN, kind: 'status', picture: Uint8Array.of(0xff, 0xd8, 1), pictureAlt: 'A.' };
  const messageId = await post(bench, status);
  const urlNow = async (): Promise<string> => {
    const message = (await client.read(never))[0];
    return message?.from === 'deskhand' ? (message.picture?.url ?? '') : '';
  };
  const first = await urlNow();
  await bench.chat.edit({ thread: WEB_THREAD, messageId }, { ...status, text: ['step 2'] }, never);
  assert.equal(await urlNow(), first);
  const next = { ...status, picture: Uint8Array.of(0xff, 0xd8, 2) };
  await bench.chat.edit({ thread: WEB_THREAD, messageId }, next, never);
  assert.notEqual(await urlNow(), first);
  assert.deepEqual(await client.download(first, never), status.picture, 'a page may be asking for it');
  for (let mark = 3; mark <= 10; mark += 1)
    await bench.chat.edit(
      { thread: WEB_THREAD, messageId },
      { ...status, picture: Uint8Array.of(0xff, 0xd8, mark) },
      never,
    );
  await assert.rejects(client.download(first, never), /404/);
});

it('64 MiB of files are kept, the newest always', async (test) => {
  const bench = await startWebChat();
  test.after(() => bench.chat.stop());
  const client = await joinWebChat(bench.chat.openLink(), never);
  for (let count = 0; count < 4; count += 1) {
    await post(bench, { ...PLAIN, file: { name: `${count}.bin`, bytes: new Uint8Array(20 * 1024 * 1024) } });
  }
  await post(bench, { ...PLAIN, file: { name: 'huge.bin', bytes: new Uint8Array(65 * 1024 * 1024) } });
  const files = (await client.read(never)).map((message) => (message.from === 'deskhand' ? message.file : null));
  await assert.rejects(client.download(files[3]?.url ?? '', never), /404/);
  assert.equal((await client.download(files[4]?.url ?? '', never)).length, 65 * 1024 * 1024);
});

it('what was posted before the start is there once it is started', async (test) => {
  const bench = await startWebChat({ answer: null });
  test.after(() => bench.chat.stop());
  assert.throws(() => bench.chat.openLink(), /before it is started/);
  await say(bench, 'early');
  await bench.chat.start(async () => ({ toast: '' }));
  const client = await joinWebChat(bench.chat.openLink(), never);
  assert.deepEqual((await client.read(never)).map(wordsOf), ['early']);
});

it('the language is the first the browser asks for', async (test) => {
  const bench = await startWebChat();
  test.after(() => bench.chat.stop());
  const session = await openSession(bench);
  for (const [asked, language] of [
    ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
    ['en', 'en'],
    ['*', ''],
    ['<x>', ''],
  ] as const) {
    await fetch(`${bench.origin()}/messages`, {
      method: 'POST',
      headers: { ...session, Origin: bench.origin(), 'Content-Type': 'application/json', 'Accept-Language': asked },
      body: JSON.stringify({ id: randomUUID(), text: 'hello' }),
    });
    assert.equal(bench.received.at(-1)?.sender.language, language);
  }
});

async function post(bench: WebBench, message: OutboundMessage): Promise<string> {
  const delivery = await bench.chat.post(WEB_THREAD, message, never);
  assert.equal(delivery.result, 'sent');
  return delivery.result === 'sent' ? delivery.message.messageId : '';
}

function say(bench: WebBench, words: string): Promise<string> {
  return post(bench, { ...PLAIN, text: [words] });
}

function wordsOf(message: MessageView | undefined): string {
  if (message === undefined) return '';
  return message.from === 'person' ? message.text : message.spans.map((span) => span.text).join('');
}

/** One page's event stream, read event by event. */
async function openPage(bench: WebBench, session: Record<string, string>, lastEventId = '') {
  const closing = new AbortController();
  const response = await fetch(`${bench.origin()}/events`, {
    headers: { ...session, 'Last-Event-ID': lastEventId },
    signal: closing.signal,
  });
  assert.equal(response.status, 200);
  assert.ok(response.body !== null);
  const events = readEvents(response.body);

  async function read(): Promise<ServerEvent> {
    const { done, value } = await events.next();
    if (done === true) throw new Error('the stream ended');
    return value;
  }
  async function next(name: string): Promise<ServerEvent> {
    for (;;) {
      const event = await read();
      if (event.name === name) return event;
    }
  }
  return {
    read,
    next,
    nextChanges: async () => changesEvent.parse(JSON.parse((await next('changes')).data)).messages,
    async isEnded(): Promise<boolean> {
      return (await events.next()).done === true;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
    },
  };
}
