/** Programs in a terminal: a shell, editors (vim, nano), a file manager (mc), and what xterm itself does with the mouse. */
import { click, drag, key, type } from '../web/task.ts';
import { cell, type Decided, type Gesture, holds } from './gesture.ts';

const LETTER = 'one two three\nfour five six\n';

/** `file` holds `text` in the end. */
const inTerminal = (
  name: string,
  goal: string,
  command: string,
  solve: readonly Decided[],
  [file, text]: readonly [string, string],
): Gesture => ({
  name: `terminal: ${name}`,
  goal,
  files: { 'letter.txt': LETTER, 'hay.txt': 'hay needle hay\n' },
  shows: 'cell|1|1',
  opens: ['xterm', '-geometry', '80x24+60+60', '-e', 'sh', '-c', command],
  solve,
  missing: ({ read }) => holds(read(file), text),
});

const SHELL = 'cat hay.txt; : > shown; exec bash --noprofile --norc';
const inShell = (name: string, goal: string, solve: readonly Decided[], left: readonly [string, string]): Gesture => ({
  ...inTerminal(`shell: ${name}`, goal, SHELL, solve, left),
  writes: 'shown',
});

export const TERMINAL: readonly Gesture[] = [
  inTerminal(
    'vim: written and saved',
    'Write two lines at the beginning',
    'vim -X -u NONE -N letter.txt',
    [[key('i')], [type('Grüße „x“\nof text ')], [key('escape'), type(':wq\n')]],
    ['letter.txt', `Grüße „x“\nof text ${LETTER}`],
  ),
  inTerminal(
    'vim: found and changed',
    'Write FIVE in capitals',
    'vim -X -u NONE -N letter.txt',
    [[type('/five\n')], [type('cwFIVE')], [key('escape'), type(':wq\n')]],
    ['letter.txt', LETTER.replace('five', 'FIVE')],
  ),
  inTerminal(
    'nano: written and saved',
    'Write “first” as a line of its own at the beginning',
    'nano -R -I letter.txt',
    [[type('first\n')], [key('control+o')], [key('return')]],
    ['letter.txt', `first\n${LETTER}`],
  ),
  inTerminal(
    'mc: a new folder',
    'Make the folder “made”',
    'mc -b -d -u',
    [[key('f7')], [type('made')], [key('return')]],
    ['made/', ''],
  ),
  inTerminal(
    'mc: a copy',
    'Copy hay.txt to copy.txt',
    'mc -b -d -u',
    [[key('down')], [key('f5')], [type('copy.txt'), key('return')]],
    ['copy.txt', 'hay needle hay\n'],
  ),
  inShell(
    'a word by double click and middle button',
    'Write the word that is printed second into out.txt',
    [
      [click(cell(6, 1), { count: 2 })],
      [type('echo ')],
      [click(cell(6, 2), { button: 'middle' })],
      [type(' > out.txt\n')],
    ],
    ['out.txt', 'needle\n'],
  ),
  inShell(
    'a stretch by dragging and Shift+Insert',
    'Write “needle hay” into out.txt',
    [[drag(cell(5, 1, 0.1), cell(15, 1, 0.1))], [type('echo ')], [key('shift+insert')], [type(' > out.txt\n')]],
    ['out.txt', 'needle hay\n'],
  ),
  inShell(
    'a command again',
    'Append “again” to a.txt twice',
    [[type('echo again >> a.txt\n')], [key('up'), key('return')]],
    ['a.txt', 'again\nagain\n'],
  ),
  inShell(
    'a command ended by Control-C',
    'Start a long sleep, end it, and write “free” into b.txt',
    [[type('sleep 1000\n')], [key('control+c')], [type('echo free > b.txt\n')]],
    ['b.txt', 'free\n'],
  ),
  inShell(
    'a name completed by Tab',
    'Copy hay.txt to c.txt with cat',
    [[type('cat ha')], [key('tab')], [type(' > c.txt\n')]],
    ['c.txt', 'hay needle hay\n'],
  ),
  inShell(
    'several lines at once',
    'Write the lines a and b into d.txt',
    [[type("cat > d.txt <<'E'\na $x\nb `y`\nE\n")]],
    ['d.txt', 'a $x\nb `y`\n'],
  ),
];
