/** Languages that one file brings: whole, with every part of every sentence, and chosen by the setting or by what a person's chat reports. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { LANGUAGES_FOLDER } from '../../src/bin/own-files.ts';
import { offerLanguages } from '../../src/bin/terminal/offer-languages.ts';
import { readSettings } from '../../src/config/read-settings.ts';
import { GERMAN } from '../../src/words/german.ts';
import { knownLanguages, languageFileSchema } from '../../src/words/languages.ts';
import { say } from '../../src/words/say.ts';
import { chooseLanguage, english, speak } from '../../src/words/speak.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

offerLanguages(LANGUAGES_FOLDER);

const partsOf = (sentence: string): readonly string[] => [...(sentence.match(/\{\d+\}/g) ?? [])].sort();

for (const name of readdirSync(LANGUAGES_FOLDER))
  describe(`languages/${name}`, () => {
    const file = languageFileSchema.parse(JSON.parse(readFileSync(join(LANGUAGES_FOLDER, name), 'utf8')));
    const { sentences } = file;

    it('is whole, and says nothing that nobody says any more', () => {
      const missing = Object.keys(GERMAN).filter((sentence) => sentences[sentence] === undefined);
      // Sentences that came since are said in English until somebody adds them here.
      const few = Object.keys(GERMAN).length * 0.03;
      assert.ok(missing.length <= few, `add to languages/${name}:\n${missing.join('\n')}`);
      const gone = Object.keys(sentences).filter((sentence) => GERMAN[sentence] === undefined);
      assert.ok(gone.length <= few, `nothing says any more, take out of languages/${name}:\n${gone.join('\n')}`);
    });

    it('has the parts of the English sentences, each as often, and their line breaks', () => {
      for (const [english, said] of Object.entries(sentences)) {
        assert.deepEqual(partsOf(said), partsOf(english), english);
        assert.equal(said.split('\n').length, english.split('\n').length, english);
        assert.notEqual(said.trim(), '', english);
        assert.equal(said, said.trim(), english);
      }
    });

    it('says one thing otherwise than several', () => {
      const pairs = Object.keys(sentences).flatMap((one) => {
        const several = one.replace(/^((?:[✓✗] )?)1 (\w+)/, '$1{0} $2s');
        return one !== several && sentences[several] !== undefined ? [[one, several] as const] : [];
      });
      assert.ok(pairs.length >= 8, `only ${pairs.length} pairs`);
      for (const [one, several] of pairs) assert.notEqual(sentences[one], sentences[several], one);
    });

    it('leaves no command, address or setting out that the English sentence names', () => {
      const fixed = /https?:\/\/[^\s,;)”]+|\b[A-Z][A-Z0-9]*_[A-Z_0-9]+\b|`[^`]+`|\.env\b/g;
      for (const [english, said] of Object.entries(sentences))
        for (const [token] of english.matchAll(fixed)) assert.ok(said.includes(token.replace(/[.:]$/, '')), english);
    });

    it('fits buttons on half a phone', () => {
      const labels = [
        'Approve',
        'Deny',
        'Why?',
        'Deny…',
        'Allow for this run',
        'Allow always',
        'Skip',
        'Stop',
        'Resume',
      ];
      for (const label of labels) assert.ok((sentences[label]?.length ?? 99) <= 24, label);
    });
  });

describe('A language that one file brings', () => {
  it('is known by that file alone, and chosen by the setting and by what a chat reports', () => {
    assert.deepEqual(knownLanguages().slice(0, 2), ['en', 'de']);
    assert.ok(knownLanguages().includes('es'));
    assert.equal(chooseLanguage('es', 'de'), 'es');
    assert.equal(chooseLanguage('auto', 'es-MX'), 'es');
    assert.equal(chooseLanguage('auto', 'fr-FR'), 'en');
    assert.equal(speak(say`Stopped.`, 'es'), 'Detenido.');
    assert.equal(speak(say`${12_345} skills`, 'es'), '12.345 habilidades');
    assert.equal(speak({ usd: 0.0123 }, 'es'), '0,012 $');
    assert.equal(speak({ usd: null }, 'es'), 'coste desconocido');
    assert.equal(speak({ tokens: 1_234_567 }, 'es'), '1,2 M');
    assert.equal(speak({ tokens: 43_000 }, 'de'), '43 Tsd.');
    assert.equal(speak({ ms: 65_000 }, 'es'), '1 min 05 s');
    const set = (value: string) => readSettings({ LANGUAGE: value }, {});
    const spanish = set('ES');
    assert.equal(spanish.ok && spanish.settings.LANGUAGE, 'es');
    const unknown = readSettings({}, { LANGUAGE: 'xx' });
    assert.ok(!unknown.ok && unknown.problems.map(english).join().includes('LANGUAGE: set one of en, de, es'));
  });

  it('that is broken is told at the terminal, and English is said', (t) => {
    const folder = join(makeTempFolder(t), 'languages');
    mkdirSync(folder);
    writeFileSync(join(folder, 'xa.json'), '{"name": "broken"');
    writeFileSync(join(folder, 'xb.json'), JSON.stringify({ name: 'Half', sentences: {} }));
    const told: string[] = [];
    const write = t.mock.method(process.stderr, 'write', (line: string) => told.push(line) > 0);
    offerLanguages(folder);
    for (const code of ['xa', 'xb']) assert.equal(speak(say`Stopped.`, code), 'Stopped.');
    write.mock.restore();
    assert.equal(told.length, 2);
    for (const line of told) assert.match(line, /xa\.json|xb\.json/);
    for (const line of told) assert.match(line, /can't be used, so I speak English instead: /);
  });

  it('that is broken is told in the language of who reads the terminal, unless that is the broken one', (t) => {
    const folder = makeTempFolder(t);
    writeFileSync(join(folder, 'xc.json'), JSON.stringify({ name: 'Half' }));
    writeFileSync(join(folder, 'xd.json'), JSON.stringify({ name: 'Half' }));
    const told: string[] = [];
    const write = t.mock.method(process.stderr, 'write', (line: string) => told.push(line) > 0);
    offerLanguages(folder, () => 'de');
    speak(say`Stopped.`, 'xc');
    offerLanguages(folder, () => 'xd');
    speak(say`Stopped.`, 'xd');
    write.mock.restore();
    assert.equal(told.length, 2);
    assert.match(
      told[0] ?? '',
      /xc\.json ist nicht zu gebrauchen, darum spreche ich stattdessen Englisch: machineMade: es fehlt$/m,
    );
    assert.match(told[1] ?? '', /xd\.json can't be used, so I speak English instead: machineMade: it is missing$/m);
  });

  it('names the day of a time on another day', () => {
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).getTime();
    assert.equal(speak({ clock: at(26, 0), said: at(25, 23) }, 'en'), 'Thu 26 Nov, 00:05');
    assert.equal(speak({ clock: at(25, 23), said: at(25, 9) }, 'en'), '23:05');
    assert.match(speak({ clock: at(26, 0), said: at(25, 23) }, 'de'), /Do\.?, 26\. Nov\.?(?:,| um) 00:05/);
  });
});
