/** The strict Telegram server refuses what Telegram refuses, seen by grammY's own client. */

import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { Api, GrammyError, InputFile } from 'grammy';
import sharp from 'sharp';
import { holdsFor, until } from '../../support/until.ts';
import { startTelegramServer, type TelegramServerOptions } from './telegram-server.ts';

const TOKEN = '4242:AAsecret';
const ANNA = 101;

async function start(t: TestContext, options: Partial<TelegramServerOptions> = {}) {
  const server = await startTelegramServer({ token: TOKEN, ...options });
  t.after(server.stop);
  return { server, anna: server.person(ANNA), api: new Api(TOKEN, { apiRoot: server.root }) };
}

async function refused(call: Promise<unknown>): Promise<GrammyError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof GrammyError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

async function refusal(call: Promise<unknown>): Promise<string> {
  return (await refused(call)).description;
}

function jpeg(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
}

it('knows its bot by the token alone', async (t) => {
  const { server, api } = await start(t);
  assert.equal((await api.getMe()).username, 'deskhand_bot');
  const stranger = new Api('4242:AAother', { apiRoot: server.root });
  assert.deepEqual(await refused(stranger.getMe()).then((error) => error.error_code), 401);
  assert.equal((await fetch(`${server.root}/bot${TOKEN}/noSuchThing`)).status, 404);
  assert.equal((await fetch(`${server.root}/elsewhere`)).status, 404);
});

it('takes a call as query, JSON, form or multipart alike', async (t) => {
  const { server, anna } = await start(t);
  const url = `${server.root}/bot${TOKEN}/sendMessage`;
  const multipart = new FormData();
  multipart.set('chat_id', String(ANNA));
  multipart.set('text', 'four\r\n--x');
  const json = { 'content-type': 'application/json' };
  await fetch(`${url}?chat_id=${ANNA}&text=one`);
  await fetch(url, { method: 'POST', headers: json, body: JSON.stringify({ chat_id: ANNA, text: 'two' }) });
  await fetch(url, { method: 'POST', body: new URLSearchParams({ chat_id: String(ANNA), text: 'three' }) });
  await fetch(url, { method: 'POST', body: multipart });
  assert.deepEqual(
    anna.received().map(({ text }) => text),
    ['one', 'two', 'three', 'four\r\n--x'],
  );
});

it('refuses parameters a method does not have, or of the wrong type', async (t) => {
  const { server, api } = await start(t);
  const call = async (query: string) => (await fetch(`${server.root}/bot${TOKEN}/${query}`)).text();
  assert.match(await call(`sendMessage?chat_id=${ANNA}&text=a&sillent=1`), /no parameter .+sillent/);
  assert.match(await call('getUpdates?offset=abc'), /offset.+ must be an Integer/);
  assert.match(await call(`sendMessage?chat_id=${ANNA}&text=a&disable_notification=1`), /must be a Boolean/);
  assert.match(await refusal(api.sendMessage(999, 'a')), /chat not found/);
});

it('hands out updates until an offset confirms them', async (t) => {
  const { anna, api, server } = await start(t);
  const first = anna.send('one');
  anna.send('two');
  assert.equal((await api.getUpdates()).length, 2);
  assert.equal((await api.getUpdates()).length, 1, 'hurried polls with the same offset get one');
  const rest = await api.getUpdates({ offset: Number(first) + 1 });
  assert.deepEqual(
    rest.map(({ message }) => message?.text),
    ['two'],
  );
  assert.equal(server.pendingUpdates().length, 1);
  await api.getUpdates({ offset: Number(first) + 2, timeout: 0 });
  assert.equal(server.pendingUpdates().length, 0);
});

it('answers a waiting poll as soon as something comes', async (t) => {
  const { anna, api } = await start(t);
  const poll = api.getUpdates({ timeout: 30 });
  setTimeout(() => anna.send('now'), 20);
  assert.equal((await poll)[0]?.message?.text, 'now');
});

it('ends the older of two polls that wait', async (t) => {
  const { anna, api, server } = await start(t);
  const older = refused(api.getUpdates({ timeout: 30 }));
  await until(() => server.calls('getUpdates').length === 1, 'the older poll to arrive');
  const newer = api.getUpdates({ timeout: 29 });
  assert.equal((await older).error_code, 409);
  anna.send('for the newer');
  assert.equal((await newer).length, 1);
});

it('refuses nobody who has hung up: the poll of a program that has ended', async (t) => {
  const { server, api } = await start(t);
  const poll = (query: string, signal: AbortSignal) =>
    fetch(`${server.root}/bot${TOKEN}/getUpdates?timeout=30${query}`, { signal }).catch(() => 'gone');
  const ended = new AbortController();
  const older = poll('', ended.signal);
  await until(() => server.calls('getUpdates').length === 1, 'the older poll to arrive');
  ended.abort();
  assert.equal(await older, 'gone');
  await until(() => server.calls('getUpdates')[0]?.description === 'gone', 'the server to see it');
  const newerEnded = new AbortController();
  const newer = poll('&offset=1', newerEnded.signal);
  await until(() => server.calls('getUpdates').length === 2, 'the newer poll to arrive');
  await holdsFor(100, () => assert.equal(server.calls('getUpdates')[1]?.status, null, 'it waits'));
  newerEnded.abort();
  assert.equal(await newer, 'gone');
  assert.ok(server.calls('getUpdates').every(({ status }) => status !== 409));
  await assert.doesNotReject(api.getMe());
});

it('sends only the kinds that were asked for', async (t) => {
  const { server, anna, api } = await start(t);
  await api.getUpdates({ allowed_updates: ['callback_query'] });
  assert.equal(anna.send('nobody asked'), null);
  await api.getUpdates({ offset: 1 });
  assert.deepEqual(server.allowedUpdates(), ['callback_query'], 'the last word counts');
});

it('starts over when the numbers jump after a quiet week', async (t) => {
  const { server, anna, api } = await start(t);
  const before = anna.send('before');
  await api.getUpdates({ offset: Number(before) + 1 });
  server.jumpUpdateIds(5_000);
  anna.send('after');
  assert.equal((await api.getUpdates({ offset: Number(before) + 1 }))[0]?.update_id, 5_000);
});

it('refuses texts that are empty, blank or too long, in characters and not in code units', async (t) => {
  const { api } = await start(t);
  assert.match(await refusal(api.sendMessage(ANNA, '')), /message text is empty/);
  assert.match(await refusal(api.sendMessage(ANNA, ' \n\u200b\u3164')), /text must be non-empty/);
  assert.match(await refusal(api.sendMessage(ANNA, 'x'.repeat(4_097))), /message is too long/);
  await api.sendMessage(ANNA, '🙂'.repeat(4_096));
  await api.sendMessage(ANNA, `<b>${'&lt;'.repeat(4_096)}</b>`, { parse_mode: 'HTML' });
});

it('shows HTML as the person reads it and names each mistake in it', async (t) => {
  const { anna, api } = await start(t);
  const html = { parse_mode: 'HTML' } as const;
  await api.sendMessage(ANNA, 'a <b>bold &amp; <i>both</i></b> &#128512; <pre>x &lt; y</pre>', html);
  const [message] = anna.received();
  assert.equal(message?.text, 'a bold & both 😀 x < y');
  assert.deepEqual(message?.entities, [
    { type: 'italic', offset: 9, length: 4 },
    { type: 'bold', offset: 2, length: 11 },
    { type: 'pre', offset: 17, length: 5 },
  ]);
  const mistakes = {
    'a <b>x': /can't parse entities: Can't find end tag corresponding to start tag "b"/,
    '<u>x</b>': /Unmatched end tag at byte offset 4, expected "<\/u>", found "<\/b>"/,
    'ü</b>': /Unexpected end tag at byte offset 2/,
    '<div>x</div>': /Unsupported start tag "div" at byte offset 0/,
    '1 < 2': /Unclosed start tag at byte offset 2/,
  };
  for (const [source, words] of Object.entries(mistakes)) {
    assert.match(await refusal(api.sendMessage(ANNA, source, html)), words);
  }
  assert.match(await refusal(api.sendMessage(ANNA, 'x'.repeat(33_000), html)), /too long/);
});

it('refuses buttons that carry too much or nothing', async (t) => {
  const { anna, api } = await start(t);
  const withButton = (button: object) =>
    api.raw.sendMessage({
      chat_id: ANNA,
      text: 'a',
      reply_markup: { inline_keyboard: [[Object.assign({ text: 'b', callback_data: '' }, button)]] },
    });
  assert.match(await refusal(withButton({ callback_data: 'ü'.repeat(33) })), /BUTTON_DATA_INVALID/);
  assert.match(await refusal(withButton({})), /Text buttons are unallowed/);
  assert.match(await refusal(withButton({ text: ' ', callback_data: 'x' })), /must be non-empty/);
  assert.match(await refusal(withButton({ callback_data: 'x', style: 'pink' })), /invalid button style/);
  await withButton({ callback_data: 'x'.repeat(64), style: 'danger' });
  await withButton({ disabled: {} });
  assert.deepEqual(
    anna.received().map(({ buttons }) => buttons[0]?.[0]?.isDisabled),
    [false, true],
  );
});

it('as an older server knows neither styles nor disabled buttons', async (t) => {
  const { api } = await start(t, { features: { styles: false, disabledButtons: false } });
  const styled = { text: 'b', callback_data: 'x', style: 'danger' } as const;
  const markup = (button: typeof styled | { text: string; disabled: object }) => ({
    reply_markup: { inline_keyboard: [[button]] },
  });
  assert.match(await refusal(api.sendMessage(ANNA, 'a', markup(styled))), /style/);
  assert.match(await refusal(api.sendMessage(ANNA, 'a', markup({ text: 'b', disabled: {} }))), /Text buttons/);
});

it('takes photos that are photos', async (t) => {
  const { anna, api } = await start(t);
  const send = (bytes: Buffer, caption = '') => api.sendPhoto(ANNA, new InputFile(bytes, 'a.jpg'), { caption });
  const photo = await jpeg(640, 400);
  await send(photo, 'caption');
  const seen = anna.received()[0];
  assert.deepEqual([seen?.photo?.width, seen?.photo?.height, seen?.photo?.format], [640, 400, 'jpeg']);
  assert.deepEqual(seen?.photo?.bytes, photo);
  assert.match(await refusal(send(photo.subarray(0, photo.length - 40))), /IMAGE_PROCESS_FAILED/);
  assert.match(await refusal(send(Buffer.from('GIF89a not really'))), /IMAGE_PROCESS_FAILED/);
  assert.match(await refusal(send(await jpeg(8_000, 2_001))), /PHOTO_INVALID_DIMENSIONS/);
  assert.match(await refusal(send(await jpeg(420, 20))), /PHOTO_INVALID_DIMENSIONS/);
  assert.match(await refusal(send(Buffer.alloc(10 * 1024 * 1024 + 1))), /too big for a photo/);
  assert.match(await refusal(send(photo, 'x'.repeat(1_025))), /message caption is too long/);
});

it('takes files up to 50 MB under their names', async (t) => {
  const { anna, api } = await start(t);
  await api.sendDocument(ANNA, new InputFile(Buffer.from('\r\n--not a boundary\r\n'), 'a b é.txt'));
  assert.equal(anna.received()[0]?.document?.name, 'a b é.txt');
  assert.equal(anna.received()[0]?.document?.bytes.toString(), '\r\n--not a boundary\r\n');
  assert.match(await refusal(api.sendDocument(ANNA, new InputFile(Buffer.alloc(0), 'e'))), /must be non-empty/);
});

it('edits a message into what its kind can become', async (t) => {
  const { anna, api } = await start(t);
  const text = await api.sendMessage(ANNA, 'one');
  const photo = await api.sendPhoto(ANNA, new InputFile(await jpeg(10, 10), 'a.jpg'));
  await api.editMessageText(ANNA, text.message_id, 'two');
  assert.match(await refusal(api.editMessageText(ANNA, text.message_id, 'two')), /message is not modified/);
  assert.match(
    await refusal(api.editMessageCaption(ANNA, text.message_id, { caption: 'c' })),
    /no caption in the message/,
  );
  assert.match(await refusal(api.editMessageText(ANNA, photo.message_id, 'c')), /no text in the message/);
  await api.editMessageCaption(ANNA, photo.message_id, { caption: 'c' });
  const media = { type: 'photo', media: new InputFile(await jpeg(20, 10), 'b.jpg'), caption: 'now a photo' } as const;
  await api.editMessageMedia(ANNA, text.message_id, media);
  const [first, second] = anna.received();
  assert.deepEqual([first?.text, first?.photo?.width, first?.edits], ['now a photo', 20, 2]);
  assert.deepEqual([second?.text, second?.photo?.width, second?.edits], ['c', 10, 1]);
});

it('edits only its own messages, while they are there', async (t) => {
  const { anna, api } = await start(t);
  anna.send('mine');
  const mine = anna.messages()[0]?.id ?? 0;
  assert.match(await refusal(api.editMessageText(ANNA, mine, 'x')), /message can't be edited/);
  assert.match(await refusal(api.editMessageText(ANNA, 4_711, 'x')), /message to edit not found/);
  const sent = await api.sendMessage(ANNA, 'soon gone');
  anna.deleteMessage(sent.message_id);
  assert.match(await refusal(api.editMessageText(ANNA, sent.message_id, 'x')), /message to edit not found/);
});

it('an edit without a keyboard takes the keyboard away', async (t) => {
  const { anna, api } = await start(t);
  const keyboard = { reply_markup: { inline_keyboard: [[{ text: 'b', callback_data: 'x' }]] } };
  const sent = await api.sendMessage(ANNA, 'a', keyboard);
  await api.editMessageReplyMarkup(ANNA, sent.message_id);
  assert.deepEqual(anna.received()[0]?.buttons, []);
});

it('lets a tap be answered once and in time', async (t) => {
  const { server, anna, api } = await start(t);
  await api.sendMessage(ANNA, 'a', { reply_markup: { inline_keyboard: [[{ text: 'Go', callback_data: 'x' }]] } });
  const [card] = anna.received();
  assert.ok(card);
  const tap = anna.tap(card, 'Go');
  const query = (await api.getUpdates())[0]?.callback_query;
  assert.deepEqual([query?.data, query?.message?.message_id], ['x', card.id]);
  await api.answerCallbackQuery(query?.id ?? '', { text: 'ok' });
  assert.deepEqual(await tap.answered, { text: 'ok', isAlert: false });
  assert.match(await refusal(api.answerCallbackQuery(query?.id ?? '')), /query is too old/);
  const late = anna.tap(card, 'Go');
  server.expireTaps();
  assert.equal(await late.answered, null);
});

it('rings unless told not to', async (t) => {
  const { anna, api } = await start(t);
  await api.sendMessage(ANNA, 'loud');
  await api.sendMessage(ANNA, 'quiet', { disable_notification: true });
  assert.deepEqual(
    anna.received().map(({ rang }) => rang),
    [true, false],
  );
});

it('keeps chats that are blocked, gone or moved from the bot', async (t) => {
  const { server, anna, api } = await start(t);
  anna.setObstacle('blocked');
  assert.deepEqual((await refused(api.sendMessage(ANNA, 'a'))).error_code, 403);
  server.person(102).setObstacle('not started');
  assert.match(await refusal(api.sendMessage(102, 'a')), /can't initiate conversation/);
  const group = server.group(-7, { isForum: true, topics: [3] });
  await api.sendMessage(-7, 'a', { message_thread_id: 3 });
  assert.match(await refusal(api.sendMessage(-7, 'a', { message_thread_id: 4 })), /message thread not found/);
  assert.match(await refusal(api.createForumTopic(-7, 'a')), /not enough rights to create a topic/);
  server.group(-8, { isForum: true, topics: [3], mayManageTopics: true });
  assert.equal((await api.createForumTopic(-8, 'a')).message_thread_id, 4);
  server.group(-9);
  assert.match(await refusal(api.createForumTopic(-9, 'a')), /not a forum/);
  group.upgradeTo(-100_7);
  assert.equal((await refused(api.sendMessage(-7, 'a'))).parameters.migrate_to_chat_id, -100_7);
});

it('allows a burst and then about one message a second; edits count', async (t) => {
  const { api } = await start(t, { flood: () => ({ burst: 3, perSecond: 1 }) });
  const sent = await api.sendMessage(ANNA, 'one');
  await api.sendMessage(ANNA, 'two');
  await api.editMessageText(ANNA, sent.message_id, 'edited');
  const error = await refused(api.sendMessage(ANNA, 'four'));
  assert.deepEqual([error.error_code, error.parameters.retry_after], [429, 1]);
});

it('keeps menus by scope and language', async (t) => {
  const { anna, api } = await start(t);
  const command = [{ command: 'run', description: 'Run' }];
  await api.setMyCommands(command, { scope: { type: 'chat', chat_id: ANNA }, language_code: 'de' });
  assert.deepEqual(anna.menu('de'), command);
  assert.deepEqual(anna.menu(), []);
  assert.match(await refusal(api.setMyCommands([{ command: 'Run', description: 'x' }])), /BOT_COMMAND_INVALID/);
  assert.match(await refusal(api.setMyCommands(command, { scope: { type: 'chat', chat_id: 9 } })), /chat not found/);
});

it('goes wrong as it is told, call by call', async (t) => {
  const { server } = await start(t);
  const getMe = async () => (await fetch(`${server.root}/bot${TOKEN}/getMe`)).json();
  server.fail('getMe', { kind: 'refuse', code: 502, description: 'Bad Gateway' });
  server.fail('getMe', { kind: 'cut' });
  server.fail('getMe', { kind: 'body', body: '<html>' });
  server.fail('getMe', { kind: 'reset' });
  assert.deepEqual(await getMe(), { ok: false, error_code: 502, description: 'Bad Gateway' });
  await assert.rejects(getMe, /terminated/);
  await assert.rejects(getMe, /not valid JSON/);
  await assert.rejects(getMe, /fetch failed/);
  assert.equal(server.faultsLeft(), 0);
  await getMe();
});

it('can go down, come back, and leave connections half open', async (t) => {
  const { server, api } = await start(t);
  await api.getMe();
  await server.goDown();
  await assert.rejects(api.getMe(), /Network request/);
  await server.comeUp();
  await api.getMe();
  assert.ok(server.leaveHalfOpen() > 0);
  const calls = server.calls().length;
  await assert.rejects(new Api(TOKEN, { apiRoot: server.root, timeoutSeconds: 0.1 }).getMe());
  assert.equal(server.calls().length, calls, 'what is sent on a dead connection never arrives');
});
