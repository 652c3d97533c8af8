/** An editor for plain text (Mousepad): what the mouse and keys select, move, copy, take back and save. */
import { click, drag, hover, key, press, release, scroll, type } from '../web/task.ts';
import { type Decided, element, type Gesture, holds, words } from './gesture.ts';

const LETTER = 'one two three\nfour five six\nseven eight nine\n';
const LONG = Array.from({ length: 200 }, (_, line) => `line ${line + 1}.\n`).join('');
const SAVE: Decided = [key('ctrl+s')];

/** `text` is what the file holds in the end; editors differ in whether the last line has an end. */
const edit = (name: string, goal: string, solve: readonly Decided[], text: string, before = LETTER): Gesture => ({
  name: `editor: ${name}`,
  goal,
  files: { 'letter.txt': before },
  opens: ['mousepad', '--disable-server', 'letter.txt'],
  shows: 'element|menu|File',
  solve: [...solve, SAVE],
  missing: ({ read }) => holds(read('letter.txt')?.trimEnd() ?? null, text.trimEnd()),
});

export const EDITOR: readonly Gesture[] = [
  edit(
    'text at the end',
    'Add the line “ten eleven” at the end',
    [[key('ctrl+end'), type('ten eleven')]],
    `${LETTER}ten eleven`,
  ),
  edit(
    'a word by a double click',
    'Write FIVE in capitals',
    [[click(words('five'), { count: 2 }), type('FIVE')]],
    LETTER.replace('five', 'FIVE'),
  ),
  edit(
    'a line by a triple click',
    'Replace the second line with “new”',
    [[click(words('five'), { count: 3 }), type('new')]],
    LETTER.replace('four five six', 'new'),
  ),
  edit(
    'words by dragging',
    'Delete “two three”',
    [[drag(words('two', 0), words('three', 1)), key('delete')]],
    LETTER.replace('two three', ''),
  ),
  edit(
    'a stretch by a click with Shift',
    'Delete “four five six”',
    [[click(words('four', 0))], [click(words('six', 1), { modifiers: ['shift'] }), key('delete')]],
    LETTER.replace('four five six', ''),
  ),
  edit('all of it', 'Replace everything with “fresh”', [[key('ctrl+a'), type('fresh')]], 'fresh'),
  edit(
    'cut and pasted',
    'Move the second line to the end',
    [
      [click(words('four', 0)), key('shift+end'), key('ctrl+x')],
      [key('ctrl+end'), key('ctrl+v')],
    ],
    `${LETTER.replace('four five six', '')}four five six`,
  ),
  edit(
    'taken back',
    'Delete “two”, take that back, and write x at the end',
    [[click(words('two'), { count: 2 }), key('delete')], [key('ctrl+z')], [key('ctrl+end'), type('x')]],
    `${LETTER}x`,
  ),
  edit(
    'done again',
    'Delete “two”, take that back, and do it again',
    [[click(words('two'), { count: 2 }), key('delete')], [key('ctrl+z')], [key('ctrl+shift+z')]],
    LETTER.replace('two', ''),
  ),
  edit(
    'dragged to another place',
    'Move “two” behind “nine”',
    [[click(words('two'), { count: 2 })], [drag(words('two'), words('nine', 1))]],
    LETTER.replace('two', '').replace('nine', 'ninetwo'),
  ),
  edit(
    'copied by dragging with Control held',
    'Copy “two” behind “nine”',
    [[click(words('two'), { count: 2 })], [drag(words('two'), words('nine', 1), { modifiers: ['control'] })]],
    LETTER.replace('nine', 'ninetwo'),
  ),
  edit(
    'entry of a context menu',
    'Delete “five” by the menu of the right button',
    [
      [click(words('five'), { count: 2 })],
      [click(words('five'), { button: 'right' })],
      [click(element('menu item', 'Delete Selection'))],
    ],
    LETTER.replace('five', ''),
  ),
  edit(
    'entry of a menu in a menu',
    'Put “five” into capitals by the menu',
    [
      [click(words('five'), { count: 2 })],
      [click(element('menu', 'Edit'))],
      [click(element('menu', 'Convert'))],
      [click(element('menu item', 'To Uppercase'))],
    ],
    LETTER.replace('five', 'FIVE'),
  ),
  edit(
    'found and replaced',
    'Find “eight” and write EIGHT over it',
    [[key('ctrl+f')], [type('eight'), key('return')], [key('escape'), type('EIGHT')]],
    LETTER.replace('eight', 'EIGHT'),
  ),
  edit(
    'a line by its number',
    'Go to line 2 and write X before it',
    [[key('ctrl+l')], [key('ctrl+a'), type('2'), key('return')], [type('X')]],
    LETTER.replace('four', 'Xfour'),
  ),
  edit(
    'scrolled to and clicked',
    'Write ! behind line 60',
    [[scroll(words('line 5.'), 'down', 15)], [click(words('line 60.', 1)), type('!')]],
    LONG.replace('line 60.', 'line 60.!'),
    LONG,
  ),
  edit(
    'lines with signs of all kinds',
    'Add two lines',
    [[key('ctrl+end'), type('Zürich – “naïve” 100 % {x}\n\tαβγ ⇒ 日本')]],
    `${LETTER}Zürich – “naïve” 100 % {x}\n\tαβγ ⇒ 日本`,
  ),
  edit(
    'a key held while others are pressed',
    'Delete “one” at the beginning',
    [
      [key('ctrl+home')],
      [{ action: 'key_down', keys: 'shift' }],
      [key('right', 3)],
      [{ action: 'key_up', keys: 'shift' }],
      [key('delete')],
    ],
    LETTER.replace('one', ''),
  ),
  edit(
    'the same key several times',
    'Delete “nine” from the end',
    [[key('ctrl+end')], [key('backspace', 5)]],
    LETTER.replace('nine\n', ''),
  ),
  edit(
    'what is selected, by the middle button',
    'Copy “two” behind “nine” with the middle button',
    [[click(words('two'), { count: 2 })], [click(words('nine', 1), { button: 'middle' })]],
    LETTER.replace('nine', 'ninetwo'),
  ),
  edit(
    'a button held, moved and let go',
    'Delete “two three”',
    [
      [press(words('two', 0))],
      [hover(words('three', 0.5))],
      [hover(words('three', 1))],
      [release(words('three', 1))],
      [key('delete')],
    ],
    LETTER.replace('two three', ''),
  ),
  {
    name: 'editor: under another name',
    goal: 'Save the letter as other.txt',
    files: { 'letter.txt': LETTER },
    opens: ['mousepad', '--disable-server', 'letter.txt'],
    shows: 'element|menu|File',
    solve: [[key('ctrl+shift+s')], [key('ctrl+a'), type('other.txt'), key('return')]],
    missing: ({ read }) => holds(read('other.txt'), LETTER),
  },
];
