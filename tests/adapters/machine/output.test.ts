import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createOutput } from '../../../adapters/machine/output.ts';

const LIMIT = 300;

describe('collected output', () => {
  it('is whole while it fits, in whatever pieces it came', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.array(fc.nat(20)), (text, cuts) => {
        const output = createOutput(LIMIT);
        let rest: Uint8Array = Buffer.from(text);
        for (const cut of cuts) {
          output.add(rest.subarray(0, cut));
          rest = rest.subarray(cut);
        }
        output.add(rest);
        assert.equal(output.text(''), text.length <= LIMIT ? text : output.text(''));
      }),
    );
  });

  it('is never longer than allowed, well formed, and begins and ends as it came', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), fc.constantFrom('', '[a note]'), (count, note) => {
        const text = '😀a'.repeat(count);
        const output = createOutput(LIMIT);
        output.add(Buffer.from(text));
        const shown = output.text(note);
        assert.ok(shown.length <= LIMIT);
        assert.ok(shown.isWellFormed());
        assert.ok(shown.endsWith(note));
        if (count > 0) assert.ok(shown.startsWith('😀a'));
        if (count > 0 && note === '') assert.ok(shown.endsWith('😀a'));
      }),
    );
  });

  it('goes on behind a long word that was cut: what is left of a token tells nobody that it is one', () => {
    for (let before = 0; before < 200; before += 1) {
      const output = createOutput(LIMIT);
      output.add(
        Buffer.from(
          `${'a word '.repeat(40)}${'x'.repeat(before)} github_pat_${'s3cReT'.repeat(14)} ${'b word '.repeat(8)}`,
        ),
      );
      assert.doesNotMatch(output.text('').split('left out')[1] ?? '', /s3cReT/, String(before));
    }
  });

  it('puts a note on a line of its own', () => {
    for (const [text, shown] of [
      ['', '[n]'],
      ['a', 'a\n[n]'],
      ['a\n', 'a\n[n]'],
    ] as const) {
      const output = createOutput(LIMIT);
      output.add(Buffer.from(text));
      assert.equal(output.text('[n]'), shown);
    }
  });
});
