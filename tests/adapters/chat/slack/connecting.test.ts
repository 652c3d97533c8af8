/** Connecting and staying connected: every trouble is said in one sentence and waited out; no socket goes deaf unnoticed. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_PACING } from '../../../../adapters/chat/slack/options.ts';
import { createSystemClock } from '../../../../adapters/machine/clock.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import { english } from '../../../../src/words/speak.ts';
import { TEAM } from '../../../servers/slack/slack-server.ts';
import { PLAIN } from '../../../support/plain-message.ts';
import { holdsFor, until } from '../../../support/until.ts';
import { textsOf } from '../chat-bench.ts';
import { type Bench, NEVER, startBench, TOKENS } from './bench.ts';

/** A pause that doubles without a cap would come to minutes. */
const BACK_MS = 60_000;

async function expectBack(bench: Bench): Promise<number> {
  const from = performance.now();
  const count = bench.received.length;
  await bench.anna.say('are you there?').acknowledged;
  await until(() => bench.received.length > count);
  assert.equal(bench.chat.health().isConnected, true);
  return performance.now() - from;
}

describe('a token that does not work', () => {
  const troubles: readonly (readonly ['bot' | 'app', string, RegExp])[] = [
    ['bot', 'invalid_auth', /does not know the token in SLACK_BOT_TOKEN .*xoxb-/],
    ['bot', 'token_revoked', /token in SLACK_BOT_TOKEN was taken back .*reinstall/],
    ['app', 'invalid_auth', /does not know the token in SLACK_APP_TOKEN .*xapp-/],
    ['app', 'socket_mode_not_enabled', /Socket Mode is off .*"Socket Mode"/],
  ];
  for (const [token, code, sentence] of troubles) {
    it(`${token}: ${code} is one sentence, and the chat comes up when it is mended`, async (t) => {
      const bench = await startBench(t, { isStarted: false });
      bench.server.setTrouble(token, code);
      await bench.chat.start(async () => ({ toast: '' }));
      await until(() => sentence.test(english(bench.chat.health().detail)));
      assert.equal(bench.chat.health().isConnected, false);
      assert.equal(english(bench.chat.health().detail).match(/\.(\s|$)/g)?.length, 1, 'one sentence');
      await holdsFor(200, () => assert.equal(bench.log.filter(({ level }) => level === 'warn').length, 1, 'said once'));
      bench.server.setTrouble(token, '');
      await until(() => bench.chat.health().isConnected);
    });
  }

  it('taken back while it runs is named, though the socket goes on, and forgotten when it is mended', async (t) => {
    const bench = await startBench(t);
    bench.server.setTrouble('bot', 'token_revoked');
    const { ts } = bench.anna.say('hello');
    const thread = { platform: 'slack', key: `slack:${TEAM}:${bench.anna.dm}/${ts}`, isGroup: false } as const;
    for (let times = 0; times < 2; times += 1) {
      assert.equal((await bench.chat.post(thread, PLAIN, NEVER)).result, 'later');
    }
    assert.match(
      english(bench.chat.health().detail),
      /^Slack is connected\. The token in SLACK_BOT_TOKEN was taken back \(token_revoked\): reinstall/,
    );
    assert.equal(bench.log.filter(({ level, text }) => level === 'warn' && /was taken back/.test(text)).length, 1);
    bench.server.setTrouble('bot', '');
    assert.equal((await bench.chat.post(thread, PLAIN, NEVER)).result, 'sent');
    assert.equal(english(bench.chat.health().detail), 'Slack is connected.');
  });

  it('swapped ones are named as of the wrong kind', async (t) => {
    const swapped = { botToken: TOKENS.appToken, appToken: TOKENS.botToken };
    const { chat } = await startBench(t, { chat: swapped });
    assert.match(english(chat.health().detail), /token in SLACK_BOT_TOKEN is of the wrong kind .*xoxb-/);
  });

  it('an app-level token without connections:write is named', async (t) => {
    const { chat } = await startBench(t, { server: { appScopes: ['authorizations:read'] } });
    assert.match(english(chat.health().detail), /SLACK_APP_TOKEN lacks the scope connections:write/);
  });

  it('a missing scope is named at the start, and what does not need it works', async (t) => {
    const scopes = [
      'assistant:write',
      'chat:write',
      'commands',
      'files:read',
      'im:write',
      'users:read',
      'im:history',
      'app_mentions:read',
    ];
    const bench = await startBench(t, { server: { scopes } });
    assert.match(
      english(bench.chat.health().detail),
      /lacks these scopes, and what needs them fails: channels:history, files:write, groups:history; add them/,
    );
    await expectBack(bench);
  });
});

describe('Slack out of reach', () => {
  it('does not hold up the start, and is found as soon as it is there', async (t) => {
    const bench = await startBench(t, { isStarted: false });
    await bench.server.goDown();
    await bench.chat.start(async () => ({ toast: '' }));
    assert.match(english(bench.chat.health().detail), /Slack cannot be reached \(.*ECONNREFUSED.*\); trying again/);
    await bench.server.comeUp();
    await until(() => bench.chat.health().isConnected);
  });

  it('does not hold up the start when it takes its time', async (t) => {
    const bench = await startBench(t, { isStarted: false, pacing: { startPatienceMs: 100, callTimeoutMs: 1000 } });
    bench.server.fail('auth.test', { kind: 'hang' });
    const from = performance.now();
    await bench.chat.start(async () => ({ toast: '' }));
    assert.ok(performance.now() - from < 5_000);
    await until(() => bench.chat.health().isConnected);
  });

  it('asking for a pause is waited out, with garbage for its length too', async (t) => {
    const bench = await startBench(t, { isStarted: false });
    const paced = { kind: 'refuse', code: 429, description: 'ratelimited', parameters: { retry_after: 0.1 } } as const;
    bench.server.fail('auth.test', paced);
    bench.server.fail('auth.test', { kind: 'body', status: 429, body: 'soon' });
    bench.server.fail('apps.connections.open', { kind: 'body', status: 502, body: '<html>' });
    bench.server.fail('apps.connections.open', { kind: 'cut' });
    bench.server.fail('apps.connections.open', { kind: 'body', body: '{"ok":true}' });
    bench.server.fail('apps.connections.open', { kind: 'body', body: '{"ok":true,"url":"nonsense"}' });
    await bench.chat.start(async () => ({ toast: '' }));
    await until(() => bench.chat.health().isConnected);
    assert.equal(bench.server.faultsLeft(), 0);
  });
});

describe('a socket', () => {
  it('that Slack replaces is replaced without losing what comes meanwhile', async (t) => {
    const bench = await startBench(t);
    for (let round = 0; round < 3; round += 1) {
      const before = bench.server.opened();
      bench.server.refresh();
      const said = bench.anna.say(`during ${round}`);
      await said.acknowledged;
      await until(() => bench.server.opened() > before);
    }
    assert.deepEqual([...new Set(textsOf(bench.received))], ['during 0', 'during 1', 'during 2']);
  });

  it('that is cut is back at once', async (t) => {
    const bench = await startBench(t);
    for (let round = 0; round < 3; round += 1) {
      assert.equal(bench.server.cut(), 1);
      assert.ok((await expectBack(bench)) < BACK_MS);
    }
  });

  it('that goes half open is noticed by its pongs and built anew', async (t) => {
    const bench = await startBench(t, { server: { hub: { ackMs: 500 } } });
    bench.server.leaveHalfOpen();
    await until(() => bench.server.opened() === 2);
    await expectBack(bench);
  });

  it('from which nothing comes is built anew, though the other side answers pings', async (t) => {
    const { chat, server, log } = await startBench(t, {
      pacing: { silenceMs: 300, pongTimeoutMs: 60_000 },
      server: { hub: { pingMs: 60_000 } },
    });
    await until(() => server.opened() >= 2);
    await until(() => chat.health().isConnected);
    assert.ok(log.some(({ text }) => text.startsWith('Nothing came from Slack for 0.3 s')));
  });

  it('is built anew when the computer slept, whatever it says of itself', async (t) => {
    const system = createSystemClock();
    let sleptMs = 0;
    const clock: Clock = { ...system, now: () => system.now() + sleptMs };
    const bench = await startBench(t, { chat: { clock }, pacing: { pongTimeoutMs: 60_000 } });
    bench.server.leaveHalfOpen();
    sleptMs = 3_600_000;
    await until(() => bench.server.opened() === 2);
    await expectBack(bench);
    assert.ok(bench.log.some(({ text }) => text.includes('The computer slept')));
  });

  it('by default is watched: noticed half open within 3 s, silent within 120 s, tried again at least every 5 s', () => {
    const { pongTimeoutMs, silenceMs, wakeCheckMs, retryCapMs } = DEFAULT_PACING;
    assert.ok(pongTimeoutMs <= 3_000);
    assert.deepEqual([silenceMs, retryCapMs], [120_000, 5_000]);
    assert.ok(wakeCheckMs <= 5_000);
  });

  it('that says no hello is given up', async (t) => {
    const bench = await startBench(t, { isStarted: false, pacing: { helloTimeoutMs: 500 } });
    bench.server.setMute(true);
    await bench.chat.start(async () => ({ toast: '' }));
    assert.match(english(bench.chat.health().detail), /no hello within 0.5 s/);
    bench.server.setMute(false);
    await until(() => bench.chat.health().isConnected);
  });

  it('bears garbage', async (t) => {
    const bench = await startBench(t);
    for (const text of [
      '',
      'null',
      '[]',
      '{',
      '{"type":"events_api"}',
      '{"type":"events_api","payload":{"event":null}}',
      '{"type":"hello"}',
      '{"type":7}',
    ]) {
      bench.server.garble(text);
    }
    assert.ok((await expectBack(bench)) < BACK_MS);
    assert.equal(bench.server.opened(), 1);
  });

  it('that stays away is tried again at least every 5 s', async (t) => {
    const bench = await startBench(t, { pacing: { retryFirstMs: 20, retryCapMs: 60 } });
    await bench.server.goDown();
    await delay(1_000);
    await bench.server.comeUp();
    const from = performance.now();
    await until(() => bench.chat.health().isConnected);
    assert.ok(performance.now() - from < 3_000, 'the pause has a cap');
  });
});

describe('tokens', () => {
  it('are in no log, no state and no message, whatever goes wrong', async (t) => {
    const bench = await startBench(t, { isStarted: false });
    const { botToken, appToken } = TOKENS;
    bench.server.fail('auth.test', { kind: 'body', body: JSON.stringify({ ok: false, error: `no_${botToken}` }) });
    bench.server.fail('auth.test', { kind: 'refuse', code: 200, description: 'strange_code' });
    bench.server.fail('apps.connections.open', {
      kind: 'body',
      body: `{"ok":true,"url":"http://127.0.0.1:1/${appToken}"}`,
    });
    await bench.chat.start(async () => ({ toast: '' }));
    const seen: string[] = [];
    await until(() => {
      seen.push(english(bench.chat.health().detail));
      return bench.chat.health().isConnected;
    });
    const said = [...seen, JSON.stringify(bench.log)].join('\n');
    for (const token of [botToken, appToken]) assert.ok(!said.includes(token));
  });
});
