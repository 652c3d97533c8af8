/** The second bash parser: nothing of it is in memory before it is asked for, and until then it reads nothing. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Parser } from 'web-tree-sitter';
import { createBashParser, loadBashParser } from '../../../adapters/machine/bash-parser.ts';
import { OWN_FILES } from '../../../src/bin/own-files.ts';
import { openGate } from '../../../src/bin/parts/open-gate.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

// The first test of this file, since the library must not be initialised yet.
test('several that are loaded at once begin the library once, and read each what it is given', async (t) => {
  const begin = t.mock.method(Parser, 'init');
  const parsers = await Promise.all(Array.from({ length: 6 }, () => loadBashParser(OWN_FILES.bashParser)));
  assert.equal(begin.mock.callCount(), 1);
  for (const [index, parse] of parsers.entries())
    assert.deepEqual(parse(`echo ${index} && ls`)?.commands, [['echo', String(index)], ['ls']]);
});

test('it reads nothing until it is loaded, however often that is asked', async () => {
  const parser = await createBashParser(OWN_FILES.bashParser);
  assert.equal(parser.parse('ls'), null);
  await Promise.all([parser.load(), parser.load()]);
  assert.deepEqual(parser.parse('ls -l')?.commands, [['ls', '-l']]);
});

test('a file that is not there is said at once', async () => {
  await assert.rejects(createBashParser({ ...OWN_FILES.bashParser, grammar: '/nosuch.wasm' }), { code: 'ENOENT' });
});

test('a gate that nothing has prepared asks about every command; one that has does not', async (t) => {
  const home = makeTempFolder(t);
  const gate = await openGate({ home, dataFolder: join(home, 'data'), privateApps: [] });
  const action = { action: 'shell', command: 'ls', timeout_s: 30 } as const;
  assert.equal(gate.judge(action, { cwd: home }).risk, 'high');
  await gate.prepare(action, { cwd: home }, new AbortController().signal);
  assert.equal(gate.judge(action, { cwd: home }).risk, 'safe');
});

test('a command that a busy machine kept waiting is read, and one that takes too long itself is not', async (t) => {
  const parse = await loadBashParser(OWN_FILES.bashParser);
  let at = performance.now();
  t.mock.method(performance, 'now', () => {
    at += 1000;
    return at;
  });
  const words = Array.from({ length: 200 }, (_, index) => `word-${index}`);
  assert.deepEqual(parse(`echo ${words.join(' ')}`)?.commands, [['echo', ...words]]);
  assert.equal(parse('a $(b '.repeat(200_000)), null);
});
