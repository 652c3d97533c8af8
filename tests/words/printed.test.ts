/** What stands beside a command's output: to the letter for the model, and what matters of it for a person. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type CommandFacts,
  firstLine,
  lengthOfNotes,
  linesOf,
  readCommandText,
  sayCommand,
  sayFailure,
  sayNotes,
  sayOutput,
  withNotes,
} from '../../src/words/printed.ts';
import { join, say } from '../../src/words/say.ts';
import { english, speak } from '../../src/words/speak.ts';

const NETWORK = { text: say`it wanted the network, and there is none` };
const LEFT_OUT = { text: say`left out: ${'~/.ssh'}`, isForModel: true };
const CUT = 'a\n[… 7 characters left out …]\nz\n\n';

describe('for the model', () => {
  it('notes stand in brackets below the output, which then keeps its line ends', () => {
    for (const [output, told] of [
      ['', '[it wanted the network, and there is none; left out: ~/.ssh]\n[left out: ~/.ssh]'],
      ['a', 'a\n[it wanted the network, and there is none; left out: ~/.ssh]\n[left out: ~/.ssh]'],
      ['a\n\n', 'a\n\n[it wanted the network, and there is none; left out: ~/.ssh]\n[left out: ~/.ssh]'],
      ['\n', '\n[it wanted the network, and there is none; left out: ~/.ssh]\n[left out: ~/.ssh]'],
    ] as const)
      assert.equal(english(withNotes(output, [[NETWORK, LEFT_OUT], [], [LEFT_OUT]])), told);
    assert.equal(english(withNotes(CUT, [[NETWORK]], 7)), `${CUT}[it wanted the network, and there is none]`);
  });

  it('an output alone loses the blanks at its end', () => {
    assert.equal(withNotes('a\n \n', []), 'a');
    assert.equal(withNotes(' \n', [[]]), '');
    assert.equal(english(withNotes(CUT, [], 7)), 'a\n[… 7 characters left out …]\nz');
  });

  it('notes are as long as they are said to be', () => {
    assert.equal(lengthOfNotes([]), 0);
    const notes = [[NETWORK], [LEFT_OUT, LEFT_OUT]];
    assert.equal(english(withNotes('a', notes)).length, 1 + lengthOfNotes(notes));
  });
});

it('what a command printed is read back from what the model was told', () => {
  const notes = fc.array(fc.array(fc.constantFrom(NETWORK, LEFT_OUT), { maxLength: 2 }), { maxLength: 2 });
  const printed = fc.string({ unit: fc.constantFrom('a', '\n', ' ', '[', ']', '[… 7 characters left out …]') });
  fc.assert(
    fc.property(
      printed,
      notes,
      fc.constantFrom(0, 1, null),
      fc.constantFrom(7, undefined),
      (output, lines, code, cut) => {
        const facts: CommandFacts = { exitCode: code, notes: lines, ...(cut === undefined ? {} : { leftOut: cut }) };
        const told = sayCommand(output, facts);
        const read = readCommandText(english(told), facts);
        assert.equal(read.output, output.trimEnd());
        assert.equal(english(read.text), english(told));
        assert.equal(speak(read.text, 'de'), speak(told, 'de'));
      },
    ),
  );
});

it('a text that does not end with what the facts say is output, as somebody may have masked it', () => {
  const facts: CommandFacts = { exitCode: 1, notes: [[NETWORK]] };
  assert.deepEqual(readCommandText('a\nb', facts), { output: 'a\nb', text: 'a\nb' });
});

describe('for a person', () => {
  it('a note is a sentence in their language, and what they need not know is none', () => {
    const notes = [[LEFT_OUT], [NETWORK, LEFT_OUT]];
    assert.deepEqual(
      sayNotes(notes).map((note) => speak(note, 'de')),
      ['Der Befehl wollte ins Netz, und hier ist keines.'],
    );
  });

  it('a failure is what was printed, what was in its way, and its code', () => {
    const failed = { exitCode: 2, output: 'no such file', notes: [[NETWORK]] };
    assert.equal(
      speak(sayFailure(failed), 'de'),
      'no such file\nDer Befehl wollte ins Netz, und hier ist keines.\nExit-Code 2.',
    );
    assert.equal(sayFailure({ exitCode: null, output: '', notes: [[LEFT_OUT]] }), '');
  });

  it('lines of a text are those of its words, and a sentence within stays one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', '\n', ' ') })),
        fc.constantFrom('', '\n'),
        (parts, by) => {
          const lines = linesOf(join(parts, by));
          assert.deepEqual(lines, parts.join(by).split('\n'));
        },
      ),
    );
    assert.deepEqual(
      linesOf(sayOutput(CUT, 7)).map((line) => speak(line, 'de')),
      ['a', '[… 7 Zeichen ausgelassen …]', 'z', '', ''],
    );
    assert.equal(firstLine(sayOutput(CUT, 7)), 'a');
    assert.equal(firstLine(''), '');
  });
});
