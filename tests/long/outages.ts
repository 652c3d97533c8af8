/** Outages in real time, two minutes long: a provider that is away for a minute, and a connection to Telegram that dies without a word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import { act, startPhone } from '../support/phone.ts';
import { until } from '../support/until.ts';

const OUTAGE_MS = 60_000;
/** A poll is given up after 40 s; the next one starts at once. */
const DEAF_MS = 45_000;

test('a provider that is away for a minute: the run waits, says so, and goes on by itself', async (t) => {
  const phone = await startPhone(t);
  try {
    const done = makeReply({ action: 'done', summary: 'It is done.' });
    const started = performance.now();
    const away = () =>
      performance.now() - started < OUTAGE_MS
        ? { fault: 'status' as const, status: 529, type: 'overloaded_error' }
        : done;
    phone.run('wait for it', {
      steps: [act({ action: 'think', text: 'hm' }), ...Array.from({ length: 40 }, () => away)],
    });
    await phone.waitFor(/Waiting for the model: overloaded \(529\)…/, 20_000);
    await sleep(20_000);
    phone.owner.send('/screenshot');
    await phone.waitFor((message) => message.photo !== null, 2000);
    const live = await phone.waitFor(/^Run 1/);
    assert.ok(Number(/· (\d+) s/.exec(live.text)?.[1]) >= 20, `its time goes on: ${live.text}`);
    const end = await phone.end(120_000);
    const tookMs = performance.now() - started;
    assert.match(end.text, /Done and checked/);
    assert.ok(tookMs >= OUTAGE_MS && tookMs < OUTAGE_MS + 30_000, `${Math.round(tookMs)} ms`);
    t.diagnostic(`back ${Math.round((tookMs - OUTAGE_MS) / 1000)} s after the provider was`);
  } finally {
    await phone.close();
  }
});

test('a connection to Telegram that dies without a word is replaced within 45 s', async (t) => {
  const phone = await startPhone(t);
  try {
    await until(() => phone.telegram.calls('getUpdates').length > 0, 'it polls');
    await sleep(500);
    phone.telegram.leaveHalfOpen();
    const from = performance.now();
    phone.say('/help');
    await phone.waitFor(/this list/, DEAF_MS);
    t.diagnostic(`heard again after ${Math.round((performance.now() - from) / 1000)} s`);
    assert.ok(phone.log().some((line) => /Telegram cannot be reached/.test(line)));
  } finally {
    await phone.close(/409/);
  }
});
