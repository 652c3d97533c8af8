/** Keys that are held around a click, a drag or the wheel: they weigh more, never less. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { weightOf } from '../../../src/safety/risk.ts';
import { asks, judgeJson, openTestGate } from '../open-test-gate.ts';

const gate = await openTestGate();
const at = { target: { x: 500, y: 500 } };
const page = (role: string, name: string) => ({ app: 'Safari', window: 'News', element: { role, name } });

test('a held key never makes an act harmless', () => {
  const acts = [
    { action: 'click', ...at },
    { action: 'click', button: 'middle', ...at },
    { action: 'drag', from: { x: 1, y: 2 }, to: { x: 500, y: 500 } },
    { action: 'scroll', direction: 'down', ...at },
  ];
  const key = fc.constantFrom('shift', 'ctrl', 'control', 'cmd', 'alt', 'altgr', 'fn', 'space', 'a', 'shift+cmd', '⌥');
  fc.assert(
    fc.property(
      fc.constantFrom(...acts),
      fc.array(key, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('Safari', 'Terminal', 'Finder', 'TextEdit', 'Code', 'Odd'),
      fc.constantFrom('Buy now', 'notes.txt', 'setup.sh', 'Delete', ''),
      (act, modifiers, app, name) => {
        const context = { app, window: 'x', element: { role: 'button', name } };
        const plain = judgeJson(gate, act, context);
        assert.ok(weightOf(judgeJson(gate, { ...act, modifiers }, context)) >= weightOf(plain));
      },
    ),
  );
});

test('a second tab or a longer selection is no more than the click', () => {
  for (const modifiers of [['cmd'], ['ctrl'], ['shift'], ['control'], ['shift', 'cmd']]) {
    assert.equal(judgeJson(gate, { action: 'click', ...at, modifiers }, page('link', 'Weather')).risk, 'moderate');
    assert.ok(asks(judgeJson(gate, { action: 'click', ...at, modifiers }, page('button', 'Buy now'))));
  }
});

test('what a key makes of a click asks: a download, an address in a terminal, a key that does something itself', () => {
  for (const alt of ['alt', 'option', '⌥', 'Alt_L'])
    assert.equal(
      judgeJson(gate, { action: 'click', ...at, modifiers: [alt] }, page('link', 'Weather')).rule,
      'click.held-key-downloads',
    );
  const terminal = { app: 'Terminal', window: 'bash', element: { role: 'link', name: 'https://x.example' } };
  assert.ok(asks(judgeJson(gate, { action: 'click', ...at, modifiers: ['cmd'] }, terminal)));
  const inEditor = { app: 'TextEdit', window: 'Untitled', element: { role: 'text area', name: 'Body' } };
  assert.ok(asks(judgeJson(gate, { action: 'click', ...at, modifiers: ['cmd', 'q', 'shift'] }, inEditor)));
  assert.equal(
    judgeJson(gate, { action: 'scroll', ...at, direction: 'up', modifiers: ['ctrl'] }, inEditor).risk,
    'moderate',
  );
});
