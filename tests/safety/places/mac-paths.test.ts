/** A Mac's file system knows no case and writes names with marks its own way, and shows the same files under other roots. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asks, judgeShell, openTestGate } from '../open-test-gate.ts';

const HOMES = ['/Users/jörg', '/Users/éloïse', '/Users/山田', '/Users/ann'];

for (const home of HOMES) {
  test(`secrets below ${home} ask under every spelling of their path, and nothing else does`, async () => {
    const gate = await openTestGate({ platform: 'macos', home, root: `${home}/deskhand`, dataDir: `${home}/deskhand` });
    const isAsked = (command: string): boolean => asks(judgeShell(gate, command));
    for (const file of [
      '.ssh/id_rsa',
      '.aws/credentials',
      'Library/Keychains/login.keychain-db',
      'deskhand/.env',
      'deskhand/state/settings.json',
    ]) {
      const path = `${home}/${file}`;
      const spellings = [
        path,
        path.normalize('NFD'),
        path.normalize('NFC'),
        path.toUpperCase(),
        path.toLowerCase(),
        `/System/Volumes/Data${path}`,
      ];
      for (const spelling of spellings) assert.ok(isAsked(`cat '${spelling}'`), spelling);
    }
    for (const command of [
      'cat ~/notes.txt',
      `cat '${home.normalize('NFD')}/notes.txt'`,
      'cat /private/etc/hosts',
      'ls ~/Documents',
    ])
      assert.equal(isAsked(command), false, command);
  });
}

test('BSD’s own options are read as such, and what bash 3.2 has not is not taken for harmless', async () => {
  const gate = await openTestGate({ platform: 'macos' });
  for (const command of [
    "stat -f '%z' notes.txt",
    "date -v-1d '+%Y-%m-%d'",
    "date -j -f '%Y-%m-%d' 2026-11-22 '+%A'",
    'du -sh -d 1 Documents',
    'vm_stat',
    'pmset -g batt',
    'top -l 1 -n 5',
    'tail -r notes.txt',
    'md5 notes.txt',
  ])
    assert.equal(asks(judgeShell(gate, command)), false, command);
  for (const command of ["sed -i '' 's/a/b/' notes.txt", 'declare -A m; m[a]=1', 'mapfile -t x < notes.txt'])
    assert.ok(asks(judgeShell(gate, command)), command);
});
