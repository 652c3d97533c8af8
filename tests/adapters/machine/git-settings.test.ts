/** Hostile repositories: whatever git command runs without asking, nothing of theirs runs with it. Ordinary ones do not ask. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeEnvironment, QUIET_VARIABLES, UNASKED_VARIABLES } from '../../../adapters/machine/environment.ts';
import { createGitLook } from '../../../adapters/machine/git-settings.ts';
import type { GitSetting } from '../../../src/safety/shell/git-settings.ts';
import { asks, judgeShell, openTestGate, toAction } from '../../safety/open-test-gate.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const never = new AbortController().signal;

const COMMANDS = [
  'git status',
  'git status -sb',
  'git diff',
  'git diff HEAD',
  'git diff --stat HEAD~1',
  'git log -p -3',
  'git log --format=%G?%h',
  'git show',
  'git blame a.txt',
  'git ls-files -m',
  'git submodule status',
  'git stash list',
  'git diff-index HEAD',
  'git diff-files -p',
  'git cat-file -p HEAD',
  'git for-each-ref',
  'git log --submodule=diff -p',
];

function runGit(home: string, folder: string, args: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: join(home, folder),
    env: { HOME: home, PATH: '/usr/bin:/bin', GIT_AUTHOR_DATE: '@1 +0000', GIT_COMMITTER_DATE: '@1 +0000' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Two commits and a change, with a file that every driver is asked about. */
const MADE = makeTempFolder({ after });
runGit(MADE, '.', ['init', '-q']);
writeFileSync(join(MADE, '.gitattributes'), '*.txt diff=x filter=f\n');
for (const text of ['one\n', 'two\n']) {
  writeFileSync(join(MADE, 'a.txt'), text);
  runGit(MADE, '.', ['add', '.']);
  runGit(MADE, '.', ['commit', '-qm', text.trim()]);
}
writeFileSync(join(MADE, 'a.txt'), 'six\n');

async function openHome(t: TestContext) {
  const home = makeTempFolder(t);
  const mark = join(home, 'RAN');
  const git = (folder: string, ...args: readonly string[]): string => runGit(home, folder, args);
  const makeRepository = (folder: string): void => cpSync(MADE, join(home, folder), { recursive: true });
  const environment = makeEnvironment('linux', { home, user: basename(home) }, {});
  const look = createGitLook({ environment: () => environment });
  const gate = await openTestGate({ platform: 'linux', home, root: '/opt/d', dataDir: '/opt/d', git: look });
  const prepare = (command: string, cwd: string): Promise<void> =>
    gate.prepare(toAction({ action: 'shell', command }), { cwd }, never);
  const isJudgedToAsk = (command: string, cwd: string): boolean => asks(judgeShell(gate, command, { cwd }));
  const isAsked = async (command: string, cwd: string): Promise<boolean> => {
    await prepare(command, cwd);
    return isJudgedToAsk(command, cwd);
  };
  const run = (command: string, cwd: string, env: Readonly<Record<string, string>>): boolean => {
    rmSync(mark, { force: true });
    spawnSync('/bin/bash', ['--noprofile', '--norc', '-c', command], { cwd, env, stdio: 'ignore', timeout: 20_000 });
    return existsSync(mark);
  };
  return { home, mark, git, makeRepository, look, prepare, isJudgedToAsk, isAsked, run, environment };
}

type Home = Awaited<ReturnType<typeof openHome>>;

/** A command that leaves a mark and then behaves as the original would. */
function evil({ mark }: Home): string {
  return `touch ${mark} && cat`;
}

function driver(home: Home): string {
  return `[diff "x"]\n\ttextconv = ${evil(home)}\n`;
}

/** Each makes `work` hostile. With `false` the settings are switched off by the environment, and nobody needs to be asked. */
const HOSTILE: Readonly<
  Record<string, { readonly asks: boolean; readonly lacks?: string; readonly make: (home: Home) => void }>
> = {
  'two headers on one line': {
    asks: true,
    make: (home) => addConfig(home, `[core] [user] [diff "x"] textconv = "${evil(home)}"\n`),
  },
  'a comment behind the header': {
    asks: true,
    make: (home) => addConfig(home, `[diff "x"] ; nothing\n textconv = ${evil(home)} # nothing\n`),
  },
  'a header with a dot, in capitals': {
    asks: true,
    make: (home) => addConfig(home, `[DIFF.x]\nTextConv=${evil(home)}\n`),
  },
  'a value over two lines': {
    asks: true,
    make: (home) => addConfig(home, `[diff "x"]\n textconv = touch \\\n${home.mark} && cat\n`),
  },
  'an include on the line of its header': {
    asks: true,
    make: (home) => {
      writeFileSync(join(home.home, 'work/more'), driver(home));
      addConfig(home, '[include]path=../more\n');
    },
  },
  'an include with quotes inside its path': {
    asks: true,
    make: (home) => {
      writeFileSync(join(home.home, 'work/more of it'), driver(home));
      addConfig(home, '[include]\n\tpath = ../mo"re of "it\n');
    },
  },
  'a chain of thirty includes beside hundreds': {
    asks: true,
    make: (home) => {
      for (let at = 0; at < 9; at += 1)
        writeFileSync(join(home.home, `work/.git/c${at}`), `[include]\npath = c${at + 1}\n`);
      writeFileSync(join(home.home, 'work/.git/c9'), driver(home));
      addConfig(home, `${'[include]\n\tpath = nothing\n'.repeat(300)}[include]\n\tpath = c0\n`);
    },
  },
  'an include for this folder only': {
    asks: true,
    make: (home) => {
      writeFileSync(join(home.home, 'work/.git/inc'), driver(home));
      addConfig(home, `[includeIf "gitdir:**/work/"]\n\tpath = inc\n`);
    },
  },
  'a long way down': {
    asks: true,
    make: (home) => addConfig(home, `${`# ${'x'.repeat(70)}\n`.repeat(6000)}${driver(home)}`),
  },
  'a folder with a newline in its name': {
    asks: true,
    make: (home) => {
      const away = join(home.home, 'a\nb');
      renameSync(join(home.home, 'work/.git'), away);
      writeFileSync(join(home.home, 'work/.git'), `gitdir: ${away}\n`);
      appendFileSync(join(away, 'config'), driver(home));
    },
  },
  'a link to another folder': {
    asks: true,
    make: (home) => {
      const away = join(home.home, 'away');
      renameSync(join(home.home, 'work/.git'), away);
      symlinkSync(away, join(home.home, 'work/.git'));
      appendFileSync(join(away, 'config'), driver(home));
    },
  },
  'settings of one work tree': {
    asks: true,
    make: (home) => {
      addConfig(home, '[extensions]\n\tworktreeConfig = true\n');
      writeFileSync(join(home.home, 'work/.git/config.worktree'), driver(home));
    },
  },
  'a filter': { asks: true, make: (home) => addConfig(home, `[filter "f"]\n\tclean = ${evil(home)}\n`) },
  'a filter that stays': { asks: true, make: (home) => addConfig(home, `[filter "f"]\n\tprocess = ${evil(home)}\n`) },
  'an external diff': { asks: true, make: (home) => addConfig(home, `[diff]\n\texternal = ${evil(home)} #\n`) },
  'a diff command': { asks: true, make: (home) => addConfig(home, `[diff "x"]\n\tcommand = ${evil(home)} #\n`) },
  'a repository inside, in the index': { asks: true, make: (home) => embed(home, 'inner') },
  'a repository inside one inside': {
    asks: true,
    make: (home) => {
      embed(home, 'outer', '');
      home.git('work/outer', 'rm', '-q', '--cached', 'a.txt');
      embed({ ...home, home: join(home.home, 'work') }, 'inner', undefined, 'outer', home);
    },
  },
  'a repository inside, under a name that is no text': {
    asks: true,
    make: (home) => embed(home, 'inner', undefined, 'work', home, true),
  },
  'an extension of the large files': {
    asks: true,
    lacks: 'git-lfs',
    make: (home) => {
      home.git('.', 'config', '--global', 'filter.f.clean', 'git-lfs clean -- %f');
      addConfig(home, `[lfs "extension.x"]\n\tclean = ${evil(home)}\n`);
    },
  },
  'a watcher of files': { asks: false, make: (home) => addConfig(home, `[core]\n\tfsmonitor = touch ${home.mark}\n`) },
  hooks: {
    asks: false,
    make: (home) => {
      const hook = join(home.home, 'work/.git/hooks/post-index-change');
      mkdirSync(join(home.home, 'work/.git/hooks'), { recursive: true });
      writeFileSync(hook, `#!/bin/sh\ntouch ${home.mark}\n`, { mode: 0o755 });
    },
  },
  'a signature program': {
    asks: false,
    make: (home) => {
      writeFileSync(join(home.home, 'gpg'), `#!/bin/sh\ntouch ${home.mark}\n`, { mode: 0o755 });
      addConfig(
        home,
        `[gpg]\n\tprogram = ${home.home}/gpg\n[gpg "openpgp"]\n\tprogram = ${home.home}/gpg\n[log]\n\tshowSignature = true\n`,
      );
    },
  },
  'pagers, editors, aliases, helpers, ways to other computers': {
    asks: false,
    make: (home) =>
      addConfig(
        home,
        `[core]\n\tpager = ${evil(home)}\n\teditor = ${evil(home)}\n\tsshCommand = touch ${home.mark}\n\taskPass = touch ${home.mark}\n[pager]\n\tlog = ${evil(home)}\n\tstatus = ${evil(home)}\n[alias]\n\tstatus = !touch ${home.mark}\n\tlog = !touch ${home.mark}\n[credential]\n\thelper = !touch ${home.mark}\n[sequence]\n\teditor = touch ${home.mark}\n`,
      ),
  },
};

function addConfig({ home }: Home, text: string): void {
  appendFileSync(join(home, 'work/.git/config'), text);
}

/** A repository inside `outer`, which names it in its index, and which runs code when git looks whether it changed. */
function embed(home: Home, name: string, settings?: string, outer = 'work', top = home, isOdd = false): void {
  const { git, makeRepository } = top;
  const folder = `${outer === 'work' ? 'work' : `work/${outer}`}`;
  makeRepository(`${folder}/${name}`);
  git(folder, 'add', name);
  const text = settings ?? `[filter "f"]\n\tclean = ${evil(top)}\n`;
  appendFileSync(join(top.home, folder, name, '.git/config'), text);
  writeFileSync(
    join(top.home, folder, '.gitmodules'),
    `[submodule "s"]\n\tpath = ${name}\n\turl = x\n\tignore = none\n`,
  );
  if (!isOdd) return;
  const odd = Buffer.concat([Buffer.from(`${join(top.home, folder)}/`), Buffer.from([0x69, 0xff])]);
  renameSync(join(top.home, folder, name), odd);
  execFileSync(
    '/bin/sh',
    [
      '-c',
      `git rm -q --cached ${name}; git add "$(printf 'i\\377')"; printf '[submodule "s"]\\n\\tpath = "i\\377"\\n\\turl = x\\n\\tignore = none\\n' > .gitmodules`,
    ],
    {
      cwd: join(top.home, folder),
      env: { HOME: top.home, PATH: '/usr/bin:/bin' },
      stdio: 'ignore',
    },
  );
}

for (const [name, { asks: mustAsk, lacks, make }] of Object.entries(HOSTILE)) {
  it(`nothing of a hostile repository runs: ${name}`, async (t) => {
    const home = await openHome(t);
    home.makeRepository('work');
    make(home);
    const cwd = join(home.home, 'work');
    const bare = { ...home.environment, GIT_PAGER: 'cat' };
    if (mustAsk && lacks === undefined)
      assert.ok(
        COMMANDS.some((command) => home.run(command, cwd, bare)),
        'the attack works where nobody is asked',
      );
    const env = { ...home.environment, ...QUIET_VARIABLES, ...UNASKED_VARIABLES };
    // One look serves all commands, since they are about one folder.
    await home.prepare(COMMANDS.join('; '), cwd);
    const unasked = COMMANDS.filter((command) => !home.isJudgedToAsk(command, cwd));
    if (!mustAsk) assert.ok(unasked.includes('git diff') && unasked.includes('git log -p -3'));
    assert.deepEqual(
      unasked.filter((command) => home.run(command, cwd, env)),
      [],
    );
    if (mustAsk) assert.ok(await home.isAsked('git diff', cwd));
    if (mustAsk) assert.ok(await home.isAsked('cd work && git diff', home.home));
    if (mustAsk) assert.ok(await home.isAsked("sh -c 'cd work; git show'", home.home));
  });
}

it('ordinary repositories, and folders without one, do not ask', async (t) => {
  const home = await openHome(t);
  const { git, makeRepository } = home;
  makeRepository('work');
  makeRepository('library');
  git('work', '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', join(home.home, 'library'), 'lib');
  git('work', 'worktree', 'add', '-q', join(home.home, 'beside'));
  git('work', 'remote', 'add', 'origin', 'git@example.com:a/b.git');
  for (const [key, value] of Object.entries({
    'core.hooksPath': '.husky/_',
    'branch.main.remote': 'origin',
    'branch.main.vscode-merge-base': 'origin/main',
    'remote.origin.gh-resolved': 'base',
    'user.signingkey': 'x',
    'commit.gpgsign': 'true',
    'core.fsmonitor': 'true',
    'blame.ignoreRevsFile': '.git-blame-ignore-revs',
    'lfs.repositoryformatversion': '0',
    'diff.x.xfuncname': '^func',
  }))
    git('work', 'config', key, value);
  for (const [key, value] of Object.entries({
    'filter.lfs.clean': 'git-lfs clean -- %f',
    'filter.lfs.process': 'git-lfs filter-process',
    'filter.lfs.required': 'true',
    'core.excludesFile': '~/.gitignore_global',
    'core.pager': 'delta',
    'alias.st': 'status',
    'delta.navigate': 'true',
    'credential.helper': 'osxkeychain',
    'merge.tool': 'vimdiff',
    'oh-my-zsh.hide-status': '1',
  }))
    git('.', 'config', '--global', key, value);
  mkdirSync(join(home.home, 'none'));
  for (const folder of ['work', 'work/lib', 'beside', 'none', 'absent', '.'])
    for (const command of ['git status', 'git diff HEAD', 'git log --oneline -5'])
      assert.equal(await home.isAsked(command, join(home.home, folder)), false, `${folder}: ${command}`);
});

it('the person’s own settings count where git would start a program of theirs', async (t) => {
  const home = await openHome(t);
  home.makeRepository('work');
  home.git('.', 'config', '--global', 'diff.external', 'difft');
  assert.ok(await home.isAsked('git diff', join(home.home, 'work')));
  assert.ok(await home.isAsked('git diff', home.home));
});

it('a work tree elsewhere would show what lies there', async (t) => {
  const home = await openHome(t);
  home.makeRepository('work');
  home.git('work', 'config', 'core.worktree', '/etc');
  assert.ok(await home.isAsked('git diff', join(home.home, 'work')));
});

it('settings that never end, and blanks without end, hold nothing up', async (t) => {
  const home = await openHome(t);
  home.makeRepository('work');
  home.makeRepository('wide');
  appendFileSync(join(home.home, 'wide/.git/config'), `[a]\n${' '.repeat(400_000)}b${' '.repeat(400_000)}\n`);
  rmSync(join(home.home, 'work/.git/config'));
  execFileSync('/usr/bin/mkfifo', [join(home.home, 'work/.git/config')]);
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  const asked = await Promise.all(
    ['work', 'wide'].map((folder) => home.isAsked('git status', join(home.home, folder))),
  );
  clearInterval(beat);
  assert.deepEqual(asked, [true, true]);
  t.diagnostic(`the longest the event loop was held: ${longest.toFixed(0)} ms`);
});

it('what was not looked up asks, and what was learned is asked anew each time', async (t) => {
  const home = await openHome(t);
  home.makeRepository('work');
  const cwd = join(home.home, 'work');
  const gate = await openTestGate({ home: home.home, git: home.look });
  assert.equal(judgeShell(gate, 'git diff', { cwd }).rule, 'shell.git-settings');
  assert.equal(await home.isAsked('git diff', cwd), false);
  addConfig(home, driver(home));
  await until(
    async () => (await home.isAsked('git diff', cwd)) || sleep(20, false),
    'the new setting to be asked about',
  );
});

it('git asks there, wherever the command says to look; typed into a terminal it always asks', async () => {
  const settings: readonly GitSetting[] = [{ key: 'diff.external', value: 'x', isPersons: false }];
  const gate = await openTestGate({
    git: {
      known: (folder) => (folder.startsWith('/Users/alice/got') ? settings : []),
      look: () => Promise.resolve(),
    },
  });
  assert.equal(judgeShell(gate, 'git diff', { cwd: '/Users/alice/got' }).rule, 'shell.git-settings');
  assert.ok(asks(judgeShell(gate, 'cd got && git diff')));
  assert.ok(asks(judgeShell(gate, 'git -C got/sub log -p')));
  assert.ok(asks(judgeShell(gate, "sh -c 'cd got; git show'")));
  assert.ok(!asks(judgeShell(gate, 'git diff', { cwd: '/Users/alice/own' })));
  assert.ok(!asks(judgeShell(gate, 'git -C own log')));
  const atPrompt = { app: 'xterm', typed: '', terminal: { reader: 'shell', isLineKnown: true } } as const;
  for (const text of ['git log\n', 'less a.txt\n', 'man ls\n'])
    assert.ok(asks(gate.judge({ action: 'type', text }, atPrompt)), text);
  assert.ok(!asks(gate.judge({ action: 'type', text: 'ls -la\n' }, atPrompt)));
});
