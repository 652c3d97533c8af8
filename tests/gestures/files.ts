/** A file manager (Thunar): names, several at once, dragging, menus. */
import { click, drag, hover, key, press, release, type } from '../web/task.ts';
import { type Decided, element, type Gesture } from './gesture.ts';

const FILES = { 'alpha.txt': 'a\n', 'beta.txt': 'b\n', 'gamma.txt': 'c\n', 'sub/': '' };
/** Names in a list. */
const LIST: Decided = [key('ctrl+2')];
const named = (name: string) => element('cell', name);

/** In the end the files of `there` are there, and those of `gone` are not. */
const manage = (
  name: string,
  goal: string,
  solve: readonly Decided[],
  there: readonly string[],
  gone: readonly string[] = [],
): Gesture => ({
  name: `files: ${name}`,
  goal,
  files: FILES,
  opens: ['thunar', '.'],
  shows: 'element|menu|File',
  solve: [LIST, ...solve],
  missing: ({ read }) =>
    [
      ...there.filter((path) => read(path) === null).map((path) => `${path} is not there`),
      ...gone.filter((path) => read(path) !== null).map((path) => `${path} is still there`),
    ].join(', '),
});

export const FILES_GESTURES: readonly Gesture[] = [
  manage(
    'another name',
    'Rename alpha.txt to omega.txt',
    [[click(named('alpha.txt'))], [key('f2')], [key('ctrl+a'), type('omega.txt'), key('return')]],
    ['omega.txt'],
    ['alpha.txt'],
  ),
  manage(
    'two with Control held, cut and pasted',
    'Move alpha.txt and gamma.txt into sub',
    [
      [click(named('alpha.txt'))],
      [click(named('gamma.txt'), { modifiers: ['control'] })],
      [key('ctrl+x')],
      [click(named('sub'), { count: 2 })],
      [key('ctrl+v')],
    ],
    ['sub/alpha.txt', 'sub/gamma.txt', 'beta.txt'],
    ['alpha.txt', 'gamma.txt'],
  ),
  manage(
    'a range with Shift held, copied',
    'Copy alpha.txt, beta.txt and gamma.txt into sub',
    [
      [click(named('alpha.txt'))],
      [click(named('gamma.txt'), { modifiers: ['shift'] })],
      [key('ctrl+c')],
      [click(named('sub'), { count: 2 })],
      [key('ctrl+v')],
    ],
    ['sub/alpha.txt', 'sub/beta.txt', 'sub/gamma.txt', 'alpha.txt'],
  ),
  manage(
    'dragged into a folder',
    'Drag beta.txt into sub',
    [[drag(named('beta.txt'), named('sub'))]],
    ['sub/beta.txt'],
    ['beta.txt'],
  ),
  manage(
    'copied by dragging, Control pressed on the way',
    'Copy beta.txt into sub by dragging',
    // Control is pressed after the button: held before it, Control would only change the selection.
    [
      [press(named('beta.txt'))],
      [hover(named('sub'))],
      [{ action: 'key_down', keys: 'control' }],
      [hover({ ...named('sub'), dx: 0.6 })],
      [release({ ...named('sub'), dx: 0.6 })],
      [{ action: 'key_up', keys: 'control' }],
    ],
    ['sub/beta.txt', 'beta.txt'],
  ),
  manage(
    'a new folder',
    'Make the folder “made”',
    [[key('ctrl+shift+n')], [key('ctrl+a'), type('made'), key('return')]],
    ['made/'],
  ),
  manage(
    'cut by the menu of the right button',
    'Move alpha.txt into sub, cutting it by its menu',
    [
      [click(named('alpha.txt'), { button: 'right' })],
      [click(element('menu item', 'Cut'))],
      [click(named('sub'), { count: 2 })],
      [key('ctrl+v')],
    ],
    ['sub/alpha.txt'],
    ['alpha.txt'],
  ),
  manage(
    'deleted for good',
    'Delete gamma.txt for good',
    [[click(named('gamma.txt'))], [key('shift+delete')], [click(element('button', 'Delete'))]],
    ['alpha.txt', 'beta.txt'],
    ['gamma.txt'],
  ),
];
