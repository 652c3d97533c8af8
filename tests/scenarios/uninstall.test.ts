/** `deskhand uninstall`, told by what is left on the disk: alone, with everything, unsure, and beside a Deskhand that runs. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { serveControl } from '../../adapters/files/control-socket.ts';
import type { Control } from '../../src/ports/control.ts';
import { ENTRY } from '../support/programs.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { atTerminal } from '../support/terminal.ts';
import { until } from '../support/until.ts';

const TERMINAL = existsSync('/usr/bin/script');

function openPlace(t: TestContext) {
  const home = makeTempFolder(t);
  const data = join(home, 'data');
  for (const name of ['recordings/000001', 'state', 'skills/own', 'inbox'])
    mkdirSync(join(data, name), { recursive: true });
  writeFileSync(join(data, 'recordings/000001/journal.jsonl'), '');
  writeFileSync(join(data, 'state/secrets.json'), JSON.stringify({ in: 'file', values: { OPENAI_API_KEY: 'k' } }));
  writeFileSync(join(data, 'skills/own/mine.md'), '# SKILL: mine');
  // Files that Deskhand did not make.
  writeFileSync(join(data, 'mine.txt'), 'mine');
  mkdirSync(join(home, 'Notes'));
  writeFileSync(join(home, 'Notes/note.md'), 'note');
  symlinkSync(join(home, 'Notes'), join(data, 'vault'));
  const unit = join(home, '.config/systemd/user/deskhand.service');
  mkdirSync(join(home, '.config/systemd/user'), { recursive: true });
  writeFileSync(unit, '[Unit]\n');
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, TERM: 'xterm', HOME: home, DATA_DIR: data };
  const run = (program: string, words: readonly string[]) => {
    const child = spawn(program, words, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    t.after(() => void child.kill('SIGKILL'));
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, text: () => text, ended };
  };
  const asked = async (answer: string) => {
    const done = run(...atTerminal(`${process.execPath} ${ENTRY} uninstall --all`));
    await until(() => done.text().includes('Type yes to delete it'), done.text);
    done.child.stdin.write(answer);
    return { code: await done.ended, text: done.text() };
  };
  const alone = (...words: readonly string[]) => run(process.execPath, [ENTRY, 'uninstall', ...words]);
  return { home, data, unit, alone, asked };
}

test('alone it removes the service, and says of everything else where it is', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const { data, unit, alone } = openPlace(t);
  const done = alone();
  assert.equal(await done.ended, 0, done.text());
  assert.ok(!existsSync(unit));
  for (const name of ['recordings', 'state', 'inbox', 'vault', 'skills/own'])
    if (name !== 'inbox') assert.ok(done.text().includes(join(data, name)), name);
  assert.match(done.text(), /What is left is the clone/);
  assert.equal(readFileSync(join(data, 'skills/own/mine.md'), 'utf8'), '# SKILL: mine');
});

test('with --all everything of Deskhand goes after a typed yes, and nothing else', {
  skip: process.platform !== 'linux' || !TERMINAL,
}, async (t) => {
  const { home, data, unit, asked, alone } = openPlace(t);
  const script = alone('--all');
  assert.equal(await script.ended, 2, 'not without a terminal');
  assert.match(script.text(), /deletes what is yours for good, so it needs a terminal/);
  for (const answer of ['y\r']) {
    const unsure = await asked(answer);
    assert.equal(unsure.code, 1, unsure.text);
    assert.match(unsure.text, /Nothing was removed/);
    assert.ok(existsSync(unit) && existsSync(join(data, 'state/secrets.json')));
  }
  const done = await asked('yes\r');
  assert.equal(done.code, 0, done.text);
  for (const name of ['recordings', 'state', 'inbox/x', 'skills/own', 'vault'])
    assert.ok(lstatSync(join(data, name), { throwIfNoEntry: false }) === undefined, name);
  assert.ok(!existsSync(unit));
  assert.equal(readFileSync(join(data, 'mine.txt'), 'utf8'), 'mine');
  assert.equal(readFileSync(join(home, 'Notes/note.md'), 'utf8'), 'note', 'of a link only the link');
});

test('beside a Deskhand that runs nothing of the data goes', {
  skip: process.platform !== 'linux' || !TERMINAL,
}, async (t) => {
  const { data, asked } = openPlace(t);
  // The stand-in only listens, which is all that is looked at.
  const socket = await serveControl(join(data, 'state/control.sock'), {} as Control);
  t.after(() => socket.close());
  const done = await asked('yes\r');
  assert.equal(done.code, 1);
  assert.match(done.text, /Deskhand still runs.*None of your data was removed/);
  assert.ok(existsSync(join(data, 'state/secrets.json')) && existsSync(join(data, 'recordings/000001')));
});
