/** `deskhand run`, `status`, `stop` and `screenshot` as programs of this computer use them: the real bot, Telegram's own rules. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { startBot } from '../support/bot.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { noX11, startTestDisplay } from '../support/x11.ts';

const ENTRY = join(import.meta.dirname, '../../src/bin/entry.mjs');
const TOKEN = ['4242', 'AAbbccddeeffgghhiijjkkllmmnnooppqqr'].join(':');
const OWNER = 1001;

const SKILL = (folder: string) => `# SKILL: put-note

## Description
Writes a note.

## Triggers
- \`put a note\`

## Playbook
\`\`\`json
[{"action": "shell", "command": "echo noted >> ${folder}/note.txt"}]
\`\`\`

## Expect
\`\`\`json
[{"check": "file_contains", "path": "${folder}/note.txt", "text": "noted"}]
\`\`\`

## Permissions
shell
`;

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function openPlace(t: TestContext) {
  const home = makeTempFolder(t);
  const data = join(home, 'data');
  mkdirSync(join(data, 'skills', 'own'), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'skills', 'own', 'put-note.md'), SKILL(home));
  const telegram = await startTelegramServer({ token: TOKEN });
  const display = await startTestDisplay();
  t.after(async () => {
    await telegram.stop();
    await display.stop();
  });
  const env = {
    ...display.env,
    HOME: home,
    DATA_DIR: data,
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_ALLOWED_USERS: String(OWNER),
    TELEGRAM_API_ROOT: telegram.root,
  };
  const command = (...words: readonly string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const kept = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR };
      execFile(process.execPath, [ENTRY, ...words], { env: { ...kept, ...env } }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
      );
    });
  return { home, data, telegram, env, command };
}

test('a script starts a run, the owner’s phone is asked, and the exit code tells how it ended', {
  skip: noX11,
}, async (t) => {
  const { home, data, telegram, env, command } = await openPlace(t);
  const absent = await command('status');
  assert.equal(absent.code, 1);
  assert.match(absent.stderr, /^Deskhand does not run\. Start it with npm start/);

  const bot = await startBot({ env });
  t.after(() => bot.kill());
  const socket = statSync(join(data, 'state', 'control.sock'));
  assert.deepEqual([socket.mode & 0o777, statSync(join(data, 'state')).mode & 0o777], [0o600, 0o700]);
  const ann = telegram.person(OWNER, { name: 'Ann' });
  // A bot may write first only to whoever wrote to it once.
  ann.send('/start');
  await ann.waitFor((messages) => messages.at(-1));
  const waitForCard = (after = 0) =>
    ann.waitFor((messages) =>
      messages.find(({ id, buttons }) => id > after && JSON.stringify(buttons).includes('Approve')),
    );

  const approved = command('run', 'put a note', '--wait', '--json');
  const card = await waitForCard();
  assert.match(card.text, /note\.txt/);
  assert.ok(!existsSync(join(home, 'note.txt')), 'nothing runs before the yes');
  ann.tap(card, 'Approve');
  const done = await approved;
  assert.equal(done.code, 0, done.stdout + done.stderr);
  const end = JSON.parse(done.stdout);
  assert.deepEqual([end.kind, end.run, end.outcome], ['ended', '000001', 'verified']);
  assert.equal(readFileSync(join(home, 'note.txt'), 'utf8'), 'noted\n');

  const denied = command('run', 'put', 'a', 'note', '--wait');
  const again = await waitForCard(card.id);
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
  await waitForCard(again.id);
  await bot.kill();
  const cutOff = await cut;
  assert.equal(cutOff.code, 13, cutOff.stdout + cutOff.stderr);
});
