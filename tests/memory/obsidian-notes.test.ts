/** Notes as Obsidian itself writes them: whatever Deskhand does to them, every byte of the person's stays. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createVault } from '../../adapters/files/vault.ts';
import { markOrigin, readFrontMatter } from '../../src/memory/front-matter.ts';
import { keepForm } from '../../src/memory/keep-form.ts';
import { addLine, addToSection, dropLines, keepLast } from '../../src/memory/note-lines.ts';
import { addRemembered, dropRemembered } from '../../src/memory/remembered.ts';
import { createKnownNotes, writeNote } from '../../src/run/perform/notes.ts';
import { english } from '../../src/words/speak.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const { signal } = new AbortController();

/** Properties of every kind, callouts, embeds, block ids, comments, tasks, tables, footnotes, mathematics, code with fences in it. */
const NOTE = `---
aliases:
  - The printer
  - "Brother: 2F"
tags: [office/hardware, "#queer tag"]
cssclasses:
  - wide
created: 2026-11-21T10:00:00
related: "[[Office|the office]]"
nested:
  model:
    - name: 'HL-2'
      text: |-
        two
          lines ---
empty:
---

# Printer 🖨️

> [!warning]- Toner
> is *almost* empty
>> nested

![[plan.png|300]] ![[Office#Rooms]] [[Office^block-1|here]] #tag/sub %%hidden%% ==marked==
\t- [ ] a task 📅 2026-12-01
\t- [x] done ^id-1

| a | b |
|---|---|
| \\| | [[x\\|y]] |

\`\`\`js
const a = "---";
---
\`\`\`

$$ x_1 $$ [^1]

[^1]: a foot note

\`\`\`md
## Deskhand
\`\`\`

## Deskhand

\`\`\`sh
# not a heading
\`\`\`
- mine  

## After
text without an end`;

const SPELLINGS: readonly (readonly [name: string, text: string])[] = [
  ['as it is', NOTE],
  ['with a mark', `\ufeff${NOTE}\n`],
  ['from Windows', `${NOTE}\n`.replaceAll('\n', '\r\n')],
  ['from Windows with a mark', `\ufeff${NOTE}`.replaceAll('\n', '\r\n')],
  ['with mixed line ends', `${NOTE.replace('\n> is', '\r\n> is')}\n\n\n`],
  ['in decomposed letters', `${NOTE}\nCafé ${'é'.normalize('NFD')}`],
  ['without properties', NOTE.slice(NOTE.indexOf('# Printer'))],
];

test('what Deskhand adds and takes away again leaves the note byte for byte', () => {
  for (const [name, note] of SPELLINGS) {
    const ended = note.endsWith('\n')
      ? note
      : addLine(note, '- x').slice(0, note.length + (note.includes('\r\n') ? 2 : 1));
    const isOurs = (line: string): boolean => line === '- added 1' || line === '- added 2';
    for (const added of [
      addLine(addLine(note, '- added 1'), '- added 2'),
      keepLast(addLine(addLine(note, '- added 1'), '- added 2'), isOurs, 2),
    ])
      assert.equal(dropLines(added, isOurs), ended, name);
    const inSection = addToSection(addToSection(note, '## Deskhand', '- added 1'), '## Deskhand', '- added 2');
    assert.match(inSection, /- mine {2}\r?\n- added 1\r?\n- added 2\r?\n\r?\n## After/, name);
    assert.equal(dropLines(inSection, isOurs), note, name);
    const remembered = addRemembered(note, 'I like tea', '2026-11-21');
    assert.equal(dropRemembered(remembered, 'I like tea'), ended, name);
    const marked = markOrigin(note, 'run 3');
    assert.equal(markOrigin(marked, 'run 3'), marked, name);
    assert.equal(readFrontMatter(marked).origin, 'run 3');
    assert.ok(marked.endsWith(readFrontMatter(note).body), name);
  }
});

test('a note that is written anew keeps its properties, its mark, its line ends, its end', () => {
  for (const [name, note] of SPELLINGS) {
    const { body } = readFrontMatter(note);
    // As a prompt shows it: without the properties, trimmed; a model's line ends are plain.
    const shown = body.trim().replaceAll('\r\n', '\n');
    if (name !== 'with mixed line ends') {
      const again = keepForm(note, shown);
      assert.equal(again.trimEnd(), note.trimEnd(), name);
      assert.equal(/\n$/.test(again), /\n$/.test(note), name);
    }
    const changed = keepForm(note, `${shown}\nmore`);
    const head = note.slice(0, note.length - body.length);
    assert.ok(changed.startsWith(head), name);
    assert.ok(changed.trimEnd().endsWith('more'), name);
    assert.equal(keepForm(note, note), note, `${name}: read whole, written whole`);
  }
  assert.equal(keepForm('---\na: 1\n---\ntext\n', '---\na: 2\n---\nother'), '---\na: 2\n---\nother\n');
  assert.equal(keepForm(null, 'new'), 'new');
});

test('in the vault: the agent writes a note it saw without its properties, and one too long to be seen whole stays', async (t) => {
  const folder = makeTempFolder(t);
  const vault = await createVault(folder);
  const path = join(folder, 'Knowledge', 'Printer.md');
  writeFileSync(path, `\ufeff${NOTE}\n`.replaceAll('\n', '\r\n'));
  const text = (await vault.notes(signal)).find((note) => note.path === 'Knowledge/Printer.md')?.text ?? '';
  const known = createKnownNotes();
  known.note('Knowledge/Printer.md', text);
  const ports = { vault, isApproved: false, noteOrigin: 'written by Deskhand in run 1' };
  const body = readFrontMatter(text).body.trim().replaceAll('\r\n', '\n');
  const action = { action: 'vault_write' as const, path: 'Knowledge/Printer.md', text: `${body}\n\nToner is full.` };
  assert.equal((await writeNote(action, known, ports, signal)).ok, true);
  const written = readFileSync(path, 'utf8');
  assert.equal(
    written,
    `\ufeff${NOTE.replace('---\n', '---\ndeskhand_origin: "written by Deskhand in run 1"\n')}\n\nToner is full.\n`.replaceAll(
      '\n',
      '\r\n',
    ),
  );

  const long = `# Log\n${'a line of the log\n'.repeat(500)}`;
  writeFileSync(join(folder, 'Knowledge', 'Long.md'), long);
  const refused = await writeNote(
    { action: 'vault_write', path: 'Knowledge/Long.md', text: '# Log\nshorter' },
    createKnownNotes(),
    ports,
    signal,
  );
  assert.equal(refused.ok, false);
  assert.match(english(refused.text), /too long to be written anew/);
  assert.equal(readFileSync(join(folder, 'Knowledge', 'Long.md'), 'utf8'), long);
});
