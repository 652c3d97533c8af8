import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { keystrokeCommand, toMacKeys } from '../../../../adapters/desktop/macos/keys.ts';
import { MODIFIER_ALIASES, NAMED_KEYS } from '../../../../src/action/key-names.ts';
import { type KeyCombo, parseKeys } from '../../../../src/action/keys.ts';
import { Refused } from '../../../../src/ports/desktop.ts';
import { readAppleScript } from '../../../../src/safety/apps/applescript-tokens.ts';

const require = createRequire(import.meta.url);
/** What libnut is on a Mac; it comes with every installation, whatever the machine. */
const BINARY = join(dirname(require.resolve('@nut-tree-fork/libnut-darwin/package.json')), 'build/Release/libnut.node');
/** Keys a Mac does not have. */
const MISSING = ['numlock', 'scrolllock', 'printscreen', 'pause', 'menu', 'f21', 'f22', 'f23', 'f24'];

function combo(text: string): KeyCombo {
  const parsed = parseKeys(text);
  return parsed.ok ? parsed.combo : assert.fail(parsed.reason);
}

it('every named key has a name that libnut knows on a Mac, or is refused by name', {
  skip: existsSync(BINARY) ? false : `not installed: ${BINARY}`,
}, () => {
  const binary = readFileSync(BINARY);
  const knows = (name: string): boolean => binary.includes(`\0${name}\0`);
  assert.equal(knows('nosuchkey'), false);
  const refused: string[] = [];
  for (const key of [...NAMED_KEYS, ...Object.keys(MODIFIER_ALIASES)]) {
    try {
      const mac = toMacKeys({ modifiers: [], key }, false).key;
      assert.ok(mac.by === 'libnut' && knows(mac.name), key);
    } catch (error) {
      assert.ok(error instanceof Refused && error.message === `a Mac has no key "${key}"`, String(error));
      refused.push(key);
    }
  }
  assert.deepEqual(refused, MISSING);
  for (const modifier of Object.keys(MODIFIER_ALIASES)) {
    const [mac] = toMacKeys(combo(`${modifier}+a`), false).modifiers;
    assert.ok(mac !== undefined && knows(mac), modifier);
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
    const seen = [false, true].map((isTerminal) => toMacKeys(combo(text), isTerminal));
    assert.deepEqual(
      seen.map(({ modifiers }) => modifiers),
      [[elsewhere], [inTerminal]],
      text,
    );
    assert.deepEqual(seen[0]?.key, { by: 'libnut', name: 's' });
  }
  assert.deepEqual(toMacKeys(combo('ctrl+cmd+s'), false).modifiers, ['cmd'], 'each once');
});

it('what System Events presses is one sentence of AppleScript, the character apart from it', () => {
  for (const [text, using] of [
    ['cmd+plus', ['command', 'down']],
    ['control+alt+shift+ä', ['control', 'down', 'option', 'down', 'shift', 'down']],
    ['"', []],
  ] as const) {
    const { modifiers, key } = toMacKeys(combo(text), false);
    assert.ok(key.by === 'character');
    const command = keystrokeCommand(key.character, modifiers);
    assert.deepEqual(command.slice(-2), ['--', key.character]);
    const script = command.flatMap((word, at) => (command[at - 1] === '-e' ? [word] : [])).join('\n');
    const read = readAppleScript(script);
    assert.ok(read.ok, script);
    const [begin, tell, end] = read.lines.map((line) => line.map(({ text: word }) => word));
    assert.deepEqual(begin, ['on', 'run', '{', 'character', '}']);
    assert.deepEqual(tell?.slice(0, 6), ['tell', 'application', 'System Events', 'to', 'keystroke', 'character']);
    assert.deepEqual(
      tell?.slice(6).filter((word) => /^[a-z]+$/.test(word) && word !== 'using'),
      using,
    );
    assert.deepEqual(end, ['end', 'run']);
    assert.equal(read.lines.length, 3);
  }
  assert.throws(() => toMacKeys(combo('fn+ä'), false), /cannot be pressed with fn/);
});
