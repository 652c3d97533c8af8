/** `npm run index -- rebuild` and `query`, as a person types them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ENTRY } from '../support/programs.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

test('recordings are indexed and asked by hand; a damaged index is made anew; wrong words are told what to say', async (t) => {
  const data = makeTempFolder(t);
  for (const [run, request] of [
    ['000001', 'print the plan of the garden'],
    ['000002', 'answer the mail from Jonas'],
  ] as const) {
    mkdirSync(join(data, 'recordings', run), { recursive: true });
    writeFileSync(join(data, 'recordings', run, 'recording.json'), JSON.stringify({ version: 1, request }));
  }
  const run = async (...words: readonly string[]): Promise<readonly [code: number, said: string]> => {
    const env = { PATH: process.env.PATH, HOME: data, DATA_DIR: data, HF_HUB_OFFLINE: '1' };
    return promisify(execFile)(process.execPath, [ENTRY, 'index', ...words], { env }).then(
      ({ stdout }) => [0, stdout] as const,
      (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) =>
        [error.code, error.stdout + error.stderr] as const,
    );
  };
  const [code, rebuilt] = await run('rebuild');
  assert.equal(code, 0, rebuilt);
  assert.match(rebuilt, /^2 recordings indexed, by words: the weights of MiniLM are not on this computer\.\n$/);
  const file = join(data, 'recordings', 'index', 'lexical-1', 'index.json');
  assert.ok(existsSync(file));
  writeFileSync(file, '{"version":1,"items":[{');
  const [, found] = await run('query', 'reply', 'to the email of Jonas');
  assert.match(found, /^(?:1|0\.\d\d?) {2}run 2 {2}answer the mail from Jonas {2}\(.*000002\)\n$/);
  const [, none] = await run('query', 'feed the cat');
  assert.match(none, /^Nothing similar among 2 recordings \(by words: /);
  const [wrong, usage] = await run('frobnicate');
  assert.equal(wrong, 2);
  assert.match(usage, /npm run index -- rebuild, or npm run index -- query/);
});
