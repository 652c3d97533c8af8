import assert from 'node:assert/strict';
import { mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { createFileInbox } from '../../../adapters/files/file-inbox.ts';
import { testFileInboxContract } from '../../contracts/file-inbox.ts';
import { createFakeFileInbox } from '../../fakes/file-inbox.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const never = new AbortController().signal;

testFileInboxContract('the inbox folder', async () => {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'deskhand-test-'));
  const close = () => rm(folder, { recursive: true });
  return { inbox: createFileInbox(join(folder, 'inbox')), read: (path) => readFile(path), close };
});

testFileInboxContract('the fake inbox', async () => {
  const inbox = createFakeFileInbox();
  return { inbox, read: async (path) => inbox.kept.get(path) ?? new Uint8Array(), close: async () => {} };
});

test('what is kept is for the person alone', async (t) => {
  const path = await createFileInbox(join(makeTempFolder(t), 'inbox')).save('a', new Uint8Array(1), never);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal((await stat(dirname(path))).mode & 0o777, 0o700);
});

test('a folder that cannot be made is said with what to do', async (t) => {
  const file = await createFileInbox(makeTempFolder(t)).save('a', new Uint8Array(1), never);
  const inside = createFileInbox(join(file, 'inbox'));
  await assert.rejects(inside.save('b', new Uint8Array(1), never), /cannot be kept in .*a part of the path is a file/);
});
