import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeEnvironment, QUIET_VARIABLES, UNASKED_VARIABLES } from '../../../adapters/machine/environment.ts';
import { readProcessTable } from '../../../adapters/machine/process-table.ts';
import { createShell } from '../../../adapters/machine/shell.ts';
import { notesOf } from '../../support/notes-of.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const signal = new AbortController().signal;
const skip = process.platform === 'linux' ? false : 'reads /proc';

function openShell(t: { after(act: () => void | Promise<void>): void }, session: Record<string, string> = {}) {
  const home = makeTempFolder(t);
  const shell = createShell({
    home,
    environment: () => makeEnvironment('linux', { home, user: 'person' }, session),
    readProcesses: readProcessTable,
  });
  t.after(() => shell.close());
  return {
    home,
    shell,
    run: (command: string, timeoutMs = 10_000, stop: AbortSignal = signal) =>
      shell.run({ command, cwd: home, timeoutMs }, stop),
  };
}

function isWritten(path: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8').endsWith('\n');
}

/** The process whose number a command wrote to this file. */
async function readPid(path: string): Promise<number> {
  await until(() => isWritten(path), `${path} to be written`);
  return Number(readFileSync(path, 'utf8'));
}

/** Gone, or only waiting for its parent to notice; the system may take a moment. */
async function untilGone(pid: number): Promise<void> {
  const isGone = async (): Promise<boolean> => !(await readProcessTable()).some((row) => row.pid === pid);
  await until(async () => (await isGone()) || sleep(20, false), `process ${pid} to be gone`);
}

describe('the shell', { skip }, () => {
  it('keeps output and errors in the order in which they came', async (t) => {
    const { run } = openShell(t);
    const { output } = await run('for i in 1 2 3; do echo out $i; echo err $i >&2; done');
    assert.equal(output, 'out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n');
  });

  it('hands nothing of its own environment on, and never uses the profile or $SHELL of the person', async (t) => {
    process.env.DESKHAND_TEST_SECRET = 'leaked';
    t.after(() => delete process.env.DESKHAND_TEST_SECRET);
    const { home, run } = openShell(t, { DISPLAY: ':42', SOME_TOKEN: 'leaked', BASH_ENV: '/tmp/evil' });
    const { output } = await run('env -0 | tr "\\0" "\\n"');
    const names = output
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0])
      .toSorted();
    const passedOn = names.filter(
      (name) => name === undefined || !(name in QUIET_VARIABLES || name in UNASKED_VARIABLES),
    );
    assert.deepEqual(passedOn, [
      'DISPLAY',
      'HOME',
      'LANG',
      'LOGNAME',
      'PATH',
      'PWD',
      'SHELL',
      'SHLVL',
      'TERM',
      'USER',
      '_',
    ]);
    assert.ok(output.includes(`HOME=${home}\n`) && output.includes('PATH=/usr/bin:/bin:'));
    assert.equal((await run('shopt login_shell | cut -f2; echo $0 $#')).output, 'off\nbash 0\n');
  });

  it('looks at a repository without running what its settings and hooks name', async (t) => {
    const { home, run } = openShell(t);
    const prepared = await run(
      [
        'git init -q . && echo a > f && git add f',
        'git config core.fsmonitor "touch $HOME/monitored;:"',
        'printf "#!/bin/sh\\ntouch $HOME/hooked\\n" > .git/hooks/post-index-change && chmod +x .git/hooks/post-index-change',
        'touch -d 2001-01-01 f',
      ].join(' && '),
    );
    assert.equal(prepared.exitCode, 0, prepared.output);
    assert.match((await run('git status --short')).output, /f/);
    const ran = ['monitored', 'hooked'].filter((name) => existsSync(join(home, name)));
    assert.deepEqual(ran, []);
  });

  it('nor in a submodule, nor for a signature, nor to fetch; a command that was approved runs as ever', async (t) => {
    const { home, shell, run } = openShell(t);
    const approved = (command: string) =>
      shell.run({ command, cwd: home, timeoutMs: 10_000, isApproved: true }, signal);
    const evil = (name: string) => `"touch $HOME/${name};:"`;
    const prepared = await approved(
      [
        'export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b',
        'git init -q other && git -C other commit -q --allow-empty -m 1',
        'git init -q whole && cd whole && git -c protocol.file.allow=always submodule --quiet add ../other sub',
        `git -C sub config core.fsmonitor ${evil('monitored')}`,
        'git commit -qm 1 && cd sub && echo x > new',
        'cd ..',
        String.raw`printf 'tree %s\nauthor a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\nm\n' "$(git write-tree)" > raw`,
        'git reset -q --hard "$(git hash-object -t commit -w raw)" && rm raw',
        `git config gpg.program ${evil('signed')} && git config log.showSignature true`,
        `git config remote.far.url "ext::sh -c touch% $HOME/fetched" && git config protocol.ext.allow always`,
      ].join(' && '),
    );
    assert.equal(prepared.exitCode, 0, prepared.output);
    const marks = (): readonly string[] =>
      ['monitored', 'signed', 'fetched'].filter((name) => existsSync(join(home, name)));
    const asked = ['git -C whole status', 'git -C whole log', 'git -C whole ls-remote far'];
    for (const command of asked) await run(command);
    assert.deepEqual(marks(), []);
    for (const command of asked) await approved(command);
    assert.ok(marks().length > 0, 'the traps work where they may');
  });

  it('gives commands an empty input', async (t) => {
    const { run } = openShell(t);
    assert.deepEqual(await run('cat; read -r line; echo "[$line]"').then(({ output }) => output), '[]\n');
  });

  it('shows invalid UTF-8 as replacement characters, and characters whole that came in pieces', async (t) => {
    const { run } = openShell(t);
    const { output } = await run(`printf 'a\\xffb\\xf0\\x9f'; sleep 0.05; printf '\\x98\\x80c'`);
    assert.equal(output, 'a\ufffdb😀c');
  });

  it('leaves out the middle of long output and says how much', async (t) => {
    const { run } = openShell(t);
    const { output } = await run('seq 1 200000');
    assert.ok(output.length <= 16_000 && output.length > 15_000);
    assert.ok(output.startsWith('1\n2\n3\n') && output.endsWith('199999\n200000\n'));
    const left = Number(/… (\d+) characters left out …/.exec(output)?.[1]);
    const whole = Array.from({ length: 200_000 }, (_, index) => `${index + 1}\n`).join('').length;
    assert.equal(output.replace(/\n\[… \d+ characters left out …\]\n/, '').length + left, whole);
  });

  it('tells exit codes: of the command, of a signal, of what it does not find or understand', async (t) => {
    const { run } = openShell(t);
    const codes: (number | null)[] = [];
    for (const command of ['exit 7', 'kill -9 $$', 'no-such-program', 'echo "open', 'exec false']) {
      codes.push((await run(command)).exitCode);
    }
    assert.deepEqual(codes, [7, 137, 127, 2, 1]);
  });

  it('tells where it is however the command ends, and keeps to the old place when it cannot', async (t) => {
    const { home, run } = openShell(t);
    mkdirSync(join(home, 'new\nline ä'));
    assert.equal((await run("cd 'new\nline ä'; exit 3")).cwd, join(home, 'new\nline ä'));
    assert.equal((await run('cd /; false')).cwd, '/');
    assert.equal((await run('exec 9>&-; cd /')).cwd, home);
    assert.equal((await run('cd /; exec true')).cwd, home);
    assert.equal((await run("mkdir gone; cd gone; rmdir ../gone; trap '' EXIT")).cwd, home);
    assert.equal((await run("printf 'not a folder' >&9; cd /; exec true")).cwd, home);
  });

  it('says what it cannot start', async (t) => {
    const { home, run } = openShell(t);
    assert.match((await run(`echo ${'x'.repeat(200_000)}`)).output, /too long/);
    assert.match((await run('echo a\0b')).output, /zero byte/);
    rmSync(home, { recursive: true });
    const { output, exitCode } = await run('echo no');
    assert.match(output, /working directory .* cannot be used/);
    assert.equal(exitCode, 126);
  });

  it('ends the whole group at the time limit, also what ignores being asked', async (t) => {
    const { home, run } = openShell(t);
    const result = await run(`trap '' TERM; (trap '' TERM; sh -c 'echo $PPID > pid; sleep 60; :') & wait`, 300);
    assert.ok(result.isTimedOut && result.exitCode === null);
    assert.equal(notesOf(result), '[ended at the time limit of 0 s]');
    // A busy machine may have come to the limit before the command came to write this.
    if (isWritten(join(home, 'pid'))) await untilGone(await readPid(join(home, 'pid')));
  });

  it('ends the whole group when it is stopped', async (t) => {
    const { home, run } = openShell(t);
    const stop = new AbortController();
    const reason = new Error('stop');
    const running = run('sh -c "echo \\$\\$ > pid; sleep 60; :" | cat', 60_000, stop.signal);
    const pid = await readPid(join(home, 'pid'));
    stop.abort(reason);
    await assert.rejects(running, reason);
    await untilGone(pid);
  });

  it('does not wait for what goes on in the background, says so, and ends it with the run', async (t) => {
    const { home, run } = openShell(t);
    const stop = new AbortController();
    const start = performance.now();
    const {
      output,
      exitCode,
      notes = [],
    } = await run(
      // It is called sleep only once it has become that program.
      'sleep 60 & echo $! > pid; until [ "$(cat /proc/$!/comm)" = sleep ]; do :; done; echo started',
      30_000,
      stop.signal,
    );
    assert.ok(performance.now() - start < 10_000);
    assert.equal(exitCode, 0);
    assert.equal(output, 'started\n');
    assert.match(notesOf({ notes }), /^\[still running in the background: sleep; it ends when /);
    const pid = await readPid(join(home, 'pid'));
    assert.equal(
      (await readProcessTable()).some((row) => row.pid === pid),
      true,
    );
    stop.abort(new Error('stop'));
    await untilGone(pid);
  });

  it('lets a background program print on after its command has ended', async (t) => {
    const { home, run } = openShell(t);
    await run('(sleep 0.4; echo one; echo two >&2; echo fine > done) & echo $!');
    await until(() => isWritten(join(home, 'done')), 'the program in the background to write');
    assert.equal(readFileSync(join(home, 'done'), 'utf8'), 'fine\n');
  });

  it('ends everything when it is closed', async (t) => {
    const { home, shell, run } = openShell(t);
    await run('sleep 60 & echo $! > background');
    const running = run('echo $$ > foreground; sleep 60; :');
    const rejected = assert.rejects(running, /ending/);
    const pids = [await readPid(join(home, 'background')), await readPid(join(home, 'foreground'))];
    await shell.close();
    await rejected;
    for (const pid of pids) await untilGone(pid);
    await assert.rejects(run('echo late'), /ending/);
  });
});
