/** Skills in the form that everybody shares: what is read, what is refused, and for which goals one is taken. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readSkillFolder } from '../../adapters/files/skill-files.ts';
import { createSkillBook, findMissingParams } from '../../src/skills/match-skill.ts';
import { isForeign } from '../../src/skills/skill.ts';
import { readAgentText, writeAgentSkill } from '../support/agent-skill-text.ts';
import { measureProcessorMs } from '../support/processor-time.ts';
import { PHRASINGS, UNRELATED } from './phrasings.ts';

const reasonOf = async (text: string, folder = 'pdf-forms'): Promise<string> => {
  try {
    await readAgentText(text, folder);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const properties = (...lines: readonly string[]): string => ['---', ...lines, '---', 'Body.'].join('\n');

describe('An Agent Skill', () => {
  it('is read with all six keys; what is shown as text is text', async () => {
    const text = writeAgentSkill({
      name: 'pdf-forms',
      description: 'Fills in: PDF forms',
      body: '# Forms\nUse {{this}}.',
      more: [
        'license: Apache-2.0',
        'compatibility: needs python',
        'metadata:',
        '  version: 1.0',
        'allowed-tools: Bash Read',
      ],
    });
    const skill = await readAgentText(text.replaceAll('\n', '\r\n'), 'pdf-forms');
    assert.equal(skill.name, 'pdf-forms');
    assert.equal(skill.description, 'Fills in: PDF forms');
    assert.equal(skill.steps, '# Forms\nUse {{this}}.');
    assert.equal(skill.playbook, null);
    assert.equal(skill.permissions, null, 'allowed-tools grants nothing');
    assert.ok(isForeign(skill));
    assert.deepEqual(findMissingParams({ skill, params: {} }), [], 'its braces are no question to the person');
  });

  it('takes allowed-tools as a list, too, and a name in any letters that is written in another form', async () => {
    const list = properties('name: übersicht', 'description: x', 'allowed-tools: [Bash, Read]');
    assert.equal((await readAgentText(list.normalize('NFD'), 'übersicht'.normalize('NFD'))).name, 'übersicht');
  });

  it('says what is wrong with its properties', async () => {
    const good = ['name: pdf-forms', 'description: x'];
    for (const [text, reason] of [
      ['# SKILL: pdf', /no properties/],
      ['---\nname: pdf-forms\nBody', /no end/],
      [properties('description: x'), /name: it is missing/],
      [properties('name: pdf-forms'), /description: it is missing/],
      [properties('name: pdf-forms', 'description: ""'), /description: it has 1 to 1024/],
      [properties('name: pdf-forms', `description: ${'x'.repeat(1025)}`), /1 to 1024/],
      [properties('name: Pdf-forms', 'description: x'), /small letters/],
      [properties('name: pdf--forms', 'description: x'), /small letters/],
      [properties('name: -pdf', 'description: x'), /small letters/],
      [properties('name: pdf_forms', 'description: x'), /small letters/],
      [properties(`name: ${'a'.repeat(65)}`, 'description: x'), /small letters/],
      [properties('name: other', 'description: x'), /its name is “other”/],
      [properties(...good, 'version: 2'), /version/],
      [properties(...good, `compatibility: ${'x'.repeat(501)}`), /1 to 500/],
      [properties(...good, 'metadata: [a]'), /metadata/],
      [properties(...good, 'metadata:', '  a: {b: c}'), /metadata\.a: it must be text/],
      [properties(...good, 'name: again'), /plain YAML/],
      [properties('name: &a pdf-forms', 'description: *a'), /plain YAML/],
      [properties('name: !!js/function pdf-forms', 'description: x'), /plain YAML/],
      [properties('name: pdf-forms', 'description: "x'), /plain YAML/],
      [properties('- a', '- b'), /./],
      [properties('__proto__: {x: y}', ...good), /./],
    ] as const)
      assert.match(await reasonOf(text), reason, text.slice(0, 80));
  });

  it('costs little, whatever stands in its properties', async () => {
    for (const hostile of [
      '['.repeat(32_000),
      '{a: '.repeat(8000),
      `\n${Array.from({ length: 3000 }, (_, at) => `k${at}: v`).join('\n')}`,
    ]) {
      const spent = await measureProcessorMs(async () => void (await reasonOf(properties(`name: ${hostile}`))));
      assert.ok(spent < 3000, `${Math.round(spent)} ms`);
    }
    assert.match(await reasonOf(properties(`name: ${'x'.repeat(40_000)}`)), /longer than 32 KB/);
  });
});

/** As such skills describe themselves; written for this test. */
const SKILLS: Readonly<Record<string, string>> = {
  'pdf-forms':
    'Fill in PDF forms, extract text and tables from PDFs, merge and split them. Use when the user works with PDF files.',
  'invoice-renamer':
    'Rename scanned invoices and receipts by date, vendor and amount. Use when the user wants to sort receipts.',
  'release-notes': 'Write release notes and a changelog from git history. Use when a version is about to be published.',
  'photo-backup': 'Copy photos from a camera or memory card to dated folders and check the copies.',
  'meeting-minutes': 'Turn a transcript of a meeting into minutes with decisions and action items.',
  'report-writer':
    'Write reports: extract figures and tables from documents, spreadsheets and PDF files into one report.',
  'csv-cleaner': 'Clean CSV and spreadsheet data: remove duplicates, fix dates and encodings, split columns.',
};
const FITTING: readonly (readonly [goal: string, skill: string | null])[] = [
  ['merge the two PDFs a.pdf and b.pdf in my Downloads', 'pdf-forms'],
  ['fill in the PDF form application.pdf with my name', 'pdf-forms'],
  ['please extract the tables from report.pdf', 'pdf-forms'],
  ['write a report with the figures of all tables', 'report-writer'],
  ['rename all scanned invoices in ~/Scans by their date', 'invoice-renamer'],
  ['sort my receipts by vendor', 'invoice-renamer'],
  ['write the release notes for version 2.1 from git', 'release-notes'],
  ['backup the photos on my camera card', 'photo-backup'],
  ['make minutes of the meeting transcript on my desktop', 'meeting-minutes'],
  ['remove duplicates from customers.csv and fix the dates', 'csv-cleaner'],
  ['do it with the skill csv-cleaner', 'csv-cleaner'],
  ['use the pdf-forms skill on this', 'pdf-forms'],
  ['remind me of the meeting tomorrow at nine', null],
  ['open the photo on the desktop', null],
  ['what is the date today', null],
  ['close all windows', null],
  ['write a mail to Anna about the version of the contract', null],
  ['copy the folder Work to the drive', null],
  ['turn the volume down', null],
];

describe('A skill without triggers', async () => {
  const skills = await Promise.all(
    Object.entries(SKILLS).map(([name, description]) => readAgentText(writeAgentSkill({ name, description }), name)),
  );
  const book = createSkillBook(skills);

  it('is taken where its description speaks of the goal, or the goal names it', () => {
    for (const [goal, skill] of FITTING) assert.equal(book.match(goal)?.skill.name ?? null, skill, goal);
    assert.equal(book.match('skill photo-backup')?.skill.name, 'photo-backup');
  });

  it('is left out where it only shares a word with the goal', () => {
    const taken = UNRELATED.filter((goal) => book.match(goal) !== null);
    // It is what that skill is about, near enough.
    assert.deepEqual(taken, ['export the spreadsheet as CSV']);
  });

  it('is looked for in no time, however long the goal', async () => {
    for (const goal of ['a.'.repeat(50_000), '-'.repeat(100_000), 'skill '.repeat(20_000), 'pdf '.repeat(30_000)]) {
      const spent = await measureProcessorMs(async () => void book.match(goal));
      assert.ok(spent < 500, `${Math.round(spent)} ms for ${goal.slice(0, 10)}`);
    }
  });

  it('never comes before one whose trigger fits', async () => {
    const { skills: shipped } = await readSkillFolder(join(import.meta.dirname, '../../skills'));
    const both = createSkillBook([...shipped, ...skills]);
    const alone = createSkillBook(shipped);
    for (const goal of Object.values(PHRASINGS).flatMap(({ en, de }) => [...en, ...de])) {
      const before = alone.match(goal)?.skill.name;
      if (before !== undefined) assert.equal(both.match(goal)?.skill.name, before, goal);
    }
  });
});
