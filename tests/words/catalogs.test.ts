/** All that is said to a person, read aloud: short, in one voice, no word from inside, in every language. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Action } from '../../src/action/schema.ts';
import { LANGUAGES_FOLDER } from '../../src/bin/own-files.ts';
import { offerLanguages } from '../../src/bin/terminal/offer-languages.ts';
import { speakSpans } from '../../src/outbound/spoken.ts';
import type { CardFacts } from '../../src/run/confirm/card-facts.ts';
import { renderCard } from '../../src/run/confirm/confirmation-card.ts';
import { GERMAN } from '../../src/words/german.ts';
import { knownLanguages, languageOf } from '../../src/words/languages.ts';
import { join as joinTexts, say } from '../../src/words/say.ts';
import { type Language, speak } from '../../src/words/speak.ts';
import { findSentences } from '../support/sentences.ts';

const ROOT = join(import.meta.dirname, '../..');
const ENGLISH = [...findSentences().keys()];
offerLanguages(LANGUAGES_FOLDER);
const LANGUAGES: readonly Language[] = knownLanguages();
const SPANISH = languageOf('es').sentences;

/** Words of the code, and turns of phrase that read like a translation. */
const INSIDE =
  /\b(?:mend(?:ed)?|riddle|iteration|intent|fingerprint|heuristic|hands process|worker|thread failed|yes for a step|your yes|waits for a yes|keep my hands off|look yourself|not taken:|was away meanwhile)\b|\bstands? in \{|\bI (?:cannot|could not|do not|did not) (?!work\b)|\bNobody answered/i;
const INSIDE_SPANISH =
  /\b(?:iteración|huella digital|heurística|trabajador|proceso de las manos|intención|remendad[oa])\b/i;
const INSIDE_GERMAN = /\b(?:Hände-Prozess|Fingerabdruck|Iteration|Heuristik|am Werk|die Finger davon|Aufbewahrt:)/;

describe('A sentence for a person', () => {
  it('has no word from inside', () => {
    assert.ok(ENGLISH.length > 800, `only ${ENGLISH.length} sentences`);
    assert.match('Mended: the iteration', INSIDE);
    assert.deepEqual(
      ENGLISH.filter((sentence) => INSIDE.test(sentence)),
      [],
    );
    assert.deepEqual(
      Object.values(GERMAN).filter((sentence) => INSIDE_GERMAN.test(sentence)),
      [],
    );
    assert.deepEqual(
      Object.values(SPANISH).filter((sentence) => INSIDE_SPANISH.test(sentence)),
      [],
    );
  });

  it('is said with “du” in German, as it says “you” in English', () => {
    assert.deepEqual(
      Object.values(GERMAN).filter((sentence) =>
        /\b(?:Ihnen|Ihre[mnrs]?|wenden Sie|haben Sie|können Sie|bitte Sie)\b/.test(sentence),
      ),
      [],
    );
  });

  it('is said with “tú” in Spanish', () => {
    assert.deepEqual(
      Object.values(SPANISH).filter((sentence) =>
        /\b(?:usted(?:es)?|vosotr[oa]s|vuestr[oa]s?)\b|^(?:Pulse|Escriba|Toque|Abra|Haga|Inicie) /i.test(sentence),
      ),
      [],
    );
  });

  it('is not left in English by its catalog', () => {
    const englishWords = /\b(?:the|and|with|your|cannot|nothing|which|another)\b/i;
    // Names of pages and settings of other people's products stay as they are called there.
    const cited = /"[^"]*"|„[^“]*“|“[^”]*”|«[^»]*»|`[^`]*`|https?:\S+/g;
    for (const sentences of [GERMAN, SPANISH])
      assert.deepEqual(
        Object.values(sentences).filter((said) => englishWords.test(said.replace(cited, ''))),
        [],
      );
  });

  it('of one thing has its own of several things, in both languages', () => {
    const singular = ENGLISH.filter((sentence) => /^(?:[✓✗] )?1 [a-z]/.test(sentence));
    assert.ok(singular.length >= 10, `only ${singular.length}`);
    for (const one of singular) {
      const several = ENGLISH.filter((sentence) => /^(?:[✓✗] )?\{0\} /.test(sentence) && isPluralOf(sentence, one));
      assert.ok(several.length > 0, `no plural of “${one}”`);
      assert.ok(
        several.some((many) => GERMAN[many] !== GERMAN[one]),
        `“${one}” is the same in German for several`,
      );
    }
  });

  it('on a button is short enough for half a phone', () => {
    const labels = globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/label: say`([^`$]+)`/g)].map((found) => found[1] ?? ''),
    );
    assert.ok(labels.length > 30, `only ${labels.length} labels`);
    assert.deepEqual(
      labels
        .flatMap((label) => LANGUAGES.map((code) => speak({ say: label, parts: [] }, code)))
        .filter((label) => label.length > 24),
      [],
    );
  });
});

const IRREGULAR: Readonly<Record<string, string>> = { person: 'people' };

/** By its first word, where that is the same but for its ending. */
function isPluralOf(many: string, one: string): boolean {
  const noun = /1 (\w+)/.exec(one)?.[1] ?? '';
  const nouns = /\{0\} (\w+)/.exec(many)?.[1] ?? '';
  const plurals = [noun, `${noun}s`, noun.replace(/y$/, 'ies'), noun.replace(/s$/, ''), IRREGULAR[noun]];
  return nouns !== '' && plurals.includes(nouns);
}

const CARD: Omit<CardFacts, 'action'> = {
  runId: '000012',
  element: { role: 'button', name: 'Send', value: '' },
  goal: 'write the note',
  values: {},
  judgement: { risk: 'high', rule: 'test', reason: say`It runs a command that is put together first` },
  askedBy: 'Ann',
  intent: 'Type the command that writes the note into the file, so that it can be checked afterwards.',
  app: 'Terminal',
  window: 'Terminal — ann@home: ~/Documents/Letters and invoices of this year',
  cwd: '~/Documents',
  typed: '',
  again: '',
  expiresAt: 0,
  askedAt: 0,
  offer: null,
  countdownS: null,
  read: '',
};
const ACTS: readonly Action[] = [
  { action: 'shell', command: 'rm -r notes', timeout_s: 30 },
  { action: 'click', target: { element: 7 }, button: 'left', count: 1 },
  { action: 'type', text: 'hello' },
  { action: 'key', keys: 'enter', repeat: 1 },
  { action: 'open_url', url: 'https://example.com/' },
  { action: 'open_app', app: 'Mail' },
  { action: 'send_file', path: '~/Documents/report.pdf' },
  { action: 'clipboard_read' },
  { action: 'file_create', path: '~/notes.txt', text: 'milk' },
  { action: 'applescript', script: 'tell application "Notes" to quit' },
];

const OFFER: CardFacts['offer'] = {
  scope: { apps: ['GIMP'], sites: [], folders: [], kinds: ['edit'] },
  name: 'GIMP',
  skill: null,
};

describe('A card', () => {
  for (const language of LANGUAGES)
    for (const again of ['', say`something around it looks different`] as const)
      it(`takes at most six lines before its picture in ${language}${again === '' ? '' : ', asked again'}`, () => {
        for (const [action, offer] of ACTS.flatMap((one) => [[one, null] as const, [one, OFFER] as const])) {
          const { text } = renderCard({ ...CARD, action, again, offer });
          const said = speakSpans(text, language)
            .map((span) => (typeof span === 'string' ? span : Object.values(span).join('')))
            .join('');
          assert.ok(said.split('\n').length <= 6, `${said.split('\n').length} lines:\n${said}`);
        }
      });
});

it('the German catalog has each sentence once', async () => {
  const files = globSync('src/words/german/*.ts', { cwd: ROOT });
  const lists: readonly object[] = await Promise.all(files.map((file) => import(join(ROOT, file))));
  const said = lists.flatMap((list) => Object.values(list).flatMap((part) => Object.entries(Object(part))));
  const keys = said.map(([key]) => key);
  assert.ok(keys.length > 1500, `only ${keys.length}`);
  assert.deepEqual(
    said.filter(([key, german], at) => keys.indexOf(key) !== at || GERMAN[key] !== german),
    [],
  );
});

it('a catalog says every part of every sentence once', () => {
  for (const english of ENGLISH) {
    const german = GERMAN[english];
    if (german === undefined) continue;
    const parts = [...english.matchAll(/\{(\d+)\}/g)].map((found) => found[1] ?? '');
    const said = speak({ say: english, parts: parts.map((part) => `⟦${part}⟧`) }, 'de');
    for (const part of parts) assert.equal(said.split(`⟦${part}⟧`).length, 2, `${english} → ${said}`);
  }
  assert.equal(speak(joinTexts([say`Stopped.`], ''), 'de'), 'Gestoppt.');
});
