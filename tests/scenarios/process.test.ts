/** The commands as processes: exit codes, signals, and one plain sentence for whatever is wrong. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Bot, spawnBot, startBot } from '../support/bot.ts';
import { ENTRY } from '../support/programs.ts';
import { repeats, WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { atTerminal } from '../support/terminal.ts';
import { until } from '../support/until.ts';
import { noX11, startTestDisplay } from '../support/x11.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Processes whose environment or arguments name this folder. */
function processesOf(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const read = (file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');
        return read('environ').includes(folder) || read('cmdline').includes(folder);
      } catch {
        return false;
      }
    });
}

/** One that was ended is there until the system has cleared it away. */
async function untilGone(folder: string): Promise<void> {
  await until(
    () => processesOf(folder).length === 0,
    () => `left: ${processesOf(folder)}`,
  );
}

async function failedStart(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly text: string }> {
  const bot = spawnBot({ env });
  const code = await bot.ended;
  assert.equal(bot.stdout(), '', 'nothing but ready lines goes to standard output');
  return { code, text: bot.stderr() };
}

test('with nothing configured it starts, says ready in one line, and ends clean with its display and its files private', {
  skip: noX11,
}, async (t) => {
  const folder = makeTempFolder(t);
  const bot = await startBot({ env: { HOME: folder, DATA_DIR: folder, WEB_CHAT_PORT: '0' } });
  assert.match(bot.stdout(), /^ready web http:\/\/127\.0\.0\.1:\d+ \| desktop x11 :\d+ 1440x900 \| model playbook\n$/);
  assert.ok(processesOf(folder).length > 0);
  for (const name of ['state', 'vault', 'recordings'].filter((entry) => existsSync(join(folder, entry)))) {
    assert.equal(statSync(join(folder, name)).mode & 0o077, 0, name);
  }
  assert.equal(await bot.stop(), 0);
  await untilGone(folder);
  assert.deepEqual(
    readdirSync(join(folder, 'state')).filter((name) => name.startsWith('lock')),
    [],
  );
});

test('the link of the page is printed to a terminal only', { skip: noX11 }, async (t) => {
  const folder = makeTempFolder(t);
  const display = await startTestDisplay();
  const command = `${process.execPath} ${ENTRY} start`;
  const child = spawn(...atTerminal(command), {
    env: {
      ...display.env,
      HOME: folder,
      DATA_DIR: folder,
      WEB_CHAT_PORT: '0',
      TELEGRAM_BOT_TOKEN: '',
      ANTHROPIC_API_KEY: '',
      // Otherwise the first start at a terminal is the setup.
      CI: 'true',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += String(chunk);
  });
  await until(
    () => /http:\/\/127\.0\.0\.1:\d+\/#\S+/.test(text),
    () => text,
  );
  // What a person does: Ctrl+C.
  child.stdin.write('\u0003');
  await ended;
  await display.stop();
  assert.match(text, /http:\/\/127\.0\.0\.1:\d+\/#\S{20,}/);
});

for (const signal of ['SIGTERM', ...repeats('SIGINT' as const)] as const) {
  test(`${signal} to npm ends everything, and twice to the group as well, with our exit code`, {
    skip: noX11,
  }, async (t) => {
    const folder = makeTempFolder(t);
    for (const toGroup of [false, true]) {
      const child = spawn('npm', ['start'], {
        cwd: ROOT,
        env: {
          ...process.env,
          HOME: folder,
          DATA_DIR: folder,
          WEB_CHAT_PORT: '0',
          TELEGRAM_BOT_TOKEN: '',
          ANTHROPIC_API_KEY: '',
          npm_config_cache: join(folder, 'npm'),
        },
        stdio: ['ignore', 'pipe', 'ignore'],
        detached: true,
      });
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += String(chunk);
      });
      await until(
        () => /^ready /m.test(text),
        () => text,
      );
      const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
      const pid = child.pid ?? 0;
      process.kill(toGroup ? -pid : pid, signal);
      if (toGroup) process.kill(-pid, signal);
      assert.equal(await ended, 0);
      await untilGone(folder);
    }
  });
}

test('a terminal that is closed, which tells the whole group, ends everything', { skip: noX11 }, async (t) => {
  const folder = makeTempFolder(t);
  const child = spawn(process.execPath, [ENTRY, 'start'], {
    // No DISPLAY: with a screen of its own, whose programs are what such a signal could reach before us.
    env: { PATH: process.env.PATH ?? '', HOME: folder, DATA_DIR: folder, WEB_CHAT_PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const isReady = new Promise<void>((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
      if (/^ready /m.test(text)) resolve();
    });
  });
  assert.equal(await Promise.race([isReady, ended]), undefined);
  process.kill(-(child.pid ?? 0), 'SIGHUP');
  assert.equal(await ended, 0);
  await untilGone(folder);
});

test('a second copy on the same data folder says who has it and ends with 2; a killed one, a bad skill and a chat out of reach hold up nobody', {
  skip: noX11,
}, async (t) => {
  const folder = makeTempFolder(t);
  const display = await startTestDisplay();
  t.after(() => display.stop());
  const env = { ...display.env, HOME: folder, DATA_DIR: folder, WEB_CHAT_PORT: '0' };
  const first: Bot = await startBot({ env });
  t.after(() => first.kill());
  const second = await failedStart(Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? ''])));
  assert.equal(second.code, 2);
  assert.match(second.text, new RegExp(`${first.child.pid}`));
  await first.kill();
  // A skill that cannot be read is skipped with its reason; a chat that cannot be reached is tried again.
  const skills = join(folder, 'skills', 'own');
  mkdirSync(join(skills, 'folder.md'), { recursive: true });
  writeFileSync(join(skills, 'bad.md'), '# SKILL: bad\n## Triggers\n- `(`\n## Steps\nx');
  const away = {
    TELEGRAM_BOT_TOKEN: '4242:AAbbccddeeffgghhiijjkkllmmnnooppqqr',
    TELEGRAM_API_ROOT: 'http://127.0.0.1:9',
  };
  const third = await startBot({ env: { ...env, ...away, TELEGRAM_ALLOWED_USERS: '1001', WEB_CHAT: 'on' } });
  t.after(() => third.kill());
  assert.match(third.ready, /^ready telegram, web/);
  assert.match(third.stderr(), /bad\.md is skipped: .*RE2/);
  assert.match(third.stderr(), /folder\.md is skipped: it is not a file/);
  assert.equal(await third.stop(), 0);
});

test('a taken port names the port and the setting, and ends with 2', { skip: noX11 }, async (t) => {
  const folder = makeTempFolder(t);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const { code, text } = await failedStart({ HOME: folder, DATA_DIR: folder, WEB_CHAT_PORT: port });
  taken.close();
  assert.equal(code, 2);
  assert.match(text, new RegExp(`${port}.*WEB_CHAT_PORT|WEB_CHAT_PORT.*${port}`, 's'));
  await untilGone(folder);
});

test('settings that cannot be are said all at once and end with 2', async (t) => {
  const folder = makeTempFolder(t);
  const { code, text } = await failedStart({
    HOME: folder,
    DATA_DIR: folder,
    TELEGRAM_BOT_TOKEN: 'x',
    MAX_ITERATIONS: '0',
    MODEL_PROVIDER: 'anthropic',
  });
  assert.equal(code, 2);
  assert.match(text, /TELEGRAM_BOT_TOKEN: .*@BotFather/);
  assert.match(text, /MAX_ITERATIONS: .*1 to 1000/);
  assert.match(text, /ANTHROPIC_API_KEY: .*console\.anthropic\.com/);
});

if (WITH_REPEATS) {
  test('a key that is missing names where to get one', async (t) => {
    const folder = makeTempFolder(t);
    const { code, text } = await failedStart({ HOME: folder, DATA_DIR: folder, MODEL_PROVIDER: 'anthropic' });
    assert.equal(code, 2);
    assert.match(text, /ANTHROPIC_API_KEY: .*console\.anthropic\.com/);
  });

  test('a chat with nobody allowed is not started; with no chat left it ends with 2 and says what to set', async (t) => {
    const folder = makeTempFolder(t);
    const { code, text } = await failedStart({ HOME: folder, DATA_DIR: folder, TELEGRAM_BOT_TOKEN: '1:AAAA' });
    assert.equal(code, 2);
    assert.match(text, /TELEGRAM_ALLOWED_USERS/);
  });
}

test('a data folder that is a file says so in one sentence and ends with 2', async (t) => {
  const folder = makeTempFolder(t);
  const data = join(folder, 'data');
  writeFileSync(data, '');
  const { code, text } = await failedStart({ HOME: folder, DATA_DIR: data, WEB_CHAT_PORT: '0' });
  assert.equal(code, 2);
  assert.match(text, new RegExp(data));
  assert.doesNotMatch(text, /\n\s+at /, 'no stack');
});

test('an unknown argument to no command is harmless: the entry names what there is', async () => {
  const child = spawn(process.execPath, [ENTRY, 'nonsense'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk) => {
    text += String(chunk);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  assert.equal(code, 2);
  assert.match(text, /there are start, .*demo, .*risk/);
});
