import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { noX11 } from '../support/x11.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A checkout of its own, whose `.env` nobody else reads: the entries are copied, all the rest is linked. */
function checkOut(folder: string, env: string): string {
  mkdirSync(join(folder, 'src'), { recursive: true });
  cpSync(join(ROOT, 'src/bin'), join(folder, 'src/bin'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'src')).filter((one) => one !== 'bin'))
    symlinkSync(join(ROOT, 'src', name), join(folder, 'src', name));
  for (const name of ['adapters', 'skills', 'node_modules', 'package.json'])
    symlinkSync(join(ROOT, name), join(folder, name));
  writeFileSync(join(folder, '.env'), env, { mode: 0o600 });
  return join(folder, 'src/bin/entry.mjs');
}

// The package's start in package.test.ts proves the same.
if (WITH_REPEATS)
  test('a line of .env that is no setting is told by its number, and the rest counts', { skip: noX11 }, async (t) => {
    const folder = makeTempFolder(t);
    const entry = checkOut(join(folder, 'checkout'), 'WEB_CHAT_PORT=0\nxoxb-secret-words\nLANGUAGE=de\n');
    const env = { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, DATA_DIR: join(folder, 'data') };
    const child = spawn(process.execPath, [entry, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    t.after(() => child.kill('SIGKILL'));
    const ended = new Promise((resolve) => child.once('close', resolve));
    let said = '';
    let out = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const isReady = new Promise<void>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
        if (/^ready web .*\n/.test(out)) resolve();
      });
    });
    await Promise.race([isReady, ended]);
    child.kill('SIGTERM');
    assert.equal(await ended, 0, said);
    assert.match(out, /^ready web /);
    assert.match(said, /Line 2 of \.env is ignored: it has no “=”/);
    assert.doesNotMatch(`${said}${out}`, /secret-words/);
  });

test('what is kept wins over .env, and the environment over both; a keychain that is shut is said', async (t) => {
  const folder = makeTempFolder(t);
  const data = join(folder, 'data');
  const token = (end: string): string => ['4242', `AAbbccddeeffgghhiijjkkllmm${end}`].join(':');
  const entry = checkOut(join(folder, 'checkout'), `DATA_DIR=${data}\nTELEGRAM_BOT_TOKEN=${token('one')}\n`);
  const run = (...words: readonly string[]): Promise<{ readonly code: number; readonly said: string }> =>
    new Promise((resolve) => {
      const env = { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder };
      const child = spawn(process.execPath, [entry, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
        });
      child.once('close', (code) => resolve({ code: code ?? -1, said }));
    });
  const moved = await run('secrets', 'move', '--file');
  assert.equal(moved.code, 0, moved.said);
  assert.match(moved.said, /^Moved from \.env to .*secrets\.json, which you alone can read: TELEGRAM_BOT_TOKEN\./);
  assert.equal((await run('secrets', 'list')).said, 'TELEGRAM_BOT_TOKEN\n');
  assert.ok(!readFileSync(join(folder, 'checkout', '.env'), 'utf8').includes('TELEGRAM'));
  assert.ok(readFileSync(join(data, 'state', 'secrets.json'), 'utf8').includes(token('one')));
  writeFileSync(join(data, 'state', 'secrets.json'), '{"in":"keychain","names":["TELEGRAM_BOT_TOKEN"]}');
  const shut = await run('status');
  assert.equal(shut.code, 2);
  assert.match(shut.said, /The keychain with TELEGRAM_BOT_TOKEN does not answer: unlock it/);
});
