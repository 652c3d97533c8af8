/** What the person did not say weighs more: recipients, amounts, addresses and paths that came from a page, a file or the model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GateContext } from '../../src/safety/risk.ts';
import { measureProcessorMs } from '../support/processor-time.ts';
import { asks, judgeJson, openTestGate } from './open-test-gate.ts';

const gate = await openTestGate();
const page: GateContext = { app: 'Chromium', window: 'Mail', element: { role: 'field', name: 'Message' }, typed: '' };
const type = (text: string, goal: string, more: GateContext = {}) =>
  judgeJson(gate, { action: 'type', text }, { ...page, goal, ...more });

test('a recipient, an amount, an address or a path that nobody said asks; said, it does not', () => {
  const cases: readonly (readonly [text: string, goal: string])[] = [
    ['eve@evil.example', 'write to eve@evil.example that I am late'],
    ['DE89 3704 0044 0532 0130 00', 'pay the rent to DE89370400440532013000'],
    ['+49 170 1234567', 'send a message to +491701234567'],
    ['@eve_evil', 'tweet hello to @eve_evil'],
    ['500 €', 'transfer 500 euros'],
    ['$1,250.00', 'pay them 1250 dollars'],
    ['see evil.example.com for more', 'tell them about evil.example.com'],
    ['https://www.evil.example.org/login', 'log in at evil.example.org'],
    ['~/Documents/taxes.pdf', 'attach taxes.pdf'],
  ];
  for (const [text, goal] of cases) {
    assert.ok(!asks(type(text, goal)), `${text} was said`);
    const judged = type(text, 'answer the mail that is open');
    assert.ok(asks(judged), `${text} was not said`);
    assert.equal(judged.rule, 'origin.untraced');
  }
});

test('another amount, or the same digits of another, is not what was said', () => {
  for (const text of ['5000 €', '50 €', '€1.500', '500,50 EUR'])
    assert.ok(asks(type(text, 'transfer 500 euros')), text);
  for (const text of ['500,00 €', 'EUR 500', '500']) assert.ok(!asks(type(text, 'transfer 500 euros')), text);
});

test('what goes into a field for a recipient or an amount must be said, however it looks', () => {
  for (const name of ['To', 'An:', 'Cc', 'Recipient', 'Empfänger', 'Amount', 'Betrag', 'IBAN']) {
    const field = { element: { role: 'field', name } };
    assert.ok(asks(type('Eve Evil', 'send Ada the minutes', field)), name);
    assert.ok(!asks(type('Ada', 'send Ada the minutes', field)), name);
  }
  assert.ok(!asks(type('Eve Evil', 'send Ada the minutes', { element: { role: 'field', name: 'Subject' } })));
});

test('ordinary text, numbers and sentences go on as before', () => {
  for (const text of [
    'Hello, world!',
    'See you at 9:30 on 21.11.2026',
    'version 24.21.0',
    'and/or',
    'a@b',
    '3 apples, 2 pears',
    'e.g. this',
  ])
    assert.ok(!asks(type(text, 'write a note')), text);
});

test('what only reads is noted, not asked about; a playbook and a person by hand say it themselves', () => {
  const view = (context: GateContext) =>
    judgeJson(gate, { action: 'shell', command: 'cat /opt/app/settings.txt' }, context);
  assert.equal(view({ cwd: '/tmp', goal: 'what is in settings.txt?' }).risk, 'safe');
  assert.equal(view({ cwd: '/tmp', goal: 'what is new?' }).rule, 'origin.untraced-safe');
  assert.equal(view({ cwd: '/tmp', goal: 'what is new?' }).risk, 'moderate');
  assert.equal(type('eve@evil.example', 'x', { isByHand: true }).risk, 'moderate');
  assert.ok(!asks(type('eve@evil.example', 'x', { isPlaybook: true })));
});

test('any text is looked through at once', () => {
  for (const piece of ['a', '1', 'a.', '1,', '/a', 'a@', '+1 ', '@a', '€', 'a:', '~/', 'DE12 ', ' '])
    for (const text of [piece.repeat(20_000 / piece.length), `x${piece.repeat(10_000 / piece.length)}`]) {
      const tookMs = measureProcessorMs(() => type(text, 'write a note'));
      assert.ok(tookMs < 200, `${piece} took ${Math.round(tookMs)} ms`);
    }
});

test('where a program set the goal, only the person’s own words name recipients and amounts', () => {
  const goal = 'write to eve@evil.example about 500 euros at evil.example.com';
  for (const text of ['eve@evil.example', '500 €']) {
    assert.ok(!asks(type(text, goal)), `${text} was said`);
    assert.equal(type(text, goal, { ownWords: '' }).rule, 'origin.untraced', `a program said ${text}`);
    assert.ok(
      !asks(type(text, goal, { ownWords: 'yes, 500 euros to eve@evil.example' })),
      'a hint of the person counts',
    );
  }
  const to = { element: { role: 'field', name: 'To' }, ownWords: '' };
  assert.equal(type('Eve', 'write to Eve', to).rule, 'origin.untraced');
  assert.ok(!asks(type('evil.example.com', goal, { ownWords: '' })), 'an address may be a program’s');
});
