/** Caps of steps, tokens and time on the real bot ask before the next call: Extend goes on, Stop ends, no answer ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeenMessage } from '../../servers/telegram/people.ts';
import { act, hasLiveButton, type Phone, startPhone } from '../../support/phone.ts';
import { noX11 } from '../../support/x11.ts';

/** Each one different: the same over and over would end as stuck. */
const FOR_EVER = Array.from({ length: 40 }, (_, index) => act({ action: 'think', text: `thought ${index}` }));

test('caps', { skip: noX11 }, async (t) => {
  const phone = await startPhone(t, { settings: { MAX_ITERATIONS: '2' } });
  try {
    await t.test('steps: asked after the last one, Extend gives as many again, Stop ends', () => extendSteps(phone));
    await t.test('tokens and time ask in their own words; nobody answers: it ends', () => limitTokensAndTime(phone));
  } finally {
    await phone.close();
  }
});

/** The open question about a cap that came after `before`. */
function capCard(phone: Phone, before: SeenMessage | null = null): Promise<SeenMessage> {
  return phone.waitFor((message) => hasLiveButton(message, 'Extend') && message.id > (before?.id ?? 0));
}

async function extendSteps(phone: Phone): Promise<void> {
  phone.run('count', { steps: FOR_EVER });
  const first = await capCard(phone);
  assert.match(first.text, /^Continue\? All 2 steps are used up\./);
  assert.ok(first.rang);
  assert.equal(phone.asked('step').length, 2);
  assert.equal(await phone.tap(first, 'Extend'), '');
  const second = await capCard(phone, first);
  assert.match(second.text, /All 4 steps are used up/);
  assert.equal(phone.asked('step').length, 4);
  assert.match(phone.asked('step')[2]?.text ?? '', /^Step 3 of 4\./m);
  await phone.waitFor(({ id, text }) => id === first.id && /Extended by Ann/.test(text));
  assert.ok(!phone.news().some((message) => message.id === first.id && hasLiveButton(message, 'Extend')));
  await phone.tap(second, 'Stop');
  assert.match((await phone.end()).text, /Stopped\nAll 4 steps are used up\. You stopped it there\./);
  assert.equal(phone.asked('step').length, 4);
}

async function limitTokensAndTime(phone: Phone): Promise<void> {
  await phone.restart('stop', { MAX_ITERATIONS: '100', RUN_TOKEN_BUDGET: '5000', CONFIRM_TIMEOUT_S: '1' });
  phone.run('talk', { steps: FOR_EVER });
  assert.match((await capCard(phone)).text, /This has used \dk of its 5k tokens\./);
  assert.match((await phone.end()).text, /Stopped\n.*tokens\. No answer came, so I stopped there\./);
  await phone.restart('stop', { RUN_TIME_LIMIT_MIN: '0.05', CONFIRM_TIMEOUT_S: '1', MAX_ITERATIONS: '100' });
  const slow = act({ action: 'wait', seconds: 3.1 });
  phone.run('dawdle', { steps: [slow, ...FOR_EVER] });
  assert.match((await capCard(phone)).text, /I've been working on this for \d+ s\./);
  assert.match((await phone.end()).text, /No answer came/);
}
