import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toKeycodes } from '../../../../adapters/desktop/x11/chords.ts';
import { createKeymap, keysymOf } from '../../../../adapters/desktop/x11/keymap.ts';
import { planForTerminal, planForWindow } from '../../../../adapters/desktop/x11/typing.ts';
import { parseKeys } from '../../../../src/action/keys.ts';
import { Refused } from '../../../../src/ports/desktop.ts';

/** A keyboard of a few keys from keycode 10 on: q with @ on AltGr, e, 1 !, + *, Return, Tab, Control, Shift, AltGr, Alt. */
const ROWS = [
  [0x71, 0x51, 0x71, 0x51, 0x40, 0],
  [0x65, 0x45, 0x65, 0x45, 0, 0],
  [0x31, 0x21, 0x31, 0x21, 0, 0],
  [0x2b, 0x2a, 0x2b, 0x2a, 0, 0],
  [0xff0d],
  [0xff09],
  [0xffe3],
  [0xffe1],
  [0xfe03],
  [0xffe9],
];
const keymap = createKeymap(ROWS, 10);
const state = { isCapsLocked: false, group: 0, x: 0, y: 0, buttons: [] };

function press(keys: string): readonly number[] {
  const parsed = parseKeys(keys);
  assert.ok(parsed.ok);
  return toKeycodes(parsed.combo, keymap, 0);
}

it('finds a character on the lowest level it has', () => {
  assert.deepEqual(keymap.find(keysymOf('q'), 0), {
    keycode: 10,
    needsShift: false,
    needsLevel3: false,
    followsCapsLock: true,
  });
  assert.equal(keymap.find(keysymOf('Q'), 0)?.needsShift, true);
  assert.deepEqual(keymap.find(keysymOf('@'), 0), {
    keycode: 10,
    needsShift: false,
    needsLevel3: true,
    followsCapsLock: false,
  });
  assert.equal(keymap.find(keysymOf('ä'), 0), null);
});

it('presses modifiers first, and the shift that a character needs', () => {
  assert.deepEqual(press('ctrl+q'), [16, 10]);
  assert.deepEqual(press('control+alt+e'), [16, 19, 11]);
  assert.deepEqual(press('ctrl+plus'), [16, 13]);
  assert.deepEqual(press('ctrl+*'), [16, 17, 13]);
  assert.deepEqual(press('ctrl+shift+1'), [16, 17, 12]);
  assert.deepEqual(press('@'), [18, 10]);
  assert.deepEqual(press('shift'), [17]);
});

it('refuses what this keyboard does not have', () => {
  assert.throws(() => press('F5'), Refused);
  assert.throws(() => press('cmd+q'), /no cmd key/);
  assert.throws(() => press('fn'), Refused);
});

it('a terminal gets keys, and lines with other characters as a paste', () => {
  const plan = planForTerminal('qe1\täq\n', keymap, state);
  assert.deepEqual(
    plan.map((piece) => (piece.kind === 'paste' ? piece.text : piece.strokes.map((stroke) => stroke.keycode))),
    [[10, 11, 12], [15], 'äq', [14]],
  );
});

it('Caps Lock is made up for', () => {
  const [piece] = planForTerminal('qQ1', keymap, { ...state, isCapsLocked: true });
  assert.deepEqual(piece?.kind === 'keys' && piece.strokes.map((stroke) => stroke.needsShift), [true, false, false]);
});

it('a window gets the text as one paste, and its last newlines as Return', () => {
  const describe = (text: string) =>
    planForWindow(text, keymap, state).map((piece) => (piece.kind === 'paste' ? piece.text : piece.strokes.length));
  assert.deepEqual(describe('a\n\tb\n\n'), ['a\n\tb', 2]);
  assert.deepEqual(describe('plain'), ['plain']);
  assert.deepEqual(describe('\n'), [1]);
  assert.deepEqual(describe('\t'), [1]);
});
