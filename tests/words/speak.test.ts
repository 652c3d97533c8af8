/** Every sentence has its German one, with the same parts; amounts are written as people there write them. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { GERMAN_SHIPPED } from '../../src/words/german/shipped.ts';
import { GERMAN } from '../../src/words/german.ts';
import { capital, join, plural, say } from '../../src/words/say.ts';
import { chooseLanguage, speak } from '../../src/words/speak.ts';
import { showHiddenIn } from '../../src/words/visible.ts';
import { findSentences } from '../support/sentences.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const partsOf = (sentence: string): readonly string[] => [...(sentence.match(/\{\d+\}/g) ?? [])].sort();

test('all that is said can be said in German, and nothing else is in the catalog', () => {
  const sentences = findSentences();
  assert.ok(sentences.size > 150, `only ${sentences.size} sentences were found`);
  const words = [...sentences].filter(([sentence]) => /[a-z]/i.test(sentence.replace(/\{\d+\}/g, '')));
  assert.deepEqual(
    words.filter(([sentence]) => GERMAN[sentence] === undefined),
    [],
    'sentences without a German one in src/words/german.ts',
  );
  assert.deepEqual(
    // What shipped skills say of themselves is held by their own test.
    Object.keys(GERMAN).filter((sentence) => !sentences.has(sentence) && GERMAN_SHIPPED[sentence] === undefined),
    [],
    'sentences of the catalog that nothing says any more',
  );
});

/** For programs and for who looks into calls word for word: in English always. */
const NEVER_SAID = ['src/safety/answer-line.ts', 'src/run/traces.ts'];

test('what went wrong is never finished English where it arises: no catalog could say it in another language', () => {
  const made =
    /(?:new (?:Refused|DesktopLost|SaidError|JournalFailed|ControlRefusal|UpdateRefused)\(\s*|\b(?:why|reason|detail|problem): ?)['`][^'`]*[a-z]{2,} [a-z]{2,}/;
  const sources = globSync('{src,adapters}/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/^src\/bin\/|\/macos\/check\//.test(file) && !NEVER_SAID.includes(file),
  );
  assert.ok(sources.length > 500);
  assert.deepEqual(
    sources.filter((file) => made.test(readFileSync(resolve(ROOT, file), 'utf8'))),
    [],
  );
});

/** For who works on the sources. */
const FOR_DEVELOPERS = ['bench', 'build', 'check-mac', 'test'].map((name) => `src/bin/commands/${name}.ts`);
/** It shows commands to be typed. */
const TELLS_COMMANDS = 'src/bin/fleet/init-fleet.ts';

test('how a command ends, and what it tells, is never finished English', () => {
  const made =
    /(?:new (?:ExitError|SaidError|UpdateRefused|ControlRefusal)\(\s*(?:EXIT\.\w+,\s*)?|\btell\(|\bstd(?:out|err)\.write\(\s*)['`](?!ready )[^'`]*[a-z]{2,} [a-z]{2,}/;
  assert.match("throw new ExitError(EXIT.failure, 'Nobody is paired.')", made);
  assert.doesNotMatch('throw new ExitError(EXIT.failure, say`Nobody is paired.`)', made);
  const sources = globSync('src/bin/**/*.{ts,mjs}', { cwd: ROOT }).filter(
    (file) => ![...FOR_DEVELOPERS, TELLS_COMMANDS].includes(file),
  );
  assert.ok(sources.length > 80);
  assert.deepEqual(
    sources.filter((file) => made.test(readFileSync(resolve(ROOT, file), 'utf8'))),
    [],
  );
});

test('a German sentence has the parts of the English one', () => {
  for (const [english, german] of Object.entries(GERMAN)) assert.deepEqual(partsOf(german), partsOf(english), english);
});

test('a sentence is said with its parts, in either language; blanks around it stay where they are', () => {
  const text = say`\n${3} actions were finished before.`;
  assert.equal(speak(text, 'en'), '\n3 actions were finished before.');
  assert.equal(speak(text, 'de'), '\n3 Aktionen waren vorher abgeschlossen.');
  assert.equal(speak(capital(say`✓ ${say`clicking at ${'5, 5'}`}${''}`), 'de'), '✓ klicke bei 5, 5');
  assert.equal(speak(join([say`run ${3}`, '', say`Stopped.`], ' · '), 'de'), 'Lauf 3 ·  · Gestoppt.');
  assert.equal(speak(plural(1, say`${1} step`, say`${1} steps`), 'de'), '1 Schritt');
});

test('a sentence with a semicolon is said whole in either language', () => {
  const [there, inUse] = [say`${'a.txt'} is there`, say`it is in use`];
  const text = say`${there}; ${inUse}.`;
  assert.equal(speak(text, 'en'), 'a.txt is there; it is in use.');
  assert.equal(speak(text, 'de'), 'a.txt ist da; es wird gerade benutzt.');
  const refused = say`${'a.txt'}: ${say`something else has changed it since; look at it again first`}. Nothing was changed.`;
  assert.equal(
    speak(refused, 'de'),
    'a.txt: es wurde inzwischen von anderem geändert; sieh es dir erst noch einmal an. Nichts wurde geändert.',
  );
});

test('what somebody else put into a sentence is said as it is', () => {
  const text = say`The model says: ${'{0} $& {1} Stopped.'}`;
  assert.equal(speak(text, 'de'), 'Das Modell sagt: {0} $& {1} Stopped.');
  assert.equal(speak(showHiddenIn(say`typing ${'a\u202Eb'}`), 'de'), 'tippe a⟨U+202E⟩b');
});

test('amounts, times and money are written as in the language', () => {
  const at = new Date(2026, 10, 21, 14, 5).getTime();
  assert.deepEqual(
    (
      [{ ms: 65_000 }, { usd: 0.0123 }, { usd: 0.0001 }, { usd: null }, { tokens: 1_234_567 }, { clock: at }] as const
    ).map((amount) => [speak(amount, 'en'), speak(amount, 'de')]),
    [
      ['1 min 05 s', '1 Min. 05 s'],
      ['$0.012', '0,012 $'],
      ['<$0.001', '<0,001 $'],
      ['cost unknown', 'Kosten unbekannt'],
      ['1.2M', '1,2 Mio.'],
      ['14:05', '14:05'],
    ],
  );
  assert.match(speak({ moment: at }, 'en'), /21 Nov 2026.*14:05/);
  assert.match(speak({ moment: at }, 'de'), /21\.11\.2026.*14:05/);
});

test('the setting decides; auto goes by what the chat reports', () => {
  assert.equal(chooseLanguage('de', 'en-GB'), 'de');
  assert.equal(chooseLanguage('en', 'de'), 'en');
  assert.deepEqual(
    ['de', 'de-AT', 'DE', 'en-US', 'den', 'fr', ''].map((reported) => chooseLanguage('auto', reported)),
    ['de', 'de', 'de', 'en', 'en', 'en', 'en'],
  );
});
