/** What is the person's is theirs alone when Deskhand has started, or it does not start. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { checkPrivate, privatePlaces } from '../../src/bin/check-private.ts';
import { ExitError } from '../../src/bin/exit.ts';
import { english } from '../../src/words/speak.ts';
import { measureProcessorMs } from '../support/processor-time.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const FOLDERS = ['state', 'recordings/000001', 'vault/Identity', 'inbox', 'skills/own'];
const FILES = [
  'state/inbox.jsonl',
  'recordings/000001/1.jpg',
  'vault/Identity/user-profile.md',
  'inbox/a',
  'skills/own/a.md',
];

function openFolder(t: TestContext): string {
  const data = makeTempFolder(t);
  for (const folder of FOLDERS) mkdirSync(join(data, folder), { recursive: true });
  for (const file of [...FILES, '.env']) writeFileSync(join(data, file), 'x');
  return data;
}

function check(data: string): readonly string[] {
  const said: string[] = [];
  checkPrivate(privatePlaces(data, join(data, '.env')), (text) => said.push(english(text)));
  return said;
}

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test('everything that others could read is mended, said in one line, and said once', (t) => {
  const data = openFolder(t);
  for (const name of [...FOLDERS, ...FILES, '.env']) chmodSync(join(data, name), 0o777);
  chmodSync(join(data, 'recordings'), 0o755);
  const said = check(data);
  assert.equal(said.length, 1);
  assert.match(said[0] ?? '', /That is fixed: .*\.env, .*, \d+ more\./);
  for (const name of [...FOLDERS, 'recordings', ...FILES, '.env']) assert.equal(mode(join(data, name)), '700', name);
  assert.deepEqual(check(data), []);
});

test('what is private already keeps its mode, and files get 600 from 644', (t) => {
  const data = openFolder(t);
  for (const name of FILES) chmodSync(join(data, name), 0o644);
  chmodSync(join(data, 'state/inbox.jsonl'), 0o400);
  check(data);
  assert.equal(mode(join(data, 'state/inbox.jsonl')), '400');
  assert.equal(mode(join(data, 'inbox/a')), '600');
});

test('a vault that lies elsewhere is checked there; links inside are not followed', (t) => {
  const data = makeTempFolder(t);
  const notes = makeTempFolder(t);
  const outside = join(makeTempFolder(t), 'shared.md');
  writeFileSync(outside, 'x');
  writeFileSync(join(notes, 'a.md'), 'x');
  chmodSync(outside, 0o644);
  chmodSync(join(notes, 'a.md'), 0o644);
  symlinkSync(outside, join(notes, 'linked.md'));
  symlinkSync(notes, join(data, 'vault'));
  symlinkSync(join(data, 'gone'), join(data, 'inbox'));
  check(data);
  assert.equal(mode(join(notes, 'a.md')), '600');
  assert.equal(mode(outside), '644');
});

test('nothing there is nothing to say', (t) => {
  assert.deepEqual(check(makeTempFolder(t)), []);
});

test('what cannot be mended ends the start with a sentence and code 2', {
  skip: process.platform === 'linux' ? false : 'needs a file whose mode nobody can change',
}, (t) => {
  const data = makeTempFolder(t);
  symlinkSync('/proc/self/status', join(data, '.env'));
  assert.throws(
    () => check(data),
    (error) =>
      error instanceof ExitError &&
      error.code === 2 &&
      /Others on this computer could read \/proc\/\d+\/status, and that cannot be changed: the system does not allow it/.test(
        error.message,
      ),
  );
});

test('thousands of files take no time worth mentioning', (t) => {
  const data = openFolder(t);
  const runs = WITH_REPEATS ? 100 : 20;
  for (let run = 1; run <= runs; run += 1) {
    const folder = join(data, 'recordings', String(run).padStart(6, '0'));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (let frame = 0; frame < 100; frame += 1) writeFileSync(join(folder, `${frame}.jpg`), '', { mode: 0o600 });
  }
  check(data);
  const ms = measureProcessorMs(() => check(data));
  t.diagnostic(`${ms.toFixed(0)} ms for ${runs * 100} files`);
  assert.ok(ms < runs * 15, `${ms} ms`);
});
