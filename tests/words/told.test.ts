/** Sentences of parts that know no languages: recognized by their shape, said in German; everything else stays as it is. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { GERMAN_TOLD } from '../../src/words/german-told.ts';
import { say, told } from '../../src/words/say.ts';
import { speak } from '../../src/words/speak.ts';
import { tellInGerman } from '../../src/words/told.ts';

const ROOT = join(import.meta.dirname, '../..');
const sources = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !file.includes('words/german'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'));

test('what is known is said in German, with its parts, one sentence or several', () => {
  for (const [english, german] of [
    ['it is larger than 20 MB', 'es ist größer als 20 MB'],
    ['I hear nothing in this voice note.', 'Ich höre nichts in dieser Sprachnachricht.'],
    [
      'The recording of run 3 could not be saved: the disk is full: free some space (ENOSPC).',
      'The recording of run 3 ließ sich nicht speichern: die Platte ist voll: schaffe Platz (ENOSPC).',
    ],
    ['~/a.txt is not there; “done” is on the screen', '~/a.txt ist nicht da; „done“ steht auf dem Bildschirm'],
    [
      'Nothing came from api.example.com: overloaded (529). Try again later.',
      'Von api.example.com kam nichts: überlastet (529). Versuch es später noch einmal.',
    ],
    ['my-file.txt is there; Google Chrome runs', 'my-file.txt ist da; Google Chrome läuft'],
    [
      'Anthropic does not accept the key in ANTHROPIC_API_KEY. Make a new one at https://a.example/keys and set it in .env.',
      'Anthropic nimmt den Schlüssel in ANTHROPIC_API_KEY nicht an. Mach einen neuen unter https://a.example/keys und trag ihn in .env ein.',
    ],
    [
      "localhost does not answer like OpenAI's API (404). Check OPENAI_BASE_URL; most addresses end in /v1",
      'localhost antwortet nicht wie die API von OpenAI (404). Prüf OPENAI_BASE_URL; die meisten Adressen enden auf /v1',
    ],
    [
      'The desktop is gone: the hands process was ended by SIGKILL. Deskhand is trying to get it back.',
      'Der Schreibtisch ist weg: der Hände-Prozess wurde durch SIGKILL beendet. Deskhand versucht, ihn zurückzuholen.',
    ],
    [
      'The desktop stays down: display :4 is gone. Deskhand goes on as soon as it is back.',
      'Der Schreibtisch bleibt weg: Bildschirm :4 ist weg. Deskhand macht weiter, sobald er wieder da ist.',
    ],
    ['Opened Notes.\nIt has 3 windows.', 'Notes geöffnet.\nIt has 3 windows.'],
  ] as const)
    assert.equal(tellInGerman(english), german);
});

test('in English it is said as it came, in German also inside another sentence', () => {
  const text = say`That did not work: ${told('there is no display 3')}`;
  assert.equal(speak(text, 'en'), 'That did not work: there is no display 3');
  assert.equal(speak(text, 'de'), 'Das hat nicht geklappt: es gibt keinen Bildschirm 3');
});

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

/** Where the sentences come from that a person sees in a chat. */
const PLACES = [
  'adapters/chat/{shared,telegram,slack,web}/{fetch-file,trouble,health,web-chat}.ts',
  'adapters/voice/*.ts',
  'adapters/desktop/{hands-child,cover-note}.ts',
  'adapters/model/{failures,provider,messages-answer}.ts',
  'adapters/desktop/accessibility/{accessibility-bus,look}.ts',
  'adapters/desktop/web/place-page.ts',
  'adapters/desktop/macos/{browsers,elements}.ts',
  'src/screen/observe.ts',
  'adapters/machine/application-name.ts',
  'adapters/recall/worker.ts',
  'src/action/keys.ts',
  'src/commands/send-file.ts',
  'src/skills/{playbook-target,triggers,parse-skill}.ts',
  'src/verify/{expect,heuristic}.ts',
] as const;
/** Said to nobody but the log. */
const NOT_SAID = [
  /^The web page has one conversation only/,
  /^The message is no longer there/,
  /holds a blank/,
  /^the checks are not JSON/,
  /^Answer with one JSON/,
];

test('each sentence of the parts whose words reach a chat is known', () => {
  const found = PLACES.flatMap((place) => sources(place)).flatMap((source) =>
    [
      ...source.matchAll(
        /(?:why|reason|detail|text): (?:'([^']+ [^']+)'|`([^`]+ [^`]+)`)|(?:no|return)\(? ?(?:'([^']+ [^']+)'|`([^`]+ [^`]+)`)/g,
      ),
    ].map((match) => match.slice(1).find((text) => text !== undefined) ?? ''),
  );
  // The rest of them are texts by now, and held by the test of the catalog.
  assert.ok(found.length > 20, `only ${found.length} sentences were found`);
  const unknown = found
    .filter((sentence) => !sentence.includes('\n') && !/\$\{[^}]*$/.test(sentence))
    .filter((sentence) => !NOT_SAID.some((pattern) => pattern.test(sentence)))
    .map((sentence) => sentence.replace(/\$\{[^}]*\}/g, 'X1'))
    .filter((sentence) => /[a-z]{3,} [a-z]{2,}/.test(sentence) && tellInGerman(sentence) === sentence);
  assert.deepEqual(unknown, []);
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
