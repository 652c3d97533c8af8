/** Files, notes and sending: what is read freely, what asks, what is Deskhand's own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { asks, HOME, judgeJson, judgeShell, openTestGate, ROOT } from '../open-test-gate.ts';

const gate = await openTestGate();
const view = (path: string, cwd?: string) =>
  judgeJson(gate, { action: 'file_view', path }, cwd === undefined ? {} : { cwd });
const create = (path: string) => judgeJson(gate, { action: 'file_create', path, text: 'x' });

test('ordinary files of the person are read without asking', () => {
  for (const path of [
    '~/notes.txt',
    'notes.txt',
    `${HOME}/Documents/a.md`,
    'project/src/index.ts',
    '~',
    '.gitignore',
    '~/.config/nvim/init.lua',
  ]) {
    assert.equal(view(path).risk, 'safe', path);
  }
  assert.equal(view('/etc/hosts').risk, 'moderate');
  assert.equal(view('/usr/share/doc/x').risk, 'moderate');
  assert.ok(!asks(view('../sibling/a.txt', `${HOME}/project`)));
});

test('secrets ask, in any case and spelling', () => {
  for (const path of [
    '~/.ssh/id_rsa',
    '~/.SSH/ID_RSA',
    '~/.aws/credentials',
    '/etc/shadow',
    '/private/etc/master.passwd',
    '~/Library/Keychains/login.keychain-db',
    '~/library/KEYCHAINS/x',
    'project/.env',
    'project/.env.local',
    '~/.netrc',
    '~/.zsh_history',
    'cert.pem',
    '/proc/self/environ',
    '/proc/1/mem',
    '/System/Volumes/Data/Users/alice/.ssh/config',
    '/Users/bob/.ssh/id_ed25519',
    '~/.ssh/../.ssh/id_rsa',
    '/Users/alice//.ssh///id_rsa',
    `${HOME}/./.aws/config`,
    '~/.ſſh/id_rsa',
    '/Volumes/Disk/Users/bob/.aws/credentials',
  ]) {
    assert.ok(asks(view(path)), path);
  }
});

test("Deskhand's own keys and state are critical to read and everything of its own to change", () => {
  for (const path of [
    `${ROOT}/.env`,
    `${ROOT}/.ENV`,
    `${ROOT}/state/inbox.jsonl`,
    '~/deskhand/state/pairings.json',
    '~/deskhand/./state/../state/x',
  ]) {
    assert.equal(view(path).risk, 'critical', path);
    assert.equal(create(path).risk, 'critical', path);
  }
  assert.ok(asks(view(`${ROOT}/recordings/000001/journal.jsonl`)));
  for (const path of [
    `${ROOT}/src/safety/gate.ts`,
    `${ROOT}/skills/x.md`,
    `${ROOT}/skills/own/x.md`,
    `${ROOT}/recordings/x`,
    `${ROOT}/package.json`,
    `${ROOT}/node_modules/x/index.js`,
    `${ROOT}/vault/Identity/user-profile.md`,
    `${ROOT}/VAULT/identity/x.md`,
    `${ROOT}/vault/Current Status.md`,
  ]) {
    assert.equal(create(path).risk, 'critical', path);
  }
  assert.equal(create(`${ROOT}/vault/Knowledge/tea.md`).risk, 'high');
  assert.equal(view(`${ROOT}/src/safety/gate.ts`).risk, 'safe');
});

test('a data folder of its own is just as protected', async () => {
  const apart = await openTestGate({ dataDir: '/Users/alice/data' });
  for (const path of [
    '/Users/alice/data/state/x',
    '/Users/alice/data/skills/own/x.md',
    '/Users/alice/data/recordings/x',
  ]) {
    assert.equal(judgeJson(apart, { action: 'file_create', path, text: '' }).risk, 'critical', path);
  }
  assert.ok(asks(judgeShell(apart, 'cat ~/data/state/inbox.jsonl')));
});

test('writing asks; what runs by itself or belongs to the system asks every time', () => {
  for (const path of ['~/notes.txt', '~/Documents/x.md', '/tmp/x', '~/project/a.ts'])
    assert.equal(create(path).risk, 'high', path);
  for (const path of [
    '~/.zshrc',
    '~/.ssh/authorized_keys',
    '~/Library/LaunchAgents/x.plist',
    '/etc/hosts',
    '/usr/local/bin/x',
    '~/bin/ls',
    '~/.config/autostart/x.desktop',
    '~/project/.git/hooks/pre-commit',
    '/Library/LaunchDaemons/x',
    '~/.bashrc',
    '/Applications/X.app/x',
    '~/project/.envrc',
  ]) {
    for (const action of ['file_create', 'file_replace', 'file_insert', 'file_undo']) {
      const value = { action, path, text: 'x', old: 'y', line: 0 };
      assert.equal(judgeJson(gate, value).risk, 'critical', `${action} ${path}`);
    }
  }
});

test('links are followed for reading, writing and sending', async () => {
  const linked = await openTestGate({
    resolvePath: (path) => (path.startsWith(`${HOME}/link`) ? path.replace(`${HOME}/link`, `${HOME}/.ssh`) : path),
  });
  assert.ok(asks(judgeJson(linked, { action: 'file_view', path: '~/link/id' })));
  assert.equal(judgeJson(linked, { action: 'file_create', path: '~/link/x', text: '' }).risk, 'critical');
  assert.equal(judgeJson(linked, { action: 'send_file', path: '~/link/x' }).risk, 'critical');
});

test('sending always asks, a secret every time', () => {
  assert.equal(judgeJson(gate, { action: 'send_file', path: '~/photo.jpg' }).risk, 'high');
  for (const path of ['~/.ssh/id_rsa', `${ROOT}/.env`, `${ROOT}/state/x`, '~/x.pem']) {
    assert.equal(judgeJson(gate, { action: 'send_file', path }).risk, 'critical', path);
  }
});

test('notes: reading is free, writing is noted, the core notes ask in any spelling', () => {
  const read = (path: string) => judgeJson(gate, { action: 'vault_read', path });
  const write = (path: string) => judgeJson(gate, { action: 'vault_write', path, text: 'x' });
  assert.equal(read('Knowledge/tea.md').risk, 'safe');
  assert.equal(write('Knowledge/tea.md').risk, 'moderate');
  for (const path of [
    'Identity/user-profile.md',
    'identity/USER-PROFILE.md',
    'Current Status.md',
    'current status.MD',
    'Active Tasks.md',
    'ACTIVE TASKS.md',
    'Ｉdentity/x.md',
    'Current  Status.md',
    'Current Status',
  ]) {
    assert.ok(asks(write(path)), path);
    assert.equal(read(path).risk, 'safe', path);
  }
  for (const path of [
    '../x.md',
    '/etc/passwd',
    'a/../../x',
    'Knowledge/../Identity/x.md',
    '~/x',
    '..\\x',
    '%2e%2e/x',
    'a/\u0000',
    'C:\\x',
    '.obsidian/app.json',
    'a/./b.md',
    'a//b.md',
    'x/…/y',
    'notes/．．/x',
  ]) {
    assert.ok(asks(read(path)), path);
    assert.equal(write(path).risk, 'critical', path);
  }
});

test('no path built from dots, slashes and disguises leaves the vault', () => {
  const piece = fc.constantFrom(
    '..',
    '.',
    '/',
    '\\',
    'a',
    'Identity',
    '%2e',
    '%2f',
    '~',
    ' ',
    '\u202e',
    '．',
    '/etc/passwd',
    '%252e',
    'a.md',
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
      const path = pieces.join('');
      const leaves = path.split(/[/\\]/).includes('..') || path.startsWith('/');
      if (leaves) assert.ok(asks(judgeJson(gate, { action: 'vault_write', path, text: '' })), path);
    }),
    { numRuns: WITH_REPEATS ? 2000 : 500 },
  );
});
