/** Sentences of parts that know no languages: recognized by their shape, said in German; everything else stays as it is. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { GERMAN_TOLD } from '../../src/words/german-told.ts';
import { tellInGerman } from '../../src/words/told.ts';

const ROOT = join(import.meta.dirname, '../..');
const sources = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !file.includes('words/german'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'));

test('the output of a program and a provider’s own words stay as they are', () => {
  for (const text of ['The result is there', 'the note is open', 'the list has the text'])
    assert.equal(tellInGerman(text), text);
  for (const text of ['', '  ', 'total 12\ndrwxr-xr-x 2 ann ann', 'quota exceeded for org-1', 'x'.repeat(5000)])
    assert.equal(tellInGerman(text), text);
});

test('a German sentence has the parts of the English one, and the English one is said somewhere', () => {
  const all = sources('{src,adapters}/**/*.ts').join('\n').replaceAll("\\'", "'");
  for (const [english, german] of Object.entries(GERMAN_TOLD)) {
    const parts = (sentence: string): readonly string[] => [...(sentence.match(/\{\d+\}/g) ?? [])].sort();
    assert.ok(
      parts(german).every((part) => parts(english).includes(part)),
      english,
    );
    const [longest = ''] = english.split(/\{\d+\}|\. | \(|: /).toSorted((one, other) => other.length - one.length);
    assert.ok(longest.length < 8 || all.includes(longest.trim()), `nothing says “${longest}” any more`);
  }
});

test('whatever comes, it takes no time and breaks nothing', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(': ', '. ', '; ', ' (', ')', '“', '”', ' is ', 'X', ' could not be '),
        maxLength: 400,
      }),
      (text) => {
        const before = performance.now();
        assert.equal(typeof tellInGerman(text), 'string');
        assert.ok(performance.now() - before < 2000);
      },
    ),
    { numRuns: 200 },
  );
});

test('why a reply could not be used, where a skill comes from, and that a command said nothing', () => {
  assert.equal(tellInGerman('the reply is empty'), 'die Antwort ist leer');
  assert.equal(tellInGerman('yours: hello.md'), 'deiner: hello.md');
  assert.equal(
    tellInGerman('All of “find-file” is done.\nThere was no output.'),
    'Alles aus „find-file“ ist getan.\nEs gab keine Ausgabe.',
  );
});
