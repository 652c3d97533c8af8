import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCost, formatDuration, formatTokens, shorten, shortenWords } from '../../src/words/amounts.ts';
import { closestWord } from '../../src/words/closest.ts';
import { hasLookAlikes, showHidden, showInTerminal } from '../../src/words/visible.ts';

test('what hides in a text is shown, what belongs there stays', () => {
  assert.equal(showHidden('rm \u202Etxt.exe'), 'rm ⟨U+202E⟩txt.exe');
  assert.equal(showHidden('a\u200Bb\u00A0c\u0007\r'), 'a⟨U+200B⟩b⟨U+00A0⟩c⟨U+0007⟩⟨U+000D⟩');
  assert.equal(showHidden('tab\there\nnext, ümläut, 漢字, 👩‍💻 ❤️ 🇩🇪'), 'tab\there\nnext, ümläut, 漢字, 👩‍💻 ❤️ 🇩🇪');
});

test('a word of two alphabets is noticed', () => {
  assert.equal(hasLookAlikes('open p\u0430ypal.com'), true);
  assert.equal(hasLookAlikes('привет and hello'), false);
});

test('amounts read well', () => {
  assert.equal(formatDuration(8_400), '8 s');
  assert.equal(formatDuration(65_000), '1 min 05 s');
  assert.equal(formatDuration(2 * 3_600_000 + 180_000), '2 h 03 min');
  assert.equal(formatCost(0.0061), '$0.006');
  assert.equal(formatCost(0.0002), '<$0.001');
  assert.equal(formatCost(null), 'cost unknown');
  assert.equal(formatTokens(1_234_567), '1.2M');
  assert.equal(shorten('👩👩👩', 2), '👩…');
});

test('a mistyped word names what was meant, a strange one nothing', () => {
  assert.equal(closestWord('TELEGRAM_BOT_TOKN', ['TELEGRAM_BOT_TOKEN', 'SLACK_BOT_TOKEN']), 'TELEGRAM_BOT_TOKEN');
  assert.equal(closestWord('zzzzzz', ['run', 'stop']), null);
  assert.equal(closestWord('x', []), null);
});

test('a long word at the cut is left out whole: half a secret would no longer be known for one', () => {
  assert.equal(shortenWords('short enough', 20), 'short enough');
  assert.equal(shortenWords('plain words are cut', 10), 'plain wor…');
  assert.equal(shortenWords('use sk-ant-0123456789abcdefghij now', 20), 'use …');
  assert.equal(shortenWords(`${'x'.repeat(40)} y`, 20), ' …');
  assert.equal(shortenWords('👩👩👩 sk-ant-0123456789abcdefghij', 10), '👩👩👩 …');
});

test('what is shown in a terminal tells it nothing', () => {
  assert.equal(
    showInTerminal('a\u001b]52;c;eA==\u0007\u009b2J\u202eb'),
    'a⟨U+001B⟩]52;c;eA==⟨U+0007⟩⟨U+009B⟩2J⟨U+202E⟩b',
  );
  assert.equal(showInTerminal('7\u00a0KB\t👩‍💻\nend'), '7\u00a0KB\t👩‍💻\nend');
});
