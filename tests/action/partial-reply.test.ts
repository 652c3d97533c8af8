import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createReplyReader, type PartialReply } from '../../src/action/partial-reply.ts';
import { parseReply } from '../../src/action/reply.ts';
import { previewReply } from '../../src/run/decide/reply-preview.ts';
import { speak } from '../../src/words/speak.ts';
import { EXAMPLE_ACTIONS } from '../fixtures/actions.ts';
import { flattenReply, makeReply } from '../servers/anthropic/wire-reply.ts';

/** Replies in both shapes, with strings that try to look like the reply's own structure. */
const hostile = fc.string({
  unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'a', ' ', '\n', '😀', 'ü'),
});
const reply = fc
  .record({
    action: fc.constantFrom(...EXAMPLE_ACTIONS),
    intent: hostile,
    screen: hostile,
    note: hostile,
    isFlat: fc.boolean(),
  })
  .map(({ action, isFlat, ...parts }) => {
    const whole = makeReply(action, parts);
    return JSON.stringify(isFlat ? flattenReply(whole) : whole);
  });

function readInPieces(text: string, cuts: readonly number[]): readonly PartialReply[] {
  const reader = createReplyReader();
  const ends = cuts.map((cut) => cut % (text.length + 1)).sort((first, second) => first - second);
  return [...ends, text.length].map((end) => reader.read(text.slice(0, end)));
}

test('however a reply is cut into pieces, its end says what the parser says of the whole', () => {
  fc.assert(
    fc.property(reply, fc.array(fc.nat(), { maxLength: 30 }), (text, cuts) => {
      const parsed = parseReply(text);
      assert.ok(parsed.ok);
      const last = readInPieces(text, cuts).at(-1);
      assert.deepEqual(last?.action, parsed.reply.action);
      assert.equal(last?.intent, parsed.reply.intent);
    }),
  );
});

test('nothing half-written is taken for whole: an intent is the whole one or none', () => {
  fc.assert(
    fc.property(reply, fc.array(fc.nat(), { maxLength: 30 }), (text, cuts) => {
      const parsed = parseReply(text);
      assert.ok(parsed.ok);
      for (const { intent } of readInPieces(text, cuts)) assert.ok(intent === '' || intent === parsed.reply.intent);
    }),
  );
});

test('any text at all, in any pieces, is read without complaint', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.nat(), { maxLength: 10 }), (text, cuts) => {
      readInPieces(`{${text}`, cuts);
      readInPieces(text, cuts);
    }),
  );
});

test('the model’s own words come as soon as they are known, else the act, and are taken back when the reply begins anew', () => {
  const shown: string[] = [];
  const element = {
    number: 7,
    role: 'button',
    name: 'Save',
    value: '',
    box: { x: 0, y: 0, width: 1, height: 1 },
    isFocused: false,
    isEnabled: true,
    isSecure: false,
  };
  const tell = previewReply([element], (coming) => void shown.push(speak(coming, 'en')));
  const text = '{"screen":"A form.","intent":"Keep the\u202e text","action":"click","element":7,"note":null}';
  for (let end = 1; end <= text.length; end += 1) tell(text.slice(0, end));
  assert.deepEqual(shown, ['“Keep the⟨U+202E⟩ text”']);
  tell('');
  tell(text.replace('Keep the\u202e text', ''));
  assert.equal(shown.at(-1), 'clicking button “Save”');
  tell('');
  tell('{"screen"');
  assert.equal(shown.at(-1), '');
});
