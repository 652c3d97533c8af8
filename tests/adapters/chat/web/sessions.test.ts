/** What outlives a restart of the page: who was let in, and what was said; and what ends it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createAccess } from '../../../../adapters/chat/web/access.ts';
import { joinWebChat } from '../../../../adapters/chat/web/client.ts';
import { WEB_THREAD } from '../../../../adapters/chat/web/web-chat.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { createFakeStateStore } from '../../../fakes/state-store.ts';
import { until } from '../../../support/until.ts';
import { never, openSession, startWebChat } from './web-bench.ts';

const DAY_MS = 24 * 3_600_000;

async function letIn(access: ReturnType<typeof createAccess>) {
  const redeemed = await access.redeem(access.issueSecret());
  assert.equal(redeemed.result, 'opened');
  return redeemed.result === 'opened' ? redeemed.session : { cookie: '', token: '' };
}

test('a session survives a restart, hashed, and links do not', async () => {
  const clock = createFakeClock();
  const state = createFakeStateStore();
  const first = createAccess(clock, state);
  const { cookie, token } = await letIn(first);
  const unused = first.issueSecret();
  const kept = JSON.stringify(state.get('page.sessions'));
  assert.ok(kept.length > 50 && !kept.includes(cookie) && !kept.includes(token) && !kept.includes(unused));
  const second = createAccess(clock, state);
  assert.ok(second.isSession(cookie, token) && second.hasCookie(cookie));
  assert.ok(!second.isSession(cookie, cookie) && !second.isSession(token, token) && !second.isSession('', ''));
  assert.equal((await second.redeem(unused)).result, 'wrong');
  const [hashes] = JSON.parse(kept);
  assert.ok(!second.isSession(hashes.cookie, hashes.token), 'what stands in the file opens nothing');
});

test('a session ends after 30 days however it is used, and after 7 without use', async () => {
  const clock = createFakeClock();
  const state = createFakeStateStore();
  const access = createAccess(clock, state);
  const [used, idle] = [await letIn(access), await letIn(access)];
  for (let day = 1; day < 30; day += 1) {
    clock.jump(DAY_MS);
    assert.equal(access.isSession(used.cookie, used.token), true, `day ${day}`);
    if (day === 7) assert.equal(access.hasCookie(idle.cookie), false);
  }
  assert.equal(createAccess(clock, state).isSession(used.cookie, used.token), true, 'its use was noted');
  clock.jump(DAY_MS);
  assert.equal(access.isSession(used.cookie, used.token), false);
  assert.deepEqual(access.list(), []);
});

test('allowing more needs a link of the last hours, and a clock that is put back makes none fresh', async () => {
  const clock = createFakeClock();
  const access = createAccess(clock, createFakeStateStore());
  const { cookie } = await letIn(access);
  assert.equal(access.isFresh(cookie), true);
  clock.jump(-1000);
  assert.equal(access.isFresh(cookie), false);
  clock.jump(12 * 3_600_000 + 1000);
  assert.equal(access.isFresh(cookie), false);
  assert.equal(access.isFresh('other'), false);
});

test('a session that is ended is out at once, on its open page too, and the others stay', async () => {
  const bench = await startWebChat();
  try {
    const gone = await openSession(bench);
    const [first] = bench.chat.sessions();
    const stays = await joinWebChat(bench.chat.openLink(), never);
    const events = await fetch(`${bench.origin()}/events`, { headers: gone });
    const body = events.text();
    assert.equal(await bench.chat.endSession('nonsense'), false);
    assert.equal(await bench.chat.endSession(first?.id ?? ''), true);
    await body;
    assert.equal((await fetch(`${bench.origin()}/events`, { headers: gone })).status, 401);
    await stays.sendText('still here', never, randomUUID());
    assert.equal(bench.chat.sessions().length, 1);
  } finally {
    await bench.chat.stop();
  }
});

test('what was said is there after a restart: no pictures, no secret, and what was never accepted is not', async () => {
  const [state, kept] = [createFakeStateStore(), createFakeStateStore()];
  const hang = Promise.withResolvers<{ toast: string }>();
  const first = await startWebChat({
    state,
    kept,
    answer: ({ content }) =>
      content.kind === 'text' && content.text === 'too early' ? hang.promise : Promise.resolve({ toast: '' }),
  });
  const headers = await openSession(first);
  const port = Number(new URL(first.origin()).port);
  const client = await joinWebChat(first.chat.openLink(), never);
  await client.sendText('log in with sk-secret', never, randomUUID());
  client.sendText('too early', never, randomUUID()).catch(() => undefined);
  const message = { kind: 'reply', buttons: [], file: null, pictureAlt: 'a', text: ['seen'] } as const;
  await first.chat.post(WEB_THREAD, { ...message, picture: Uint8Array.of(0xff, 0xd8, 1, 2) }, never);
  const posted = await first.chat.post(WEB_THREAD, { ...message, text: ['a question'], picture: null }, never);
  assert.ok(JSON.stringify(kept.get('messages')).includes('a question'), 'what counts as sent is kept');
  assert.ok(!JSON.stringify(kept.get('messages')).includes('too early'));
  await first.chat.stop();
  hang.resolve({ toast: '' });

  const second = await startWebChat({ state, kept, port });
  try {
    assert.ok(!JSON.stringify(kept.get('messages')).includes('sk-secret'));
    if (posted.result === 'sent')
      assert.equal(
        (await second.chat.edit(posted.message, { ...message, text: ['decided'], picture: null }, never)).result,
        'sent',
        'an open question can be closed',
      );
    const events = await fetch(`${second.origin()}/events`, { headers, signal: AbortSignal.timeout(20_000) });
    assert.equal(events.status, 200, 'the same browser is in again');
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    await until(async () => {
      text += (await reader?.read())?.value ?? '';
      return text.includes('\n\n');
    });
    await reader?.cancel();
    assert.match(text, /log in with •••/);
    assert.match(text, /seen.*The picture was not kept/s);
    assert.match(text, /decided/);
    assert.doesNotMatch(text, /"url"/);
  } finally {
    await second.chat.stop();
  }
});
