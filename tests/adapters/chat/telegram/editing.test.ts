/** A posted message changes in place: what changed, and only that, goes over the wire. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { createTelegramChat } from '../../../../adapters/chat/telegram/telegram-chat.ts';
import { createSystemClock } from '../../../../adapters/machine/clock.ts';
import type { Button, Chat, OutboundMessage, PostedMessage } from '../../../../src/ports/chat.ts';
import { english } from '../../../../src/words/speak.ts';
import { inEnglish } from '../../../support/in-english.ts';
import { PLAIN } from '../../../support/plain-message.ts';
import { createLog } from '../chat-bench.ts';
import { ANNA, type Bench, IMPATIENT, NEVER, startBench, THREAD, TOKEN } from './bench.ts';

const LIVE: readonly (readonly Button[])[] = [[{ label: 'Stop', data: 's', style: 'danger' }]];
const DEAD: readonly (readonly Button[])[] = [[{ label: 'Stop', data: null, style: 'danger' }]];

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

async function post({ chat }: Bench, message: Partial<OutboundMessage>): Promise<PostedMessage> {
  const delivery = await chat.post(THREAD, { ...PLAIN, ...message }, NEVER);
  assert.ok(delivery.result === 'sent', JSON.stringify(delivery));
  return delivery.message;
}

async function edit(chat: Chat, posted: PostedMessage, message: Partial<OutboundMessage>): Promise<void> {
  const delivery = await chat.edit(posted, { ...PLAIN, ...message }, NEVER);
  assert.deepEqual(inEnglish(delivery), { result: 'sent', message: posted });
}

/** The methods called since the posts, without polling. */
function edits({ server }: Bench): readonly string[] {
  return server
    .calls()
    .map(({ method }) => method)
    .filter((method) => /^(edit|delete)Message/.test(method));
}

/** The same bot after a restart, which knows earlier messages by their ids only. */
function restarted({ server }: Bench): Chat {
  return createTelegramChat({
    token: TOKEN,
    apiRoot: server.root,
    clock: createSystemClock(),
    log: createLog([]),
    isAllowed: (userId) => userId === String(ANNA),
    allowedIds: () => [],
    menus: [],
    pacing: IMPATIENT,
  });
}

describe('an edit', () => {
  it('of a text changes the text, of its buttons only the buttons, of nothing nothing', async (t) => {
    const bench = await startBench(t);
    const posted = await post(bench, { buttons: LIVE });
    await edit(bench.chat, posted, { text: ['Step 2'], buttons: LIVE });
    await edit(bench.chat, posted, { text: ['Step 2'], buttons: DEAD });
    await edit(bench.chat, posted, { text: ['Step 2'], buttons: DEAD });
    await edit(bench.chat, posted, { text: ['Step 2'], buttons: [] });
    assert.deepEqual(edits(bench), ['editMessageText', 'editMessageReplyMarkup', 'editMessageReplyMarkup']);
    const [seen] = bench.anna.received();
    assert.deepEqual([seen?.text, seen?.buttons], ['Step 2', []]);
  });

  it('of a picture uploads it only when it is another one', async (t) => {
    const bench = await startBench(t);
    const [first, second] = [await picture('red'), await picture('blue')];
    const posted = await post(bench, { picture: first, pictureAlt: 'Red', buttons: LIVE });
    await edit(bench.chat, posted, { text: ['same picture'], picture: first, pictureAlt: 'Red', buttons: LIVE });
    await edit(bench.chat, posted, { text: ['other'], picture: second, pictureAlt: 'Blue', buttons: DEAD });
    await edit(bench.chat, posted, { text: ['no picture'], buttons: [] });
    assert.deepEqual(edits(bench), ['editMessageCaption', 'editMessageMedia', 'editMessageCaption']);
    const [seen, ...more] = bench.anna.received();
    assert.equal(more.length, 0);
    assert.deepEqual([seen?.text, seen?.photo?.bytes, seen?.buttons], ['no picture', second, []]);
  });

  it('puts what moves in the place of a picture, and sends one', async (t) => {
    const bench = await startBench(t);
    const still = await picture('red');
    const gif = await sharp([still, await picture('blue')], { join: { animated: true } })
      .gif()
      .toBuffer();
    const posted = await post(bench, { picture: still, pictureAlt: 'Red', buttons: LIVE });
    await edit(bench.chat, posted, { text: ['it moves'], picture: gif, pictureAlt: 'Moves', buttons: LIVE });
    const seen = bench.anna.received()[0];
    assert.deepEqual([seen?.text, seen?.animation?.bytes, seen?.buttons.length], ['it moves', gif, 1]);
    await post(bench, { picture: gif, pictureAlt: 'Moves' });
    assert.deepEqual(bench.anna.received()[1]?.animation?.bytes, gif);
  });

  it('gives a text a picture', async (t) => {
    const bench = await startBench(t);
    const posted = await post(bench, {});
    await edit(bench.chat, posted, { text: ['now with a look'], picture: await picture('green'), buttons: LIVE });
    await edit(bench.chat, posted, { text: ['and on'], buttons: LIVE });
    const [seen, ...more] = bench.anna.received();
    assert.equal(more.length, 0);
    assert.deepEqual([seen?.text, seen?.photo?.width, seen?.buttons.length], ['and on', 64, 1]);
  });

  it('that says too much for its place is cut, and says so', async (t) => {
    const bench = await startBench(t);
    const withPicture = await post(bench, { picture: await picture('red'), pictureAlt: 'Red' });
    const text = await post(bench, {});
    await edit(bench.chat, withPicture, { text: ['x'.repeat(3_000)] });
    await edit(bench.chat, text, { text: ['y'.repeat(9_000)] });
    const [first, second, ...more] = bench.anna.received();
    assert.equal(more.length, 0);
    assert.equal(first?.text, `${'x'.repeat(1_023)}…`);
    assert.equal(second?.text, `${'y'.repeat(4_095)}…`);
  });

  it('of a message in parts changes the parts, and removes those not needed any more', async (t) => {
    const bench = await startBench(t);
    const [red, blue] = [await picture('red'), await picture('blue')];
    const long = ['a'.repeat(4_096), 'b'.repeat(4_096), 'c'];
    const posted = await post(bench, { text: long, picture: red, pictureAlt: 'Red', buttons: LIVE });
    await edit(bench.chat, posted, { text: [...long, 'd'], picture: blue, pictureAlt: 'Blue', buttons: LIVE });
    assert.deepEqual(edits(bench), ['editMessageText', 'editMessageMedia']);
    await edit(bench.chat, posted, { text: ['Denied.'], picture: blue, pictureAlt: 'Blue', buttons: DEAD });
    const seen = bench.anna.received();
    assert.deepEqual(
      seen.map(({ text, photo }) => [text, photo?.bytes]),
      [
        ['', blue],
        ['Denied.', undefined],
      ],
    );
    assert.equal(seen[1]?.buttons[0]?.[0]?.isDisabled, true);
  });

  it('tells how a question ended even when the person removed its picture', async (t) => {
    const bench = await startBench(t);
    const posted = await post(bench, { text: ['x'.repeat(2_000)], picture: await picture('red'), buttons: LIVE });
    bench.anna.deleteMessage(bench.anna.received()[0]?.id ?? 0);
    await edit(bench.chat, posted, { text: ['Approved.'], picture: await picture('blue'), buttons: [] });
    assert.deepEqual(
      bench.anna.received().map(({ text }) => text),
      ['Approved.'],
    );
  });

  it('of a message with a file leaves the file', async (t) => {
    const bench = await startBench(t);
    const posted = await post(bench, { file: { name: 'a.txt', bytes: Buffer.from('a') }, buttons: LIVE });
    await edit(bench.chat, posted, { text: ['Sent.'], picture: await picture('red') });
    const [seen] = bench.anna.received();
    assert.deepEqual([seen?.text, seen?.document?.name, seen?.buttons], ['Sent.', 'a.txt', []]);
  });

  it('that Telegram finds unchanged counts as done', async (t) => {
    const bench = await startBench(t);
    const posted = await post(bench, { buttons: LIVE });
    await edit(restarted(bench), posted, { buttons: LIVE });
    assert.match(bench.server.calls('editMessageText')[0]?.description ?? '', /not modified/);
  });

  it('after a restart finds out what the message is', async (t) => {
    const bench = await startBench(t);
    const [red, blue] = [await picture('red'), await picture('blue')];
    const text = await post(bench, { buttons: LIVE });
    const photo = await post(bench, { picture: red, pictureAlt: 'Red', buttons: LIVE });
    const other = await post(bench, { picture: red, pictureAlt: 'Red', buttons: LIVE });
    const chat = restarted(bench);
    await edit(chat, text, { text: ['Interrupted.'], buttons: DEAD });
    await edit(chat, photo, { text: ['z'.repeat(1_500)], buttons: DEAD });
    await edit(chat, other, { text: ['Another look'], picture: blue, pictureAlt: 'Blue', buttons: DEAD });
    await edit(chat, photo, { text: ['known by now'], buttons: DEAD });
    const seen = bench.anna.received();
    assert.deepEqual(
      seen.map((message) => [message.text, message.photo?.bytes, message.buttons[0]?.[0]?.isDisabled]),
      [
        ['Interrupted.', undefined, true],
        ['known by now', red, true],
        ['Another look', blue, true],
      ],
    );
    assert.equal(bench.server.calls('editMessageText').length, 2, 'asked once, then known');
  });

  it('of a message that is gone is lost; one that meets trouble is tried again', async (t) => {
    const bench = await startBench(t);
    const posted = await post(bench, {});
    bench.server.fail('editMessageText', {
      kind: 'refuse',
      code: 429,
      description: 'Too Many',
      parameters: { retry_after: 3 },
    });
    const message = { ...PLAIN, text: ['changed'] };
    const later = await bench.chat.edit(posted, message, NEVER);
    assert.deepEqual([later.result, later.result === 'later' && later.retryAfterMs], ['later', 3_000]);
    bench.anna.deleteMessage(Number(posted.messageId));
    const lost = await bench.chat.edit(posted, message, NEVER);
    assert.match(english(lost.result === 'lost' ? lost.why : ''), /message to edit not found/);
    const strange = await bench.chat.edit({ thread: THREAD, messageId: 'x' }, message, NEVER);
    assert.equal(strange.result, 'lost');
  });

  it('whose answer got lost is not trusted to have failed', async (t) => {
    const bench = await startBench(t);
    const posted = await post(bench, { text: ['A'], buttons: LIVE });
    bench.server.fail('editMessageText', { kind: 'lost answer' });
    const delivery = await bench.chat.edit(posted, { ...PLAIN, text: ['B'], buttons: LIVE }, NEVER);
    assert.equal(delivery.result, 'later');
    assert.equal(bench.anna.received()[0]?.text, 'B', 'it was carried out');
    await edit(bench.chat, posted, { text: ['A'], buttons: LIVE });
    assert.equal(bench.anna.received()[0]?.text, 'A');
  });

  it('keeps the text when Telegram does not take the new picture', async (t) => {
    const bench = await startBench(t);
    const posted = await post(bench, { picture: await picture('red'), pictureAlt: 'Red', buttons: LIVE });
    await edit(bench.chat, posted, { text: ['Done.'], picture: Buffer.from('no picture'), buttons: [] });
    const [seen] = bench.anna.received();
    assert.deepEqual([seen?.text, seen?.photo?.width, seen?.buttons], ['Done.', 64, []]);
  });
});
