import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
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
import { z } from 'zod';
import { createVault } from '../../../adapters/files/vault.ts';
import { english } from '../../../src/words/speak.ts';
import { testVaultContract } from '../../contracts/vault.ts';
import { createFakeVault } from '../../fakes/vault.ts';
import { readCorpus } from '../../support/corpora.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const signal = new AbortController().signal;

testVaultContract('folder', (t) => createVault(join(makeTempFolder(t), 'vault')));
testVaultContract('fake', async () => createFakeVault());

describe('a vault on the disk', () => {
  it('gets its layout at the first start, private, and keeps what the person has made of it', async (t) => {
    const folder = join(makeTempFolder(t), 'vault');
    await createVault(folder);
    const notes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
    assert.deepEqual(notes, [
      'Active Tasks.md',
      'Context',
      'Context/recent-actions.md',
      'Current Status.md',
      'Daily',
      'Identity',
      'Identity/instructions.md',
      'Identity/user-profile.md',
      'Knowledge',
      'Memory',
      'Tasks',
      'Tasks/task-log.md',
    ]);
    for (const note of notes) {
      const { mode } = statSync(join(folder, note));
      assert.equal(mode & 0o777, note.endsWith('.md') ? 0o600 : 0o700);
    }
    writeFileSync(join(folder, 'Current Status.md'), 'mine');
    rmSync(join(folder, 'Knowledge'), { recursive: true });
    await createVault(folder);
    assert.equal(readFileSync(join(folder, 'Current Status.md'), 'utf8'), 'mine');
    assert.ok(existsSync(join(folder, 'Knowledge')));
  });

  it('keeps the mode of a note, and leaves nothing beside it', async (t) => {
    const folder = join(makeTempFolder(t), 'vault');
    const vault = await createVault(folder);
    chmodSync(join(folder, 'Active Tasks.md'), 0o640);
    await vault.update('Active Tasks.md', () => 'new', signal);
    assert.equal(statSync(join(folder, 'Active Tasks.md')).mode & 0o777, 0o640);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('.')),
      [],
    );
  });

  it('follows no link: not of a note, a folder, a second name, or something that is not there', async (t) => {
    const base = makeTempFolder(t);
    const folder = join(base, 'vault');
    const vault = await createVault(folder);
    writeFileSync(join(base, 'secret.md'), 'secret');
    mkdirSync(join(base, 'outside'));
    writeFileSync(join(base, 'outside', 'a.md'), 'secret');
    symlinkSync(join(base, 'secret.md'), join(folder, 'note.md'));
    symlinkSync(join(base, 'outside'), join(folder, 'Linked'));
    symlinkSync(join(base, 'made.md'), join(folder, 'dangling.md'));
    linkSync(join(base, 'secret.md'), join(folder, 'second.md'));
    for (const path of ['note.md', 'Linked/a.md', 'Linked/new.md', 'dangling.md', 'second.md']) {
      const read = await vault.read(path, signal);
      const written = await vault.write(path, 'changed', null, signal);
      assert.match(english(read.text), /link/, path);
      assert.match(english(written.text), /link/, path);
      assert.equal(read.ok || written.ok, false);
    }
    assert.deepEqual(readdirSync(join(base, 'outside')), ['a.md']);
    assert.equal(readFileSync(join(base, 'secret.md'), 'utf8'), 'secret');
    assert.equal(existsSync(join(base, 'made.md')), false);
  });

  it('refuses what is no readable note, and does not hang on a pipe', async (t) => {
    const folder = join(makeTempFolder(t), 'vault');
    const vault = await createVault(folder);
    mkdirSync(join(folder, 'folder.md'));
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    writeFileSync(join(folder, 'latin.md'), Buffer.from([0x63, 0xe9]));
    writeFileSync(join(folder, 'large.md'), Buffer.alloc(1_048_577, 'x'));
    const answers = ['folder.md', 'pipe.md', 'Active Tasks.md/a.md', 'latin.md', 'large.md'];
    for (const path of answers) assert.equal((await vault.read(path, signal)).ok, false, path);
    for (const path of answers.slice(0, 3)) assert.equal((await vault.write(path, 'x', null, signal)).ok, false, path);
  });

  it('lets none of the collected traversals out', async (t) => {
    const hostile = readCorpus('path_traversal.jsonl', z.object({ path: z.string() }));
    const base = makeTempFolder(t);
    const folder = join(base, 'one', 'two', 'vault');
    const vault = await createVault(folder);
    writeFileSync(join(base, 'secret.md'), SECRET);
    const before = listOutside(base, folder);
    let written = 0;
    for (const variant of hostile.flatMap(({ path }) => variantsOf(path))) {
      const read = await vault.read(variant, signal);
      assert.ok(!english(read.text).includes('root:') && !english(read.text).includes(SECRET), variant);
      const { ok } = await vault.write(variant, MARK, null, signal);
      written += ok ? 1 : 0;
      assert.ok(!(variant.startsWith('/') && holdsMark(variant)), variant);
    }
    assert.ok(written > 0);
    assert.deepEqual(listOutside(base, folder), before);
    assert.equal(readFileSync(join(base, 'secret.md'), 'utf8'), SECRET);
  });
});

const SECRET = 'not for the model';
const MARK = 'written by the test';

function holdsMark(path: string): boolean {
  return existsSync(path) && statSync(path).isFile() && readFileSync(path, 'utf8') === MARK;
}

/** As it is, with the placeholder filled in, decoded, and in forms that end like a note. */
function variantsOf(path: string): readonly string[] {
  const named = path.replaceAll('{FILE}', 'note.md');
  const forms = [path, named, decode(named), `Knowledge${named}`];
  return forms.flatMap((form) => [form, `${form}/note.md`, `${form}.md`, `${form}/../../../secret.md`]);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return unescape(path);
  }
}

function listOutside(base: string, vault: string): readonly string[] {
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .map((name) => join(base, name))
    .filter((path) => !path.startsWith(`${vault}/`))
    .toSorted();
}
