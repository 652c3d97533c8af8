import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadLine, ReadWord } from '../../src/ports/reader.ts';
import { divideLine } from '../../src/screen/divide-line.ts';

const word = (text: string, x: number, width: number): ReadWord => ({
  text,
  box: { x, y: 10, width, height: 12 },
  confidence: 0.9,
});

const lineOf = (...words: readonly ReadWord[]): ReadLine => {
  const [first, last] = [words[0], words.at(-1)];
  const x = first?.box.x ?? 0;
  const width = (last === undefined ? 0 : last.box.x + last.box.width) - x;
  const text = words.map((one) => one.text).join(' ');
  return { text, words, box: { x, y: 8, width, height: 16 }, confidence: 0.9, contrast: 200 };
};
const divided = (...request: Parameters<typeof divideLine>): readonly string[] =>
  divideLine(...request).map(({ text }) => text);

test('words beside each other stay one line', () => {
  const line = lineOf(word('Save', 10, 30), word('all', 46, 20), word('changes', 72, 60));
  assert.deepEqual(divideLine(line, []), [line]);
});

test('words far apart are lines of their own', () => {
  const line = lineOf(word('Cheese', 30, 50), word('Ham', 110, 30), word('Olives', 170, 40));
  assert.deepEqual(divided(line, []), ['Cheese', 'Ham', 'Olives']);
  const entry = lineOf(word('Cut', 30, 50), word('Ctrl+X', 110, 30));
  assert.deepEqual(divided(entry, [{ x: 20, y: 0, width: 220, height: 30 }]), ['Cut Ctrl+X'], 'an entry with its keys');
  assert.deepEqual(
    divided(line, [{ x: 20, y: 0, width: 220, height: 30 }]),
    ['Cheese', 'Ham', 'Olives'],
    'a bar of menus',
  );
  assert.deepEqual(divideLine(line, [])[1]?.box, { x: 110, y: 10, width: 30, height: 12 });
});

test('a button and what stands behind it are two, and its border is no letter', () => {
  const line = lineOf(word('Next', 20, 32), word('|Page', 56, 38), word('2', 99, 8));
  assert.deepEqual(divided(line, [{ x: 10, y: 4, width: 48, height: 24 }]), ['Next', 'Page 2']);
  assert.deepEqual(divided(line, [{ x: 10, y: 100, width: 48, height: 24 }]), ['Next |Page 2']);
});
