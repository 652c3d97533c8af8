/** Where a caret can blink, a small change is doubted; where none can be, it is not. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDoubt, mayShowCaret } from '../../src/screen/settling/caret.ts';
import { saysOtherwise } from '../../src/screen/told.ts';

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
  // A click moves the focus to its target.
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

it('the application is asked at most three times, some time apart, and never after it has said so', async () => {
  for (const [answers, wanted] of [
    [[false, false, false, true], 3],
    [[false, true], 2],
    [[true], 1],
  ] as const) {
    let [now, asked] = [0, 0];
    const doubt = createDoubt(async () => answers[asked++] ?? false, { elapsed: () => now });
    for (now = 0; now < 2000; now += 20) await doubt.ask();
    assert.equal(asked, wanted);
    assert.equal(doubt.isOver(), wanted < 3);
  }
});

it('says something else by its name or by what stands in it, in its place alone', () => {
  const box = { x: 10, y: 10, width: 80, height: 20 };
  const states = { isFocused: false, isEnabled: true, isSecure: false };
  const guests = { number: 1, role: 'number field', name: 'Guests', value: '2', box, ...states };
  assert.equal(saysOtherwise(guests, [{ ...guests, number: 7, isFocused: true }]), false);
  assert.equal(saysOtherwise(guests, [{ ...guests, value: '3' }]), true);
  assert.equal(saysOtherwise(guests, [{ ...guests, name: 'Guests (full)' }]), true);
  // The element is gone or has moved, so its text is unknown.
  assert.equal(saysOtherwise(guests, []), false);
  assert.equal(saysOtherwise(guests, [{ ...guests, value: '3', box: { ...box, y: 90 } }]), false);
  // One of two elements in the same place still says it.
  assert.equal(saysOtherwise(guests, [{ ...guests, value: '3' }, guests]), false);
});
