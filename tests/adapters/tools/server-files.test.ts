/** The files of tool servers, written by several processes at once. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { acquireLock } from '../../../adapters/files/lock.ts';
import { createServerFiles, type Pin } from '../../../adapters/tools/server-files.ts';
import { english } from '../../../src/words/speak.ts';
import { repeats, WITH_REPEATS } from '../../support/repeats.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const TIMES = WITH_REPEATS ? 20 : 12;
const PIN: Pin = {
  declared: '',
  words: ['x'],
  package: null,
  code: '',
  hosts: [],
  folders: [],
  tools: [],
  confirmedAt: '1',
};

test('what processes confirm at the same time is all kept', async (t) => {
  const folder = join(makeTempFolder(t), 'mcp');
  const names = ['one', 'two', ...repeats('three')];
  const script = join(import.meta.dirname, 'write-pins.ts');
  await Promise.all(names.map((name) => promisify(execFile)(process.execPath, [script, folder, name, `${TIMES}`])));
  const { entries, pins, problem } = createServerFiles(folder, acquireLock).read();
  assert.equal(english(problem), '');
  assert.deepEqual([entries.size, pins.size], [names.length * TIMES, names.length * TIMES]);
  assert.deepEqual(readdirSync(folder).toSorted(), ['mcp-pins.json', 'mcp.json', 'writing']);
  assert.deepEqual(readdirSync(join(folder, 'writing')), [], 'no lock is left');
});

test('what was confirmed anew is not turned off for what it was before; what it is now is', async (t) => {
  const files = createServerFiles(join(makeTempFolder(t), 'mcp'), acquireLock);
  const newer = { ...PIN, confirmedAt: '2' };
  await Promise.all([files.setPin('a', newer), files.setPin('b', PIN)]);
  await Promise.all([files.markChanged('a', PIN, 'tools'), files.markChanged('b', PIN, 'tools')]);
  await files.markChanged('gone', PIN, 'code');
  const { pins } = files.read();
  assert.deepEqual([...pins.keys()].toSorted(), ['a', 'b']);
  assert.equal(pins.get('a')?.changed, undefined);
  assert.equal(pins.get('b')?.changed, 'tools');
});
