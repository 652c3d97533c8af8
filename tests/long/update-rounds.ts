/** Three updates of one clone, one after the other. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UNIT } from '../../adapters/machine/service/service-text.ts';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { startSupervised } from '../support/supervised.ts';
import { atTerminal } from '../support/terminal.ts';
import { until } from '../support/until.ts';
import { startTestDisplay } from '../support/x11.ts';

const ROOT = join(import.meta.dirname, '../..');
const TOKEN = ['4242', 'AAbbccddeeffgghhiijjkkllmmnnooppqqr'].join(':');
const OWNER = 1001;
const PATIENCE_MS = 400_000;
/** A version that starts when it is tried, and not as a service. */
const BREAKS = `if (process.env.DESKHAND_SUPERVISED !== undefined) { process.stderr.write('broken as a service\\n'); process.exit(1); }\n`;

export async function updateThrice(folder: string, say: (line: string) => void): Promise<void> {
  const [home, data, origin, clone, makers] = ['home', 'data', 'origin', 'clone', 'makers'].map((name) =>
    join(folder, name),
  );
  assert.ok(
    home !== undefined && data !== undefined && origin !== undefined && clone !== undefined && makers !== undefined,
  );
  for (const path of [home, data]) mkdirSync(path, { mode: 0o700 });
  // What npm needs to reach its registry from here.
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const registry = NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS };
  const npmrc = join(homedir(), '.npmrc');
  if (existsSync(npmrc)) cpSync(npmrc, join(home, '.npmrc'));
  const env = {
    ...registry,
    PATH: process.env.PATH ?? '',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) => [
        [`GIT_${who}_NAME`, 'makers'],
        [`GIT_${who}_EMAIL`, 'makers@example.org'],
      ]),
    ),
  };
  const git = (cwd: string, ...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'gpg.format=ssh', ...words], { cwd, env, encoding: 'utf8', stdio: 'pipe' });
  const key = join(folder, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key], { stdio: 'pipe' });
  const signers = join(folder, 'signers');
  writeFileSync(signers, `makers namespaces="git" ${readFileSync(`${key}.pub`, 'utf8')}`);
  git(folder, 'clone', '-q', '--bare', '--no-hardlinks', ROOT, origin);
  git(folder, 'clone', '-q', origin, makers);
  git(folder, 'clone', '-q', origin, clone);
  cpSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  const before = versionIn(clone);
  const release = (version: string, head = ''): void => {
    for (const name of ['package.json', 'package-lock.json']) {
      const text = readFileSync(join(makers, name), 'utf8');
      writeFileSync(
        join(makers, name),
        text.replaceAll(`"version": "${versionIn(makers)}"`, `"version": "${version}"`),
      );
    }
    const changelog = join(makers, 'CHANGELOG.md');
    const told = `## ${version}\n\n- **News of ${version}.**\n\n`;
    writeFileSync(changelog, readFileSync(changelog, 'utf8').replace(/\n## /, `\n${told}## `));
    const start = join(makers, 'src/bin/commands/start.ts');
    const text = readFileSync(start, 'utf8').replace(BREAKS, '');
    writeFileSync(start, text.replace('\n', `\n${head}`));
    git(makers, 'commit', '-q', '-a', '-m', version);
    git(makers, '-c', `user.signingKey=${key}`, 'tag', '-s', '-m', version, `v${version}`);
    git(makers, 'push', '-q', 'origin', 'HEAD', `v${version}`);
  };

  const telegram = await startTelegramServer({ token: TOKEN, flood: () => null });
  const ann = telegram.person(OWNER, { name: 'Ann' });
  const display = await startTestDisplay();
  const entry = join(clone, 'src/bin/entry.mjs');
  const settings = {
    ...Object.fromEntries(['DISPLAY', 'XAUTHORITY'].map((name) => [name, display.env[name]])),
    ...registry,
    HOME: home,
    DATA_DIR: data,
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_ALLOWED_USERS: String(OWNER),
    TELEGRAM_API_ROOT: telegram.root,
    UPDATE_SIGNERS: signers,
    WEB_CHAT: 'off',
  };
  const bot = startSupervised(join(folder, 'supervisor'), home, settings, entry);
  const unit = join(home, '.config/systemd/user', UNIT);
  mkdirSync(join(unit, '..'), { recursive: true });
  cpSync(join(folder, 'supervisor/deskhand.service'), unit);
  const isReady = (): boolean => bot.events.at(-1)?.what === 'ready';
  const answered = async (): Promise<void> => {
    const last = ann.received().at(-1)?.id ?? 0;
    ann.send('/status');
    await ann.waitFor(
      (messages) => messages.some(({ id, text }) => id > last && text.includes('Desktop')),
      PATIENCE_MS,
    );
  };
  const atTheTerminal = () => {
    const command = `${process.execPath} ${entry} update`;
    const child = spawn(...atTerminal(command, 'stty cols 200; '), {
      env: { ...env, ...settings, TERM: 'xterm' },
      stdio: 'pipe',
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { text: () => text, type: (words: string) => void child.stdin.write(words), ended };
  };
  const approve = async (what: RegExp): Promise<void> => {
    const card = await ann.waitFor(
      (messages) =>
        messages.find(
          ({ text, buttons }) =>
            what.test(text) && buttons.flat().some((one) => one.text === 'Approve' && one.data !== null),
        ),
      PATIENCE_MS,
    );
    ann.tap(card, 'Approve');
  };

  try {
    await until(isReady, bot.log, PATIENCE_MS);
    await answered();

    release('7.0.0');
    const first = atTheTerminal();
    await until(() => first.text().includes('Put 7.0.0 in? Type yes:'), first.text, PATIENCE_MS);
    assert.match(first.text(), /proven by makers[\s\S]*News of 7\.0\.0/);
    first.type('yes\r');
    await approve(/version 7\.0\.0 in the place of this one/);
    assert.equal(await first.ended, 0, first.text());
    assert.match(first.text(), /Deskhand 7\.0\.0 runs\. Your data and settings are as they were/);
    assert.equal(versionIn(clone), '7.0.0');
    await answered();
    say(`${before} to 7.0.0 at a terminal, with a tap on the phone: it runs as a service`);

    release('7.1.0', BREAKS);
    const second = atTheTerminal();
    await until(() => second.text().includes('Put 7.1.0 in? Type yes:'), second.text, PATIENCE_MS);
    second.type('yes\r');
    await approve(/version 7\.1\.0 in the place of this one/);
    assert.equal(await second.ended, 1, second.text());
    assert.match(second.text(), /7\.1\.0 did not start as a service .*7\.0\.0 is back and runs/);
    assert.equal(versionIn(clone), '7.0.0');
    await answered();
    say('7.1.0 does not come up as a service: 7.0.0 is back and answers');

    release('7.2.0');
    execFileSync(process.execPath, [entry, 'update', '--check'], { env: { ...env, ...settings } });
    ann.send('/doctor');
    const card = await ann.waitFor(
      (messages) => messages.find(({ text }) => /– Version: .*7\.2\.0 is there/.test(text)),
      PATIENCE_MS,
    );
    ann.tap(card, 'Update');
    await approve(/Put version 7\.2\.0 in\?/);
    await ann.waitFor(
      (messages) => messages.some(({ text }) => text.includes('Deskhand 7.2.0 runs now.')),
      PATIENCE_MS,
    );
    assert.equal(versionIn(clone), '7.2.0');
    await until(isReady, bot.log, PATIENCE_MS);
    await answered();
    say('7.2.0 by the button of /doctor: asked and told on the phone');
  } catch (error) {
    say(bot.log().slice(-3000));
    throw error;
  } finally {
    await bot.stop();
    await telegram.stop();
    await display.stop();
  }
}

function versionIn(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
}
