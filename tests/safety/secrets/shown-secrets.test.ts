/** Secrets that show as plain text, among what looks like them and is none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadLine } from '../../../src/ports/reader.ts';
import { findShownSecrets } from '../../../src/safety/secrets/shown-secrets.ts';
import { lineOf } from '../../fakes/reader.ts';

function page(texts: readonly string[]): readonly ReadLine[] {
  return texts.map((text, row) => lineOf(text, { x: 20, y: 20 + row * 24, width: text.length * 8, height: 12 }));
}

/** The covered words, by kind. */
function covered(...texts: readonly string[]): readonly string[] {
  const lines = page(texts);
  return findShownSecrets(lines).map(({ kind, box }) => {
    const inside = lines
      .flatMap(({ words }) => words)
      .filter((word) => word.box.x >= box.x && word.box.x + word.box.width <= box.x + box.width + 1)
      .filter((word) => word.box.y >= box.y && word.box.y <= box.y + box.height);
    return `${kind}: ${inside.map(({ text }) => text).join(' ')}`;
  });
}

describe('Covered is', () => {
  const cases: readonly (readonly [text: string, ...string[]])[] = [
    ['Card 4111 1111 1111 1111 exp 12/29', 'card: 4111 1111 1111 1111'],
    ['5500005555555559', 'card: 5500005555555559'],
    ['Amex 3782 822463 10005', 'card: 3782 822463 10005'],
    ['4111-1111-1111-1111', 'card: 4111-1111-1111-1111'],
    ['41l1 1111 1111 1111', 'card: 41l1 1111 1111 1111'],
    ['IBAN DE89 3704 0044 0532 0130 00', 'iban: DE89 3704 0044 0532 0130 00'],
    ['CH9300762011623852957', 'iban: CH9300762011623852957'],
    ['Your verification code is 739204', 'code: 739204'],
    ['Ihr Bestätigungscode lautet 4711', 'code: 4711'],
    ['Code: 483 920', 'code: 483', 'code: 920'],
    ['password: hunter2!', 'password: hunter2!'],
    ['Passwort: Sommer2026', 'password: Sommer2026'],
    ['API key: abc123xyz', 'password: abc123xyz'],
    [
      'export GITHUB=ghp_16C7e42F292c6912E7710c838347Ae178B4a',
      'token: GITHUB=ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    ],
  ];
  for (const [text, ...wanted] of cases) {
    it(text, () => {
      const found = [...new Set(covered(text))];
      for (const one of wanted)
        assert.ok(
          found.some((other) => other.endsWith(one.split(': ')[1] ?? '') && other.startsWith(one.split(':')[0] ?? '')),
          `${JSON.stringify(found)} lacks ${one}`,
        );
    });
  }

  it('a code in the line below its name, and a password beside its label', () => {
    assert.deepEqual(covered('Use this verification code to sign in', '482913'), ['code: 482913']);
    const label = lineOf('Password:', { x: 20, y: 20, width: 72, height: 12 });
    const value = lineOf('s3cret', { x: 120, y: 20, width: 48, height: 12 });
    assert.deepEqual(
      findShownSecrets([label, value]).map(({ kind, box }) => [kind, box.x]),
      [['password', 117]],
    );
  });

  it('twelve words of a wallet: numbered, and in rows under their name', () => {
    const words = 'abandon ability able about above absent absorb abstract absurd abuse access accident'.split(' ');
    const numbered = words.map((word, index) => `${index + 1}. ${word}`);
    assert.equal(covered(...numbered).length, 12);
    const misread = numbered.map((text) => text.replace(/^8\./, '6.').replace(/^11\./, '1.'));
    assert.equal(covered(...misread).length, 12);
    assert.equal(covered(...numbered.map((text) => text.replace(/^12\./, '72.'))).length, 12);
    const long = [...words, ...words.map((word) => `${word.slice(0, 7)}s`), 'acid'].map(
      (word, index) => `${index + 1}. ${word}`,
    );
    assert.equal(covered(...long).length, 25);
    assert.equal(covered('Your recovery phrase', words.slice(0, 6).join(' '), words.slice(6).join(' ')).length, 12);
  });
});

describe('Not covered is', () => {
  for (const text of [
    'Total 1,299.00 USD due 2026-11-22 at 14:35',
    'Order #20391847 ships 03/12/2026 qty 48 weight 7.25 kg',
    'Phone +49 30 901820 room 1207 floor 12 seat 34',
    'Error code 404 on port 8443',
    'exit code 12345',
    'ISBN 978-3-16-148410-0',
    'drwxr-xr-x 5 root root 4096 Nov 22 14:35 projects',
    'commit 83e9f2c61ab merged branch release into main',
    'The password must have eight letters and a digit',
    'Forgot password?',
    'Do you want to save the changes to document before closing?',
    'Keyboard 49.90 12 598.80 Monitor 219.00 4 876.00',
    'ZIP code 10115 Berlin',
    '1234 5678 9012',
  ])
    it(text, () => assert.deepEqual(covered(text), []));

  it('figures before words that count something', () => {
    const rows = Array.from({ length: 20 }, (_, row) => `Row ${row} of the list with ${row + 3} parts`);
    assert.deepEqual(covered(...rows), []);
    const times = ['minutes', 'hours', 'days'].flatMap((unit) =>
      [1, 2, 5, 10, 15, 30].map((some) => `${some} ${unit}`),
    );
    assert.deepEqual(covered(...times), []);
    const kinds = 'files folders pictures songs movies notes mails tasks events contacts books games apps'.split(' ');
    assert.deepEqual(covered(...kinds.map((kind, index) => `${(index * 37) % 90} ${kind}`)), []);
  });

  it('a page of a sentence in small letters', () => {
    assert.deepEqual(
      covered('the quick brown fox jumps over the lazy dog near the river bank with his friends today'),
      [],
    );
  });
});
