/** What is hidden in a home folder asks for every way of reading it, whatever it is called; names of copies and second names hide nothing. */
import assert from 'node:assert/strict';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { listFolderNow } from '../../../adapters/machine/list-folder.ts';
import { createOwnState } from '../../../adapters/machine/own-state.ts';
import { resolvePathNow } from '../../../adapters/machine/resolve-path.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { asks, HOME, judgeJson, judgeShell, openTestGate } from '../open-test-gate.ts';

const gate = await openTestGate();

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/);
const hidden = fc
  .tuple(
    fc.constantFrom('.', 'Library/', 'library/Application Support/', 'LIBRARY/x/'),
    fc.array(name, { minLength: 1, maxLength: 3 }),
  )
  .map(([start, parts]) => `${start}${parts.join('/')}`)
  .filter((path) => !/^\.(?:gitignore|vimrc|fonts|icons|themes|nvmrc)|^library\/(?:fonts|sounds)/i.test(path));

/** Other ways to write the same place on a Mac. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => `~/${path}`,
  (path) => `${HOME}/${path}`,
  (path) => `/.nofollow${HOME}/${path}`,
  (path) => `/.resolve/1${HOME}/${path}`,
  (path) => `/.resolve/4f/.nofollow${HOME}/${path}`,
  (path) => `/System/Volumes/Data${HOME}/${path}`,
  (path) => `/.nofollow/System/Volumes/Data/Users/ALICE/${path}`,
  (path) => `${HOME}/project/../${path}`,
  (path) => `${HOME}/./${path}`,
  (path) => `/Users/bob/${path}`,
  (path) => `/Volumes/Backup/Users/alice/${path}`,
  (path) => `${HOME}/${path}/..namedfork/data`,
];

const READERS = [
  'cat P',
  'head -5 P',
  'base64 P',
  'grep x P',
  'grep -r x P',
  'sed -n 1p P',
  'awk 1 P',
  'sort P',
  'diff P a.txt',
  'wc -l < P',
  'jq . P',
  'xxd P',
  'cd P && cat a',
  'strings P',
  'tail -n +1 P',
  'find P -type f -exec cat {} +',
  'git diff --no-index P a',
  'comm P a.txt',
  'less P',
  'plutil -p P',
];

test('every hidden place asks, however it is read and written', () => {
  fc.assert(
    fc.property(hidden, fc.constantFrom(...SPELLINGS), fc.constantFrom(...READERS), (path, spell, reader) => {
      const place = spell(path);
      assert.ok(asks(judgeShell(gate, reader.replace('P', `'${place}'`.replace("'~/", "~/'")))), `${reader}: ${place}`);
      assert.ok(asks(judgeJson(gate, { action: 'file_view', path: place })), `file_view ${place}`);
      assert.equal(judgeJson(gate, { action: 'send_file', path: place }, { isByHand: true }).risk, 'critical', place);
      assert.ok(asks(judgeJson(gate, { action: 'open_app', app: place })), `open_app ${place}`);
      assert.ok(
        asks(judgeJson(gate, { action: 'open_url', url: `file://${encodeURI(place)}` }, { goal: place })),
        place,
      );
    }),
    { numRuns: 400, seed: 15 },
  );
});

test('wildcards that could mean a hidden place ask', () => {
  for (const command of [
    'cat ~/.*',
    'cat ~/.[a-z]*',
    'cat ~/[.]x',
    'cat ~/.c*/x/y',
    'cat ~/Lib*/x',
    'cat ~/L?brary/x/y',
    'cat /Users/*/.x',
    'cat ~/.?onfig/a',
  ])
    assert.ok(asks(judgeShell(gate, command)), command);
});

test('decomposed letters and other letters for the same folder ask', () => {
  for (const path of ['~/.ſecret/x', '~/Lıbrary/../Library/x', '~/LIBRARY/x', '~/.CONFIG/x', '~/.cafe\u0301/x'])
    assert.ok(asks(judgeJson(gate, { action: 'file_view', path })), path);
});

test('a copy of a secret is one, under whatever name editors and people keep it', () => {
  const secrets = [
    'id_rsa',
    'server.key',
    '.env',
    'secrets.yml',
    '.netrc',
    'x.p12',
    'credentials',
    'deploy_ed25519',
    'a.kdbx',
    'my-private-key.txt',
    'recovery-codes.txt',
    'host.keytab',
  ];
  const copies = [
    'N~',
    'N.bak',
    'N.old',
    'N.orig',
    'N.save',
    '.N.swp',
    '.N.swo',
    '#N#',
    'N.1',
    'N.~3~',
    'N.bak.2',
    'N copy',
    'N (1)',
    'N.dpkg-old',
    'N.gz',
    'N.tar.gz',
    'copy of N',
    'N-backup',
    'N.BAK',
  ];
  for (const secret of secrets)
    for (const copy of copies) {
      const file = copy.replace('N', secret);
      assert.ok(asks(judgeShell(gate, `cat 'project/${file}'`)), file);
      assert.ok(asks(judgeJson(gate, { action: 'file_view', path: `${HOME}/project/${file}` })), file);
    }
});

test('a copy of a home folder keeps its secrets, wherever it lies', () => {
  const secrets = ['.ssh/config', '.ssh/known_hosts', '.aws/config', '.gnupg/x', '.mozilla/firefox/a/places.sqlite'];
  const copies = [
    '~/Documents/old laptop/N',
    '~/Backup/2019/home/me/N',
    '/srv/backups/me/N',
    '/media/stick/N',
    '/home/.snapshots/7/snapshot/me/N',
    '/home/me/.zfs/snapshot/monday/N',
    '/mnt/a/b/c/d/e/f/g/h/me/N',
  ];
  for (const copy of copies)
    for (const secret of [...secrets, 'Library/Keychains/login', 'Library/Messages/chat'])
      for (const action of ['file_view', 'send_file']) {
        const path = copy.replace('N', secret);
        assert.ok(asks(judgeJson(gate, { action, path }, { isByHand: false })), `${action} ${path}`);
      }
  for (const path of ['/mnt/c/Users/me/AppData/Roaming/x', '~/Old PC/AppData/Local/Google/Chrome/User Data/x'])
    assert.ok(asks(judgeJson(gate, { action: 'file_view', path })), path);
  for (const name of [
    ...['Passwörter.txt', 'Kennwörter.ods', 'seed.txt', 'wg0.conf', 'UTC--2020-01-01--x', 'lastpass.csv'],
    ...['пароли.txt', '密码.txt', 'パスワード.txt', 'hasła.txt', 'Lösenord.txt', 'senhas.txt', 'wachtwoorden.docx'],
    ...['TAN-Liste.pdf', 'PINs.txt', 'logins.csv', '_netrc', 'env.production', 'local.settings.json'],
  ])
    assert.ok(asks(judgeJson(gate, { action: 'file_view', path: `~/Documents/${name}` })), name);
});

test('the person’s own documents and a few names that tell nothing do not ask', () => {
  for (const path of [
    '~/Documents/notes.txt',
    '~/project/.github/ci.yml',
    '~/Library/Mobile Documents/com~apple~CloudDocs/a.txt',
    '~/Library/Mobile Documents/com~apple~Pages/Documents/a.pages',
    '~/.gitconfig',
    '~/.config/nvim/init.lua',
    '~/project/notes.bak',
    '~/project/keyboard.txt',
    '~/project/src/logins.ts',
    '~/project/tandem-list.txt',
    '~/project/PrivateKeyFactory.java',
    '~/project/draft (1).txt',
    '~/project/readme~',
    '~/project/.docker/compose.yml',
    '~/project/.cursor/rules/style.md',
    '~/project/library/mail.py',
    '/usr/share/library/mail/x.txt',
  ])
    assert.ok(!asks(judgeJson(gate, { action: 'file_view', path })), path);
  assert.ok(
    asks(judgeJson(gate, { action: 'file_view', path: '~/Library/Mobile Documents/com~apple~CloudDocs/.x/a.txt' })),
  );
});

test('where Deskhand keeps its data in a hidden folder, what is there for the person can be read', async () => {
  const inside = await openTestGate({ dataDir: `${HOME}/.local/share/deskhand` });
  assert.ok(!asks(judgeJson(inside, { action: 'file_view', path: '~/.local/share/deskhand/inbox/a.pdf' })));
  assert.ok(asks(judgeJson(inside, { action: 'file_view', path: '~/.local/share/deskhand/state/x' })));
  // Where Deskhand is installed as a package, its settings lie beside the data.
  for (const action of ['file_view', 'send_file'])
    assert.equal(judgeJson(inside, { action, path: '~/.local/share/deskhand/.env' }).risk, 'critical', action);
  assert.ok(asks(judgeShell(inside, 'cat ~/.local/share/deskhand/.e*')));
  const all = await openTestGate({ dataDir: HOME });
  assert.ok(asks(judgeJson(all, { action: 'file_view', path: '~/.config/x' })));
});

test('a hard link to our own state is our own state: it is never sent, and reading it asks every time', async (t) => {
  const home = makeTempFolder(t);
  const root = join(home, 'deskhand');
  mkdirSync(join(home, 'data/state/deep'), { recursive: true });
  mkdirSync(root);
  mkdirSync(join(home, 'docs'));
  writeFileSync(join(home, 'data/state/deep/inbox.jsonl'), '{}');
  writeFileSync(join(root, '.env'), 'A=b');
  writeFileSync(join(home, 'data/.env'), 'A=b');
  writeFileSync(join(home, 'docs/other.txt'), 'x');
  linkSync(join(home, 'data/state/deep/inbox.jsonl'), join(home, 'docs/notes.txt'));
  linkSync(join(root, '.env'), join(home, 'docs/letter.txt'));
  linkSync(join(home, 'data/.env'), join(home, 'docs/page.txt'));
  linkSync(join(home, 'docs/other.txt'), join(home, 'docs/same.txt'));
  const real = await openTestGate({
    platform: 'linux',
    home,
    root,
    dataDir: join(home, 'data'),
    resolvePath: resolvePathNow,
    listFolder: listFolderNow,
    isOwnState: createOwnState({ root, dataDir: join(home, 'data') }),
  });
  for (const file of ['notes.txt', 'letter.txt', 'page.txt']) {
    const path = join(home, 'docs', file);
    assert.equal(judgeJson(real, { action: 'send_file', path }).rule, 'file.send-own-state');
    assert.equal(judgeJson(real, { action: 'file_view', path }).risk, 'critical');
    for (const command of [
      `cat ${path}`,
      `head -1 docs/${file}`,
      'cat docs/*.txt',
      'grep -r x docs',
      `base64 < ${path}`,
    ])
      assert.ok(asks(judgeShell(real, command, { cwd: home })), command);
  }
  for (const file of ['other.txt', 'same.txt'])
    assert.ok(!asks(judgeShell(real, `cat docs/${file}`, { cwd: home })), file);
});
