/** Settings of git that make a command which only shows something run a program: found wherever git would find them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { readGitSettings } from '../../../adapters/machine/git-settings.ts';
import { findProgramSetting } from '../../../src/safety/shell/git-settings.ts';
import { asks, judgeShell, openTestGate } from '../../safety/open-test-gate.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

function openHome(t: Parameters<typeof makeTempFolder>[0]) {
  const home = makeTempFolder(t);
  const git = (folder: string, ...args: readonly string[]): void => {
    const how = { cwd: join(home, folder), env: { HOME: home, PATH: '/usr/bin:/bin' } };
    execFileSync('git', args, { ...how, stdio: 'ignore' });
  };
  mkdirSync(join(home, 'work/deep/er'), { recursive: true });
  git('work', 'init', '-q');
  return { home, git, found: (folder: string) => findProgramSetting(readGitSettings(join(home, folder), home)) };
}

it('finds none in an ordinary repository, nor outside of one', (t) => {
  const { git, found } = openHome(t);
  git('work', 'config', 'user.name', 'Ann');
  git('work', 'config', 'alias.st', '!status');
  git('.', 'config', '--global', 'filter.lfs.clean', 'git-lfs clean -- %f');
  git('.', 'config', '--global', 'filter.lfs.process', 'git-lfs filter-process');
  assert.equal(found('work/deep/er'), null);
  assert.equal(found('.'), null);
});

it('finds each kind from any folder below, however it is written', (t) => {
  const { home, git, found } = openHome(t);
  for (const name of [
    'diff.external',
    'diff.word.textconv',
    'core.alternateRefsCommand',
    'diff.word.command',
    'filter.any thing.clean',
    'filter.x.smudge',
    'filter.x.process',
    'merge.x.driver',
    'core.worktree',
    'remote.origin.uploadpack',
    'extensions.partialClone',
  ]) {
    git('work', 'config', name, '/tmp/x');
    assert.equal(found('work/deep/er'), name.toLowerCase());
    writeFileSync(join(home, 'work/.git/config'), '');
  }
  for (const text of [
    '[DIFF "a]b"] TextConv=x',
    '[diff.old]\n\ttextconv = x',
    '[diff]external=x',
    '[core]\n\ta = \\\n b\n[diff]\n external = x',
  ])
    assert.notEqual(findProgramSetting(text), null, text);
});

it('finds them in what is included, in submodules, in work trees, in bare repositories and in the person’s own', (t) => {
  const { home, git, found } = openHome(t);
  const evil = '[diff "x"]\n\ttextconv = /tmp/x\n';
  writeFileSync(join(home, 'more'), evil);
  git('work', 'config', 'include.path', '../../more');
  assert.equal(found('work'), 'diff.x.textconv');
  git('work', 'config', '--unset', 'include.path');
  assert.equal(found('work'), null);
  mkdirSync(join(home, 'work/.git/modules/a/b'), { recursive: true });
  writeFileSync(join(home, 'work/.git/modules/a/b/config'), evil);
  assert.equal(found('work'), 'diff.x.textconv');
  mkdirSync(join(home, 'other'));
  writeFileSync(join(home, 'other/.git'), `gitdir: ${join(home, 'work/.git/modules/a/b')}\n`);
  assert.equal(found('other'), 'diff.x.textconv');
  git('.', 'init', '-q', '--bare', 'bare');
  assert.equal(found('bare/refs'), null);
  git('bare', 'config', 'filter.f.clean', 'x');
  assert.equal(found('bare'), 'filter.f.clean');
  writeFileSync(join(home, '.gitconfig'), evil);
  assert.equal(found('.'), 'diff.x.textconv');
});

it('git asks there, wherever the command says to look; typed into a terminal it always asks', async () => {
  const gate = await openTestGate({
    gitSettings: (folder) => (folder.startsWith('/Users/alice/got') ? '[diff]\n external = x' : ''),
  });
  assert.equal(judgeShell(gate, 'git diff', { cwd: '/Users/alice/got' }).rule, 'shell.git-settings');
  assert.ok(asks(judgeShell(gate, 'cd got && git diff')));
  assert.ok(asks(judgeShell(gate, 'git -C got/sub log -p')));
  assert.ok(asks(judgeShell(gate, "sh -c 'cd got; git show'")));
  assert.ok(!asks(judgeShell(gate, 'git diff', { cwd: '/Users/alice/own' })));
  assert.ok(!asks(judgeShell(gate, 'git -C own log')));
  for (const text of ['git log\n', 'less a.txt\n', 'man ls\n'])
    assert.ok(asks(gate.judge({ action: 'type', text }, { app: 'xterm', typed: '' })), text);
  assert.ok(!asks(gate.judge({ action: 'type', text: 'ls -la\n' }, { app: 'xterm', typed: '' })));
});
