/** Spans become HTML that Telegram takes, whatever is in them, and nothing gets lost between the parts. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  fits,
  MAX_CAPTION,
  MAX_TEXT,
  renderAtMost,
  renderCut,
  renderParts,
} from '../../../../adapters/chat/telegram/markup.ts';
import type { Span } from '../../../../src/ports/chat.ts';
import { isBlank, readFormattedText } from '../../../servers/telegram/html-entities.ts';
import { readNaughtyStrings } from '../../../support/corpora.ts';
import { WITH_REPEATS } from '../../../support/repeats.ts';

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('<b>', '</pre>', '&amp;', '&', '👩‍🚀', 'é', '\n', ' ', '\ud83d', '𝕏', 'e\u0301', '🇩🇪'),
);
const span: fc.Arbitrary<Span> = fc.oneof(
  words,
  words.map((bold) => ({ bold })),
  words.map((code) => ({ code })),
  words.map((block) => ({ block })),
  words.map((quiet) => ({ quiet })),
);
const spans = fc.array(span, { maxLength: 25 });

function plain(text: readonly Span[]): string {
  return text
    .map((part) => (typeof part === 'string' ? part : (Object.values(part)[0] ?? '')))
    .join('')
    .toWellFormed();
}

/** Blanks of every kind do not count: Telegram trims and replaces them. */
function visible(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu, '');
}

describe('spans', () => {
  it('look as they should, with everything escaped', () => {
    const text: readonly Span[] = [
      'a < b & c',
      { bold: '<b>' },
      { code: '</code>' },
      { block: 'x\n  y' },
      { quiet: '&lt;' },
    ];
    assert.deepEqual(renderParts(text, MAX_TEXT), [
      'a &lt; b &amp; c<b>&lt;b&gt;</b><code>&lt;/code&gt;</code><pre>x\n  y</pre><i>&amp;lt;</i>',
    ]);
  });

  it('are read back to the letter, part by part within the limit, by a strict parser', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 8, max: 200 }), (text, limit) => {
        const parts = renderParts(text, limit).map((html) => readFormattedText(html, 'HTML').text);
        assert.ok(parts.every((part) => part.length <= limit && !isBlank(part)));
        assert.equal(visible(parts.join('')), visible(plain(text)));
      }),
      { numRuns: WITH_REPEATS ? 1_000 : 250 },
    );
  });

  it('are read back whole from every naughty string', () => {
    for (const text of readNaughtyStrings()) {
      const parts = renderParts([text, { code: text }], MAX_TEXT);
      assert.equal(parts.length, isBlank(text) ? 0 : 1, text);
      for (const html of parts) assert.equal(visible(readFormattedText(html, 'HTML').text), visible(text + text));
    }
  });

  it('stay under what Telegram reads, even as thousands of one-letter spans of awkward letters', () => {
    const text = Array.from({ length: 4_000 }, (_, n): Span => (n % 2 === 0 ? { bold: '&' } : { code: '<' }));
    const [html = '', ...more] = renderParts(text, MAX_TEXT);
    assert.equal(more.length, 0);
    assert.equal(readFormattedText(html, 'HTML').text, '&<'.repeat(2_000));
  });
});

describe('a long text', () => {
  it('is cut at the end of a line, else at a space, else between characters', () => {
    assert.deepEqual(renderParts(['one two\nthree four'], 12), ['one two', 'three four']);
    assert.deepEqual(renderParts(['one two three four'], 12), ['one two', 'three four']);
    assert.deepEqual(renderParts(['onetwothreefour'], 12), ['onetwothreef', 'our']);
  });

  it('is never cut inside a character people see as one', () => {
    const family = '👨‍👩‍👧‍👦';
    for (const text of [family.repeat(20), 'e\u0301'.repeat(40), '👍🏽'.repeat(30), '𝕏'.repeat(50)]) {
      const parts = renderParts([text], 23);
      assert.equal(parts.join(''), text);
      assert.ok(parts.length > 1);
      for (const part of parts) assert.doesNotMatch(part, /^(?:\p{M}|\p{Emoji_Modifier}|\u200d)|\u200d$/u);
      for (const part of parts) assert.ok(part.isWellFormed());
    }
  });

  it('keeps its looks on both sides of a cut', () => {
    assert.deepEqual(renderParts([{ block: 'line one\nline two' }], 10), [
      '<pre>line one</pre>',
      '<pre>line two</pre>',
    ]);
  });

  it('goes through quickly, also when it is blank or all of one mark', () => {
    const before = performance.now();
    for (const text of ['\n'.repeat(200_000), '\u0301'.repeat(50_000), `${'\u200b'.repeat(200_000)}x`]) {
      renderParts([text], MAX_TEXT);
    }
    assert.ok(performance.now() - before < 10_000, 'not by its square');
  });

  it('shows where it was cut when it has to fit into less', () => {
    assert.deepEqual(renderAtMost(['abcdefgh ijkl'], 6, 1), ['abcde…']);
    assert.deepEqual(renderAtMost(['aaaa bbbb cccc'], 5, 2), ['aaaa', 'bbbb…']);
    assert.equal(renderCut(['x'.repeat(2_000)], MAX_CAPTION).length, MAX_CAPTION);
    assert.equal(renderCut(['short'], MAX_CAPTION), 'short');
    assert.equal(renderCut([' \n'], MAX_CAPTION), '');
  });

  it('fits when one part is enough', () => {
    assert.equal(fits(['x'.repeat(1_024)], MAX_CAPTION), true);
    assert.equal(fits(['x'.repeat(1_025)], MAX_CAPTION), false);
    assert.equal(fits([], MAX_CAPTION), true);
  });
});
