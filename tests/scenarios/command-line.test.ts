/** `deskhand run`, `status`, `stop` and `screenshot` as programs of this computer use them: the real bot, Telegram's own rules. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startBot } from '../support/bot.ts';
import { ENTRY, openCallerPlace } from '../support/caller-place.ts';
import { noX11 } from '../support/x11.ts';

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function openPlace(t: TestContext) {
  const place = await openCallerPlace(t);
  const { env } = place;
  const command = (...words: readonly string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const kept = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR };
      execFile(process.execPath, [ENTRY, ...words], { env: { ...kept, ...env } }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
      );
    });
  return { ...place, command };
}

test('a script starts a run, the owner’s phone is asked, and the exit code tells how it ended', {
  skip: noX11,
}, async (t) => {
  const { home, data, env, ann, cardAfter, command } = await openPlace(t);
  const absent = await command('status');
  assert.equal(absent.code, 1);
  assert.match(absent.stderr, /^Deskhand does not run\. Start it with npm start/);

  const bot = await startBot({ env });
  t.after(() => bot.kill());
  const socket = statSync(join(data, 'state', 'control.sock'));
  assert.deepEqual([socket.mode & 0o777, statSync(join(data, 'state')).mode & 0o777], [0o600, 0o700]);
  // A bot may write first only to whoever wrote to it once.
  await ann.waitFor((messages) => messages.at(-1));

  const approved = command('run', 'put a note', '--wait', '--json');
  const card = await cardAfter(0);
  assert.match(card.text, /note\.txt/);
  assert.ok(!existsSync(join(home, 'note.txt')), 'nothing runs before the yes');
  ann.tap(card, 'Approve');
  const done = await approved;
  assert.equal(done.code, 0, done.stdout + done.stderr);
  const end = JSON.parse(done.stdout);
  assert.deepEqual([end.kind, end.run, end.outcome], ['ended', '000001', 'verified']);
  assert.equal(readFileSync(join(home, 'note.txt'), 'utf8'), 'noted\n');

  const denied = command('run', 'put', 'a', 'note', '--wait');
  const again = await cardAfter(card.id);
  const status = JSON.parse((await command('status', '--json')).stdout);
  assert.deepEqual([status.run.run, status.run.phase], ['000002', 'asking']);
  ann.tap(again, 'Deny');
  assert.equal((await denied).code, 12);

  const unknown = await command('run', 'do what nobody taught', '--wait');
  assert.equal(unknown.code, 1);
  assert.match(unknown.stdout, /^It was not started: /);
  for (const more of [[], ['--json']]) {
    const odd = await command('run', 'do \u001b]52;c;eA==\u0007 what \u009b2J nobody \u202e taught', '--wait', ...more);
    assert.doesNotMatch(odd.stdout, /(?!\n)[\p{Cc}\u202e]/u);
  }

  const picture = join(home, 'screen.jpg');
  assert.deepEqual(await command('screenshot', picture), { code: 0, stdout: `${picture}\n`, stderr: '' });
  assert.equal(readFileSync(picture).subarray(0, 3).toString('hex'), 'ffd8ff');
  assert.equal(statSync(picture).mode & 0o777, 0o600);
  assert.equal((await command('screenshot')).code, 2);
  assert.equal((await command('screenshot', picture, '--display', '9')).code, 1);
  assert.equal((await command('stop')).stdout, 'Nothing was running.\n');
  assert.equal((await command('run')).code, 2);

  const cut = command('run', 'put a note', '--wait');
  await cardAfter(again.id);
  await bot.kill();
  const cutOff = await cut;
  assert.equal(cutOff.code, 13, cutOff.stdout + cutOff.stderr);
});
