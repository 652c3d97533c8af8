import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '../../src/action/schema.ts';
import type { UiElement } from '../../src/ports/desktop.ts';
import { expectedAnswer } from '../../src/screen/settling/expected-answer.ts';

const display = { index: 1, width: 1440, height: 900, originX: 0, originY: 0, density: 1 };
const box = { x: 100, y: 200, width: 80, height: 20 };
const place = { display, x: 140, y: 210 };
const part = (role: string): UiElement => ({
  ...{ number: 1, role, name: 'it', value: '', box },
  ...{ isFocused: true, isEnabled: true, isSecure: false },
});
const kindOf = (action: Action, element: UiElement | null, focused: UiElement | null = null): string =>
  expectedAnswer({ action, place: element === null ? null : place, element, focused, isListed: true, display }).kind;
const click: Action = { action: 'click', target: { element: 1 }, button: 'left', count: 1 };
const key = (keys: string): Action => ({ action: 'key', keys, repeat: 1 });

test('what takes text or a tick answers by itself, what leads on does not', () => {
  for (const role of ['field', 'date field', 'check box', 'radio button', 'slider'])
    assert.equal(kindOf(click, part(role)), 'itself', role);
  for (const role of ['button', 'link', 'combo box', 'item', 'menu item', 'tab'])
    assert.equal(kindOf(click, part(role)), 'elsewhere', role);
  assert.equal(kindOf({ action: 'move', target: { element: 1 } }, part('field')), 'elsewhere');
});

test('keys that edit answer in the field that has them; Enter, shortcuts and keys that go nowhere known may do anything', () => {
  for (const keys of ['Down', 'shift+Tab', 'BackSpace', 'a', 'Home', 'Page_Up', 'ctrl+a', 'cmd+v', 'ctrl+z'])
    assert.equal(kindOf(key(keys), null, part('field')), 'itself', keys);
  for (const keys of ['Return', 'Escape', 'ctrl+s', 'ctrl+shift+v', 'alt+a', 'F5'])
    assert.equal(kindOf(key(keys), null, part('field')), 'unknown', keys);
  assert.equal(kindOf(key('Down'), null), 'unknown');
  assert.equal(kindOf(key('Down'), null, part('combo box')), 'unknown');
});

test('where nothing is listed, nobody can tell what looks pressed; where all is, nothing does', () => {
  const unlisted = { action: click, place, element: null, focused: null, display };
  assert.equal(expectedAnswer({ ...unlisted, isListed: false }).kind, 'unknown');
  assert.equal(expectedAnswer({ ...unlisted, isListed: true }).kind, 'elsewhere');
});

test('lines and tabs in a field are its text, but for Enter at the end; what is copied shows nowhere', () => {
  assert.equal(kindOf({ action: 'type', text: 'two\nlines' }, null, part('text area')), 'text');
  assert.equal(kindOf({ action: 'type', text: '11242026\t1030AM' }, null, part('date field')), 'text');
  assert.equal(kindOf({ action: 'type', text: 'sent\n' }, null, part('text area')), 'unknown');
  assert.equal(kindOf({ action: 'type', text: 'sent\nat once' }, null, part('field')), 'unknown');
  for (const role of ['combo box', 'terminal', 'check box'])
    assert.equal(kindOf({ action: 'type', text: 'a\tb' }, null, part(role)), 'unknown', role);
  for (const keys of ['ctrl+c', 'cmd+c']) assert.equal(kindOf(key(keys), null, part('field')), 'nothing', keys);
  assert.equal(kindOf(key('ctrl+c'), null, part('terminal')), 'unknown', 'it ends what runs there');
  assert.equal(kindOf(key('ctrl+c'), null), 'unknown');
});

test('text is answered by itself, a text that leads on is not; scrolling by whatever moves', () => {
  assert.equal(kindOf({ action: 'type', text: 'hello' }, null), 'text');
  assert.equal(kindOf({ action: 'type', text: 'hello\n' }, null), 'unknown');
  assert.equal(
    kindOf({ action: 'scroll', target: { element: 1 }, direction: 'down', amount: 3 }, part('text')),
    'anywhere',
  );
});
