/** What a model can do wrong, and what a provider can: recovered from where that is possible, said in plain words where it is not. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { openByteWindow } from '../../support/byte-window.ts';
import { hasLiveButton, type Phone, type Step } from '../../support/phone.ts';
import { repeats, WITH_REPEATS } from '../../support/repeats.ts';
import { until } from '../../support/until.ts';

/** Sent as it is: no grammar lets it out, but a model that got the schema as text may say so. */
const DANCE = JSON.stringify(makeReply({ action: 'dance' }));
const CLICK = makeReply({ action: 'click', target: { x: 500, y: 500 } });

export async function bearModelTrouble(t: TestContext, phone: Phone): Promise<void> {
  const window = await openByteWindow(phone.display, phone.home, 'model');
  await t.test('a malformed reply does nothing; its reason is in the next prompt, and the run goes on', async () => {
    phone.run('recover', { steps: ['{"screen":"a"', DANCE, CLICK] });
    await expectEnd(phone, /Done and checked/);
    const [, second, third, fourth] = phone.asked('step').map(({ text }) => text);
    assert.match(second ?? '', /Your last reply was not usable, so nothing was done: .+/);
    assert.match(third ?? '', /not usable, so nothing was done: .*dance/);
    assert.doesNotMatch(fourth ?? '', /not usable/);
    await until(() => window.presses().length > 0, 'the click arrives');
    assert.equal(window.presses().length, 1);
  });
  for (const [what, steps, words] of repeats(...NAMED)) {
    await t.test(`${what} three times in a row ends the run in plain words`, async () => {
      phone.run(what, { steps: [...steps, ...steps, ...steps] });
      await expectEnd(phone, words);
      assert.equal(phone.events().filter(({ type }) => type === 'reply.malformed').length, 3);
      assert.equal(phone.events().filter(({ type }) => type === 'action.intended').length, 0);
    });
  }
  if (WITH_REPEATS)
    await t.test('a reply that was cut off is asked for again with more room, within the same step', async () => {
      phone.run('truncate', { steps: [{ fault: 'truncated', reply: CLICK }, CLICK] });
      await expectEnd(phone, /Done and checked/);
      const [first, second] = phone.asked('step');
      assert.equal(second?.text, first?.text);
      assert.equal(second?.maxTokens, 2 * (first?.maxTokens ?? 0));
      assert.equal(phone.events().filter(({ type }) => type === 'reply.malformed').length, 0);
    });
  if (WITH_REPEATS)
    await t.test('thinking before the reply, and faults that pass, cost nothing but time', async () => {
      const before = window.presses().length;
      phone.run('outlast', {
        steps: [
          { fault: 'thinking', reply: CLICK },
          { fault: 'status', status: 529, type: 'overloaded_error' },
          { fault: 'reset' },
          CLICK,
        ],
      });
      await expectEnd(phone, /Done and checked/);
      await until(() => window.presses().length > before + 1, 'both clicks arrive');
      assert.equal(window.presses().length, before + 2);
    });
  await t.test('Retry-After is obeyed, and the live message says what is waited for', async () => {
    const limited = {
      fault: 'status',
      status: 429,
      type: 'rate_limit_error',
      headers: { 'retry-after': '5' },
    } as const;
    phone.run('wait', { steps: [CLICK, limited] });
    await phone.waitFor(/✓ Clicking.*\nWaiting for the model: too many requests with this key \(429\)…/);
    await expectEnd(phone, /Done and checked/);
    const reply = phone.events().filter((event) => event.type === 'reply.received')[1];
    assert.ok(reply?.type === 'reply.received' && reply.ms >= 5000);
  });
  await t.test('what the model is about to do shows while it still writes; a stop cuts it off there', async () => {
    const before = window.presses().length;
    phone.run('write slowly', { steps: [{ fault: 'drip', ms: 700, reply: CLICK }] });
    const live = await phone.waitFor(/Next: “Scripted step”…|Next: clicking at 500, 500…/);
    await phone.tap(live, 'Stop');
    await expectEnd(phone, /Stopped\nStopped by Ann/);
    const last = () => phone.anthropic.exchanges.findLast(({ request }) => request?.isStream === true);
    await until(() => last()?.isAborted === true, 'the connection is closed before the reply is whole');
    assert.equal(window.presses().length, before);
    assert.equal(phone.events().filter(({ type }) => type === 'reply.received').length, 0);
  });
  if (!WITH_REPEATS) return;
  await t.test('a provider that stays away holds the run up and says so; Retry goes on, Stop ends', async () => {
    phone.run('come back', { steps: [AWAY, AWAY] });
    const card = await phone.waitFor((message) => hasLiveButton(message, 'Retry') && message.rang);
    assert.match(card.text, /^I can't reach the model\. .*\nI'll try again in a minute\.$/);
    await phone.tap(card, 'Retry');
    const again = await phone.waitFor((message) => hasLiveButton(message, 'Retry') && message.id > card.id);
    await phone.tap(again, 'Stop');
    await expectEnd(phone, /Stopped\nStopped by Ann/);
    assert.equal(phone.asked('step').length, 2);
  });
  await t.test('a key that is not accepted ends the run with what to do', async () => {
    phone.run('sign in', { steps: [{ fault: 'status', status: 401, type: 'authentication_error' }] });
    await expectEnd(phone, /Failed\n.*ANTHROPIC_API_KEY.*https:\/\//);
    assert.equal(phone.asked('step').length, 1);
  });
}

/** The kinds of unusable replies, and how a person reads about them. */
const NAMED: readonly (readonly [string, readonly Step[], RegExp])[] = [
  ['malformed', ['no JSON at all'], /Failed\n.*three answers in a row.*does not start with/],
  [
    'refusal',
    [{ fault: 'refusal', explanation: 'This looks like a bank.' }],
    /Failed\nThe model declined to go on: This looks like a bank\. Word the goal differently.* I asked three times\./,
  ],
  ['empty', [{ fault: 'empty' }], /Failed\n.*three answers in a row.*empty/],
  // Each is tried twice by the adapter.
  [
    'truncation',
    [
      { fault: 'truncated', reply: CLICK },
      { fault: 'truncated', reply: CLICK },
    ],
    /Failed\nThe reply was cut off twice because it got too long\. Try a smaller goal\. I asked three times\./,
  ],
];

/** No retry is wanted: the provider itself says so. */
const AWAY = {
  fault: 'status',
  status: 529,
  type: 'overloaded_error',
  headers: { 'x-should-retry': 'false' },
} as const;

async function expectEnd(phone: Phone, words: RegExp): Promise<void> {
  const end = await phone.end();
  assert.match(end.text, words);
}
