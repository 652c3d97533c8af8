/** What the gate sees of a folder, on a real disk. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { listFolderNow } from '../../../adapters/machine/list-folder.ts';
import { resolvePathNow } from '../../../adapters/machine/resolve-path.ts';
import { asks, judgeShell, openTestGate } from '../../safety/open-test-gate.ts';

test('files, folders and links are told apart; what is absent, no folder, or too large is said', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'list-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'sub'));
  await writeFile(join(folder, 'a.txt'), '');
  await symlink('sub', join(folder, 'link'));
  const entries = listFolderNow(folder, 3);
  assert.ok(Array.isArray(entries));
  assert.deepEqual(entries.map(({ name, kind }) => `${name} ${kind}`).sort(), [
    'a.txt file',
    'link link',
    'sub folder',
  ]);
  assert.equal(listFolderNow(folder, 2), null);
  assert.deepEqual(listFolderNow(join(folder, 'a.txt'), 9), []);
  assert.equal(listFolderNow(join(folder, 'nowhere'), 9), 'absent');
});

test('a search asks from the moment a secret lies below the folder, wherever it lies', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'list-'));
  t.after(() => rm(folder, { recursive: true }));
  const gate = await openTestGate({
    home: join(folder, 'home'),
    listFolder: listFolderNow,
    resolvePath: resolvePathNow,
  });
  const cwd = join(folder, 'work');
  await mkdir(join(cwd, 'a', 'b'), { recursive: true });
  await mkdir(join(folder, 'home', '.ssh'), { recursive: true });
  const searches = (command: string) => asks(judgeShell(gate, command, { cwd }));
  assert.ok(!searches('grep -r = .'));
  await symlink(join(folder, 'home', '.ssh'), join(cwd, 'a', 'notes'));
  assert.ok(!searches('grep -r = .'));
  assert.ok(searches('grep -R = .'));
  await writeFile(join(cwd, 'a', 'b', '.env'), 'KEY=1');
  assert.ok(searches('grep -r = .'));
  assert.ok(!searches('rg ='));
});
