import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Modifier, NAMED_KEYS } from '../../src/action/key-names.ts';
import { formatKeys, type KeyCombo, parseKeys } from '../../src/action/keys.ts';
import { english } from '../../src/words/speak.ts';

function combo(text: string): KeyCombo {
  const parsed = parseKeys(text);
  assert.ok(parsed.ok, parsed.ok ? '' : english(parsed.reason));
  return parsed.combo;
}

function reason(text: string): string {
  const parsed = parseKeys(text);
  assert.equal(parsed.ok, false, `"${text}" was taken for keys`);
  return parsed.ok ? '' : english(parsed.reason);
}

const SPELLINGS: readonly (readonly [string, readonly Modifier[], string])[] = [
  ['cmd+s', ['cmd'], 's'],
  ['Command+S', ['cmd'], 's'],
  ['⌘s', ['cmd'], 's'],
  ['⌘⇧4', ['cmd', 'shift'], '4'],
  ['⌥⌘⎋', ['alt', 'cmd'], 'escape'],
  ['super+l', ['cmd'], 'l'],
  ['Super_L', [], 'cmd'],
  ['ctrl+alt+Delete', ['ctrl', 'alt'], 'delete'],
  ['Control_L+c', ['control'], 'c'],
  ['control+c', ['control'], 'c'],
  ['ctrl+plus', ['ctrl'], '+'],
  ['ctrl++', ['ctrl'], '+'],
  ['ctrl + +', ['ctrl'], '+'],
  ['+', [], '+'],
  ['plus', [], '+'],
  ['shift+Tab', ['shift'], 'tab'],
  ['Return', [], 'enter'],
  ['KP_Enter', [], 'kp_enter'],
  ['Page_Down', [], 'pagedown'],
  ['page-down', [], 'pagedown'],
  ['Prior', [], 'pageup'],
  ['BackSpace', [], 'backspace'],
  ['alt+Left', ['alt'], 'left'],
  ['option+arrowleft', ['alt'], 'left'],
  ['F5', [], 'f5'],
  ['shift+F10', ['shift'], 'f10'],
  ['XF86AudioRaiseVolume', [], 'volumeup'],
  ['ctrl+bracketleft', ['ctrl'], '['],
  ['ctrl+[', ['ctrl'], '['],
  ['quotedbl', [], '"'],
  ['A', ['shift'], 'a'],
  ['Ä', ['shift'], 'ä'],
  ['ß', [], 'ß'],
  ['7', [], '7'],
  ['shift', [], 'shift'],
  ['ctrl+shift', ['ctrl'], 'shift'],
  ['ctrl+Ctrl+a', ['ctrl'], 'a'],
  ['ctrl-c', ['ctrl'], 'c'],
  ['Ctrl-Shift-T', ['ctrl', 'shift'], 't'],
  ['ctrl+-', ['ctrl'], '-'],
  ['-', [], '-'],
  ['KP_Home', [], 'home'],
  ['KP_Page_Down', [], 'pagedown'],
  ['shift+ISO_Left_Tab', ['shift'], 'tab'],
  ['adiaeresis', [], 'ä'],
  ['EuroSign', [], '€'],
  ['Sys_Req', [], 'printscreen'],
  ['globe+e', ['fn'], 'e'],
  ['AltGraph+q', ['altgr'], 'q'],
  ['ctrl+KeyA', ['ctrl'], 'a'],
  ['Digit1', [], '1'],
];

test('X11, macOS and Anthropic spellings mean the same keys', () => {
  for (const [text, modifiers, key] of SPELLINGS) assert.deepEqual(combo(text), { modifiers, key }, text);
});

test('an unknown key names the closest known one', () => {
  assert.match(reason('Retrun'), /no key "Retrun"; the closest is return/);
  assert.match(reason('cntrl+s'), /no key "cntrl"; the closest is ctrl/);
  assert.match(reason('pagdown'), /closest is pagedown/);
  assert.equal(reason('qqqqqqqqqqqq'), 'there is no key "qqqqqqqqqqqq"');
});

test('what is not one combination says why', () => {
  assert.match(reason(''), /no key is named/);
  assert.match(reason('   '), /no key is named/);
  assert.match(reason('ctrl+'), /ends with \+; the plus key is written plus/);
  assert.match(reason('+s'), /nothing stands before a \+/);
  assert.match(reason('a+b'), /"a" is no modifier/);
  assert.match(reason('ctrl+a ctrl+c'), /is no modifier|more than one key/);
  assert.match(reason('Down Down'), /more than one key/);
  assert.match(reason('\u0007'), /no key/);
});

test('any combination of modifiers and a key reads back as it was formatted', () => {
  const modifier = fc.constantFrom<Modifier>('ctrl', 'control', 'cmd', 'alt', 'shift', 'altgr', 'fn');
  const named = fc.constantFrom(...NAMED_KEYS);
  const typed = fc.constantFrom(...'abcxyz0189+-=[]{};:\'",.<>/?\\|`~!@#$%^&*()_äöüßéñłя漢');
  fc.assert(
    fc.property(fc.uniqueArray(modifier, { maxLength: 4 }), fc.oneof(named, typed), (modifiers, key) => {
      assert.deepEqual(combo(formatKeys({ modifiers, key })), { modifiers, key });
    }),
  );
});

test('case, underscores and hyphens in a key name make no difference', () => {
  fc.assert(
    fc.property(fc.constantFrom(...NAMED_KEYS), fc.boolean(), fc.constantFrom('_', '-', ''), (name, upper, joint) => {
      const spelled = name.replaceAll('_', joint);
      assert.equal(combo(upper ? spelled.toUpperCase() : spelled).key, name);
    }),
  );
});

test('no text makes the parser throw, and every refusal is a sentence', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string().map((text) => `ctrl+${text}`),
      ),
      (text) => {
        const parsed = parseKeys(text);
        if (!parsed.ok) assert.ok(english(parsed.reason).length > 5);
      },
    ),
  );
});
