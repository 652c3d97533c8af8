/** Slack without an agent view and without streams: the plain thread says it all. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { act } from '../../support/phone.ts';
import { hasLabel, hasLive, startSlackPhone } from '../../support/slack-phone.ts';
import { until } from '../../support/until.ts';
import { noX11 } from '../../support/x11.ts';

test('Slack without an agent view and without streams: the plain thread says it all', { skip: noX11 }, async (t) => {
  const lacks = { 'agents.sessions.setStatus': 'feature_disabled', 'chat.startStream': 'unknown_method' };
  const phone = await startSlackPhone(t, { lacks });
  try {
    for (const file of ['plain-1.txt', 'plain-2.txt']) {
      phone.script(act({ action: 'shell', command: `echo once >> ${file}` }));
      phone.mark();
      const { ts } = phone.ann.say('run touch it');
      await phone.ann.tap((await phone.waitFor((message) => hasLive(message, 'Approve'))).ts, 'Approve').acknowledged;
      const end = await phone.waitFor((message) => hasLabel(message, 'Again'));
      assert.match(end.text, /Done and checked/);
      assert.equal(readFileSync(join(phone.home, file), 'utf8'), 'once\n');
      assert.ok(phone.news().every(({ rootTs, plan }) => rootTs === ts && plan === null));
      await until(
        () => phone.news().some(({ text, buttons }) => /Done and checked/.test(text) && buttons.length === 0),
        'the live message says it, too',
      );
    }
    assert.equal(phone.slack.calls('chat.startStream').length, 1, 'detected once');
    assert.equal(phone.slack.calls('agents.sessions.setStatus').length, 1);
    assert.match(phone.log(), /has no streams/);
    assert.match(phone.log(), /has no agent view/);
  } finally {
    await phone.close(/^chat\.startStream unknown_method$/);
  }
});
