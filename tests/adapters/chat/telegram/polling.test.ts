/** The connection: whatever goes wrong is waited out and said, nothing is lost, and the bot is never deaf. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Api } from 'grammy';
import { DEFAULT_PACING } from '../../../../adapters/chat/telegram/options.ts';
import { createSystemClock } from '../../../../adapters/machine/clock.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import { english } from '../../../../src/words/speak.ts';
import type { Fault } from '../../../servers/telegram/faults.ts';
import { until } from '../../../support/until.ts';
import { textsOf } from '../chat-bench.ts';
import { type Bench, startBench, TOKEN } from './bench.ts';

async function hears(bench: Bench, text: string): Promise<void> {
  bench.anna.send(text);
  await until(() => textsOf(bench.received).includes(text));
}

describe('polling', { concurrency: 6 }, () => {
  const passing: Readonly<Record<string, Fault>> = {
    'a server error': { kind: 'refuse', code: 502, description: 'Bad Gateway' },
    'an internal error without words': {
      kind: 'body',
      status: 500,
      body: '{"ok":false}',
      contentType: 'application/json',
    },
    'a page of a proxy': { kind: 'body', body: '<html>sign in to the hotel</html>' },
    'broken JSON': { kind: 'body', body: '{"ok":true,"result":[{"upd', contentType: 'application/json' },
    'the wrong JSON': { kind: 'body', body: '{"ok":true,"result":"nonsense"}', contentType: 'application/json' },
    'updates without numbers': { kind: 'body', body: '{"ok":true,"result":[{"message":{}}]}' },
    'a reset connection': { kind: 'reset' },
    'an answer cut in the middle': { kind: 'cut' },
    'an answer that got lost': { kind: 'lost answer' },
    'a poll that is never answered': { kind: 'hang' },
    'flood control': { kind: 'refuse', code: 429, description: 'Too Many Requests', parameters: { retry_after: 1 } },
    'flood control for years': {
      kind: 'refuse',
      code: 429,
      description: 'Too Many',
      parameters: { retry_after: 1e12 },
    },
    'flood control with nonsense': {
      kind: 'refuse',
      code: 429,
      description: 'Too Many',
      parameters: { retry_after: 'soon' },
    },
    'a refusal nobody knows': { kind: 'refuse', code: 418, description: "I'm a teapot" },
  };
  for (const [what, fault] of Object.entries(passing)) {
    it(`survives ${what}`, async (t) => {
      const bench = await startBench(t, { pacing: { pollSeconds: 1, pollGraceMs: 200 } });
      bench.server.fail('getUpdates', fault, 2);
      await hears(bench, 'one');
      await hears(bench, 'two');
      assert.deepEqual([...new Set(textsOf(bench.received))], ['one', 'two']);
      assert.equal(bench.server.faultsLeft(), 0);
    });
  }

  it('is connected again, and says so, after the network was away', async (t) => {
    const bench = await startBench(t, { pacing: { pollSeconds: 30 } });
    await until(() => bench.server.calls('getUpdates').length > 0);
    await bench.server.goDown();
    await until(() => !bench.chat.health().isConnected);
    assert.match(english(bench.chat.health().detail), /cannot be reached .*trying again/);
    await delay(200);
    await bench.server.comeUp();
    await until(() => bench.chat.health().isConnected);
    await hears(bench, 'back');
    assert.equal(bench.log.filter(({ level }) => level === 'warn').length, 1, 'trouble is said once');
  });

  it('starts without Telegram and goes on trying', async (t) => {
    const bench = await startBench(t, { isStarted: false });
    await bench.server.goDown();
    await bench.chat.start(async (message) => {
      texts.push(message.content.kind === 'text' ? message.content.text : '');
      return { toast: '' };
    });
    const texts: string[] = [];
    assert.equal(bench.chat.health().isConnected, false);
    await bench.server.comeUp();
    bench.anna.send('there');
    await until(() => texts.length === 1);
  });

  it('gives up a poll that has gone half open', async (t) => {
    const bench = await startBench(t, { pacing: { pollSeconds: 1, pollGraceMs: 300 } });
    await hears(bench, 'one');
    await until(() => bench.server.calls('getUpdates').some(({ status }) => status === null));
    assert.ok(bench.server.leaveHalfOpen() > 0);
    const before = performance.now();
    await hears(bench, 'two');
    assert.ok(performance.now() - before > 200, 'the dead poll was waited for');
  });

  it('by default is back within 45 s of going half open, and holds a poll for at most 30 s', () => {
    const { pollSeconds, pollGraceMs, retryFirstMs, retryCapMs } = DEFAULT_PACING;
    assert.ok(pollSeconds <= 30);
    assert.ok(pollSeconds * 1000 + pollGraceMs + retryFirstMs <= 44_000);
    assert.ok(retryCapMs <= 4_000, 'within 5 s where the connection fails');
  });

  it('connects anew when the computer slept', async (t) => {
    const system = createSystemClock();
    let sleptMs = 0;
    const clock: Clock = { ...system, now: () => system.now() + sleptMs };
    const bench = await startBench(t, { chat: { clock }, pacing: { pollSeconds: 30, pollGraceMs: 30_000 } });
    await hears(bench, 'before');
    await until(() => bench.server.calls('getUpdates').some(({ status }) => status === null));
    bench.server.leaveHalfOpen();
    sleptMs = 3_600_000;
    await hears(bench, 'after');
    assert.ok(bench.log.some(({ text }) => text.includes('slept')));
  });

  it('says that another copy polls, goes on trying, and takes over when it is gone', async (t) => {
    const bench = await startBench(t);
    const other = new Api(TOKEN, { apiRoot: bench.server.root });
    await until(() => bench.server.calls('getUpdates').some(({ status }) => status === null));
    const otherPoll = other.getUpdates({ timeout: 30 }).catch(() => []);
    await until(() => /another program/i.test(english(bench.chat.health().detail)));
    assert.match(english(bench.chat.health().detail), /stop the other copy/);
    assert.ok(bench.chat.health().takenSince !== undefined);
    assert.ok(bench.log.some(({ level, text }) => level === 'warn' && text.includes('409')));
    await otherPoll;
    await hears(bench, 'mine again');
    assert.equal(bench.chat.health().isConnected, true);
    assert.equal(bench.chat.health().takenSince, undefined);
  });

  it('connects anew when nothing arrived for a long time, whatever the poll says', async (t) => {
    const bench = await startBench(t, { pacing: { pollSeconds: 30, pollGraceMs: 30_000, silenceMs: 500 } });
    await hears(bench, 'before');
    await until(() => bench.server.calls('getUpdates').some(({ status }) => status === null));
    bench.server.leaveHalfOpen();
    await hears(bench, 'after');
    assert.ok(bench.log.some(({ text }) => text.startsWith('Nothing came from Telegram')));
  });

  it('does not hold up the start when Telegram takes its time', async (t) => {
    const bench = await startBench(t, { isStarted: false, pacing: { startPatienceMs: 100 } });
    bench.server.fail('getMe', { kind: 'hang' });
    const before = performance.now();
    await bench.chat.start(async () => ({ toast: '' }));
    assert.ok(performance.now() - before < 5_000);
    assert.equal(bench.chat.health().isConnected, false);
    await until(() => bench.chat.health().isConnected);
  });

  it('takes away a webhook that keeps updates from it, without losing them', async (t) => {
    const bench = await startBench(t);
    const description = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete it";
    bench.server.fail('getUpdates', { kind: 'refuse', code: 409, description });
    await hears(bench, 'one');
    await hears(bench, 'two');
    const removals = bench.server.calls('deleteWebhook');
    assert.equal(removals.length, 2, 'at the start and on the conflict');
    assert.ok(removals.every(({ fields }) => fields.get('drop_pending_updates') === 'false'));
  });

  it('names a wrong token in one sentence and tries on, in case it is put right', async (t) => {
    const bench = await startBench(t, { isStarted: false });
    bench.server.fail('getMe', { kind: 'refuse', code: 401, description: 'Unauthorized' }, 2);
    await bench.chat.start(async () => ({ toast: '' }));
    const { isConnected, detail } = bench.chat.health();
    assert.equal(isConnected, false);
    assert.match(english(detail), /does not know this bot token \(401\): set TELEGRAM_BOT_TOKEN .*@BotFather/);
    await until(() => bench.chat.health().isConnected);
  });

  it('names a token revoked while it runs', async (t) => {
    const bench = await startBench(t, { pacing: { pollSeconds: 1 } });
    bench.server.fail('getUpdates', { kind: 'refuse', code: 401, description: 'Unauthorized' });
    bench.anna.send('ends the poll under way');
    await until(() => english(bench.chat.health().detail).includes('TELEGRAM_BOT_TOKEN'));
  });

  it('loses no command and hands none on twice under a name of its own, whatever fails 50 times', async (t) => {
    const bench = await startBench(t, {
      pacing: { pollSeconds: 1, pollGraceMs: 50, floodCapMs: 20, conflictCapMs: 50 },
    });
    const faults = Object.values(passing).filter(({ kind }) => kind !== 'hang');
    for (let n = 0; n < 50; n += 1) {
      const fault = faults[(n * 7) % faults.length];
      if (fault !== undefined) bench.server.fail('getUpdates', fault);
    }
    const sent = Array.from({ length: 40 }, (_, n) => `/run ${n}`);
    for (const text of sent) {
      bench.anna.send(text);
      await delay(3);
    }
    await until(() => new Set(textsOf(bench.received)).size === sent.length);
    const byUpdate = new Map(bench.received.map((message) => [message.updateId, message.content]));
    assert.deepEqual(
      [...byUpdate.values()].map((content) => (content.kind === 'text' ? content.text : '')),
      sent,
    );
  });
});

describe('stop', () => {
  it('ends a long poll at once', async (t) => {
    const bench = await startBench(t, { pacing: { pollSeconds: 30 } });
    await until(() => bench.server.calls('getUpdates').length > 0);
    const before = performance.now();
    await bench.chat.stop();
    assert.ok(performance.now() - before < 10_000, 'a poll takes 30 s');
    assert.deepEqual(bench.chat.health().isConnected, false);
  });

  it('ends a chat that never reached Telegram', async (t) => {
    const bench = await startBench(t, { isStarted: false, pacing: { retryFirstMs: 30_000, retryCapMs: 30_000 } });
    await bench.server.goDown();
    await bench.chat.start(async () => ({ toast: '' }));
    const before = performance.now();
    await bench.chat.stop();
    assert.ok(performance.now() - before < 10_000, 'the next try comes after 30 s');
  });

  it('answers the tap that brought it', async (t) => {
    const bench = await startBench(t, { receive: async () => ({ toast: 'Stopped.' }) });
    const tap = bench.anna.tapInaccessible(7, 's');
    await until(() => bench.received.length === 1);
    await bench.chat.stop();
    assert.equal((await tap.answered)?.text, 'Stopped.');
  });
});
