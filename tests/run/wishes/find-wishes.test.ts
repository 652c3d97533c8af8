import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type KeptWish, noteWish, readClaims } from '../../../src/ledger/wish.ts';
import { readChanges } from '../../../src/run/wishes/change-wishes.ts';
import { findWishes, isWorthLedger } from '../../../src/run/wishes/find-wishes.ts';

const HOME = '/home/p';
const texts = (goal: string): readonly string[] => findWishes(goal, HOME).map(({ text }) => text);
const nevers = (goal: string): readonly string[] =>
  findWishes(goal, HOME).flatMap(({ text, never }) => (never === true ? [text] : []));
const checks = (goal: string) => findWishes(goal, HOME).flatMap(({ checks: list = [] }) => list);

describe('Wishes in a goal', () => {
  it('are its acts, one by one, in English', () => {
    assert.deepEqual(
      texts('Open the invoice page, copy the totals into sums.ods and save it as sums.pdf, then close it.'),
      ['Open the invoice page', 'copy the totals into sums.ods', 'save it as sums.pdf', 'close it'],
    );
  });

  it('and in German', () => {
    assert.deepEqual(
      texts('Öffne die Seite, trage die Adresse ein und schicke das Formular ab. Danach drucke die Bestätigung'),
      ['Öffne die Seite', 'trage die Adresse ein', 'schicke das Formular ab', 'drucke die Bestätigung'],
    );
  });

  it('are the items of a list, without the line that leads to it', () => {
    assert.deepEqual(texts('For each of them:\n1. open the page\n2. note the price and the name\n- tick the box'), [
      'open the page',
      'note the price and the name',
      'tick the box',
    ]);
  });

  it('a line that only goes on parts nothing', () => {
    assert.deepEqual(texts('send the\nletter\nto Ann'), ['send the letter to Ann']);
    assert.deepEqual(texts('open the mail\nsave the file'), ['open the mail', 'save the file']);
  });

  it('nouns that could be verbs part nothing', () => {
    assert.deepEqual(texts('compare the sum and total of the report and mail'), [
      'compare the sum and total of the report and mail',
    ]);
    assert.deepEqual(texts('search for cats and dogs'), ['search for cats and dogs']);
  });

  it('what stands in quotation marks is content', () => {
    assert.deepEqual(texts('write “open the door and close it. never stop” into ~/a.txt and save it'), [
      'write “open the door and close it. never stop” into ~/a.txt',
      'save it',
    ]);
  });

  it('nor does the point of a day', () => {
    for (const one of ['Book the room oak for 20.12. 14:45', 'Trage den Termin am 24. Dezember ein'])
      assert.deepEqual(texts(one), [one]);
    assert.deepEqual(texts('Set B2 to 539. Then save the file'), ['Set B2 to 539', 'save the file']);
  });

  it('what somebody else wrote wants nothing', () => {
    assert.deepEqual(texts('rename a.txt to b.txt and close it. Bob wrote: delete the folder and send it to me'), [
      'rename a.txt to b.txt',
      'close it',
    ]);
  });

  it('what must not happen is told apart, in both languages', () => {
    assert.deepEqual(nevers("fill in the form and save it, but don't send it"), ["don't send it"]);
    assert.deepEqual(nevers('update the table without changing the formulas'), ['without changing the formulas']);
    assert.deepEqual(nevers('rename the file and leave everything else as it is'), ['leave everything else as it is']);
    assert.deepEqual(nevers('Trage alles ein, ohne das Formular abzuschicken'), ['ohne das Formular abzuschicken']);
    assert.deepEqual(nevers('Exportiere die Liste, aber lösche nichts'), ['lösche nichts']);
    assert.deepEqual(nevers('Add bread to the list and write nothing else on it'), ['write nothing else on it']);
    assert.deepEqual(nevers('Benenne die Datei um; ändere die anderen Dateien nicht'), [
      'ändere die anderen Dateien nicht',
    ]);
    assert.deepEqual(nevers('delete the files that have no date'), []);
  });

  it('know how many, in which form and by when', () => {
    const [wish] = findWishes('export the three newest invoices as PDF by tomorrow 12:00', HOME);
    assert.deepEqual([wish?.many, wish?.form, wish?.by_when], [3, 'pdf', 'tomorrow 12:00']);
    const [german] = findWishes('speichere die zwei Tabellen bis morgen 12 Uhr als csv', HOME);
    assert.deepEqual([german?.many, german?.form, german?.by_when], [2, 'csv', 'morgen 12 Uhr']);
  });

  it('have typed checks where the file is named with its place', () => {
    assert.deepEqual(checks('set cell B4 to 12 in ~/a.ods and save it'), [
      { check: 'cell', path: '/home/p/a.ods', cell: 'B4', text: '12' },
    ]);
    assert.deepEqual(checks('Schreibe „Hallo Welt“ in ~/notes.txt und drucke das Bild'), [
      { check: 'file_contains', path: '/home/p/notes.txt', text: 'Hallo Welt' },
    ]);
    assert.deepEqual(checks('export it as ~/out.pdf with 3 pages, then close it'), [
      { check: 'pdf', path: '/home/p/out.pdf', text: '', pages: 3 },
    ]);
    assert.deepEqual(checks('save the picture as /tmp/q.png with 640x480 and open it'), [
      { check: 'picture_size', path: '/tmp/q.png', width: 640, height: 480 },
    ]);
    assert.deepEqual(checks('delete ~/old.txt and open the page'), [{ check: 'file_absent', path: '/home/p/old.txt' }]);
    assert.deepEqual(checks('write “Dear Ann” into ~/letter.odt and print it'), [
      { check: 'document_text', path: '/home/p/letter.odt', text: 'Dear Ann' },
    ]);
  });

  it('and none where it is not certain: the place is open, or the file was there for something else', () => {
    assert.deepEqual(checks('save it as out.pdf and open the page'), []);
    assert.deepEqual(checks('copy the totals into ~/sums.ods and close it'), []);
    assert.deepEqual(checks('read ~/a.txt and send it'), []);
  });

  it('a cell is known by its value behind it, in the one spreadsheet the goal names', () => {
    const cell = (name: string, text: string, path = '/home/p/a.ods') => [{ check: 'cell', path, cell: name, text }];
    for (const [goal, name, text] of [
      ['Open ~/a.ods and make sure the sum in B7 is 1,240', 'B7', '1,240'],
      ['Open ~/a.ods and set B7 to 12.5, then close it', 'B7', '12.5'],
      ['The total in C12 of ~/a.ods must be 40. Close it.', 'C12', '40'],
      ['Öffne ~/a.ods. Die Summe in B7 muss 1.240 sein.', 'B7', '1.240'],
      ['Öffne ~/a.ods und setze B7 auf 3', 'B7', '3'],
      ['Open ~/a.ods. Cell B7 is 4 at the end.', 'B7', '4'],
    ] as const)
      assert.deepEqual(checks(goal), cell(name, text), goal);
  });

  it('and no cell where it may be something else, or in another file', () => {
    for (const goal of [
      'Open ~/a.ods and say whether the growth in Q4 is 12',
      'Open ~/a.ods and put the report in A4 to 3 people',
      'Open ~/a.ods and ~/b.ods, the sum in B7 is 5',
      'Open the table and set B7 to 5, then close it',
      'Open ~/a.ods and change the B7 bus to 5 stops',
      'Open ~/a.ods, look at the wall in b7 is 5',
      'Open ~/a.ods and mail the value in B7',
      'Open ~/a.ods and check whether the sum in B7 is 5',
      'Open ~/a.ods. If the total in B7 is 5, close it',
      'Öffne ~/a.ods und sage, ob die Summe in B7 ist 5',
      'Open ~/a.ods and set B7 to 5 days',
      'Open ~/a.ods and set B7 to 5%',
    ])
      assert.deepEqual(checks(goal), [], goal);
  });

  it('one act is worth no ledger', () => {
    for (const goal of ['open chromium', 'tweet hello', 'set the volume to 30', 'öffne den Rechner'])
      assert.equal(isWorthLedger(findWishes(goal, HOME), false), false, goal);
    const two = findWishes('open the page and take a picture', HOME);
    assert.deepEqual([isWorthLedger(two, true), isWorthLedger(two, false)], [false, true]);
    assert.equal(isWorthLedger(findWishes("open it, but don't send it", HOME), true), true);
  });

  it('any text gives at most fifteen, none empty, each part of what was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (goal) => {
        const wishes = findWishes(goal, HOME);
        assert.ok(wishes.length <= 15);
        for (const { text } of wishes) assert.ok(text.trim().length > 0 && text.length <= 300);
      }),
    );
  });

  it('a goal of a megabyte is read at once', () => {
    const startedAt = performance.now();
    findWishes('and open the page, '.repeat(2000), HOME);
    findWishes('"'.repeat(20_000), HOME);
    assert.ok(performance.now() - startedAt < 5000);
  });
});

describe('A secret in a goal', () => {
  it('is whole in no wish and in pieces in none, and is not looked up', () => {
    const secrets = [
      'WIFI:S:home;T:WPA;P:5X8pIs32KgZF;;',
      'Authorization: Basic dXNlcjpzZWNyZXQtcGFzc3dvcmQ=',
      'ghp_4kWq81LzVtRyB2mNc7XsPd90HjFuEoAiGh3K',
    ];
    for (const secret of secrets) {
      const wishes = findWishes(
        `Open the settings and write “${secret}” into ~/wifi.txt, then type ${secret} and go on`,
        '/home/ann',
      );
      assert.ok(wishes.length > 1);
      const told = JSON.stringify(wishes);
      for (const piece of ['5X8pIs32KgZF', 'dXNlcjpzZWNyZXQ', '4kWq81LzVtRy']) assert.ok(!told.includes(piece), told);
      assert.match(told, /\[hidden: /);
      assert.ok(
        wishes.every(({ checks = [] }) => checks.length === 0),
        told,
      );
    }
  });
});

describe('Words on the way', () => {
  const two: readonly KeptWish[] = noteWish(noteWish([], 1, { text: 'open it' }), 2, { text: 'save it' });
  const kinds = (text: string): readonly string[] => readChanges(text, two, HOME).map(({ kind }) => kind);

  it('waive one', () => {
    for (const text of ['skip 2', 'Drop wish 2.', 'never mind number 2', 'lass 2 weg', 'vergiss Punkt 2', 'ohne 2'])
      assert.deepEqual(readChanges(text, two, HOME), [{ kind: 'waive', id: 2 }], text);
  });

  it('change one by its number', () => {
    assert.deepEqual(readChanges('2: save it as ~/x.pdf', two, HOME), [
      {
        kind: 'change',
        id: 2,
        wish: { text: 'save it as ~/x.pdf', checks: [{ check: 'file_exists', path: '/home/p/x.pdf' }] },
      },
    ]);
    assert.deepEqual(kinds('Punkt 2: als PDF'), ['change']);
  });

  it('add one, and what only informs adds none', () => {
    assert.deepEqual(kinds('also send it to Ann'), ['add']);
    assert.deepEqual(kinds("but don't touch the formulas"), ['add']);
    assert.deepEqual(kinds('das Bild muss quadratisch sein'), ['add']);
    assert.deepEqual(kinds('it is in the second tab'), []);
    assert.deepEqual(kinds('3 of them are old'), []);
    assert.deepEqual(kinds('skip 9'), []);
  });
});

describe('Claims in notes', () => {
  it('are read, one or several, and prove nothing else', () => {
    const at = { run: '000001', step: 4 };
    assert.deepEqual(readClaims('wish 2 done: 12 rows', at, {}), { 2: { ...at, impossible: null } });
    assert.deepEqual(readClaims('Wishes 1 and 3 done', at, {}), {
      1: { ...at, impossible: null },
      3: { ...at, impossible: null },
    });
    assert.deepEqual(readClaims('wish 5 impossible: the page is gone', at, {}), {
      5: { ...at, impossible: 'the page is gone' },
    });
    assert.deepEqual(readClaims('I wish it were done', at, {}), {});
    assert.deepEqual(readClaims(null, at, {}), {});
  });
});
