/** What was read as elements: texts, and boxes with nothing in them, by the words beside them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '../../src/ports/desktop.ts';
import { withReadText } from '../../src/screen/read-elements.ts';
import { lineOf } from '../fakes/reader.ts';

const FRONT = { box: { x: 0, y: 0, width: 800, height: 600 } };
const at = (x: number, y: number, width: number, height = 14): Box => ({ x, y, width, height });
const listed = (lines: Parameters<typeof withReadText>[1]['lines'], boxes: readonly Box[]): readonly string[] =>
  withReadText([], { lines, boxes }, FRONT).map(({ role, name }) => `${role} ${name}`);

test('the words of a button are one element as large as the button', () => {
  const button = at(95, 94, 60, 26);
  const [found, ...others] = withReadText([], { lines: [lineOf('Save', at(105, 100, 40))], boxes: [button] }, FRONT);
  assert.deepEqual([found?.role, found?.name, found?.box, others.length], ['text', 'Save', button, 0]);
});

test('a panel with a title is not its title', () => {
  const panel = at(50, 50, 300, 200);
  const [found] = withReadText([], { lines: [lineOf('Title', at(60, 60, 50))], boxes: [panel] }, FRONT);
  assert.deepEqual(found?.box, at(60, 60, 50));
});

test('a box to tick is named by the words behind it, a field by those before it or above it', () => {
  assert.deepEqual(listed([lineOf('Onions', at(84, 100, 60))], [at(64, 100, 13, 13)]), ['box Onions', 'text Onions']);
  assert.deepEqual(listed([lineOf('Name', at(20, 106, 50))], [at(80, 98, 200, 30)]), ['box Name', 'text Name']);
  assert.deepEqual(listed([lineOf('Draft', at(22, 80, 50))], [at(20, 100, 300, 200)]), ['text Draft', 'box Draft']);
  assert.deepEqual(listed([lineOf('Far away', at(20, 500, 80))], [at(80, 98, 200, 30)]), ['box ', 'text Far away']);
});

test('an arrow names its button, and alone is nothing', () => {
  const arrow = lineOf('>', at(206, 108, 5, 8));
  assert.deepEqual(listed([arrow], [at(199, 99, 19, 27)]), ['box >']);
  assert.deepEqual(listed([arrow], []), []);
});

test('a button whose border was read with the words beside it is there all the same; a part of a letter is not', () => {
  const month = lineOf('December 2026', at(43, 49, 192, 28));
  assert.deepEqual(
    listed([month], [at(42, 49, 20, 27), at(214, 49, 20, 27)]).filter((one) => one.startsWith('box')).length,
    2,
  );
  assert.deepEqual(listed([lineOf('HELLO', at(40, 50, 120, 30))], [at(50, 52, 12, 13)]), ['text HELLO']);
});

test('what an application tells is not listed twice, and the ground of a window is no box', () => {
  const told = [
    {
      ...{ number: 3, role: 'field', name: 'Name', value: '', box: at(82, 100, 196, 26) },
      ...{ isFocused: false, isEnabled: true, isSecure: false },
    },
  ];
  const boxes = [at(80, 98, 200, 30), at(2, 2, 790, 590)];
  assert.deepEqual(withReadText(told, { lines: [], boxes }, FRONT), told);
});

test('words in different buttons of one line are elements of their own, numbered on', () => {
  const line = lineOf('Back Next', at(20, 106, 100));
  const boxes = [at(10, 100, 62, 26), at(76, 100, 60, 26)];
  assert.deepEqual(
    withReadText([], { lines: [line], boxes }, FRONT).map(({ number, name }) => `${number} ${name}`),
    ['1 Back', '2 Next'],
  );
});
