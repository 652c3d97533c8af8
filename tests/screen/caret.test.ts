/** Where a caret can blink, a small change is doubted; where none can be, it is not. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mayShowCaret } from '../../src/screen/settling/caret.ts';

const of = (role: string) => ({ role });
const LISTED = { elements: [of('button'), of('field')], isListed: true };
const NOBODY = { focused: null, element: null, ...LISTED };

it('blinks in what somebody types into, and in what nobody knows', () => {
  for (const role of [
    'field',
    'text area',
    'terminal',
    'combo box',
    'cell',
    'number field',
    'canvas',
    'group',
    'something new',
  ])
    assert.equal(mayShowCaret({ ...NOBODY, focused: of(role) }), true, role);
  // A click gives it the keys.
  for (const role of ['field', 'text', 'group', 'canvas'])
    assert.equal(mayShowCaret({ ...NOBODY, focused: of('button'), element: of(role) }), true, role);
});

it('blinks nowhere while a button, a link or a choice has the keys, or nothing has', () => {
  for (const role of ['button', 'link', 'check box', 'radio button', 'slider', 'tab', 'menu item', 'tree item'])
    assert.equal(mayShowCaret({ ...NOBODY, focused: of(role) }), false, role);
  assert.equal(mayShowCaret(NOBODY), false);
  assert.equal(mayShowCaret({ ...NOBODY, element: of('button') }), false);
});

it('may blink where the list is not there, not whole, or has what draws its own', () => {
  assert.equal(mayShowCaret({ ...NOBODY, isListed: false }), true);
  assert.equal(mayShowCaret({ ...NOBODY, elements: [] }), true);
  assert.equal(mayShowCaret({ ...NOBODY, elements: [of('canvas')] }), true);
});
