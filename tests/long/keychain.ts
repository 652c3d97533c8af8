/**
 * `npm run test:keychain`: tokens in a real Secret Service, gnome-keyring of Debian, from `secrets move` to a bot that reads them; locked,
 * unlocked, and taken away again. The packages are fetched by apt and laid out in a folder; nothing is installed. Half a minute.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountOf,
  askKeychainLater,
  forgetSecrets,
  hasKeychain,
  readSecrets,
} from '../../adapters/secrets/secret-store.ts';
import { openServerFiles, openSignIns } from '../../src/bin/mcp/open-tools.ts';
import { secretPlace } from '../../src/bin/secrets.ts';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { spawnBot, startBot } from '../support/bot.ts';
import { ENTRY } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { startTestDisplay } from '../support/x11.ts';

const PACKAGES = ['gnome-keyring', 'libgck-1-0', 'libgcr-base-3-1', 'libsecret-1-0', 'libp11-kit0'];
const TOKEN = ['4242', 'AAbbccddeeffgghhiijjkkllmmnnooppqqr'].join(':');
const OWNER = 1001;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const folder = mkdtempSync(join(tmpdir(), 'deskhand-keychain-'));
const children: ChildProcess[] = [];
try {
  await proveKeychain();
  say('All is well.');
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function proveKeychain(): Promise<void> {
  const [root, home, data, runtime] = ['root', 'home', 'data', 'run'].map((name) => join(folder, name));
  assert.ok(root !== undefined && home !== undefined && data !== undefined && runtime !== undefined);
  for (const path of [root, home, data, runtime]) mkdirSync(path, { mode: 0o700 });
  execFileSync('apt-get', ['download', '-qq', ...PACKAGES], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const file of readdirSync(root)) execFileSync('dpkg', ['-x', join(root, file), root]);
  const libraries = join(root, 'usr/lib/x86_64-linux-gnu');
  const bus = `unix:path=${join(runtime, 'bus')}`;
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    DBUS_SESSION_BUS_ADDRESS: bus,
  };
  children.push(
    spawn('/usr/bin/dbus-daemon', ['--session', '--nofork', '--nopidfile', `--address=${bus}`], {
      env,
      stdio: 'ignore',
    }),
  );
  await until(() => readdirSync(runtime).includes('bus'));
  const place = { ...secretPlace(data, env), deadlineMs: 10_000 };
  assert.equal(hasKeychain(place), false, 'nobody is on the bus yet');

  /** `password`: unlocks it; null: it stays shut. */
  const openRing = async (password: string | null): Promise<ChildProcess> => {
    const words = ['--foreground', '--components=secrets', ...(password === null ? [] : ['--unlock'])];
    const ring = spawn(join(root, 'usr/bin/gnome-keyring-daemon'), words, {
      env: { ...env, LD_LIBRARY_PATH: libraries },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    children.push(ring);
    ring.stdin?.end(password ?? '');
    await until(() => hasOwner(env), 'the Secret Service on the bus');
    return ring;
  };
  const end = async (ring: ChildProcess): Promise<void> => {
    const ended = new Promise((resolve) => ring.once('close', resolve));
    ring.kill('SIGTERM');
    await ended;
  };

  const ring = await openRing('a password');
  assert.equal(hasKeychain(place), true);
  const settings = join(data, '.env');
  writeFileSync(settings, `# mine\nTELEGRAM_BOT_TOKEN=${TOKEN}\nLANGUAGE=de\n`, { mode: 0o600 });
  const telegram = await startTelegramServer({ token: TOKEN });
  const display = await startTestDisplay();
  try {
    const bots = {
      ...Object.fromEntries(['DISPLAY', 'XAUTHORITY'].map((name) => [name, display.env[name]])),
      ...env,
      DATA_DIR: data,
      TELEGRAM_ALLOWED_USERS: String(OWNER),
      TELEGRAM_API_ROOT: telegram.root,
      WEB_CHAT: 'off',
    };
    // The settings file of a clone lies beside package.json; here it is handed over as it would be read.
    const { moveSecrets } = await import('../../src/bin/secrets.ts');
    assert.deepEqual(moveSecrets(settings, secretPlace(data, env), false), {
      names: ['TELEGRAM_BOT_TOKEN'],
      to: 'keychain',
    });
    assert.equal(readFileSync(settings, 'utf8'), '# mine\nLANGUAGE=de\n');
    const kept = readFileSync(join(data, 'state/secrets.json'), 'utf8');
    assert.ok(kept.includes('TELEGRAM_BOT_TOKEN') && !kept.includes(TOKEN));
    const listed = spawnSync(process.execPath, [ENTRY, 'secrets', 'list'], { env: bots, encoding: 'utf8' });
    assert.ok(
      `${listed.stdout}${listed.stderr}`.includes('TELEGRAM_BOT_TOKEN') && !listed.stdout.includes(TOKEN),
      listed.stderr,
    );
    say('moved from .env into gnome-keyring; the file names it, and holds nothing of it');

    const bot = await startBot({ env: bots });
    assert.match(bot.ready, /^ready telegram \|/);
    const places = readdirSync('/proc').filter(
      (name) => /^\d+$/.test(name) && Number(name) !== process.pid && read(`/proc/${name}/environ`).includes(folder),
    );
    const shown = places.filter((pid) =>
      ['cmdline', 'environ'].some((name) => read(`/proc/${pid}/${name}`).includes(TOKEN)),
    );
    assert.deepEqual(shown, [], 'in no program’s words or environment');
    const ann = telegram.person(OWNER, { name: 'Ann' });
    ann.send('/status');
    await ann.waitFor((messages) => messages.some(({ text }) => text.includes('Desktop')));
    assert.equal(await bot.stop(), 0);
    say('a bot reads it and answers; it stands in no argument and no environment');

    await end(ring);
    const gone = spawnBot({ env: bots });
    assert.equal(await gone.ended, 2);
    assert.match(gone.stderr(), /The keychain with TELEGRAM_BOT_TOKEN does not answer: unlock it/);
    const shut = await openRing(null);
    const from = performance.now();
    const locked = spawnBot({ env: bots });
    assert.equal(await locked.ended, 2);
    assert.match(locked.stderr(), /The keychain .*TELEGRAM_BOT_TOKEN/);
    say(`no keychain, and a locked one: said, exit 2, after ${Math.round((performance.now() - from) / 1000)} s`);
    await end(shut);

    await openRing('a password');
    assert.deepEqual(readSecrets(place), { TELEGRAM_BOT_TOKEN: TOKEN }, 'as before, in the next session');
    assert.deepEqual(forgetSecrets(place), []);
    assert.deepEqual(readSecrets(place), {});
    say('unlocked again it is there, and taken away it is gone');
    await proveSignIn(data, env);
  } finally {
    await display.stop();
    await telegram.stop();
  }
}

/** What a sign-in at a tool server gave goes the same way. */
async function proveSignIn(data: string, env: Readonly<Record<string, string>>): Promise<void> {
  const learned: string[] = [];
  const store = openSignIns({ dataFolder: data, env, learn: (secrets) => void learned.push(...secrets) });
  const kept = {
    ...{ issuer: 'https://login.example', clientId: 'c1', resource: 'https://wiki.example/mcp' },
    ...{ accessToken: 'at-AAbbccddee', refreshToken: 'rt-AAffgghhii' },
  };
  await store.keep('wiki', kept);
  const file = join(data, 'state/mcp/sign-ins/wiki.json');
  assert.ok(read(file).includes('keychain') && !/AAbb|AAff/.test(read(file)));
  assert.deepEqual(await store.read('wiki'), kept);
  assert.deepEqual(new Set(learned), new Set([kept.accessToken, kept.refreshToken]));
  // The file only names it: the keychain itself is asked.
  const place = { ...secretPlace(data, env), file, deadlineMs: 10_000 };
  const account = accountOf('sign-in', place);
  const inRing = async () => (await askKeychainLater(place, { do: 'read', accounts: [account] }))?.[account];
  assert.ok((await inRing())?.includes(kept.refreshToken));
  await openServerFiles(data).setEntry('wiki', { url: kept.resource, headers: {}, disabled: false });
  const removed = spawnSync(process.execPath, [ENTRY, 'mcp', 'remove', 'wiki'], {
    env: { ...env, DATA_DIR: data },
    encoding: 'utf8',
  });
  assert.equal(removed.status, 0, removed.stderr);
  assert.equal(await inRing(), undefined);
  assert.equal(await store.read('wiki'), null);
  say('a sign-in at a tool server is kept there, too, and gone from there with the server');
}

function hasOwner(env: Readonly<Record<string, string>>): boolean {
  const words = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.GetNameOwner'];
  return (
    spawnSync('/usr/bin/dbus-send', [...words, 'string:org.freedesktop.secrets'], { env, stdio: 'ignore' }).status === 0
  );
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
