/** Lines of the doctor that need more than a bot to be wrong: its disk, clock, sandbox, display, settings and surroundings, each broken on purpose. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { encodeCookieFile } from '../../adapters/desktop/x11/display-name.ts';
import { createService } from '../../adapters/machine/service/service.ts';
import { startAnthropicServer } from '../servers/anthropic/server.ts';
import { startGeminiServer } from '../servers/gemini/server.ts';
import { listen } from '../servers/listen.ts';
import { startOpenAiServer } from '../servers/openai/server.ts';
import { startSlackServer, TEAM } from '../servers/slack/slack-server.ts';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { startBot } from '../support/bot.ts';
import { ENTRY } from '../support/programs.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { KEY, OWNER, TOKEN, WRONG } from '../support/setup-place.ts';
import { ANN, SLACK_TOKENS } from '../support/slack-phone.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { atTerminal } from '../support/terminal.ts';
import { until } from '../support/until.ts';
import { noX11, startTestDisplay } from '../support/x11.ts';

const MB = 1_000_000;
/** Servers that look for a free number begin at 0: none of them takes this one while it has no server. */
const DISPLAY_OF_ITS_OWN = `:${1000 + (process.pid % 50_000)}`;
/** A disk with enough free space for the doctor, but too little once the recording is on it. */
const SMALL_DISK = 1080 * MB;
const RECORDING = 40 * MB;
const DAYS_AGO = 10;
const HOUR_MS = 3_600_000;
const noPlace = existsSync('/usr/bin/bwrap') ? false : 'not installed: bubblewrap';
const SHORT = `# SKILL: short

## Description
Waits a moment.

## Triggers
- \`wait a moment\`

## Playbook
\`\`\`json
[{"action": "wait", "seconds": 0.1}]
\`\`\`
`;

/** Servers whose clock is set as the test wants: the doctor goes by the one that is nearest to this computer's. */
function createClock(t: TestContext) {
  let offMs = 0;
  const before = async (root: string): Promise<string> => {
    const proxy = await listen(
      createServer(async (request, response) => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part);
        const { method = 'GET', url = '/', headers } = request;
        try {
          const answer = await fetch(`${root}${url}`, {
            method,
            headers: kept(headers),
            ...(method === 'GET' ? {} : { body: Buffer.concat(parts) }),
          });
          const body = Buffer.from(await answer.arrayBuffer());
          const type = answer.headers.get('content-type') ?? 'application/json';
          response.writeHead(answer.status, { 'content-type': type, date: new Date(Date.now() + offMs).toUTCString() });
          response.end(body);
        } catch {
          response.destroy();
        }
      }),
    );
    t.after(() => proxy.stop());
    return `http://127.0.0.1:${proxy.port}`;
  };
  return {
    before,
    set: (ms: number): void => {
      offMs = ms;
    },
  };
}

function kept(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ['content-type', 'authorization', 'x-api-key', 'anthropic-version', 'anthropic-beta'];
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : [])),
  );
}

async function openPlace(t: TestContext) {
  const home = makeTempFolder(t);
  const data = join(home, 'data');
  mkdirSync(join(data, 'skills', 'own'), { recursive: true, mode: 0o700 });
  const telegram = await startTelegramServer({ token: TOKEN });
  const anthropic = await startAnthropicServer({ key: KEY, decide: () => ({ answer: 'yes' }) });
  const display = await startTestDisplay();
  t.after(async () => {
    await telegram.stop();
    await anthropic.stop();
    await display.stop();
  });
  const clock = createClock(t);
  const env: Readonly<Record<string, string | undefined>> = {
    ...display.env,
    HOME: home,
    DATA_DIR: data,
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_ALLOWED_USERS: String(OWNER),
    TELEGRAM_API_ROOT: await clock.before(telegram.root),
    ANTHROPIC_BASE_URL: await clock.before(anthropic.url),
    WEB_CHAT: 'off',
  };
  const lines = (more: object) =>
    new Promise<ReadonlyMap<string, { readonly state: string; readonly text: string }>>((resolve, reject) => {
      const kept = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR };
      const options = { env: { ...kept, ...env, ...more }, cwd: home };
      execFile(process.execPath, [ENTRY, 'doctor', '--json'], options, (error, stdout) => {
        if (stdout === '') return reject(error ?? new Error('it said nothing'));
        const found: readonly { readonly name: string; readonly state: string; readonly text: string }[] =
          JSON.parse(stdout);
        resolve(new Map(found.map((line) => [line.name, line])));
      });
    });
  return { home, data, telegram, display, clock, env, lines };
}

/** A bot that cannot start bubblewrap and whose data, copied from the folder, lies on a small disk. */
async function startInNeed(t: TestContext, env: Readonly<Record<string, string | undefined>>, data: string) {
  const seed = `${data}.seed`;
  const around = [
    ...['--dev-bind', '/', '/', '--proc', '/proc', '--unshare-pid', '--die-with-parent'],
    ...['--bind', data, seed, '--size', String(SMALL_DISK), '--tmpfs', data],
    ...['--ro-bind', '/dev/null', '/usr/bin/bwrap', '--'],
  ];
  mkdirSync(seed);
  const bot = `cp -a "${seed}/." "${data}/" && chmod 700 "${data}" && exec "${process.execPath}" "${ENTRY}" start`;
  const child = spawn('/usr/bin/bwrap', [...around, '/bin/sh', '-c', bot], {
    env: { PATH: process.env.PATH, TMPDIR: dirname(data), READING: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = async (): Promise<void> => {
    // The first process of its namespace: all others end with it.
    child.kill('SIGKILL');
    await ended;
  };
  t.after(end);
  await until(
    () => /^ready /m.test(said),
    () => said,
  );
  return { end, said: () => said };
}

test('disk, clock, confined place, key, price, version, people, service and voice: found in the chat, and good once they are mended', {
  skip: noX11 || noPlace,
}, async (t) => {
  const { home, data, telegram, clock, env, lines } = await openPlace(t);
  const ann = telegram.person(OWNER, { name: 'Ann' });
  writeFileSync(join(data, 'skills', 'own', 'short.md'), SHORT);
  const bare = { ...env, MODEL_PROVIDER: 'playbook' };
  const first = await startBot({ env: bare });
  t.after(() => first.kill());
  for (let run = 1; run <= 3; run += 1) {
    ann.send('/run wait a moment');
    const journal = join(data, 'recordings', `00000${run}`, 'journal.jsonl');
    await until(() => existsSync(journal) && readFileSync(journal, 'utf8').includes('"run.ended"'));
  }
  if (WITH_REPEATS) {
    const early = await lines(bare);
    for (const name of ['service', 'voice', 'recall', 'model']) assert.equal(early.get(name)?.state, 'off', name);
  }
  assert.equal(await first.stop(), 0);
  const longAgo = new Date(Date.now() - DAYS_AGO * 24 * HOUR_MS);
  for (const run of ['000001', '000002', '000003']) {
    const folder = join(data, 'recordings', run);
    writeFileSync(join(folder, 'picture.jpg'), Buffer.alloc(RECORDING), { mode: 0o600 });
    utimesSync(folder, longAgo, longAgo);
  }
  writeFileSync(join(data, 'state', 'newest.json'), '{"newest":"99.8.7"}', { mode: 0o600 });
  clock.set(2 * HOUR_MS);

  const broken = { MODEL_PROVIDER: 'anthropic', MODEL_MAIN: 'claude-of-tomorrow', ANTHROPIC_API_KEY: WRONG };
  const inNeed = await startInNeed(t, { ...env, ...broken }, data);
  ann.send('/doctor');
  const card = await ann.waitFor((messages) => messages.find(({ text }) => /✗ Disk/.test(text)));
  for (const line of [
    /✗ Disk: only 0\.9 GB are free: recordings may fail/,
    /✗ Clock: it is (?:1 h 59|2 h 00) min late: let the system set it from the network/,
    /✗ Confined place: Shell commands run without a sandbox/,
    /✗ Network to Anthropic: it does not take ANTHROPIC_API_KEY: set a new one/,
    /✗ Model: claude-of-tomorrow, its price is not known: set MODEL_PRICES/,
    /– Version: Deskhand \S+; 99\.8\.7 is there: run deskhand update at the computer/,
    /– Page: it is off/,
    /✓ People: 1 person may write from a phone/,
    /✓ Network to Telegram: it answers/,
  ])
    assert.match(card.text, line);
  clock.set(-2 * HOUR_MS);
  ann.tap(card, 'Free disk space');
  const question = await ann.waitFor((messages) =>
    messages.find(({ text, buttons }) => /Delete old recordings\?/.test(text) && buttons.length > 0),
  );
  ann.tap(question, 'Approve');
  const freed = await ann.waitFor((messages) => messages.find(({ text }) => /recordings were deleted/.test(text)));
  assert.match(freed.text, /^2 recordings were deleted\./);
  assert.match(freed.text, /✓ Disk: 1 GB are free/);
  assert.match(freed.text, /✗ Clock: it is (?:1 h 59|2 h 00) min early/);
  assert.ok(!inNeed.said().includes(WRONG) && !inNeed.said().includes(TOKEN));
  await inNeed.end();

  clock.set(0);
  rmSync(join(data, 'state', 'newest.json'));
  const { file } = createService('linux', { home, uid: 0, run: () => Promise.resolve(null) });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  const mended = {
    ...broken,
    ANTHROPIC_API_KEY: KEY,
    MODEL_PRICES: '{"claude-of-tomorrow":[1,5]}',
    VOICE_MODEL: 'onnx-community/whisper-tiny',
  };
  const well = await startBot({ env: { ...env, ...mended } });
  t.after(() => well.kill());
  const found = await lines(mended);
  const wrong = [...found].filter(([, { state }]) => state !== 'ok').map(([name]) => name);
  assert.deepEqual(wrong.toSorted(), ['page', 'recall'], JSON.stringify([...found]));
  assert.equal(found.get('clock')?.text, 'it is right');
  assert.equal(await well.stop(), 0);
});

test('a display that is gone: display, hands and permissions say so; there again, the hands are restarted from the chat', {
  skip: noX11,
}, async (t) => {
  const { home, telegram, env } = await openPlace(t);
  const ann = telegram.person(OWNER, { name: 'Ann' });
  const XAUTHORITY = join(home, 'authority');
  writeFileSync(XAUTHORITY, encodeCookieFile(randomBytes(16)), { mode: 0o600 });
  const lost = await startServerByNumber(t, XAUTHORITY);
  const bot = await startBot({ env: { ...env, DISPLAY: DISPLAY_OF_ITS_OWN, XAUTHORITY, MODEL_PROVIDER: 'playbook' } });
  t.after(() => bot.kill());
  ann.send('/doctor');
  await ann.waitFor((messages) => messages.find(({ text }) => /✓ Display: x11 :\d+ 1024x768/.test(text)));
  await lost.end();
  const card = await until(async () => {
    ann.send('/doctor');
    const before = ann.messages().at(-1)?.id ?? 0;
    const told = await ann.waitFor((messages) => messages.find(({ id, text }) => id > before && /Display/.test(text)));
    return /✗ Display: not reachable/.test(told.text) ? told : null;
  });
  assert.match(card.text, /✗ Hands: they do not answer/);
  assert.match(card.text, /– Permissions: known once the hands answer/);
  await startServerByNumber(t, XAUTHORITY);
  const better = await until(async () => {
    const before = ann.messages().at(-1)?.id ?? 0;
    ann.tap(card, 'Restart hands');
    const told = await ann.waitFor((messages) => messages.find(({ id, text }) => id > before && /Display/.test(text)));
    return /✓ Display/.test(told.text) ? told : null;
  });
  for (const line of [/✓ Hands: process \d+/, /✓ Permissions: nothing is missing/]) assert.match(better.text, line);
  assert.equal(await bot.stop(), 0);
});

if (WITH_REPEATS)
  test('Slack and both providers of the model that do not take what they are shown: found, and good with what they take', {
    skip: noX11,
  }, async (t) => {
    const { env, lines } = await openPlace(t);
    const slack = await startSlackServer({ ...SLACK_TOKENS });
    const openai = await startOpenAiServer({ key: 'sk-right', decide: () => ({ answer: 'yes' }) });
    const google = ['AIza', 'SyQQbbccddeeffgghhiijjkkllmmnnooppq'].join('');
    const gemini = await startGeminiServer({ access: { kind: 'key', key: google }, decide: () => ({ answer: 'yes' }) });
    t.after(() => Promise.all([slack.stop(), openai.stop(), gemini.stop()]));
    const around = {
      ...{ SLACK_API_URL: slack.apiUrl, SLACK_ALLOWED_USERS: `${TEAM}:${ANN}`, SLACK_APP_TOKEN: SLACK_TOKENS.appToken },
      ...{ MODEL_PROVIDER: 'openai', OPENAI_BASE_URL: openai.url, MODEL_MAIN: 'gpt-6.1' },
      ...{ FALLBACK_MODEL_PROVIDER: 'gemini', GEMINI_BASE_URL: gemini.url },
    };
    const wrong = {
      ...{ ...around, SLACK_BOT_TOKEN: 'xoxb-wrong', OPENAI_API_KEY: 'sk-wrong' },
      GEMINI_API_KEY: google.replace('QQ', 'ZZ'),
    };
    const bot = await startBot({ env: { ...env, ...wrong } });
    t.after(() => bot.kill());
    assert.match(bot.ready, /^ready telegram \|/, 'Slack is not ready, the rest is');
    const broken = await lines(wrong);
    for (const [name, variable] of [
      ['Slack', 'SLACK_BOT_TOKEN'],
      ['OpenAI', 'OPENAI_API_KEY'],
      ['Gemini', 'GEMINI_API_KEY'],
    ] as const) {
      assert.equal(broken.get(`network ${name}`)?.text, `it does not take ${variable}: set a new one`);
      assert.equal(broken.get(`network ${name}`)?.state, 'bad');
    }
    assert.equal(broken.get('slack')?.state, 'bad');
    assert.match(broken.get('people')?.text ?? '', /^2 people may write from a phone/);
    assert.equal(await bot.stop(), 0);
    const right = {
      ...wrong,
      SLACK_BOT_TOKEN: SLACK_TOKENS.botToken,
      OPENAI_API_KEY: 'sk-right',
      GEMINI_API_KEY: google,
    };
    const again = await startBot({ env: { ...env, ...right } });
    t.after(() => again.kill());
    await until(async () => (await lines(right)).get('slack')?.state === 'ok');
    const mended = await lines(right);
    for (const name of ['network Slack', 'network OpenAI', 'network Gemini', 'telegram'])
      assert.equal(mended.get(name)?.state, 'ok', `${name}: ${mended.get(name)?.text}`);
    assert.equal(await again.stop(), 0);
  });

// Each of these lines is proved in tests/doctor/examine.test.ts, and who is paired in pairing.test.ts.
if (WITH_REPEATS)
  test('nobody is paired, no clock is asked, no model decides: found, and the person who is let in is counted', {
    skip: noX11,
  }, async (t) => {
    const { home, telegram, env, lines } = await openPlace(t);
    const open = { TELEGRAM_ALLOWED_USERS: '', WEB_CHAT: 'on', WEB_CHAT_PORT: '0' };
    const alone = { ...open, TELEGRAM_BOT_TOKEN: '' };
    const first = await startBot({ env: { ...env, ...alone } });
    t.after(() => first.kill());
    const early = await lines(alone);
    for (const [name, text] of [
      ['people', /^no phone is paired; deskhand pair lets one in$/],
      ['clock', /^no server was asked for the time$/],
      ['model', /^none is set up: only skills that need no model work$/],
      ['voice', /^VOICE_MODEL is not set$/],
    ] as const) {
      assert.equal(early.get(name)?.state, 'off', name);
      assert.match(early.get(name)?.text ?? '', text);
    }
    assert.equal(await first.stop(), 0);
    const bot = await startBot({ env: { ...env, ...open } });
    t.after(() => bot.kill());
    const kept = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR };
    const [program, words] = atTerminal(`${process.execPath} ${ENTRY} pair`);
    const pair = spawn(program, words, {
      env: { ...kept, ...env, ...open },
      cwd: home,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    t.after(() => void pair.kill('SIGKILL'));
    let said = '';
    pair.stdout.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
    const ended = new Promise((resolve) => pair.once('close', resolve));
    const code = await until(
      () => /^ {4}(\w{6})\r?$/m.exec(said)?.[1],
      () => said,
    );
    telegram.person(OWNER, { name: 'Ann' }).send(`/start ${code}`);
    await until(
      () => said.includes('Was that you?'),
      () => said,
    );
    pair.stdin.write('\r');
    assert.equal(await ended, 0, said);
    const later = await lines(open);
    assert.deepEqual(later.get('people'), {
      ...later.get('people'),
      state: 'ok',
      text: '1 person may write from a phone',
    });
    assert.equal(later.get('clock')?.state, 'ok');
    assert.equal(await bot.stop(), 0);
  });

/** An X server with that number and that file of cookies; `end` is over when the number is free again. */
async function startServerByNumber(t: TestContext, authority: string) {
  const size = ['-screen', '0', '1024x768x24'];
  const words = [
    DISPLAY_OF_ITS_OWN,
    ...size,
    '-displayfd',
    '3',
    '-nolisten',
    'tcp',
    '-auth',
    authority,
    '-wr',
    '-noreset',
  ];
  const server = spawn('/usr/bin/Xvfb', words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const end = (): Promise<void> => {
    server.kill('SIGKILL');
    return ended;
  };
  t.after(end);
  await once(server.stdio[3] as Readable, 'data');
  return { end };
}
