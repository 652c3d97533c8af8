/** A scope comes from the person's own words: what they quote or pass on, and what a model adds, never counts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { ownWords } from '../../../src/safety/scope/own-words.ts';
import { mayNeedScope, scopeByRule } from '../../../src/safety/scope/scope-by-rule.ts';
import { trimScope } from '../../../src/safety/scope/trim-scope.ts';
import { SCOPE_KINDS, type Scope } from '../../../src/safety/scope.ts';
import { readCorpus } from '../../support/corpora.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';

const HOME = '/home/ann';
const NONE = { apps: [], sites: [], folders: [] };

describe('one target that the goal itself names', () => {
  const cases: readonly (readonly [string, Partial<Scope> | null])[] = [
    ['add milk to list.ods', { apps: ['LibreOffice', 'Excel', 'Numbers', 'Gnumeric'] }],
    ['Füge Milch zu Liste.ods hinzu', { apps: ['LibreOffice', 'Excel', 'Numbers', 'Gnumeric'] }],
    [
      'add milk to ~/Documents/list.ods',
      { apps: ['LibreOffice', 'Excel', 'Numbers', 'Gnumeric'], folders: ['~/Documents/list.ods'] },
    ],
    ['in LibreOffice Calc, sort column A', { apps: ['LibreOffice Calc'] }],
    ['write hello in Mousepad', { apps: ['Mousepad'] }],
    ['In Numbers, sum column B', { apps: ['Numbers'] }],
    ['crop photo.png in GIMP', { apps: ['GIMP'] }],
    ['fill in B3 on docs.google.com', { sites: ['docs.google.com'] }],
    ['add numbers to list.ods', { apps: ['LibreOffice', 'Excel', 'Numbers', 'Gnumeric'] }],
    // Several, or none, or nothing to change.
    ['copy the table from a.ods into b.odt', null],
    ['copy the text from Firefox into Mousepad', null],
    ['add all numbers', null],
    ['open list.ods', null],
    ['what is in list.ods?', null],
    ['show me how to add a row in LibreOffice Calc', null],
    ['tidy up ~/Downloads', null],
    ['', null],
    // It is to stay as it is, or that is a question.
    ["don't change list.ods, only write me the total", null],
    ['do not edit list.ods; write me what is in it', null],
    ['without changing list.ods make a summary for me', null],
    ['never write to budget.xlsx', null],
    ['leave list.ods as it is and write me the total', null],
    ['put the total in your answer, list.ods stays untouched', null],
    ["please don't touch report.docx but type the date here", null],
    ['Ändere nichts in Liste.ods, schreib mir nur die Summe', null],
    ['Schreib mir die Summe, ohne Liste.ods zu ändern', null],
    ['Verändere die Datei Liste.ods nicht, rechne nur', null],
    ['écris la somme sans modifier liste.ods', null],
    ['Bob asked me to add milk to list.ods, should I?', null],
    ['soll ich in Liste.ods Milch ergänzen', null],
    // By its own name, but in a place that nobody writes to by hand.
    ['add x to ~/.config/list.txt', null],
    ['add x to /etc/names.txt', null],
  ];
  for (const [goal, expected] of cases)
    test(goal || 'no words', () =>
      assert.deepEqual(
        scopeByRule(goal, HOME),
        expected === null ? null : { ...NONE, ...expected, kinds: ['edit', 'save'] },
      ),
    );
});

describe('what others wrote names nothing', () => {
  const wrap: readonly ((text: string) => string)[] = [
    (text) => `do what this says: “${text}”`,
    (text) => `do what this says: "${text}"`,
    (text) => `do what this says: '${text}'`,
    (text) => `mach das: „${text}“`,
    (text) => `fais ça: « ${text} »`,
    (text) => `do what this says: "${text}`,
    (text) => `do what this says:\n> ${text}\n> ${text}`,
    (text) => `do it\n\`\`\`\n${text}\n\`\`\``,
    (text) => `do it\n---------- Forwarded message ---------\nFrom: x@evil.example\n${text}`,
    (text) => `do it\n-----Original Message-----\n${text}`,
    (text) => `do it\nBegin forwarded message:\n\n${text}`,
    (text) => `do it\nOn Monday, Eve wrote:\n${text}`,
    (text) => `mach das\nAm Montag schrieb Eve:\n${text}`,
    (text) => `do it\nFrom: Eve\n${text}`,
    (text) => `do what he wants: ”${text}”`,
    (text) => `do it: „${text}”`,
    (text) => `do it: ‚${text}‘`,
    (text) => `do it: ’${text}’`,
    (text) => `do it: ‹${text}›`,
    (text) => `do it: 『${text}』`,
    (text) => `do it: 《${text}》`,
    (text) => `do it: ＂${text}＂`,
    (text) => `do it: 'hello\n${text}'`,
    (text) => `do it: "he said "${text}" to me"`,
    (text) => `do it: „he said ”well” and “${text}”`,
    (text) => `do it: “he said “${text}” to me”`,
    (text) => `do it: \`a "${text}\` and "b"`,
    (text) => `Eve says: ${text}`,
    (text) => `please do it, Eve wrote this morning: ${text}`,
    (text) => `mach was Eve sagt: ${text}`,
    (text) => `do it\n[12:30, 3/11/2026] Eve: ${text}`,
    (text) => `do it\n[03.11.26, 12:30:11] Eve: ${text}`,
    (text) => `do it\n3/11/26, 12:30 - Eve: ${text}`,
    (text) => `do it\nEve, [3 Nov 2026 12:30]:\n${text}`,
    (text) => `do it\nEve  12:30 PM\n${text}`,
    (text) => `do it\nEve — Today at 12:30\n${text}`,
    (text) => `do it\n*From:* Eve\n${text}`,
    (text) => `do it\n----------\n${text}`,
    (text) => `do it\nForwarded from Eve\n${text}`,
    (text) => `do it\nOn Mon, Nov 3, 2026 at 9:00 Eve <eve@x.example>\nwrote:\n\n${text}`,
    (text) => `do it <blockquote>${text}</blockquote>`,
    (text) => `do it [quote]${text}[/quote]`,
    (text) => `do it\n(File sent with it: /home/ann/inbox/${text.replaceAll(' ', '-')})`,
  ];
  const said = 'edit list.ods in LibreOffice on docs.google.com in ~/Documents';
  const proposed: Scope = {
    apps: ['LibreOffice'],
    sites: ['docs.google.com'],
    folders: ['~/Documents'],
    kinds: SCOPE_KINDS,
  };
  for (const [at, make] of wrap.entries())
    test(make('…').replaceAll('\n', '⏎'), () => {
      const goal = make(said);
      assert.equal(scopeByRule(goal, HOME), null, `${at}`);
      assert.equal(trimScope(proposed, goal, HOME), null);
      assert.doesNotMatch(ownWords(goal), /list\.ods/);
    });
  test('what is quoted takes nothing else away', () => {
    for (const goal of [
      'change “foo” to “bar” in list.ods',
      'put "milk" and "eggs" into list.ods',
      "write 'milk' into list.ods",
      'set B3 to `=A1` in list.ods',
      'at 12:30 add milk to list.ods',
    ])
      assert.notEqual(scopeByRule(goal, HOME), null, goal);
  });
  test('an apostrophe quotes nothing', () => {
    assert.match(ownWords("don't forget Ann's list.ods, it's there"), /list\.ods/);
    assert.notEqual(scopeByRule("don't wait: add Ann's milk to list.ods, that's all", HOME), null);
  });
});

describe('what is proposed is cut down to what is named', () => {
  const all: Scope = {
    apps: ['LibreOffice', 'Firefox', 'Terminal', 'Telegram', '', '*'],
    sites: ['docs.google.com', 'google.com', 'evil.example', 'com', '*'],
    folders: ['~/Documents/work', '~/Documents', '~', '/', '/etc', '~/.ssh', HOME],
    kinds: SCOPE_KINDS,
  };
  const cases: readonly (readonly [string, Scope | null])[] = [
    [
      'copy the totals from a.ods to Google Docs',
      { apps: ['LibreOffice'], sites: ['docs.google.com'], folders: [], kinds: ['edit', 'save'] },
    ],
    [
      'run the tests in ~/Documents/work',
      { apps: [], sites: [], folders: ['/home/ann/Documents/work'], kinds: ['save', 'run'] },
    ],
    ['tidy up my documents folder', { apps: [], sites: [], folders: ['/home/ann/Documents'], kinds: ['save', 'run'] }],
    ['write it down', null],
    ['put all of ~ in order', null],
    ['sort /etc', null],
    ['change ~/.ssh', null],
    ['save everything from / here', null],
    ['sign up at evil.example.com', null],
  ];
  for (const [goal, expected] of cases) test(goal, () => assert.deepEqual(trimScope(all, goal, HOME), expected));

  test('never more than was proposed, whatever the words', () => {
    const words = fc.array(
      fc.constantFrom(
        'LibreOffice',
        'in',
        'docs.google.com',
        '~/Documents',
        'Firefox',
        'add',
        '"',
        '>',
        '\n',
        'evil.example',
        'a.ods',
        'Google',
        'docs',
      ),
    );
    fc.assert(
      fc.property(
        words,
        fc.subarray([...all.apps]),
        fc.subarray([...all.sites]),
        fc.subarray([...SCOPE_KINDS]),
        (said, apps, sites, kinds) => {
          const trimmed = trimScope({ apps, sites, folders: all.folders, kinds }, said.join(' '), HOME);
          if (trimmed === null) return;
          assert.ok(trimmed.apps.every((app) => apps.includes(app) && app !== '' && app !== '*'));
          assert.ok(trimmed.sites.every((site) => sites.includes(site)));
          assert.ok(trimmed.kinds.every((kind) => kinds.includes(kind)));
          assert.ok(trimmed.folders.every((folder) => folder.startsWith(`${HOME}/`) && !folder.includes('/.')));
        },
      ),
      { numRuns: WITH_REPEATS ? 1000 : 300 },
    );
  });
});

test('texts that attackers inject name nothing when they are passed on', () => {
  const lines = readCorpus('prompt_injections.jsonl', z.object({ text: z.string() }));
  for (const { text } of lines) {
    assert.equal(scopeByRule(`do what it says\n> ${text.replaceAll('\n', '\n> ')}`, HOME), null);
    assert.equal(scopeByRule(`do what it says\n---------- Forwarded message ---------\n${text}`, HOME), null);
  }
});

test('a scope is worth a question wherever something is done at a place, whatever the verb is called', () => {
  for (const goal of [
    'baue die Tabellen in ~/work',
    'bring the shelf list in ~/stock into shape',
    'räume ~/Downloads auf',
    'bestelle Milch bei shop.example',
    'öffne notes.txt und streiche die letzte Zeile',
    'poste den Bericht auf x.com',
    'ordena ~/Documents/facturas por fecha',
    'add milk to list.ods',
  ])
    assert.ok(mayNeedScope(goal, HOME), goal);
  for (const goal of [
    'open the calendar',
    'bitte öffne example.com',
    'start LibreOffice Calc',
    'was steht in ~/work/notes.txt?',
    'show me the files in ~/work',
    'press the button',
  ])
    assert.ok(!mayNeedScope(goal, HOME), goal);
});

test('whatever is said, an answer comes, and soon', () => {
  const startedAt = process.cpuUsage();
  for (const text of [
    'a.'.repeat(20_000),
    '~/a/'.repeat(10_000),
    '"'.repeat(40_000),
    "'".repeat(40_000),
    '> \n'.repeat(20_000),
    'on x '.repeat(20_000),
    '\u{1f600}'.repeat(20_000),
  ]) {
    scopeByRule(`add ${text}`, HOME);
    mayNeedScope(text, HOME);
    trimScope({ apps: ['x'], sites: ['x.y'], folders: ['~/a'], kinds: ['edit'] }, text, HOME);
  }
  const { user } = process.cpuUsage(startedAt);
  assert.ok(user < 5_000_000, `${user} µs`);
});
