/** What the person sees of a posted message, and what becomes of it when it cannot be sent. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { type Button, type Delivery, type OutboundMessage, TOLD_LATER } from '../../../../src/ports/chat.ts';
import { english } from '../../../../src/words/speak.ts';
import type { Fault } from '../../../servers/telegram/faults.ts';
import { inEnglish } from '../../../support/in-english.ts';
import { PLAIN } from '../../../support/plain-message.ts';
import { type Bench, NEVER, startBench, THREAD } from './bench.ts';

const BUTTONS: readonly (readonly Button[])[] = [
  [
    { label: 'Approve', data: 'a', style: 'good' },
    { label: 'Deny', data: 'd', style: 'danger' },
    { label: 'Deny…', data: 'e', style: 'plain' },
  ],
  [{ label: 'Decided', data: null, style: 'good' }],
];

function picture(width = 320, height = 200): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
}

function post({ chat }: Bench, message: Partial<OutboundMessage>): Promise<Delivery> {
  return chat.post(THREAD, { ...PLAIN, ...message }, NEVER);
}

describe('a message', () => {
  it('is a text without previews of its links', async (t) => {
    const bench = await startBench(t);
    await post(bench, { text: ['see https://example.com'] });
    const [call] = bench.server.calls('sendMessage');
    assert.equal(call?.fields.get('link_preview_options'), '{"is_disabled":true}');
  });

  it('rings, except the live one of a run', async (t) => {
    const bench = await startBench(t);
    for (const kind of ['reply', 'question', 'end', 'status'] as const) await post(bench, { kind });
    assert.deepEqual(
      bench.anna.received().map(({ rang }) => rang),
      [true, true, true, false],
    );
  });

  it('with a picture is a JPEG with the text as its caption and the buttons below', async (t) => {
    const bench = await startBench(t);
    const jpeg = await picture();
    await post(bench, { text: ['Look: ', { bold: 'here' }], picture: jpeg, pictureAlt: 'A desktop', buttons: BUTTONS });
    const [seen, ...more] = bench.anna.received();
    assert.equal(more.length, 0);
    assert.deepEqual(seen?.photo?.bytes, jpeg);
    assert.equal(seen?.photo?.format, 'jpeg');
    assert.equal(seen?.text, 'Look: here');
    assert.equal(seen?.buttons.length, 2);
  });

  it('that is only a picture says what is on it', async (t) => {
    const bench = await startBench(t);
    await post(bench, { text: [], picture: await picture(), pictureAlt: 'The desktop of step 3' });
    assert.equal(bench.anna.received()[0]?.text, 'The desktop of step 3');
  });

  it('with a caption that is too long shows the picture first, then the text with the buttons, and rings once', async (t) => {
    const bench = await startBench(t);
    const text = 'x'.repeat(1_025);
    const delivery = await post(bench, { text: [text], picture: await picture(), kind: 'question', buttons: BUTTONS });
    const [photo, words] = bench.anna.received();
    assert.deepEqual([photo?.photo?.width, photo?.text, photo?.buttons, photo?.rang], [320, '', [], false]);
    assert.deepEqual([words?.photo, words?.text, words?.buttons.length, words?.rang], [null, text, 2, true]);
    assert.equal(delivery.result === 'sent' && delivery.message.messageId, String(words?.id));
  });

  it('that is longer than Telegram takes comes in parts, in order, the last one with the buttons', async (t) => {
    const bench = await startBench(t);
    const lines = Array.from({ length: 900 }, (_, n) => `line ${n} of a long <report> & more`);
    await post(bench, { text: [{ block: lines.join('\n') }], buttons: BUTTONS });
    const seen = bench.anna.received();
    assert.ok(seen.length > 5);
    assert.equal(seen.map(({ text }) => text).join('\n'), lines.join('\n'));
    assert.deepEqual(
      seen.map(({ buttons, rang }) => [buttons.length, rang]),
      seen.map((_, index) => (index === seen.length - 1 ? [2, true] : [0, false])),
    );
  });

  it('with a file is one document, or with a picture as well, a document after it', async (t) => {
    const bench = await startBench(t);
    const file = { name: 'my "report"; v2/é.txt', bytes: Buffer.from('content') };
    await post(bench, { text: ['Here it is.'], file, buttons: BUTTONS });
    await post(bench, { text: ['And a look.'], file, picture: await picture(), buttons: BUTTONS });
    const [alone, photo, second] = bench.anna.received();
    assert.deepEqual(
      [alone?.text, alone?.document?.name, alone?.buttons.length],
      ['Here it is.', 'my _report__ v2_é.txt', 2],
    );
    assert.deepEqual(alone?.document?.bytes, Buffer.from('content'));
    assert.deepEqual([photo?.text, photo?.buttons.length], ['And a look.', 2]);
    assert.deepEqual([second?.document?.bytes.toString(), second?.buttons], ['content', []]);
  });

  it('with nothing to see, or a file too large or empty, is lost and says why', async (t) => {
    const bench = await startBench(t);
    const nothing = await post(bench, { text: [' \u200b'] });
    assert.deepEqual(inEnglish(nothing), { result: 'lost', why: 'there is nothing in this message to see' });
    const large = await post(bench, { file: { name: 'a', bytes: Buffer.alloc(50 * 1024 * 1024 + 1) } });
    assert.match(english(large.result === 'lost' ? large.why : ''), /larger than the 50 MB/);
    const empty = await post(bench, { file: { name: 'a', bytes: Buffer.alloc(0) } });
    assert.match(english(empty.result === 'lost' ? empty.why : ''), /the file a is empty/);
    assert.equal(bench.anna.received().length, 0);
  });

  it('whose picture Telegram does not take as a photo brings it as a file', async (t) => {
    const bench = await startBench(t);
    await post(bench, { text: ['A wide wall of screens'], picture: await picture(9_000, 1_200), buttons: BUTTONS });
    const [seen, ...more] = bench.anna.received();
    assert.equal(more.length, 0);
    assert.deepEqual(
      [seen?.text, seen?.document?.name, seen?.buttons.length],
      ['A wide wall of screens', 'picture.jpg', 2],
    );
  });

  it('that asks has room to say later what it is about, and how it ended', async (t) => {
    const bench = await startBench(t);
    const jpeg = await picture();
    for (const length of [400, 584, 585, 1024, 1500]) {
      const question = {
        ...PLAIN,
        kind: 'question',
        picture: jpeg,
        pictureAlt: 'A desktop',
        buttons: BUTTONS,
      } as const;
      const delivery = await post(bench, { ...question, text: ['q'.repeat(length)] });
      assert.ok(delivery.result === 'sent');
      const later = 'y'.repeat(TOLD_LATER);
      await bench.chat.edit(delivery.message, { ...question, text: ['q'.repeat(length), later] }, NEVER);
      const seen = bench.anna.received().find(({ id }) => String(id) === delivery.message.messageId);
      assert.equal(seen?.text, 'q'.repeat(length) + later, `${length}`);
      assert.equal(seen?.buttons.length, 2);
    }
  });
});

describe('buttons', () => {
  it('have the colors of what they do, and dead ones are disabled', async (t) => {
    const bench = await startBench(t);
    await post(bench, { buttons: BUTTONS });
    assert.deepEqual(bench.anna.received()[0]?.buttons, [
      [
        { text: 'Approve', data: 'a', style: 'success', isDisabled: false },
        { text: 'Deny', data: 'd', style: 'danger', isDisabled: false },
        { text: 'Deny…', data: 'e', style: '', isDisabled: false },
      ],
      [{ text: 'Decided', data: null, style: 'success', isDisabled: true }],
    ]);
  });

  for (const features of [
    { styles: false, disabledButtons: true },
    { styles: true, disabledButtons: false },
    { styles: false, disabledButtons: false },
  ]) {
    it(`fit a server with ${JSON.stringify(features)}, found out once`, async (t) => {
      const bench = await startBench(t, { server: { features } });
      await post(bench, { buttons: BUTTONS });
      const refusals = bench.server.calls('sendMessage').filter(({ status }) => status === 400).length;
      await post(bench, { buttons: BUTTONS });
      const [first, second] = bench.anna.received();
      assert.deepEqual(
        first?.buttons[0]?.map(({ style }) => style),
        features.styles ? ['success', 'danger', ''] : ['', '', ''],
      );
      assert.equal(first?.buttons.length, features.disabledButtons ? 2 : 1, 'a dead button is left out');
      assert.deepEqual(second?.buttons, first?.buttons);
      assert.ok(refusals >= 1 && refusals <= 3);
      assert.equal(bench.server.calls('sendMessage').length, refusals + 2, 'the second post knows');
    });
  }

  it('that carry too much are a mistake of ours, and nothing is sent', async (t) => {
    const bench = await startBench(t);
    const data = 'ü'.repeat(32);
    await assert.rejects(post(bench, { buttons: [[{ label: 'Go', data, style: 'plain' }]] }), /"Go" carries 64 bytes/);
    assert.equal(bench.anna.received().length, 0);
  });
});

describe('a message that cannot be sent now', () => {
  const refuse = (code: number, description: string, parameters = {}): Fault => ({
    kind: 'refuse',
    code,
    description,
    parameters,
  });
  const later: readonly (readonly [string, Fault, number])[] = [
    ['flood control', refuse(429, 'Too Many Requests: retry after 7', { retry_after: 7 }), 7_000],
    ['flood control with nonsense', refuse(429, 'Too Many Requests', { retry_after: 'tomorrow' }), 3_000],
    ['flood control for less than no time', refuse(429, 'Too Many Requests', { retry_after: -3 }), 3_000],
    ['flood control for years', refuse(429, 'Too Many Requests', { retry_after: 1e9 }), 3_600_000],
    ['a server error', refuse(500, 'Internal Server Error'), 1_000],
    ['a token revoked meanwhile', refuse(401, 'Unauthorized'), 60_000],
    ['a reset', { kind: 'reset' }, 1_000],
    ['a cut answer', { kind: 'cut' }, 1_000],
    ['a page of a proxy', { kind: 'body', body: '<html>' }, 1_000],
    ['an answer without a message', { kind: 'body', body: '{"ok":true,"result":{}}' }, 1_000],
  ];
  for (const [what, fault, retryAfterMs] of later) {
    it(`because of ${what} is to be tried again`, async (t) => {
      const bench = await startBench(t);
      bench.server.fail('sendMessage', fault);
      const delivery = await post(bench, {});
      assert.equal(delivery.result, 'later');
      assert.equal(delivery.result === 'later' && delivery.retryAfterMs, retryAfterMs);
      assert.equal((await post(bench, {})).result, 'sent');
    });
  }

  it('because nothing comes back is given up in time', async (t) => {
    const bench = await startBench(t, { pacing: { callTimeoutMs: 100 } });
    bench.server.fail('sendMessage', { kind: 'hang' });
    const delivery = await post(bench, {});
    assert.match(english(delivery.result === 'later' ? delivery.why : ''), /no answer within 0.1 s/);
  });

  it('is given up at once when the caller no longer wants it', async (t) => {
    const bench = await startBench(t, { pacing: { callTimeoutMs: 60_000 } });
    bench.server.fail('sendMessage', { kind: 'hang' });
    const caller = new AbortController();
    const posting = bench.chat.post(THREAD, PLAIN, caller.signal);
    const reason = new Error('not any more');
    setTimeout(() => caller.abort(reason), 20);
    await assert.rejects(posting, (error) => error === reason);
  });

  it('goes on where it stopped: nobody gets the beginning twice', async (t) => {
    const bench = await startBench(t);
    const message = { text: [`${'a'.repeat(4_096) + 'b'.repeat(4_096)}c`], buttons: BUTTONS };
    bench.server.fail('sendMessage', { kind: 'slow', ms: 1 });
    bench.server.fail('sendMessage', refuse(429, 'Too Many Requests: retry after 1', { retry_after: 1 }));
    assert.equal((await post(bench, message)).result, 'later');
    assert.equal((await post(bench, message)).result, 'sent');
    assert.deepEqual(
      bench.anna.received().map(({ text }) => text.charAt(0)),
      ['a', 'b', 'c'],
    );
    assert.equal((await post(bench, message)).result, 'sent');
    assert.equal(bench.anna.received().length, 6, 'the same message once more is a new one');
  });
});

describe('a chat', () => {
  it('that blocked the bot, or never wrote to it, loses the message', async (t) => {
    const bench = await startBench(t);
    for (const obstacle of ['blocked', 'deactivated', 'not started'] as const) {
      bench.anna.setObstacle(obstacle);
      assert.equal((await post(bench, {})).result, 'lost');
    }
    bench.anna.setObstacle('');
    assert.equal((await post(bench, {})).result, 'sent');
  });

  it('that became a supergroup is followed, and a topic that is gone falls back to the chat', async (t) => {
    const bench = await startBench(t);
    const group = bench.server.group(-7);
    group.upgradeTo(-100_7);
    const thread = { platform: 'telegram', key: 'telegram:-7', isGroup: true } as const;
    for (const text of ['one', 'two']) await bench.chat.post(thread, { ...PLAIN, text: [text] }, NEVER);
    assert.equal(bench.server.calls('sendMessage').length, 3, 'asked once, then known');
    const forum = bench.server.group(-8, { isForum: true, topics: [4] }).as(bench.anna);
    await bench.chat.post({ ...thread, key: 'telegram:-8/4' }, PLAIN, NEVER);
    await bench.chat.post({ ...thread, key: 'telegram:-8/5' }, PLAIN, NEVER);
    assert.deepEqual(
      forum.received().map(({ topicId }) => topicId),
      [4, null],
    );
  });

  it('of another platform is not ours', async (t) => {
    const { chat } = await startBench(t);
    const delivery = await chat.post({ platform: 'slack', key: 'telegram:101', isGroup: false }, PLAIN, NEVER);
    assert.equal(delivery.result, 'lost');
  });
});
