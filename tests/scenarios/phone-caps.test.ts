/** Caps ask before the next call: Extend goes on, Stop ends, no answer ends; money is overshot by one call at most and never forgotten. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeenMessage } from '../servers/telegram/people.ts';
import { act, hasLiveButton, type Phone, startPhone } from '../support/phone.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { noX11 } from '../support/x11.ts';

/** Each one different: the same over and over would end as stuck. */
const FOR_EVER = Array.from({ length: 40 }, (_, index) => act({ action: 'think', text: `thought ${index}` }));

test('caps', { skip: noX11 }, async (t) => {
  const phone = await startPhone(t, { settings: { MAX_ITERATIONS: '2' } });
  try {
    await t.test('steps: asked after the last one, Extend gives as many again, Stop ends', () => extendSteps(phone));
    await t.test('money: overshot by one call at most; Extend gives as much again', () => extendMoney(phone));
    await t.test('money of the day: known after a restart, asked before the first call', () => limitTheDay(phone));
    if (WITH_REPEATS)
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

const LIMIT_USD = 0.01;

/** What the calls of the newest run have cost, in order, as the journal says. */
function costs(phone: Phone): readonly number[] {
  return phone.events().flatMap((event) => ('cost_usd' in event ? [event.cost_usd ?? 0] : []));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

async function extendMoney(phone: Phone): Promise<void> {
  await phone.restart('stop', { MAX_ITERATIONS: '100', RUN_COST_LIMIT_USD: String(LIMIT_USD) });
  phone.run('spend', { steps: FOR_EVER });
  const first = await capCard(phone);
  assert.match(first.text, /This has cost \$0\.01\d of its \$0\.010\./);
  expectOvershot(costs(phone), LIMIT_USD);
  await phone.tap(first, 'Extend');
  const second = await capCard(phone, first);
  expectOvershot(costs(phone), 2 * LIMIT_USD);
  await phone.tap(second, 'Stop');
  const end = await phone.end();
  assert.ok(end.text.includes(` · $${sum(costs(phone)).toFixed(3)}`), end.text);
  assert.equal(costs(phone).length, phone.asked('step').length, 'every call is in the account');
  phone.say('/cost');
  const { text } = await phone.waitFor(/Last 7 days/);
  const told = `$${sum(costs(phone)).toFixed(3)} of at most $0.010, ${costs(phone).length} calls`;
  assert.ok(text.includes(`Run 2: ${told}\n  claude-sonnet-5-5: `), text);
  assert.match(text, /^Today: \$0\.0\d\d of at most \$10\.00, \d+ calls\n {2}claude-sonnet-5-5: /);
}

/** Reached with the last call, and not before it. */
function expectOvershot(calls: readonly number[], limit: number): void {
  assert.ok(sum(calls) >= limit, `${sum(calls)} of ${limit}`);
  assert.ok(sum(calls.slice(0, -1)) < limit, `${sum(calls.slice(0, -1))} of ${limit} before the last call`);
}

async function limitTheDay(phone: Phone): Promise<void> {
  phone.say('/status');
  const spent = /Today: (\$\d\.\d+)/.exec((await phone.waitFor(/Today/)).text)?.[1] ?? '';
  await phone.restart('stop', { DAY_COST_LIMIT_USD: '0.02' });
  phone.say('/status');
  assert.ok((await phone.waitFor(/Today/)).text.includes(`Today: ${spent}`), spent);
  phone.run('spend more', { steps: FOR_EVER });
  const card = await capCard(phone);
  assert.match(card.text, new RegExp(`Today's runs have cost \\${spent} of \\$0\\.020\\.`));
  assert.equal(phone.asked('step').length, 0);
  await phone.tap(card, 'Stop');
  await phone.end();
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
