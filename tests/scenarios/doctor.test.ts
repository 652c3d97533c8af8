/** The doctor beside a real bot: what was broken on purpose is found, and what can be mended from the chat is mended. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { spawnBot, startBot } from '../support/bot.ts';
import { ENTRY } from '../support/programs.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { noX11, startTestDisplay } from '../support/x11.ts';

const TOKEN = ['4242', 'AAbbccddeeffgghhiijjkkllmmnnooppqqr'].join(':');
const OTHER = ['4242', 'ZZbbccddeeffgghhiijjkkllmmnnooppqqr'].join(':');
const KEY = ['sk', 'ant', 'api03', 'QQbbccddeeffgghhiijjkkllmmnnooppqqr'].join('-');
const OWNER = 1001;
const WAIT = `# SKILL: wait

## Description
Waits.

## Triggers
- \`wait a while\`

## Playbook
\`\`\`json
[{"action": "wait", "seconds": 60}]
\`\`\`
`;

async function openPlace(t: TestContext) {
  const home = makeTempFolder(t);
  const data = join(home, 'data');
  mkdirSync(join(data, 'skills', 'own'), { recursive: true, mode: 0o700 });
  const telegram = await startTelegramServer({ token: TOKEN });
  const display = await startTestDisplay();
  t.after(async () => {
    await telegram.stop();
    await display.stop();
  });
  const env: Readonly<Record<string, string | undefined>> = {
    ...display.env,
    HOME: home,
    DATA_DIR: data,
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_ALLOWED_USERS: String(OWNER),
    TELEGRAM_API_ROOT: telegram.root,
    WEB_CHAT: 'on',
    WEB_CHAT_PORT: '0',
  };
  const doctor = (more: object, ...words: readonly string[]) =>
    new Promise<{ readonly code: number; readonly stdout: string }>((resolve) => {
      const kept = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR };
      const options = { env: { ...kept, ...env, ...more }, cwd: home };
      execFile(process.execPath, [ENTRY, 'doctor', ...words], options, (error, stdout) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout }),
      );
    });
  const line = (stdout: string, name: string) =>
    JSON.parse(stdout).find((one: { readonly name: string }) => one.name === name);
  return { home, data, telegram, display, env, doctor, line };
}

test('a rejected token is found at the start: that chat is not ready, the others are; alone it ends the start', {
  skip: noX11,
}, async (t) => {
  const { env, doctor, line } = await openPlace(t);
  const bot = await startBot({ env: { ...env, TELEGRAM_BOT_TOKEN: OTHER } });
  t.after(() => bot.kill());
  assert.match(bot.ready, /^ready web http/);
  assert.match(bot.stderr(), /Telegram does not know this bot token/);
  const found = await doctor({ TELEGRAM_BOT_TOKEN: OTHER }, '--json');
  assert.equal(found.code, 1);
  assert.equal(line(found.stdout, 'telegram').state, 'bad');
  assert.match(line(found.stdout, 'network Telegram').text, /does not take TELEGRAM_BOT_TOKEN/);
  assert.ok(!found.stdout.includes(OTHER) && !bot.stderr().includes(OTHER));
  assert.equal(await bot.stop(), 0);
  const alone = spawnBot({ env: { ...env, TELEGRAM_BOT_TOKEN: OTHER, WEB_CHAT: 'off' } });
  t.after(() => alone.kill());
  assert.equal(await alone.ended, 2);
  assert.match(alone.stderr(), /No chat is left/);
  assert.equal(
    line((await doctor({}, '--json')).stdout, 'network Telegram').state,
    'ok',
    'mended, with no bot running',
  );
  // A chat that cannot be reached is tried again: process.test.ts has that start, and tests/doctor/examine.test.ts the line.
  if (!WITH_REPEATS) return;
  const unreachable = await startBot({ env: { ...env, TELEGRAM_API_ROOT: 'http://127.0.0.1:9' } });
  t.after(() => unreachable.kill());
  assert.match(unreachable.ready, /^ready telegram, web/);
  const network = line(
    (await doctor({ TELEGRAM_API_ROOT: 'http://127.0.0.1:9' }, '--json')).stdout,
    'network Telegram',
  );
  assert.match(network.text, /it does not answer/);
  assert.equal(await unreachable.stop(), 0);
});

test('hands that hang, a run without an end, a bad skill and a lost page: found, and mended from the chat', {
  skip: noX11,
}, async (t) => {
  const { home, data, telegram, env, doctor, line } = await openPlace(t);
  const ann = telegram.person(OWNER, { name: 'Ann' });
  writeFileSync(join(data, 'skills', 'own', 'wait.md'), WAIT);
  const first = await startBot({ env });
  t.after(() => first.kill());
  ann.send('/run wait a while');
  const journal = join(data, 'recordings', '000001', 'journal.jsonl');
  await until(() => existsSync(journal) && readFileSync(journal, 'utf8').includes('action.intended'));
  await first.kill();
  // Nobody is told at the start of a run that the inbox does not know.
  cpSync(join(data, 'recordings', '000001'), join(data, 'recordings', '000002'), { recursive: true });
  writeFileSync(join(data, 'skills', 'own', 'bad.md'), '# SKILL: bad\n');
  const bot = await startBot({ env });
  t.after(() => bot.kill());
  const found = await doctor({}, '--json');
  assert.equal(found.code, 1);
  const state = (name: string, stdout = found.stdout): string => line(stdout, name).state;
  assert.deepEqual(
    ['crash', 'skills', 'page', 'hands', 'display', 'disk', 'node', 'telegram'].map((name) => state(name)),
    ['bad', 'bad', 'bad', 'ok', 'ok', 'ok', 'ok', 'ok'],
  );
  const hands = Number(/process (\d+)/.exec(line(found.stdout, 'hands').text)?.[1]);
  process.kill(hands, 'SIGSTOP');
  ann.send('/doctor');
  const card = await ann.waitFor((messages) => messages.find(({ text }) => /✗ Hands/.test(text)));
  ann.tap(card, 'Restart hands');
  const better = await ann.waitFor((messages) =>
    messages.find(({ id, text }) => id > card.id && /The hands were restarted/.test(text)),
  );
  assert.match(better.text, /✓ Hands: process/);
  ann.tap(better, 'Run recovery');
  const ended = await ann.waitFor((messages) =>
    messages.find(({ text }) => /interrupted runs? (?:was|were) ended/.test(text)),
  );
  assert.match(ended.text, /[✓–] Last crash/);
  ann.tap(ended, 'New link');
  const link = await ann.waitFor((messages) =>
    messages
      .map(({ text }) => /http:\/\/127\.0\.0\.1:\d+\/#[\w-]{32}/.exec(text)?.[0])
      .find((one) => one !== undefined),
  );
  const { origin, hash } = new URL(link);
  const opened = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ secret: hash.slice(1) }),
  });
  assert.equal(opened.status, 200);
  truncateSync(join(data, 'skills', 'own', 'bad.md'));
  writeFileSync(join(data, 'skills', 'own', 'bad.md'), '');
  const after = await doctor({}, '--json', '--fix');
  assert.deepEqual(
    ['crash', 'page', 'hands'].map((name) => state(name, after.stdout) === 'bad'),
    [false, false, false],
  );

  const bundled = await doctor({ ANTHROPIC_API_KEY: KEY }, '--bundle');
  const file = join(home, bundled.stdout.trim());
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const text = readFileSync(file, 'utf8');
  const { runs, settings } = JSON.parse(text);
  assert.ok(settings.includes('TELEGRAM_BOT_TOKEN') && runs.length >= 2);
  for (const secret of [
    TOKEN,
    TOKEN.slice(5),
    KEY,
    hash.slice(1),
    String(OWNER),
    'Ann',
    '/9j/',
    'ffd8',
    'wait a while',
  ])
    assert.ok(!text.includes(secret), `the report holds ${secret.slice(0, 4)}…`);
  assert.doesNotMatch(text, /[A-Za-z0-9+/]{200}/, 'nothing in it is long enough for a picture');
  assert.equal(await bot.stop(), 0);
});
