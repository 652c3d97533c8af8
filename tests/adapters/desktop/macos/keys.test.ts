import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toMacKeys } from '../../../../adapters/desktop/macos/keys.ts';
import { MODIFIERS } from '../../../../adapters/desktop/macos/native/key-codes.ts';
import type { Layout } from '../../../../adapters/desktop/macos/native/layout.ts';
import { MODIFIER_ALIASES, NAMED_KEYS } from '../../../../src/action/key-names.ts';
import { type KeyCombo, parseKeys } from '../../../../src/action/keys.ts';
import { Refused } from '../../../../src/ports/desktop.ts';
import { english } from '../../../../src/words/speak.ts';

/** Keys a Mac does not have. */
const MISSING = ['numlock', 'scrolllock', 'printscreen', 'pause', 'menu', 'f21', 'f22', 'f23', 'f24'];
const layout: Layout = { findKey: () => ({ code: 1, shift: false, alt: false, isDead: false }), name: () => '' };

function combo(text: string): KeyCombo {
  const parsed = parseKeys(text);
  return parsed.ok ? parsed.combo : assert.fail(english(parsed.reason));
}

it('every named key has a code of its own on a Mac, or is refused by name', () => {
  const refused: string[] = [];
  const codes: unknown[] = [];
  for (const key of NAMED_KEYS) {
    try {
      const mac = toMacKeys({ modifiers: [], key }, false, layout).key;
      assert.ok(mac.by === 'code' || mac.by === 'media', key);
      codes.push(JSON.stringify(mac));
    } catch (error) {
      assert.ok(error instanceof Refused && error.message === `a Mac has no key "${key}"`, String(error));
      refused.push(key);
    }
  }
  assert.deepEqual(refused, MISSING);
  assert.equal(new Set(codes).size, codes.length);
  for (const modifier of Object.keys(MODIFIER_ALIASES)) {
    const [mac] = toMacKeys(combo(`${modifier}+a`), false, layout).modifiers;
    assert.ok(mac !== undefined && mac in MODIFIERS, modifier);
    assert.deepEqual(toMacKeys({ modifiers: [], key: modifier }, false, layout), {
      modifiers: [mac],
      key: { by: 'nothing' },
    });
  }
});

it('ctrl is Command unless a terminal is in front; control, cmd and the others are themselves everywhere', () => {
  for (const [text, elsewhere, inTerminal] of [
    ['ctrl+s', 'cmd', 'control'],
    ['control+s', 'control', 'control'],
    ['⌃s', 'control', 'control'],
    ['cmd+s', 'cmd', 'cmd'],
    ['Super_L+s', 'cmd', 'cmd'],
    ['⌘s', 'cmd', 'cmd'],
    ['alt+s', 'alt', 'alt'],
    ['option+s', 'alt', 'alt'],
    ['ISO_Level3_Shift+s', 'alt', 'alt'],
    ['shift+s', 'shift', 'shift'],
    ['fn+s', 'fn', 'fn'],
  ] as const) {
    const seen = [false, true].map((isTerminal) => toMacKeys(combo(text), isTerminal, layout));
    assert.deepEqual(
      seen.map(({ modifiers }) => modifiers),
      [[elsewhere], [inTerminal]],
      text,
    );
  }
  assert.deepEqual(toMacKeys(combo('ctrl+cmd+s'), false, layout).modifiers, ['cmd'], 'each once');
});
