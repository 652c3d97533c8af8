/** One line in, one answer out: the format of `npm run -s risk`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { answerLine } from '../../src/safety/answer-line.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { openTestGate } from './open-test-gate.ts';

const gate = await openTestGate();
const answer = (line: string) => answerLine(line, gate);
const say = (value: unknown) => answer(JSON.stringify(value));

test('an action is answered with its risk, a reason and whether it is only not understood, and nothing else', () => {
  const answered = say({ action: 'shell', command: 'ls' });
  assert.deepEqual(Object.keys(answered ?? {}), ['risk', 'reason', 'confined']);
  assert.equal(answered?.risk, 'safe');
  assert.equal(say({ action: 'SHELL', command: 'rm -rf /', surprise: 1 })?.risk, 'critical');
});

test('empty lines have no answer', () => {
  for (const line of ['', ' ', '\r', '\t']) assert.equal(answer(line), null);
});

test('what is not an action is critical and says why', () => {
  for (const line of [
    'nope',
    '{',
    '[]',
    'null',
    '1',
    '"shell"',
    '{}',
    '{"action":1}',
    '{"action":"fly"}',
    '{"action":"shell"}',
    '{"action":"click","target":{"x":2000,"y":1}}',
    '{"action":"shell","command":"ls"}{"action":"shell","command":"ls"}',
  ]) {
    const answered = answer(line);
    assert.equal(answered?.risk, 'critical', line);
    assert.match(answered?.reason ?? '', /^not an action: ./, line);
  }
});

test('the moment beside the action counts; a bad one is no action', () => {
  const click = { action: 'click', target: { x: 1, y: 1 } };
  assert.equal(say(click)?.risk, 'high');
  assert.equal(say({ ...click, context: { element: { name: 'Show more' } } })?.risk, 'moderate');
  assert.equal(say({ ...click, context: {} })?.risk, 'high');
  assert.equal(say({ action: 'key', keys: 'Return', context: { app: 'xterm', typed: 'rm -rf ~' } })?.risk, 'critical');
  assert.equal(say({ action: 'shell', command: 'cat x', context: { cwd: '/Users/alice/.ssh' } })?.risk, 'high');
  for (const context of [
    null,
    1,
    'x',
    [],
    { app: 1 },
    { element: 'x' },
    { element: { secure: 'yes' } },
    { cwd: 'relative' },
    { typed: null },
  ]) {
    assert.match(
      say({ ...click, context })?.reason ?? '',
      /^not an action: context(\.\w+)*: /,
      JSON.stringify(context),
    );
  }
});

test('a line cannot say that a person asked for it', () => {
  const claimed = say({ action: 'shell', command: 'rm x', context: { isByHand: true, isPlaybook: true } });
  assert.equal(claimed?.risk, 'high');
});

test('any line gets an answer or none, and never an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (line) => {
      const answered = answer(line);
      assert.ok(answered === null ? line.trim() === '' : answered.reason !== '');
    }),
    { numRuns: WITH_REPEATS ? 3000 : 800 },
  );
  assert.equal(answer('['.repeat(200_000))?.risk, 'critical');
});

test('a scope beside the action counts; one that is none is no action', () => {
  const scope = { apps: ['LibreOffice'], sites: ['docs.google.com'], kinds: ['edit'] };
  const click = { action: 'click', target: { x: 1, y: 1 } };
  const context = { app: 'libreoffice-calc', window: 'Format Cells', element: { role: 'button', name: 'OK' } };
  assert.equal(say({ ...click, context })?.risk, 'high');
  assert.equal(say({ ...click, context: { ...context, scope } })?.risk, 'moderate');
  assert.equal(say({ ...click, context: { ...context, scope: { ...scope, kinds: ['save'] } } })?.risk, 'high');
  const paste = { action: 'key', keys: 'ctrl+v' };
  const page = { app: 'Google Chrome', window: 'Budget', element: { role: 'canvas', name: '' } };
  assert.equal(say({ ...paste, context: { ...page, scope } })?.risk, 'moderate', 'between the two places it names');
  assert.equal(say({ ...paste, context: { ...page, scope: { ...scope, apps: [] } } })?.risk, 'high', 'one place only');
  assert.equal(say({ ...paste, context: { ...page, address: 'https://evil.example/', scope } })?.risk, 'high');
  for (const bad of [null, 'all', [], { kinds: ['send'] }, { apps: 'all' }, { folders: [''] }])
    assert.match(
      say({ ...click, context: { ...context, scope: bad } })?.reason ?? '',
      /^not an action: context\.scope/,
    );
});
