/** What Deskhand says in Slack: every character as it is, nothing read as a mention, within every limit, and words even without pictures. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { OutboundMessage, Span, Thread } from '../../../../src/ports/chat.ts';
import { TEAM } from '../../../servers/slack/slack-server.ts';
import { makePlain } from '../../../support/jpeg.ts';
import { PLAIN } from '../../../support/plain-message.ts';
import { until } from '../../../support/until.ts';
import { ANNA, type Bench, NEVER, startBench } from './bench.ts';

const PICTURE = await makePlain(64, 64);

function threadOf({ anna }: Bench): Thread {
  return { platform: 'slack', key: `slack:${TEAM}:${anna.dm}`, isGroup: false };
}

function seen({ anna }: Bench) {
  return anna.messages().filter((message) => message.isFromBot);
}

async function post(bench: Bench, message: Partial<OutboundMessage>) {
  const delivery = await bench.chat.post(threadOf(bench), { ...PLAIN, ...message }, NEVER);
  assert.equal(delivery.result, 'sent', JSON.stringify(delivery));
  if (delivery.result !== 'sent') throw new Error('unreachable');
  return delivery.message;
}

const squeeze = (text: string): string => text.replace(/\s+/g, '');

describe('words', () => {
  it('with addresses in them come without previews of the pages, with a picture or without one', async (t) => {
    const bench = await startBench(t);
    const text = ['See https://example.com/secret-report and ', { link: 'https://example.com/x', label: 'this' }];
    await post(bench, { text });
    await post(bench, { text, kind: 'question' });
    const posted = bench.server.calls().filter(({ method }) => method === 'chat.postMessage');
    assert.ok(posted.length >= 2);
    for (const { fields } of posted)
      assert.deepEqual([fields.get('unfurl_links'), fields.get('unfurl_media')], ['false', 'false']);
  });

  it('arrive to the letter whatever they are, and ping nobody', async (t) => {
    const bench = await startBench(t);
    const nasty = fc.constantFrom(
      '<!here>',
      '<@U00000ANN>',
      '<#C1|x>',
      '<https://x.org|y>',
      '&amp;',
      '*b*',
      '```',
      '`',
      '~',
      ':smile:',
      '\n',
      ' ',
      '@channel',
      '\\',
      '"',
      '🙂',
      '\u202e',
    );
    const words = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.array(nasty, { maxLength: 8 }).map((parts) => parts.join('')),
    );
    const span: fc.Arbitrary<Span> = fc.oneof(
      words,
      words.map((bold) => ({ bold })),
      words.map((code) => ({ code })),
      words.map((block) => ({ block })),
      words.map((quiet) => ({ quiet })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(span, { minLength: 1, maxLength: 6 }), async (text) => {
        const all = text.map((one) => (typeof one === 'string' ? one : (Object.values(one)[0] ?? ''))).join('');
        const before = seen(bench).length;
        const delivery = await bench.chat.post(threadOf(bench), { ...PLAIN, text }, NEVER);
        if (delivery.result === 'lost')
          return assert.match(all, /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc]*$/u);
        assert.equal(delivery.result, 'sent', JSON.stringify(delivery));
        assert.doesNotMatch(seen(bench)[before]?.fallback ?? '<', /[<>]/, 'nor in the line a notification shows');
        assert.equal(squeeze(seen(bench)[before]?.text ?? ''), squeeze(all.toWellFormed()));
      }),
      { numRuns: 150 },
    );
    assert.deepEqual(
      bench.server.calls().filter(({ outcome }) => outcome.startsWith('broken')),
      [],
    );
  });

  it('too many for one message come in several, in order, with the buttons on the last', async (t) => {
    const bench = await startBench(t);
    for (const sign of ['a', '"', '\n"<', 'é', '🙂']) {
      const before = seen(bench).length;
      const text = `${sign.repeat(20)} `.repeat(600);
      await post(bench, { text: [text], buttons: [[{ label: 'Stop', data: 's', style: 'danger' }]] });
      const parts = seen(bench).slice(before);
      assert.ok(parts.length > 1);
      assert.equal(squeeze(parts.map((part) => part.text).join('')), squeeze(text));
      assert.deepEqual(
        parts.map((part) => part.buttons.length),
        [...parts.slice(1).map(() => 0), 1],
      );
    }
  });

  it('of many short stretches stay within what Slack takes', async (t) => {
    const bench = await startBench(t);
    await post(bench, {
      text: Array.from({ length: 800 }, (_, index): Span => (index % 2 ? { code: `c${index}` } : ' b ')),
    });
    assert.ok(seen(bench).length > 1);
  });

  it('that grow too long in an edit are cut with a sign, and the earlier parts go', async (t) => {
    const bench = await startBench(t);
    const posted = await post(bench, { text: ['first '.repeat(3000)] });
    assert.ok(seen(bench).length > 1);
    const delivery = await bench.chat.edit(posted, { ...PLAIN, text: ['second '.repeat(3000)] }, NEVER);
    assert.equal(delivery.result, 'sent');
    const [only, ...more] = seen(bench);
    assert.equal(more.length, 0);
    assert.match(only?.text ?? '', /^second .*…$/);
    assert.equal(only?.ts, posted.messageId);
  });

  it('for a person who has not opened the conversation yet find it', async (t) => {
    const bench = await startBench(t);
    const thread = { platform: 'slack', key: `slack:${TEAM}:${ANNA}`, isGroup: false } as const;
    const delivery = await bench.chat.post(thread, PLAIN, NEVER);
    assert.ok(delivery.result === 'sent');
    assert.equal((await bench.chat.edit(delivery.message, { ...PLAIN, text: ['Changed'] }, NEVER)).result, 'sent');
    assert.deepEqual(
      seen(bench).map(({ text }) => text),
      ['Changed'],
    );
  });

  it('to a thread whose beginning was deleted come to its conversation', async (t) => {
    const bench = await startBench(t);
    const thread = {
      platform: 'slack',
      key: `slack:${TEAM}:${bench.anna.dm}/1700000000.000001`,
      isGroup: false,
    } as const;
    assert.equal((await bench.chat.post(thread, PLAIN, NEVER)).result, 'sent');
    assert.equal(seen(bench)[0]?.rootTs, null);
  });
});

describe('a picture', () => {
  it('is uploaded once for all tries of its message, and the old one goes when it is replaced', async (t) => {
    const bench = await startBench(t);
    bench.server.fail('chat.postMessage', {
      kind: 'refuse',
      code: 429,
      description: 'ratelimited',
      parameters: { retry_after: 1 },
    });
    const message = { ...PLAIN, kind: 'status', picture: PICTURE, pictureAlt: 'One' } as const;
    const first = await bench.chat.post(threadOf(bench), message, NEVER);
    assert.deepEqual([first.result, first.result === 'later' ? first.retryAfterMs : 0], ['later', 1000]);
    const posted = await post(bench, message);
    assert.equal(bench.server.calls('files.completeUploadExternal').length, 1);
    const other = Uint8Array.from([...PICTURE, 0]);
    assert.equal(
      (await bench.chat.edit(posted, { ...message, picture: other, pictureAlt: 'Two' }, NEVER)).result,
      'sent',
    );
    assert.equal(seen(bench)[0]?.pictureAlt, 'Two');
    await until(() => bench.server.calls('files.delete').length === 1);
  });

  it('that Slack does not show in a message comes as a file of its own, with its words and buttons below', async (t) => {
    const bench = await startBench(t, { pacing: { pictureReadyMs: 30 } });
    bench.server.fail('chat.postMessage', { kind: 'refuse', code: 200, description: 'invalid_blocks' }, 10);
    const buttons = [[{ label: 'Approve', data: 'a', style: 'good' as const }]];
    const sending = post(bench, { kind: 'question', picture: PICTURE, pictureAlt: 'One', buttons });
    await until(() => bench.server.calls('files.completeUploadExternal').length === 2);
    bench.server.clearFaults();
    await sending;
    const [file, words] = seen(bench);
    assert.deepEqual(Buffer.from(file?.file?.bytes ?? []), Buffer.from(PICTURE));
    assert.equal(words?.text, 'Hello');
    assert.equal(words?.buttons.length, 1);
  });

  it('that may not be uploaded is named in words, and the question still comes', async (t) => {
    const scopes = ['chat:write', 'im:write', 'users:read'];
    const bench = await startBench(t, { server: { scopes } });
    await post(bench, { kind: 'question', picture: PICTURE, pictureAlt: 'One' });
    assert.match(
      seen(bench)[0]?.text ?? '',
      /^Hello\nThe picture could not be sent: Slack said missing_scope \(files:write\)\.$/,
    );
  });

  it('that may not be uploaded is named in the language of the message', async (t) => {
    const bench = await startBench(t, { server: { scopes: ['chat:write', 'im:write', 'users:read'] } });
    for (const [language, said] of [
      ['de', /^Hello\nDas Bild ließ sich nicht senden: Slack sagte missing_scope \(files:write\)\.$/],
      ['nowhere', /^Hello\nThe picture could not be sent: /],
    ] as const) {
      await post(bench, { kind: 'question', picture: PICTURE, pictureAlt: 'One', language });
      assert.match(seen(bench).at(-1)?.text ?? '', said);
    }
  });
});

describe('a message', () => {
  it('that broke off in the middle goes on where it stopped', async (t) => {
    const bench = await startBench(t);
    const message = {
      ...PLAIN,
      text: ['word '.repeat(4000)],
      picture: PICTURE,
      pictureAlt: 'One',
      file: { name: 'a.txt', bytes: Buffer.from('x') },
    };
    bench.server.fail('files.completeUploadExternal', { kind: 'body', status: 503, body: '' });
    assert.equal((await bench.chat.post(threadOf(bench), message, NEVER)).result, 'later');
    const soFar = seen(bench).length;
    assert.ok(soFar > 0);
    assert.equal((await bench.chat.post(threadOf(bench), message, NEVER)).result, 'sent');
    assert.equal(
      squeeze(
        seen(bench)
          .map(({ text }) => text)
          .join(''),
      ),
      squeeze('word '.repeat(4000)),
    );
  });

  const later = [
    'internal_error',
    'fatal_error',
    'service_unavailable',
    'ratelimited',
    'token_revoked',
    'missing_scope',
  ];
  const lost = [
    'channel_not_found',
    'not_in_channel',
    'is_archived',
    'msg_too_long',
    'restricted_action',
    'user_not_found',
  ];
  it('that is refused is tried later when that can help, and lost when it cannot', async (t) => {
    const bench = await startBench(t);
    for (const code of [...later, ...lost]) {
      bench.server.fail('chat.postMessage', { kind: 'refuse', code: 200, description: code });
      const delivery = await bench.chat.post(threadOf(bench), PLAIN, NEVER);
      assert.equal(delivery.result, later.includes(code) ? 'later' : 'lost', code);
    }
    for (const fault of [{ kind: 'reset' }, { kind: 'cut' }, { kind: 'body', body: '<html>', status: 200 }] as const) {
      bench.server.fail('chat.postMessage', fault);
      assert.equal((await bench.chat.post(threadOf(bench), PLAIN, NEVER)).result, 'later', fault.kind);
    }
    const hasty = await startBench(t, { pacing: { callTimeoutMs: 1000 } });
    hasty.server.fail('chat.postMessage', { kind: 'hang' });
    assert.equal((await hasty.chat.post(threadOf(hasty), PLAIN, NEVER)).result, 'later', 'hang');
    assert.equal(hasty.server.faultsLeft(), 0);
  });

  it('paced by Slack waits as long as it says, without a second try of the client’s own', async (t) => {
    const bench = await startBench(t, { server: { pace: { burst: 1, perSecond: 0.5 } } });
    await post(bench, {});
    const before = bench.server.calls().length;
    const delivery = await bench.chat.post(threadOf(bench), PLAIN, NEVER);
    assert.deepEqual([delivery.result, delivery.result === 'later' ? delivery.retryAfterMs : 0], ['later', 2000]);
    assert.equal(bench.server.calls().length, before + 1);
    bench.server.fail('chat.postMessage', { kind: 'body', status: 429, body: 'Wed, 21 Oct 2026' });
    const garbled = await bench.chat.post(threadOf(bench), PLAIN, NEVER);
    assert.deepEqual([garbled.result, garbled.result === 'later' ? garbled.retryAfterMs : 0], ['later', 3000]);
  });
});

describe('the agent view', () => {
  it('is left alone after the first refusal', async (t) => {
    const bench = await startBench(t, { server: { lacks: { 'agents.sessions.setStatus': 'feature_disabled' } } });
    const { ts } = bench.anna.say('hello');
    const thread = { platform: 'slack', key: `slack:${TEAM}:${bench.anna.dm}/${ts}`, isGroup: false } as const;
    for (const kind of ['status', 'question', 'end'] as const) {
      assert.equal((await bench.chat.post(thread, { ...PLAIN, kind }, NEVER)).result, 'sent');
      await until(() => bench.server.calls('agents.sessions.setStatus').length === 1);
    }
    assert.equal(bench.server.calls('agents.sessions.setStatus').length, 1);
  });
});
