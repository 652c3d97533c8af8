/** Which windows tell so little that they are read. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { UiElement } from '../../src/ports/desktop.ts';
import { withReadText } from '../../src/screen/read-elements.ts';
import { isThin } from '../../src/screen/thin.ts';
import { lineOf } from '../fakes/reader.ts';

const WINDOW = { app: 'Game', box: { x: 0, y: 0, width: 1280, height: 800 } };

function element(role: string, name: string, x: number, y: number, width = 80, height = 20): UiElement {
  const box = { x, y, width, height };
  return { number: 1, role, name, value: '', box, isFocused: false, isEnabled: true, isSecure: false };
}

it('tabs, the address and its buttons tell nothing of what is below them', () => {
  const strip = ['Back', 'Forward', 'Reload', 'Bookmarks', 'Extensions', 'Profile', 'Menu', 'Close'];
  const elements = strip.map((name, index) => element('button', name, index * 150, 40));
  assert.ok(isThin([...elements, element('tab', 'Inbox', 0, 300), element('tab', 'Sent', 600, 500)], WINDOW, 1));
});

it('a canvas over all of it has a name and says nothing; a page with links here and there tells', () => {
  assert.ok(isThin([element('canvas', 'Board', 0, 100, 1280, 700)], WINDOW, 1));
  const links = [element('link', 'One', 50, 200), element('link', 'Two', 50, 450), element('link', 'Three', 700, 250)];
  assert.ok(!isThin([...links, element('button', 'Four', 1000, 700), element('link', 'Five', 400, 650)], WINDOW, 1));
});

it('a document in an editor tells of all of it, and a small question by its two buttons', () => {
  assert.ok(!isThin([element('text area', '', 0, 40, 1280, 740)], WINDOW, 1));
  const dialog = { app: 'Editor', box: { x: 400, y: 300, width: 400, height: 160 } };
  assert.ok(!isThin([element('button', 'Cancel', 450, 420), element('button', 'Save', 650, 420)], dialog, 1));
});

it('what is told is not added again, what is read is numbered on, and noise and other windows are left out', () => {
  const told = [{ ...element('button', 'Save', 600, 420), number: 7 }];
  const lines = [
    lineOf('Save', { x: 610, y: 424, width: 40, height: 12 }),
    lineOf('Score 120', { x: 20, y: 20, width: 80, height: 12 }),
    lineOf('~~', { x: 20, y: 60, width: 80, height: 12 }),
    lineOf('icon', { x: 20, y: 90, width: 30, height: 30 }, { confidence: 0.4 }),
    lineOf('Behind', { x: 1300, y: 20, width: 60, height: 12 }),
  ];
  const all = withReadText(told, { lines, boxes: [] }, WINDOW);
  assert.deepEqual(
    all.map(({ number, role, name, isRead }) => [number, role, name, isRead]),
    [
      [7, 'button', 'Save', undefined],
      [8, 'text', 'Score 120', true],
    ],
  );
});
