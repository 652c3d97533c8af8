import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createFileFacts } from '../../../adapters/machine/file-facts.ts';
import { createFiles } from '../../../adapters/machine/files.ts';
import { english } from '../../../src/words/speak.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const signal = new AbortController().signal;

function open(t: { after(act: () => void): void }) {
  const folder = makeTempFolder(t);
  return {
    folder,
    files: createFiles(folder),
    facts: createFileFacts(folder),
    at: (name: string) => join(folder, name),
  };
}

describe('files of the person', () => {
  it('keep mode, mark, line ends and a missing last one through every edit, and nothing is left beside them', async (t) => {
    const { folder, files, at } = open(t);
    const content = '\ufeffone\r\ntwo\r\nthree';
    writeFileSync(at('note.txt'), content);
    chmodSync(at('note.txt'), 0o751);
    assert.equal((await files.replace(at('note.txt'), 'two\nthree', 'zwei\ndrei', signal)).ok, true);
    assert.equal(readFileSync(at('note.txt'), 'utf8'), '\ufeffone\r\nzwei\r\ndrei');
    assert.equal((await files.insert(at('note.txt'), 1, 'half', signal)).ok, true);
    assert.equal(readFileSync(at('note.txt'), 'utf8'), '\ufeffone\r\nhalf\r\nzwei\r\ndrei');
    await files.undo(at('note.txt'), signal);
    await files.undo(at('note.txt'), signal);
    assert.equal(readFileSync(at('note.txt'), 'utf8'), content);
    assert.equal(statSync(at('note.txt')).mode & 0o777, 0o751);
    assert.deepEqual(readdirSync(folder), ['note.txt']);
  });

  it('show the changed place after an edit', async (t) => {
    const { files, at } = open(t);
    writeFileSync(at('n.txt'), Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`).join(''));
    const { text } = await files.replace(at('n.txt'), 'line 20\n', 'line 20\nnew\n', signal);
    assert.match(english(text), /Lines 18–25 of 41/);
    assert.match(english(text), / {4}21\tnew/);
  });

  it('reached through a link are changed where they are, and the link stays', async (t) => {
    const { files, at } = open(t);
    mkdirSync(at('real'));
    writeFileSync(at('real/note.txt'), 'one');
    symlinkSync('real/note.txt', at('link.txt'));
    assert.equal((await files.replace(at('link.txt'), 'one', 'two', signal)).ok, true);
    assert.ok(lstatSync(at('link.txt')).isSymbolicLink());
    assert.equal(readFileSync(at('real/note.txt'), 'utf8'), 'two');
    assert.equal((await files.undo(at('real/note.txt'), signal)).ok, true);
    assert.equal(readFileSync(at('real/note.txt'), 'utf8'), 'one');
  });

  it('are not made where anything is already, a link that leads nowhere included', async (t) => {
    const { files, at } = open(t);
    mkdirSync(at('folder'));
    symlinkSync(at('made-through-link'), at('dangling'));
    for (const path of ['folder', 'dangling']) assert.equal((await files.create(at(path), 'x', signal)).ok, false);
    assert.equal(existsSync(at('made-through-link')), false);
  });

  it('made in new folders take these along when they are taken back, unless something else is in them', async (t) => {
    const { files, at } = open(t);
    await files.create(at('a/b/one.txt'), '1', signal);
    await files.create(at('a/two.txt'), '2', signal);
    await files.undo(at('a/b/one.txt'), signal);
    assert.deepEqual(readdirSync(at('a')), ['two.txt']);
    await files.undo(at('a/two.txt'), signal);
    assert.equal(existsSync(at('a/two.txt')), false);
  });

  it('changed by someone else are not taken back over that', async (t) => {
    const { files, at } = open(t);
    await files.create(at('note.txt'), 'mine', signal);
    writeFileSync(at('note.txt'), 'theirs');
    const { ok, text } = await files.undo(at('note.txt'), signal);
    assert.equal(ok, false);
    assert.match(english(text), /something else has changed it/);
    assert.equal(readFileSync(at('note.txt'), 'utf8'), 'theirs');
    writeFileSync(at('note.txt'), 'mine');
    assert.equal((await files.undo(at('note.txt'), signal)).ok, true);
    assert.equal(existsSync(at('note.txt')), false);
  });

  it('that are not text, no regular file or too large are refused by name of the reason, never hung upon', async (t) => {
    const { files, at } = open(t);
    writeFileSync(at('binary'), Buffer.from([1, 0, 2]));
    writeFileSync(at('latin.txt'), Buffer.from([0x63, 0xe9]));
    writeFileSync(at('wide.txt'), Buffer.from('\ufeffwide', 'utf16le'));
    writeFileSync(at('large.txt'), Buffer.alloc(9 * 1_048_576, 'x'));
    execFileSync('mkfifo', [at('pipe')]);
    const reasons = {
      binary: /not text in UTF-8/,
      'latin.txt': /not text in UTF-8/,
      'wide.txt': /not text in UTF-8/,
      'large.txt': /larger than 8 MiB/,
      pipe: /not a regular file/,
      none: /not there/,
    };
    for (const [name, reason] of Object.entries(reasons)) {
      for (const result of [
        await files.view(at(name), 1, 10, signal),
        await files.replace(at(name), 'x', 'y', signal),
        await files.insert(at(name), 0, 'y', signal),
      ]) {
        assert.equal(result.ok, false);
        assert.match(english(result.text), reason);
      }
    }
    assert.match(english((await files.replace(at('.'), 'x', 'y', signal)).text), /it is a folder/);
    assert.match(english((await files.create(at('half.txt'), '\ud83d', signal)).text), /half a character/);
    assert.match(english((await files.view('a\0b', 1, 1, signal)).text), /zero byte/);
    assert.match(
      english((await files.create(at(`binary/x/${'y'.repeat(20)}`), '', signal)).text),
      /part of the path is a file/,
    );
    assert.match(english((await files.create(at('z'.repeat(300)), '', signal)).text), /name is too long/);
  });

  it('are shown in parts that fit, long lines cut, folders with what their entries are', async (t) => {
    const { files, at } = open(t);
    writeFileSync(at('wide.txt'), `${'x'.repeat(5000)}\nnext\n`);
    const wide = await files.view(at('wide.txt'), 1, 200, signal);
    assert.match(english(wide.text), /x{2000}… \(5000 characters\)\n {5}2\tnext/);
    writeFileSync(at('long.txt'), 'some words on a line\n'.repeat(5000));
    const long = await files.view(at('long.txt'), 1, 2000, signal);
    assert.ok(english(long.text).length < 17_000);
    assert.match(english(long.text), /Lines 1–\d{3} of 5000:/);
    writeFileSync(at('empty.txt'), '');
    assert.match(english((await files.view(at('empty.txt'), 1, 200, signal)).text), /file is empty/);
    mkdirSync(at('folder'));
    symlinkSync('nowhere', at('link'));
    writeFileSync(at('new\nline'), 'abc');
    const list = await files.view(at('.'), 1, 200, signal);
    for (const entry of ['6 entries', 'folder/', 'link → nowhere', '"new\\nline" (3 bytes)', 'empty.txt (0 bytes)']) {
      assert.ok(english(list.text).includes(entry), `${entry} in ${english(list.text)}`);
    }
    assert.match(english((await files.view(at('folder'), 1, 200, signal)).text), /folder is empty/);
  });
});

describe('what a path is', () => {
  it('has its links seen through as far as it exists, also where they lead to nothing yet', async (t) => {
    const { facts, at } = open(t);
    mkdirSync(at('real'));
    symlinkSync('real', at('link'));
    symlinkSync('link/not-made', at('dangling'));
    symlinkSync('dangling', at('twice'));
    symlinkSync('loop-b', at('loop-a'));
    symlinkSync('loop-a', at('loop-b'));
    writeFileSync(at('real/file'), 'x');
    const canonical = async (path: string) => (await facts.path(at(path), signal)).canonical;
    assert.equal(await canonical('link/file'), at('real/file'));
    assert.equal(await canonical('link/new/deeper'), at('real/new/deeper'));
    assert.equal(await canonical('twice'), at('real/not-made'));
    assert.equal(await canonical('dangling/below'), at('real/not-made/below'));
    assert.equal((await facts.path(at('loop-a'), signal)).kind, 'other');
    assert.equal((await facts.path(at('real/file/below'), signal)).kind, 'absent');
    assert.equal((await facts.path('~', signal)).kind, 'folder');
    assert.equal((await facts.path('/dev/null', signal)).kind, 'other');
    assert.equal((await facts.path('a\0b', signal)).kind, 'absent');
  });

  it('does not wait for a pipe or an endless device', async (t) => {
    const { facts, at } = open(t);
    execFileSync('mkfifo', [at('pipe')]);
    assert.equal(await facts.readText(at('pipe'), signal), null);
    assert.equal(await facts.readBytes('/dev/zero', 10, signal), null);
    assert.equal(await facts.readText('a\0b', signal), null);
  });

  it('is read where the system tells no size', {
    skip: process.platform === 'linux' ? false : 'reads /proc',
  }, async (t) => {
    const { facts } = open(t);
    assert.match((await facts.readText('/proc/self/status', signal)) ?? '', /^Name:/);
  });
});

it('two that write the same file at the same time lose nothing of each other: each has its text in it, or is told', async (t) => {
  const folder = makeTempFolder(t);
  const files = createFiles(folder);
  const path = join(folder, 'same.txt');
  for (let round = 0; round < 10; round += 1) {
    const made = await Promise.all(['a', 'b', 'c'].map((text) => files.create(path, `${text}\n`, signal)));
    assert.equal(made.filter(({ ok }) => ok).length, 1);
    const lines = Array.from({ length: 8 }, (_, index) => `line ${index}`);
    const written = await Promise.all(lines.map((line) => files.insert(path, 0, line, signal)));
    const text = readFileSync(path, 'utf8');
    for (const [index, { ok }] of written.entries()) assert.equal(text.includes(`line ${index}\n`), ok, text);
    rmSync(path);
  }
});
