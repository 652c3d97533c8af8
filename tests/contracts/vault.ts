/** What every vault must do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Vault } from '../../src/ports/vault.ts';

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
      for (const text of ['# Printer\r\nno final newline', '', '漢字 😀\n', '\ufeffwith a mark\n']) {
        const written = await vault.write('Knowledge/Office/Printer.md', text, signal);
        assert.equal(written.ok, true, written.text);
        assert.deepEqual(await vault.read('Knowledge/Office/Printer.md', signal), { ok: true, text });
      }
    });

    it('says that a note is not there', async (t) => {
      const result = await (await make(t)).read('Knowledge/None.md', signal);
      assert.equal(result.ok, false);
      assert.match(result.text, /no note Knowledge\/None\.md/);
    });

    it('refuses every path that is not a note inside it', async (t) => {
      const vault = await make(t);
      for (const path of HOSTILE_PATHS) {
        assert.equal((await vault.read(path, signal)).ok, false, path);
        assert.equal((await vault.write(path, 'x', signal)).ok, false, path);
      }
    });

    it('takes no second spelling for a note that is there', async (t) => {
      const vault = await make(t);
      for (const path of ['current status.md', 'IDENTITY/user-profile.md', 'identity/new.md']) {
        assert.equal((await vault.read(path, signal)).ok, false, path);
        assert.equal((await vault.write(path, 'x', signal)).ok, false, path);
      }
    });

    it('means the same note however its accents are stored', async (t) => {
      const vault = await make(t);
      await vault.write('Knowledge/Café.md'.normalize('NFD'), 'one', signal);
      assert.deepEqual(await vault.read('Knowledge/Café.md'.normalize('NFC'), signal), { ok: true, text: 'one' });
    });

    it('refuses text that is half a character', async (t) => {
      const vault = await make(t);
      assert.equal((await vault.write('Knowledge/a.md', '\ud83d', signal)).ok, false);
    });

    it('does nothing once stopped', async (t) => {
      const vault = await make(t);
      const stop = new AbortController();
      stop.abort(new Error('stopped'));
      await assert.rejects(vault.read('Current Status.md', stop.signal), /stopped/);
      await assert.rejects(vault.write('Knowledge/late.md', 'x', stop.signal), /stopped/);
      assert.equal((await vault.read('Knowledge/late.md', signal)).ok, false);
    });
  });
}
