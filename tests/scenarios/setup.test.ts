/** `deskhand setup` against the strict servers: from nothing to an answer on the phone; and a person who leaves in the middle. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { serveControl } from '../../adapters/files/control-socket.ts';
import { ExitError } from '../../src/bin/exit.ts';
import { checkSlack } from '../../src/bin/setup/check-chat.ts';
import { STEPS } from '../../src/bin/setup/steps.ts';
import { talkFromFile } from '../../src/bin/setup/talk.ts';
import type { Control } from '../../src/ports/control.ts';
import { english } from '../../src/words/speak.ts';
import { startGeminiServer } from '../servers/gemini/server.ts';
import { startSlackServer } from '../servers/slack/slack-server.ts';
import { startBot } from '../support/bot.ts';
import { ENTRY } from '../support/programs.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { KEY, OWNER, openSetupPlace, startSetup, TOKEN, WRONG } from '../support/setup-place.ts';
import { atTerminal } from '../support/terminal.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

/** What a person may need from a clone to the first answer; a machine's share of it is a few seconds. */
const MOST_SECONDS = 300;
const MOST_QUESTIONS = 8;

test('answers from a file: token and key checked, phone paired, and the first answer is on it', {
  skip: noX11,
}, async (t) => {
  const startedAt = performance.now();
  const { home, data, telegram, anthropic, env } = await openSetupPlace(t);
  const answers = {
    chat: 'telegram',
    TELEGRAM_BOT_TOKEN: TOKEN,
    pair: 'yes',
    model: 'anthropic',
    ANTHROPIC_API_KEY: KEY,
    first: 'yes',
  };
  const file = join(home, 'answers.json');
  writeFileSync(file, JSON.stringify(answers), { mode: 0o600 });
  // As for every bot of a test: the screen is read in those that are about it.
  const setup = startSetup(t, { ...env, READING: 'off' }, process.execPath, [ENTRY, 'setup', '--json', file]);
  const code = await until(() => /Send this code to your bot: (\w{6})/.exec(setup.text())?.[1], setup.text);
  const link = /https:\/\/t\.me\/\w+\?start=(\w{6})/.exec(setup.text())?.[1];
  assert.equal(link, code);
  const ann = telegram.person(OWNER, { name: 'Ann' });
  ann.send(`/start ${code}`);
  // The first run: asked about on the phone, done only then, and checked.
  const card = await ann.waitFor((messages) =>
    messages.find(({ buttons }) => buttons.flat().some(({ text }) => text === 'Approve')),
  );
  const written = join(home, 'deskhand-demo.txt');
  assert.ok(!existsSync(written));
  ann.tap(card, 'Approve');
  assert.equal(await setup.ended, 0, setup.text());
  assert.equal(readFileSync(written, 'utf8').trim(), 'hello from deskhand');
  assert.match(setup.text(), /Done and checked: deskhand-demo\.txt/);
  for (const line of [
    /✓ Node: v24/,
    /✓ Display: :\d+, \d+x\d+/,
    /[✓✗] Confined place: /,
    /– Keychain: none/,
    /✓ Disk: /,
  ])
    assert.match(setup.text(), line);
  assert.match(setup.text(), /Your bot is @\w+\./);
  assert.match(setup.text(), /Paired: telegram:1001/);
  assert.match(setup.text(), /answers\. That cost (?:under )?\$?[<$]?0?/);
  assert.ok(anthropic.requests.length >= 2, 'by setup, and by the Deskhand of the first run, with what was kept');
  assert.deepEqual(anthropic.faults, []);
  for (const secret of [TOKEN, KEY]) assert.ok(!setup.text().includes(secret));
  const kept = join(data, 'state', 'secrets.json');
  assert.equal(statSync(kept).mode & 0o777, 0o600);
  const { asked } = JSON.parse(setup.out());
  assert.ok(asked <= MOST_QUESTIONS, `${asked} questions`);

  const seconds = (performance.now() - startedAt) / 1000;
  t.diagnostic(`${asked} questions, ${seconds.toFixed(1)} s without the person`);
  assert.ok(seconds < MOST_SECONDS);
  if (!WITH_REPEATS) return;
  // What was kept is enough for the next start as well; a phone is connected by then, and a script changes nothing any more.
  const bot = await startBot({ env });
  t.after(() => bot.kill());
  assert.match(bot.ready, /^ready telegram \|.*\| model claude/);
  ann.send('/status');
  await ann.waitFor((messages) => messages.find(({ text }) => text.includes('Desktop')));
  const again = startSetup(t, env, process.execPath, [ENTRY, 'setup', '--json', file]);
  assert.equal(await again.ended, 2);
  assert.match(again.text(), /needs a terminal/);
  assert.equal(await bot.stop(), 0);
});

test('what is wrong is said and not kept: a token, a key, an answer, a file', { skip: noX11 }, async (t) => {
  const { home, data, env } = await openSetupPlace(t, { hasDisplay: false });
  const file = join(home, 'answers.json');
  const run = async (answers: object) => {
    writeFileSync(file, JSON.stringify(answers), { mode: 0o600 });
    const setup = startSetup(t, env, process.execPath, [ENTRY, 'setup', '--json', file]);
    return { code: await setup.ended, text: setup.text() };
  };
  const token = await run({ chat: 'telegram', TELEGRAM_BOT_TOKEN: WRONG });
  assert.equal(token.code, 2);
  assert.match(token.text, /Telegram does not know this token \(401\)/);
  const key = await run({ chat: 'skip', model: 'anthropic', ANTHROPIC_API_KEY: WRONG });
  assert.equal(key.code, 2);
  assert.match(key.text, /Nothing was saved/);
  const nothing = await run([]);
  assert.equal(nothing.code, 2);
  assert.ok(!existsSync(join(data, 'state', 'secrets.json')));
  for (const { text } of [token, key, nothing]) assert.ok(!text.includes(WRONG) && !/\n\s+at /.test(text), text);
  if (WITH_REPEATS) assert.equal((await run({})).code, 0, 'every step can be skipped');
  // Beside a Deskhand that runs, a script changes nothing. Only that it listens is looked at.
  mkdirSync(join(data, 'state'), { recursive: true });
  const socket = await serveControl(join(data, 'state', 'control.sock'), {} as Control);
  t.after(() => socket.close());
  const beside = await run({ chat: 'telegram', TELEGRAM_BOT_TOKEN: TOKEN });
  assert.equal(beside.code, 2);
  assert.match(beside.text, /needs a terminal/);
  assert.ok(!existsSync(join(data, 'state', 'secrets.json')));
  const talk = talkFromFile({ chat: 'fax' }, () => undefined);
  await assert.rejects(
    async () => await STEPS[0]?.({ talk, signal: new AbortController().signal }),
    (error) => error instanceof ExitError && english(error.text) === 'chat is one of telegram, slack, page, skip.',
  );
});

if (WITH_REPEATS)
  test('Gemini: its key is checked by one call, and kept only when it is taken', { skip: noX11 }, async (t) => {
    const { home, data, env } = await openSetupPlace(t, { hasDisplay: false });
    const key = ['AIza', 'SyQQbbccddeeffgghhiijjkkllmmnnooppq'].join('');
    const gemini = await startGeminiServer({ access: { kind: 'key', key }, decide: () => ({ answer: 'yes' }) });
    t.after(() => gemini.stop());
    const file = join(home, 'answers.json');
    const run = async (value: string) => {
      writeFileSync(file, JSON.stringify({ model: 'gemini', GEMINI_API_KEY: value }));
      const words = [ENTRY, 'setup', '--json', file];
      const setup = startSetup(t, { ...env, GEMINI_BASE_URL: gemini.url }, process.execPath, words);
      return { code: await setup.ended, text: setup.text() };
    };
    const wrong = await run(key.replace('QQ', 'ZZ'));
    assert.equal(wrong.code, 2);
    assert.match(wrong.text, /Nothing was saved/);
    assert.ok(!existsSync(join(data, 'state', 'secrets.json')));
    const good = await run(key);
    assert.equal(good.code, 0, good.text);
    assert.match(good.text, /gemini-\S+ answers\. That cost /);
    assert.ok(!good.text.includes(key) && readFileSync(join(data, 'state', 'secrets.json'), 'utf8').includes(key));
    assert.deepEqual(gemini.faults, ['refused: 400 API key not valid. Please pass a valid API key.']);
  });

test('Slack: both tokens are checked with their scopes', { skip: noX11 }, async (t) => {
  const { home, env } = await openSetupPlace(t, { hasDisplay: false });
  const tokens = { botToken: 'xoxb-0000000-slack-test-bot', appToken: 'xapp-1-A000-0000-test-app' };
  const slack = await startSlackServer(tokens);
  t.after(() => slack.stop());
  const refused = async (bot: string, app: string): Promise<string> => {
    const checked = await checkSlack(bot, app, slack.apiUrl);
    return checked.ok ? 'taken' : english(checked.why);
  };
  assert.match(await refused(tokens.appToken, tokens.botToken), /bot token begins with xoxb-/);
  assert.match(await refused('xoxb-wrong', tokens.appToken), /does not take the bot token \(invalid_auth\)/);
  assert.match(await refused(tokens.botToken, 'xapp-wrong'), /does not take the app-level token \(invalid_auth\)/);
  const file = join(home, 'answers.json');
  const answers = { chat: 'slack', SLACK_BOT_TOKEN: tokens.botToken, SLACK_APP_TOKEN: tokens.appToken };
  writeFileSync(file, JSON.stringify(answers));
  const around = { ...env, SLACK_API_URL: slack.apiUrl };
  const setup = startSetup(t, around, process.execPath, [ENTRY, 'setup', '--json', file]);
  assert.equal(await setup.ended, 0, setup.text());
  assert.match(setup.text(), /The app is in /);
});

test('at a terminal: the first start asks, Ctrl+C keeps what was set, and it is not asked for again', {
  skip: noX11,
}, async (t) => {
  const { data, env } = await openSetupPlace(t, { hasDisplay: false });
  const terminal = (command: string) =>
    startSetup(t, env, ...atTerminal(`${process.execPath} ${ENTRY} ${command}`, 'stty cols 120 rows 40; '));
  const setup = terminal('start');
  await until(() => setup.text().includes('Which chat'), setup.text);
  setup.child.stdin.write('\r');
  await until(() => setup.text().includes('The token'), setup.text);
  setup.child.stdin.write(`${WRONG}\r`);
  // Keys pressed while the token is checked are dropped, so the next ones wait for the question.
  const isAskedAgain = (): boolean => /does not know this token[\s\S]*The token/.test(setup.text());
  await until(isAskedAgain, setup.text);
  setup.child.stdin.write(`${TOKEN}\r`);
  await until(() => setup.text().includes('Connect your phone now?'), setup.text);
  setup.child.stdin.write('\x03');
  await until(() => setup.text().includes('is kept'), setup.text);
  assert.ok(!setup.text().includes(TOKEN) && !setup.text().includes(WRONG), 'what is typed is dots');
  assert.ok(readFileSync(join(data, 'state', 'secrets.json'), 'utf8').includes(TOKEN));
  assert.equal(await setup.ended, 2, 'nobody is paired yet, and the page is off');
  const again = terminal('start');
  assert.equal(await again.ended, 2);
  assert.doesNotMatch(again.text(), /Which chat/);
});

test('a token pasted while another one is checked is neither shown nor taken for an answer; the terminal is as it was afterwards', {
  skip: noX11,
}, async (t) => {
  const { env } = await openSetupPlace(t, { hasDisplay: false });
  const answer = Promise.withResolvers<void>();
  const asked: string[] = [];
  const slow = createServer(({ url }, response) => {
    asked.push(url ?? '');
    void answer.promise.then(() => response.writeHead(401).end('{"ok":false}'));
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  t.after(() => void slow.close());
  const address = slow.address();
  assert.ok(typeof address === 'object' && address !== null);
  const root = `http://127.0.0.1:${address.port}`;
  const ask = `stty cols 120 rows 40; stty -a > before; trap '' INT; ${process.execPath} ${ENTRY} setup; stty -a > after; `;
  const setup = startSetup(t, { ...env, TELEGRAM_API_ROOT: root }, ...atTerminal('true', `cd "$HOME"; ${ask}`));
  await until(() => setup.text().includes('Which chat'), setup.text);
  setup.child.stdin.write('\r');
  await until(() => setup.text().includes('The token'), setup.text);
  setup.child.stdin.write(`${WRONG}\r`);
  const isChecked = (): boolean => asked.length > 0 && /◇\S*\s+The token[\s\S]*\[\?25h/.test(setup.text());
  await until(isChecked, setup.text);
  // Blanks make up for the few bytes that setup may read besides.
  const pid = lastBelow(setup.child.pid ?? 0);
  const before = readBy(pid);
  const pasted = `${TOKEN}\r${' '.repeat(400)}`;
  setup.child.stdin.write(pasted);
  await until(() => readBy(pid) >= before + pasted.length, setup.text);
  answer.resolve();
  await until(() => /does not know this token[\s\S]*The token/.test(setup.text()), setup.text);
  setup.child.stdin.write('\x03');
  assert.equal(await setup.ended, 0, setup.text());
  assert.deepEqual(asked, [`/bot${WRONG}/getMe`]);
  for (const secret of [TOKEN, WRONG]) assert.ok(!setup.text().includes(secret.slice(5)), setup.text());
  assert.equal(readFileSync(join(env.HOME, 'after'), 'utf8'), readFileSync(join(env.HOME, 'before'), 'utf8'));
});

test('Ctrl+C in one breath with the Enter before it leaves: nothing is checked, nothing is kept', {
  skip: noX11,
}, async (t) => {
  const { data, telegram, env } = await openSetupPlace(t, { hasDisplay: false });
  const setup = startSetup(t, env, ...atTerminal(`${process.execPath} ${ENTRY} setup`, 'stty cols 120 rows 40; '));
  await until(() => setup.text().includes('Which chat'), setup.text);
  setup.child.stdin.write('\r');
  await until(() => setup.text().includes('The token'), setup.text);
  setup.child.stdin.write(`${TOKEN}\r\x03`);
  assert.equal(await setup.ended, 0, setup.text());
  assert.match(setup.text(), /What you set so far is kept/);
  assert.deepEqual(telegram.calls(), []);
  assert.ok(!existsSync(join(data, 'state', 'secrets.json')));
});

/** Bytes that a process has read so far. */
function readBy(pid: number): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

/** The process that a chain of processes ends in, each the child of the one before. */
function lastBelow(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return child === undefined || child === '' ? pid : lastBelow(Number(child));
}
