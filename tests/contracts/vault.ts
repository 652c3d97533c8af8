/** What every vault must do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Vault, WrittenNote } from '../../src/ports/vault.ts';
import { english } from '../../src/words/speak.ts';
import { inEnglish } from '../support/in-english.ts';

const signal = new AbortController().signal;

/** Each is refused whatever the vault holds. */
export const HOSTILE_PATHS: readonly string[] = [
  '',
  '.',
  '..',
  '../outside.md',
  'Knowledge/../../outside.md',
  '/etc/passwd',
  '/etc/outside.md',
  '~/outside.md',
  'Knowledge/./a.md',
  'Knowledge//a.md',
  'Knowledge/',
  '.obsidian/app.md',
  'Knowledge/.hidden.md',
  '..\\outside.md',
  'C:\\outside.md',
  'c:outside.md',
  'a\0.md',
  'a\n.md',
  'Knowledge /a.md',
  'Knowledge./a.md',
  'a.md ',
  '\ud800.md',
  'script.sh',
  '.md',
  `${'x'.repeat(300)}.md`,
];

export function testVaultContract(name: string, make: (t: { after(act: () => void): void }) => Promise<Vault>): void {
  describe(`vault contract: ${name}`, () => {
    it('has its core notes from the start', async (t) => {
      const vault = await make(t);
      for (const path of ['Identity/user-profile.md', 'Current Status.md', 'Active Tasks.md']) {
        assert.equal((await vault.read(path, signal)).ok, true, path);
      }
    });

    it('gives back exactly what was written, also in new folders and over an old note', async (t) => {
      const vault = await make(t);
      let base: string | null = null;
      for (const text of ['# Printer\r\nno final newline', '', '漢字 😀\n', '\ufeffwith a mark\n']) {
        const written: WrittenNote = await vault.write('Knowledge/Office/Printer.md', text, base, signal);
        assert.equal(written.ok, true, english(written.text));
        assert.equal(written.content, text);
        base = text;
        assert.deepEqual(inEnglish(await vault.read('Knowledge/Office/Printer.md', signal)), { ok: true, text });
      }
    });

    it('says that a note is not there', async (t) => {
      const result = await (await make(t)).read('Knowledge/None.md', signal);
      assert.equal(result.ok, false);
      assert.match(english(result.text), /no note Knowledge\/None\.md/);
    });

    it('refuses every path that is not a note inside it', async (t) => {
      const vault = await make(t);
      for (const path of HOSTILE_PATHS) {
        assert.equal((await vault.read(path, signal)).ok, false, path);
        assert.equal((await vault.write(path, 'x', null, signal)).ok, false, path);
      }
    });

    it('takes no second spelling for a note that is there', async (t) => {
      const vault = await make(t);
      for (const path of ['current status.md', 'IDENTITY/user-profile.md', 'identity/new.md']) {
        assert.equal((await vault.read(path, signal)).ok, false, path);
        assert.equal((await vault.write(path, 'x', null, signal)).ok, false, path);
      }
    });

    it('means the same note however its accents are stored', async (t) => {
      const vault = await make(t);
      await vault.write('Knowledge/Café.md'.normalize('NFD'), 'one', null, signal);
      assert.deepEqual(inEnglish(await vault.read('Knowledge/Café.md'.normalize('NFC'), signal)), {
        ok: true,
        text: 'one',
      });
    });

    it('keeps what the person changed meanwhile, beside what was written or merged with it', async (t) => {
      const vault = await make(t);
      const base = 'one\ntwo\nthree\nfour\n';
      await vault.write('Knowledge/a.md', base, null, signal);
      await vault.update('Knowledge/a.md', () => 'ONE\ntwo\nthree\nfour\n', signal);
      const merged = await vault.write('Knowledge/a.md', 'one\ntwo\nthree\nFOUR\n', base, signal);
      assert.equal(merged.content, 'ONE\ntwo\nthree\nFOUR\n');
      assert.equal(english((await vault.read('Knowledge/a.md', signal)).text), 'ONE\ntwo\nthree\nFOUR\n');

      const clash = await vault.write('Knowledge/a.md', 'Uno\ntwo\nthree\nfour\n', base, signal);
      assert.equal(clash.ok, true);
      assert.equal(clash.content, null);
      assert.equal(english((await vault.read('Knowledge/a.md', signal)).text), 'ONE\ntwo\nthree\nFOUR\n');
      const copy = (await vault.notes(signal)).find(({ path }) => path.startsWith('Knowledge/a (Deskhand'));
      assert.equal(copy?.text, 'Uno\ntwo\nthree\nfour\n');
      assert.ok(english(clash.text).includes(copy.path), 'and says where');
    });

    it('does not replace a note by one made from nothing', async (t) => {
      const vault = await make(t);
      await vault.write('Knowledge/a.md', 'the person wrote this', null, signal);
      const written = await vault.write('Knowledge/a.md', 'something else', null, signal);
      assert.equal(written.ok, false);
      assert.match(english(written.text), /Read it first/);
      assert.equal(english((await vault.read('Knowledge/a.md', signal)).text), 'the person wrote this');
    });

    it('changes a note in place, and leaves it alone when there is nothing to change', async (t) => {
      const vault = await make(t);
      const made = await vault.update('Daily/2026-11-21.md', (text) => `${text ?? 'new'}!`, signal);
      assert.equal(made.content, 'new!');
      assert.equal((await vault.update('Daily/2026-11-21.md', (text) => `${text}!`, signal)).content, 'new!!');
      assert.equal((await vault.update('Daily/2026-11-21.md', () => null, signal)).ok, true);
      assert.equal(english((await vault.read('Daily/2026-11-21.md', signal)).text), 'new!!');
      assert.equal((await vault.update('../outside.md', () => 'x', signal)).ok, false);
    });

    it('lists all notes, the same object for one that did not change', async (t) => {
      const vault = await make(t);
      await vault.write('Knowledge/Deep/er/a.md', 'one', null, signal);
      await vault.write('Knowledge/b.md', 'two', null, signal);
      const before = new Map((await vault.notes(signal)).map((note) => [note.path, note]));
      assert.equal(before.get('Knowledge/Deep/er/a.md')?.text, 'one');
      assert.ok(before.has('Current Status.md'));
      await vault.update('Knowledge/b.md', () => 'three', signal);
      const after = new Map((await vault.notes(signal)).map((note) => [note.path, note]));
      assert.equal(after.get('Knowledge/Deep/er/a.md'), before.get('Knowledge/Deep/er/a.md'));
      assert.equal(after.get('Knowledge/b.md')?.text, 'three');
    });

    it('refuses text that is half a character', async (t) => {
      const vault = await make(t);
      assert.equal((await vault.write('Knowledge/a.md', '\ud83d', null, signal)).ok, false);
    });

    it('does nothing once stopped', async (t) => {
      const vault = await make(t);
      const stop = new AbortController();
      stop.abort(new Error('stopped'));
      await assert.rejects(vault.read('Current Status.md', stop.signal), /stopped/);
      await assert.rejects(vault.write('Knowledge/late.md', 'x', null, stop.signal), /stopped/);
      assert.equal((await vault.read('Knowledge/late.md', signal)).ok, false);
    });
  });
}
