/** “Allow for this run” covers exactly what the person saw, again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGrants, mayGrant } from '../../../src/run/confirm/grants.ts';
import { say } from '../../../src/words/say.ts';
import { toAction } from '../../safety/open-test-gate.ts';

const JUDGEMENT = { risk: 'high', reason: say`It sends`, rule: 'x' } as const;
const FRONT = { app: 'Mail', title: 'New message', pid: 1 };
const of = (action: object, name = 'To', title = FRONT.title) => ({
  action: toAction(action),
  judgement: JUDGEMENT,
  observation: { front: { ...FRONT, title } },
  element: { role: 'field', name },
});

test('the same act on the same element is covered, wherever it stands in the list', () => {
  const grants = createGrants();
  grants.add(of({ action: 'click', target: { element: 3 } }));
  assert.ok(grants.covers(of({ action: 'click', target: { element: 9 } })));
  assert.ok(!grants.covers(of({ action: 'click', target: { element: 3 } }, 'Cc')));
  assert.ok(!grants.covers(of({ action: 'click', target: { element: 3 } }, 'To', 'Another message')));
});

test('another text, number of clicks or button is another act', () => {
  const pairs = [
    [
      { action: 'set_value', element: 3, text: 'anna@x.example' },
      { action: 'set_value', element: 3, text: 'eve@y.example' },
    ],
    [
      { action: 'click', target: { element: 3 } },
      { action: 'click', target: { element: 3 }, count: 2 },
    ],
    [
      { action: 'click', target: { element: 3 } },
      { action: 'click', target: { element: 3 }, button: 'right' },
    ],
  ];
  for (const [allowed = {}, other = {}] of pairs) {
    const grants = createGrants();
    grants.add(of(allowed));
    assert.ok(grants.covers(of(allowed)), JSON.stringify(allowed));
    assert.ok(!grants.covers(of(other)), JSON.stringify(other));
  }
});

test('nothing is granted where nobody can tell what will be there next, nor for dropping', () => {
  const click = of({ action: 'click', target: { x: 500, y: 500 } });
  assert.ok(mayGrant(click));
  assert.ok(!mayGrant({ ...click, element: null }));
  assert.ok(!mayGrant({ ...click, element: { role: 'button', name: ' ' } }));
  assert.ok(!mayGrant(of({ action: 'drag', from: { x: 1, y: 1 }, to: { x: 9, y: 9 } })));
});
