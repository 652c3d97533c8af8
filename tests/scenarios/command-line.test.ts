/** `deskhand run`, `status`, `stop` and `screenshot` as programs of this computer use them: the real bot, Telegram's own rules. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startBot } from '../support/bot.ts';
import { openCallerPlace } from '../support/caller-place.ts';
import { ENTRY } from '../support/programs.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { noX11 } from '../support/x11.ts';

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function openPlace(t: TestContext) {
  const place = await openCallerPlace(t);
  const { env } = place;
  const commandIn = (language: string, ...words: readonly string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const kept = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, LC_ALL: language };
      execFile(process.execPath, [ENTRY, ...words], { env: { ...kept, ...env } }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
      );
    });
  const command = (...words: readonly string[]): Promise<Ended> => commandIn('C', ...words);
  return { ...place, command, commandIn };
}

test('a Deskhand that runs, from the command line', { skip: noX11 }, async (t) => {
  const { home, data, env, ann, cardAfter, command, commandIn } = await openPlace(t);
  const absent = await command('status');
  assert.equal(absent.code, 1);
  assert.match(absent.stderr, /^Deskhand does not run\. Start it with npm start/);

  const bot = await startBot({ env });
  t.after(() => bot.kill());
  const socket = statSync(join(data, 'state', 'control.sock'));
  assert.deepEqual([socket.mode & 0o777, statSync(join(data, 'state')).mode & 0o777], [0o600, 0o700]);
  // A bot may write first only to whoever wrote to it once.
  await ann.waitFor((messages) => messages.at(-1));

  await t.test('answers in the language of the terminal; what programs read stays English', async () => {
    const german = (...words: readonly string[]) => commandIn('de_DE.UTF-8', ...words);
    const spanish = (...words: readonly string[]) => commandIn('es_ES.UTF-8', ...words);

    assert.match((await german('status')).stdout, /^Lauf: keiner\n/);
    assert.match(JSON.parse((await german('status', '--json')).stdout).text, /^Run: none\n/);
    const findings = (await german('doctor')).stdout;
    assert.match(findings, /Telegram: /);
    assert.doesNotMatch(findings, /\b(?:the|is|not|here|free|works|answers)\b/);
    if (!WITH_REPEATS) return;
    assert.equal((await german('stop')).stdout, 'Es lief nichts.\n');
    const picture = join(home, 'screen.jpg');
    const missing = await german('screenshot', picture, '--display', '9');
    assert.deepEqual([missing.code, missing.stderr], [1, 'Einen Bildschirm 9 gibt es nicht.\n']);
    const found: readonly { readonly text: string }[] = JSON.parse((await german('doctor', '--json')).stdout);
    assert.match(found.map(({ text }) => text).join('\n'), /GB are free/);
    assert.doesNotMatch(JSON.stringify(found), /"said"/);
    const unknown = await german('run', 'mach was keiner kennt', '--wait');
    assert.equal(unknown.code, 1);
    assert.doesNotMatch(unknown.stdout, /\b(?:model|the|without)\b/);
    assert.match((await spanish('status')).stdout, /^Ejecución: ninguna\n/);
    assert.equal((await spanish('stop', '--all')).stdout, 'No había nada en marcha.\n');
    assert.equal(
      (await german('trigger', 'nightly')).stderr,
      'Einen Auslöser namens nightly gibt es nicht. „deskhand trigger --list“ zeigt alle.\n',
    );
  });

  await t.test('starts a run, whose owner’s phone is asked, and the exit code tells how it ended', async () => {
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

    const untaught = ['run', 'do \u001b]52;c;eA==\u0007 what \u009b2J nobody \u202e taught', '--wait'];
    const odd = await command(...untaught);
    assert.equal(odd.code, 1);
    assert.match(odd.stdout, /^It was not started: /);
    for (const { stdout } of [odd, await command(...untaught, '--json')])
      assert.doesNotMatch(stdout, /(?!\n)[\p{Cc}\u202e]/u);

    const picture = join(home, 'screen.jpg');
    assert.deepEqual(await command('screenshot', picture), { code: 0, stdout: `${picture}\n`, stderr: '' });
    assert.equal(readFileSync(picture).subarray(0, 3).toString('hex'), 'ffd8ff');
    assert.equal(statSync(picture).mode & 0o777, 0o600);
    assert.equal((await command('screenshot')).code, 2);
    assert.equal((await command('run')).code, 2);

    const cut = command('run', 'put a note', '--wait');
    await cardAfter(again.id);
    await bot.kill();
    const cutOff = await cut;
    assert.equal(cutOff.code, 13, cutOff.stdout + cutOff.stderr);
  });
});
