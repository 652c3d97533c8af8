/** Between two looks nobody shows where the keys go; what is known of it comes from the acts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '../../../src/action/schema.ts';
import type { UiElement } from '../../../src/ports/desktop.ts';
import { focusAt, moveFocus, UNKNOWN_FOCUS } from '../../../src/run/act/focus.ts';
import { toAction } from '../../safety/open-test-gate.ts';

const at = (isFocused: boolean, name: string): UiElement => {
  const box = { x: 0, y: 0, width: 9, height: 9 };
  return { number: 1, role: 'button', name, value: '', box, isFocused, isEnabled: true, isSecure: false };
};
const look = (takenAt: number, elements: readonly UiElement[]): Parameters<typeof focusAt>[0] => {
  const display = { index: 1, width: 9, height: 9, originX: 0, originY: 0, density: 1 };
  const fingerprint = { columns: 1, rows: 1, tiles: new Uint32Array(1) };
  const frame = {
    takenAt,
    display,
    jpeg: new Uint8Array(),
    width: 9,
    height: 9,
    fingerprint,
    isBlack: false,
    cover: { covered: [], unsure: [] },
  };
  return { frame, zoomed: null, screen: 'on', front: { app: 'a', title: '', pid: 1 }, elements, elementsNote: '' };
};
const after = (value: object, element: UiElement | null = null) =>
  moveFocus(UNKNOWN_FOCUS, toAction(value), element, 100);
const key = (keys: string): Action => toAction({ action: 'key', keys });

test('what was clicked has it; what a newer look shows counts more, an older one nothing', () => {
  const clicked = after({ action: 'click', target: { x: 1, y: 1 } }, at(false, 'Name'));
  assert.equal(focusAt(look(50, [at(true, 'Old')]), clicked).element?.name, 'Name');
  assert.equal(focusAt(look(150, [at(true, 'New')]), clicked).element?.name, 'New');
  assert.equal(focusAt(look(150, [at(false, 'New')]), clicked).element?.name, 'Name');
});

const CLICKED = moveFocus(UNKNOWN_FOCUS, toAction({ action: 'click', target: { x: 1, y: 1 } }), null, 50);

test('at the start of a run nobody knows what has it, and what could not be focused changes nothing', () => {
  assert.equal(UNKNOWN_FOCUS.isMoved, true);
  assert.equal(focusAt(look(50, [at(true, 'Name')]), UNKNOWN_FOCUS).isMoved, false);
  const moved = moveFocus(CLICKED, key('Tab'), null, 100);
  for (const action of [
    { action: 'focus', element: 99 },
    { action: 'set_value', element: 99, text: 'x' },
  ])
    assert.equal(moveFocus(moved, toAction(action), null, 110), moved);
});

test('keys that go on to the next thing leave it unknown, until a look or a click tells', () => {
  for (const keys of ['Tab', 'shift+Tab', 'Down', 'F6', 'alt+s', 'no such key']) {
    const moved = moveFocus(UNKNOWN_FOCUS, key(keys), null, 100);
    assert.deepEqual(focusAt(look(50, [at(true, 'Old')]), moved), moved, keys);
    assert.equal(moved.isMoved, true, keys);
    assert.equal(focusAt(look(2700, [at(true, 'Buy')]), moved).isMoved, false);
    assert.equal(focusAt(look(1500, [at(true, 'Buy')]), moved).isMoved, true, 'applications tell it late');
    assert.equal(moveFocus(moved, toAction({ action: 'click', target: { x: 1, y: 1 } }), null, 120).isMoved, false);
  }
  for (const keys of ['a', 'Return', 'space', 'ctrl+c', 'BackSpace'])
    assert.equal(moveFocus(CLICKED, key(keys), null, 100).isMoved, false, keys);
  assert.equal(after({ action: 'type', text: 'a\tb' }).isMoved, true);
});

test('a right click, Alt with a letter, F10 and the menu key may open a menu; a click, Escape or Enter ends it', () => {
  const right = after({ action: 'click', target: { x: 1, y: 1 }, button: 'right' });
  assert.equal(right.isMenu, true);
  assert.equal(focusAt(look(150, [at(true, 'Row')]), right).isMenu, true, 'no look shows a menu');
  for (const keys of ['alt+f', 'F10', 'shift+F10', 'Menu'])
    assert.equal(moveFocus(UNKNOWN_FOCUS, key(keys), null, 100).isMenu, true, keys);
  for (const keys of ['alt+Tab', 'alt+Left', 'ctrl+s', 'a', 'F5'])
    assert.equal(moveFocus(UNKNOWN_FOCUS, key(keys), null, 100).isMenu, false, keys);
  assert.equal(moveFocus(right, key('Down'), null, 110).isMenu, true);
  for (const keys of ['Escape', 'Return']) assert.equal(moveFocus(right, key(keys), null, 110).isMenu, false, keys);
  assert.equal(moveFocus(right, toAction({ action: 'click', target: { x: 1, y: 1 } }), null, 120).isMenu, false);
});

test('what had it before keys moved it is not believed to have it still', () => {
  const clicked = after({ action: 'click', target: { x: 1, y: 1 } }, at(false, 'Details'));
  const moved = moveFocus(moveFocus(clicked, key('Tab'), null, 200), key('Tab'), null, 210);
  assert.equal(focusAt(look(5000, [at(true, 'Details')]), moved).isMoved, true);
  assert.equal(focusAt(look(5000, [at(true, 'Message')]), moved).isMoved, false);
});

test('the right button may open a menu, and so may a click with Control held; with Command it does not', () => {
  const target = { x: 1, y: 1 };
  assert.equal(after({ action: 'click', target, button: 'right' }).isMenu, true);
  assert.equal(after({ action: 'click', target, modifiers: ['Control_L'] }).isMenu, true);
  assert.equal(after({ action: 'click', target, modifiers: ['cmd', 'shift'] }).isMenu, false);
  assert.equal(after({ action: 'click', target }).isMenu, false);
});
