import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createOutput } from '../../../adapters/machine/output.ts';
import { sayGap, sayOutput } from '../../../src/words/printed.ts';
import { english, speak } from '../../../src/words/speak.ts';

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
        assert.equal(output.read(0).output, text.length <= LIMIT ? text : output.read(0).output);
      }),
    );
  });

  it('is never longer than allowed, well formed, and begins and ends as it came', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), fc.constantFrom(0, 9), (count, kept) => {
        const text = '😀a'.repeat(count);
        const output = createOutput(LIMIT);
        output.add(Buffer.from(text));
        const { output: shown, leftOut } = output.read(kept);
        assert.ok(shown.length <= LIMIT - kept);
        assert.ok(shown.isWellFormed());
        if (count > 0) assert.ok(shown.startsWith('😀a') && shown.endsWith('😀a'));
        assert.equal(leftOut === undefined, text.length <= LIMIT - kept);
        assert.equal(english(sayOutput(shown, leftOut)), shown);
        if (leftOut === undefined) return;
        assert.equal(shown.length - english(sayGap(leftOut)).length - 2 + leftOut, text.length);
        assert.match(
          speak(sayOutput(shown, leftOut), 'de'),
          new RegExp(`\\n\\[… ${leftOut} Zeichen ausgelassen …\\]\\n`),
        );
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
      assert.doesNotMatch(output.read(0).output.split('left out')[1] ?? '', /s3cReT/, String(before));
    }
  });
});
