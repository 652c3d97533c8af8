/** `npm run demo` as a newcomer runs it, in the language of their terminal; package.test.ts runs the package's, which reads no screen. */
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { WITH_REPEATS } from '../support/repeats.ts';
import { noX11 } from '../support/x11.ts';

const ROOT = join(import.meta.dirname, '../..');

function startDemo(language = 'C'): ChildProcessByStdio<null, Readable, Readable> {
  const env = { ...process.env, LANGUAGE: '', LC_ALL: language };
  return spawn('npm', ['run', '-s', 'demo'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function readAll(child: ChildProcessByStdio<null, Readable, Readable>) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, text };
}

test('a demo that is ended by a signal says so in one sentence, and leaves with 1', { skip: noX11 }, async () => {
  const child = startDemo();
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      if (!/^ready /m.test(text) && /^ready /m.test(text + String(chunk))) child.kill('SIGTERM');
      text += String(chunk);
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  assert.equal(code, 1, text);
  assert.match(text, /^The demo was ended by SIGTERM before it was over; nothing is wrong\.$/m);
  assert.doesNotMatch(text, /did not expect| at .*\.ts:\d/);
  rmSync(/^Everything is kept in (\S+)$/m.exec(text)?.[1] ?? '', { recursive: true, force: true });
});

if (WITH_REPEATS) {
  test('the demo asks, is approved, checks its effect, says where the pictures are, and leaves no process', {
    skip: noX11,
  }, async () => {
    const { code, text } = await readAll(startDemo());
    assert.equal(code, 0, text);
    assert.match(text, /^ready web http:\/\/127\.0\.0\.1:\d+ \| desktop x11 /m);
    assert.match(
      text,
      /May I [\s\S]*echo hello from deskhand > ~\/deskhand-demo\.txt[\s\S]*\[Approve\][\s\S]*Done and checked/,
    );
    const folder = /^Everything is kept in (\S+)$/m.exec(text)?.[1] ?? '';
    const pictures = /^Pictures: (\S+)$/m.exec(text)?.[1] ?? '';
    assert.ok(existsSync(join(pictures, '0001.jpg')) && existsSync(join(pictures, 'end.jpg')), text);
    rmSync(folder, { recursive: true });
  });

  for (const [language, asked, done] of [
    [
      'de_DE.UTF-8',
      /^Deskhand: Darf ich Enter drücken\?[\s\S]*^Du: {7}\[Erlauben\]$/m,
      /^Deskhand: ✅ Erledigt und geprüft$/m,
    ],
    [
      'es_ES.UTF-8',
      /^Deskhand: ¿Puedo pulsar Enter\?[\s\S]*^Tú: {7}\[Permitir\]$/m,
      /^Deskhand: ✅ Hecho y comprobado$/m,
    ],
  ] as const)
    test(`the demo is told in the language of the terminal: ${language}`, { skip: noX11 }, async () => {
      const { code, text } = await readAll(startDemo(language));
      assert.equal(code, 0, text);
      for (const said of [asked, done]) assert.match(text, said);
      assert.doesNotMatch(text, /\b(?:You|Approve|Pictures|kept|machine|holds|checked)\b/);
      const folder = /deskhand-demo-\w+/.exec(text)?.[0] ?? '';
      rmSync(join(tmpdir(), folder), { recursive: true });
    });
}
