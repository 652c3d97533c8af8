/** Changes of a note: merging, properties, lines. What Obsidian or the person wrote stays byte for byte. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { mergeNote } from '../../adapters/files/merge-note.ts';
import { markOrigin, readFrontMatter } from '../../src/memory/front-matter.ts';
import { addLine, addToSection, dropLines, keepLast, plainLine } from '../../src/memory/note-lines.ts';
import { addRemembered, dropRemembered, findRemembered, listRemembered } from '../../src/memory/remembered.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '# e', ''), { maxLength: 12 });
const text = fc.tuple(lines, fc.constantFrom('\n', '\r\n'), fc.boolean()).map(([all, end, isEnded]) => {
  const joined = all.join(end);
  return isEnded && joined !== '' ? `${joined}${end}` : joined;
});

describe('merging two versions of a note', () => {
  it('takes the side that changed when only one did', () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        assert.equal(mergeNote(base, other, base), other);
        assert.equal(mergeNote(base, base, other), other);
        assert.equal(mergeNote(base, other, other), other);
      }),
    );
  });

  it('never loses a line that either side added, or gives up', () => {
    fc.assert(
      fc.property(text, lines, lines, (base, own, others) => {
        const mine = `${own.map((line) => `mine ${line}\n`).join('')}${base}`;
        const theirs = `${base}${base === '' || base.endsWith('\n') ? '' : '\n'}${others.map((line) => `theirs ${line}\n`).join('')}`;
        const merged = mergeNote(base, mine, theirs);
        if (merged === null) return;
        for (const line of [...own.map((one) => `mine ${one}`), ...others.map((one) => `theirs ${one}`)])
          assert.ok(merged.includes(line));
      }),
    );
  });

  it('gives up where both changed the same place', () => {
    assert.equal(mergeNote('a\nb\nc\n', 'a\nX\nc\n', 'a\nY\nc\n'), null);
    assert.equal(mergeNote('a\n', 'a\nmine\n', 'a\ntheirs\n'), null);
    assert.equal(mergeNote('a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'a\nb\nc\nD\n'), 'A\nb\nc\nD\n');
    assert.equal(mergeNote('a\nb\nc\nd\n', 'a\nd\n', 'a\nb\nc\nd\ne\n'), 'a\nd\ne\n');
  });
});

describe('the properties of a note', () => {
  /** As Obsidian writes them. */
  const OBSIDIAN = [
    '---\naliases:\n  - Printer\ntags: [a, b]\ncssclasses:\n---\n# Printer\n\n[[Office|the office]] ![[plan.png]]\n',
    '\ufeff---\r\ndate: 2026-11-21\r\n---\r\n\r\nText\r\n',
    '---\n---\nempty properties\n',
    'no properties\n\n---\n\na rule, not an end\n',
    '---\nnot closed\n',
    '',
    '> [!note]\n> text\n\n```js\n---\n```\n',
  ];

  it('says where a note came from, without changing any other byte', () => {
    for (const note of OBSIDIAN) {
      const marked = markOrigin(note, 'run 3, "quoted": yes');
      const { origin, body } = readFrontMatter(marked);
      assert.equal(origin.replaceAll('\\"', '"'), 'run 3, "quoted": yes');
      const without = marked.replace(/deskhand_origin: .*\r?\n/, '');
      const isNew = !/^\ufeff?---\r?\n[\s\S]*?\n?---/.test(note) || note.startsWith('---\nnot closed');
      assert.equal(isNew ? without.replace(/---\r?\n---\r?\n/, '') : without, note);
      assert.equal(body, isNew ? note.replace(/^\ufeff/, '') : readFrontMatter(note).body);
      assert.equal(markOrigin(marked, 'run 3, "quoted": yes'), marked, 'once is enough');
    }
  });
});

describe('lines of a note', () => {
  it('come at the end of their section, which is made when it is missing', () => {
    assert.equal(addToSection('# Day\n', '## Deskhand', '- x'), '# Day\n\n## Deskhand\n\n- x\n');
    assert.equal(addToSection('', '## Deskhand', '- x'), '## Deskhand\n\n- x\n');
    assert.equal(addToSection('text', '## Deskhand', '- x'), 'text\n\n## Deskhand\n\n- x\n');
    assert.equal(
      addToSection('# Day\r\n\r\n## Deskhand\r\n\r\n- a\r\n\r\n## Mine\r\n\r\ntext', '## Deskhand', '- x'),
      '# Day\r\n\r\n## Deskhand\r\n\r\n- a\r\n- x\r\n\r\n## Mine\r\n\r\ntext',
    );
    assert.equal(addToSection('## Deskhand', '## Deskhand', '- x'), '## Deskhand\n\n- x\n');
    assert.equal(addToSection('## Deskhand\n## Mine\n', '## Deskhand', '- x'), '## Deskhand\n\n- x\n\n## Mine\n');
    assert.equal(addLine('no end', '- x'), 'no end\n- x\n');
  });

  it('are added without losing a byte of what was there', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (note, hasSection) => {
        const before = hasSection ? `${note}\n## Deskhand\n\n- a\n\n## After\n${note}` : note;
        const after = addToSection(before, '## Deskhand', '- added');
        const rest = dropLines(after, (line) => line === '- added');
        assert.ok(after.includes('- added'));
        assert.deepEqual(
          rest.split(/\s+/).filter((word) => !['##', 'Deskhand', ''].includes(word)),
          before.split(/\s+/).filter((word) => !['##', 'Deskhand', ''].includes(word)),
        );
      }),
    );
  });

  it('are kept to the newest ones, and only our own', () => {
    const isOwn = (line: string): boolean => line.startsWith('- ');
    assert.equal(keepLast('- a\nmine\n- b\n- c', isOwn, 2), 'mine\n- b\n- c');
    assert.equal(keepLast('- a\n- b\n', isOwn, 2), '- a\n- b\n');
  });

  it('hold no link, tag, comment or tag of a prompt that somebody smuggled in', () => {
    assert.equal(plainLine('a\n[[b]] %%c%% #tag <x> # no'), 'a [ [b]] % %c% % \\#tag ‹x› # no');
  });
});

describe('what was remembered', () => {
  it('is added once, found by its words, and taken out alone', () => {
    const mine = '# Standing instructions\r\n\r\nMy own line\r\n- a list of mine\r\n';
    const one = addRemembered(mine, 'I write mails in German', '2026-11-21');
    const both = addRemembered(one, 'The printer is Brother-2F', '2026-11-21');
    assert.equal(addRemembered(both, 'I write mails in German', '2026-11-22'), both);
    assert.deepEqual(listRemembered(both), ['I write mails in German', 'The printer is Brother-2F']);
    assert.deepEqual(findRemembered(both, 'german mail'), ['I write mails in German']);
    assert.deepEqual(findRemembered(both, 'own line'), []);
    assert.equal(dropRemembered(both, 'The printer is Brother-2F'), one);
    assert.equal(dropRemembered(one, 'I write mails in German'), mine);
  });
});
