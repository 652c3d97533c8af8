/** Commands that may change a folder, proven by what is on the disk afterwards. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createLinuxMachine } from '../../../adapters/machine/linux.ts';
import { openSandbox } from '../../../adapters/machine/sandbox.ts';
import { isOver, measureRoom, SCRATCH_ROOM } from '../../../adapters/machine/scratch-room.ts';
import { findChanges, makeWorkCopy, putInPlace } from '../../../adapters/machine/work-copy.ts';
import type { PlaceRequest, ShellResult } from '../../../src/ports/machine.ts';
import { notesOf, toldOf } from '../../support/notes-of.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const signal = new AbortController().signal;
const probe = await openSandbox({ platform: 'linux', home: '/nowhere', root: '/nowhere', dataDir: '/nowhere' });
probe.close();
const skip = process.platform === 'linux' && probe.hasPlace ? false : 'no confined place';

async function open(t: TestContext) {
  const folder = makeTempFolder(t);
  const home = join(folder, 'home');
  const work = join(home, 'work');
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  const files = {
    ...{
      'work/notes.txt': 'plain',
      'work/deep/a.txt': 'deep',
      'work/.env': 'KEY=1',
      'work/Makefile': 'all:\n\ttrue\n',
    },
    ...{ 'work/package.json': '{}', 'work/.git/config': '[core]\n', 'work/.git/hooks/x.sample': '' },
    ...{ 'work/node_modules/a/index.js': 'module.exports = 1', 'other/letter.txt': 'letter', '.bashrc': '# mine\n' },
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  const sandbox = await openSandbox({ platform: 'linux', home, root: join(home, 'bot'), dataDir: join(home, 'bot') });
  const isRoot = process.getuid?.() === 0;
  const machine = createLinuxMachine({ home, user: 'person', session: () => ({}), isRoot, sandbox });
  t.after(() => machine.close());
  const run = (command: string, also: Partial<PlaceRequest> = {}): Promise<ShellResult> => {
    const place = { run: '000001', shown: [], grants: [], isProven: false, writable: ['~/work'], ...also };
    return machine.shell({ command, cwd: work, timeoutMs: 20_000, place }, signal);
  };
  const tree = (): string =>
    execFileSync('/usr/bin/find', [home, '-type', 'f', '-printf', '%P %s\n'])
      .toString()
      .split('\n')
      .toSorted()
      .join('\n');
  const read = (path: string): string => readFileSync(join(home, path), 'utf8');
  return { home, work, run, tree, read, put };
}

describe('where commands may change a folder', { skip }, () => {
  it('files and folders are made and changed there, and the result names them', async (t) => {
    const { home, work, run, read } = await open(t);
    const result = await run(
      'echo more >> notes.txt; mkdir -p new/empty; echo x > new/b.txt; sed -i s/deep/sea/ deep/a.txt; pwd; cd new',
    );
    assert.equal(result.exitCode, 0, result.output);
    assert.deepEqual(
      [read('work/notes.txt'), read('work/new/b.txt'), read('work/deep/a.txt')],
      ['plainmore\n', 'x\n', 'sea'],
    );
    assert.ok(lstatSync(join(work, 'new/empty')).isDirectory());
    assert.match(notesOf(result), /changed: .*~\/work\/notes\.txt/);
    assert.deepEqual(
      result.confined?.changed?.toSorted(),
      ['deep/a.txt', 'new', 'new/b.txt', 'new/empty', 'notes.txt'].map((name) => join(work, name)),
    );
    assert.deepEqual(result.confined?.denied, []);
    assert.equal(result.cwd, join(home, 'work/new'));
  });

  it('what it deletes or moves away is still there, whatever the command was', async (t) => {
    const { run, tree } = await open(t);
    const before = tree();
    const result = await run('rm -rf deep Makefile; : > notes.txt; find . -name x -delete; true');
    assert.equal(tree(), before);
    assert.match(notesOf(result), /deleted there and still here: /);
  });

  it('hidden names, hooks, build and autostart files, links and programs with rights of their own do not come to be', async (t) => {
    const { work, run, tree, put } = await open(t);
    put('work/hooks/readme.txt', 'x');
    const before = tree();
    const commands = [
      'echo x > .envrc',
      'echo x > .env',
      'mkdir -p .vscode && echo x > .vscode/tasks.json',
      'echo x > .git/hooks/pre-commit || true',
      'echo x > hooks/post-checkout',
      'echo x >> Makefile',
      'echo x >> package.json',
      'echo x > start.desktop',
      'echo x > conftest.py',
      'echo x > run.sh',
      'mkdir -p bin && echo x > bin/ls',
      'echo x > node_modules/a/index.js || true',
      'ln -s /etc/passwd link',
      'cp /bin/true with-rights; chmod 4755 with-rights',
      'mkfifo pipe',
    ];
    for (const command of commands) {
      await run(command);
      assert.equal(tree(), before, command);
    }
    for (const name of ['link', 'pipe', '.vscode']) assert.equal(existsSync(join(work, name)), false, name);
  });

  it('what decides what runs is a wish, and then nothing of it was done; with a yes to that it is', async (t) => {
    const { work, run, tree, read } = await open(t);
    const before = tree();
    const command = 'echo x > made.txt; echo y >> Makefile';
    const first = await run(command);
    assert.equal(tree(), before);
    const wish = { kind: 'write', path: join(work, 'Makefile') } as const;
    assert.deepEqual(first.confined?.denied, [wish]);
    const second = await run(command, { grants: [wish] });
    assert.deepEqual(second.confined?.denied, []);
    assert.equal(read('work/Makefile'), 'all:\n\ttrue\ny\n');
    assert.equal(read('work/made.txt'), 'x\n');
  });

  it('elsewhere nothing is written, nobody is reached, and what is hidden is not there to be read', async (t) => {
    const { home, run, tree } = await open(t);
    symlinkSync(join(home, 'other'), join(home, 'work/out'));
    const before = tree();
    for (const command of [
      `echo x > ${home}/other/letter.txt`,
      'echo x > ~/.bashrc',
      'echo x > out/letter.txt',
      'cat .env && cat .env > seen.txt',
      'cat ~/.bashrc > seen.txt',
      'exec 3<>/dev/tcp/127.0.0.1/80 && echo x > seen.txt',
    ]) {
      await run(`${command}; true`);
      assert.doesNotMatch(tree(), /seen\.txt [1-9]/, command);
      assert.equal(tree().replace(/\nwork\/seen\.txt 0(?=\n|$)/, ''), before, command);
    }
  });

  it('without a yes to it nothing is changed, nor when it lacked something, was ended, or the folder is too large', async (t) => {
    const { work, run, tree, put } = await open(t);
    const before = tree();
    await run('echo x > a.txt', { writable: [] });
    await run('echo x > a.txt', { isProven: true });
    await run('echo x > a.txt; echo "curl: (6) Could not resolve host: x.example"; exit 6');
    assert.equal(tree(), before);
    for (const wrong of ['~', '/', '/etc', '~/.config', '~/nowhere'])
      await run('echo x > a.txt', { writable: [wrong] });
    assert.equal(tree(), before);
    put('work/large.bin', '');
    truncateSync(join(work, 'large.bin'), 201 * 1024 * 1024);
    const many = tree();
    await run('echo x > a.txt');
    assert.equal(tree(), many);
    assert.equal(
      readdirSync(work).some((name) => name.startsWith('.deskhand-')),
      false,
    );
  });

  it('a folder of more than 3,000 files is only read', async (t) => {
    const { work, run, tree } = await open(t);
    mkdirSync(join(work, 'many'));
    for (let at = 0; at < 3000; at += 1) writeFileSync(join(work, `many/${at}`), '');
    const before = tree();
    const { output } = await run('echo x > a.txt; cat notes.txt');
    assert.match(output, /plain/);
    assert.equal(tree(), before);
    rmSync(join(work, 'many'), { recursive: true });
    await run('echo x > a.txt');
    assert.notEqual(tree(), before);
  });

  it('a file that the person changed meanwhile stays theirs', async (t) => {
    const { run, read, put } = await open(t);
    const command =
      'touch $TMPDIR/started; until [ -e ../other/go ] || [ $((n += 1)) -gt 100 ]; do sleep 0.05; done; echo theirs > notes.txt';
    const running = run(command, { shown: ['~/other'] });
    await until(() => globSync(join(tmpdir(), `deskhand-scratch-${process.pid}-*/*/started`)).length > 0);
    put('work/notes.txt', 'what the person wrote');
    put('other/go', '');
    const result = await running;
    assert.equal(read('work/notes.txt'), 'what the person wrote');
    assert.match(notesOf(result), /not kept: ~\/work\/notes\.txt/);
  });

  it('a name that leads elsewhere, never ends or never begins is neither followed nor waited for', async (t) => {
    const { home, work, run, tree } = await open(t);
    symlinkSync(join(home, 'other'), join(work, 'out'));
    const before = tree();
    for (const command of [
      'rm notes.txt; ln -s /dev/zero notes.txt',
      'rm notes.txt; ln -s /proc/self/environ notes.txt',
      'rm notes.txt; mkfifo notes.txt',
      'rm out; mkdir -p out/new/deeper; echo x > out/new/deeper/a.txt; echo x > out/letter.txt',
      'rm -r deep; ln -s ../other deep; echo x > deep/letter.txt',
      'rm -r deep; echo x > deep',
      'rm notes.txt; mkdir notes.txt; echo x > notes.txt/a.txt',
    ]) {
      const { isTimedOut } = await run(command);
      assert.equal(isTimedOut, false, command);
      assert.equal(tree(), before, command);
    }
    assert.equal(existsSync(join(home, 'other/new')), false);
  });

  it('a file that may only be read stays as it is', async (t) => {
    const { work, run, tree } = await open(t);
    chmodSync(join(work, 'notes.txt'), 0o444);
    const before = tree();
    const result = await run('echo x > notes.txt; rm -f notes.txt; echo y > notes.txt; chmod 644 notes.txt');
    assert.equal(tree(), before);
    assert.match(notesOf(result), /not kept: ~\/work\/notes\.txt/);
    assert.equal(statSync(join(work, 'notes.txt')).mode & 0o777, 0o444);
  });

  it('a change that keeps size and date is one', async (t) => {
    const { run, read } = await open(t);
    await run('touch -r notes.txt $TMPDIR/when; printf PLAIN > notes.txt; touch -r $TMPDIR/when notes.txt');
    assert.equal(read('work/notes.txt'), 'PLAIN');
  });

  it('a name that is an option, holds control characters, or stands in an application does not come to be', async (t) => {
    const { run, tree } = await open(t);
    const before = tree();
    for (const command of [
      'echo x > ./--checkpoint-action=exec=sh',
      'mkdir -- -rf; echo x > ./-rf/a.txt',
      "echo x > $'a\\nb.txt'",
      "echo x > $'a\\e]0;title\\ab.txt'",
      "echo x > $'photo\\u202egpj.exe.txt'",
      'mkdir -p Tool.app/Contents/MacOS; echo x > Tool.app/Contents/MacOS/Tool',
      'mkdir -p autostart; echo x > autostart/thing',
      'echo x > BUILD; echo x > flake.nix; echo x > Podfile; echo x > letter.docm',
      'echo x > AGENTS.md; echo x > Skill.md; echo x > mcp.json; echo x > ansible.cfg',
      // A repository without a work tree, whose settings may name programs.
      'printf "ref: refs/heads/x" > HEAD',
    ]) {
      const told = toldOf(await run(command));
      assert.equal(tree(), before, command);
      assert.equal(told.split('\n').length, 1, told);
    }
  });

  it('what Python compiles on its way is no result, and is not asked about', async (t) => {
    const { run, tree } = await open(t);
    const before = tree();
    const { confined } = await run('mkdir __pycache__; echo x > __pycache__/a.cpython-312.pyc');
    assert.equal(tree(), before);
    assert.deepEqual(confined?.denied, []);
  });

  it('nothing of a copy stays, whatever is done to its folders', async (t) => {
    const { run, tree } = await open(t);
    const before = tree();
    const deep = 'for i in $(seq 40); do n=$(printf "d%.0s" {1..200}); mkdir $n && cd -P $n 2>/dev/null || break; done';
    for (const command of [`${deep}; true`, 'chmod 000 deep .', 'mkdir -p a/b; chmod 000 a']) await run(`${command}`);
    assert.equal(tree(), before);
    const left = globSync(join(tmpdir(), `deskhand-scratch-${process.pid}-*/*/.work-*`));
    assert.deepEqual(left, []);
  });
});

describe('a copy of a folder', () => {
  const swap = (t: TestContext, put: (path: string, secret: string) => void, name: string) => {
    const folder = makeTempFolder(t);
    const [work, copy, secret] = ['work', 'copy', 'secret'].map((one) => join(folder, one)) as [string, string, string];
    for (const one of [join(work, 'deep'), copy, secret]) mkdirSync(one, { recursive: true });
    for (const one of [work, join(work, 'deep'), secret])
      writeFileSync(join(one, 'a.txt'), `of ${one.slice(folder.length)}`);
    // Replaced between the look at a folder and the copying of its content.
    const isLeftOut = (path: string): boolean => {
      if (path === join(work, name)) put(path, secret);
      return false;
    };
    return { copy, made: makeWorkCopy(work, copy, isLeftOut) };
  };
  const SWAPS: readonly (readonly [string, string, (path: string, secret: string) => void])[] = [
    [
      'a link to a secret file',
      'a.txt',
      (path, secret) => {
        rmSync(path);
        symlinkSync(join(secret, 'a.txt'), path);
      },
    ],
    [
      'a link to a secret folder',
      'deep',
      (path, secret) => {
        renameSync(path, `${path}.was`);
        symlinkSync(secret, path);
      },
    ],
    [
      'a pipe that nobody writes to',
      'a.txt',
      (path) => {
        rmSync(path);
        execFileSync('/usr/bin/mkfifo', [path]);
      },
    ],
  ];
  for (const [what, name, put] of SWAPS)
    it(`does not follow what becomes ${what} meanwhile`, { timeout: 20_000 }, async (t) => {
      const { copy, made } = swap(t, put, name);
      await made;
      const files = execFileSync('/usr/bin/find', [copy, '-type', 'f', '-exec', 'cat', '{}', '+']).toString();
      assert.doesNotMatch(files, /secret/);
    });

  /** A copied folder with a file in `deep`. */
  const copied = async (t: TestContext, copy: string) => {
    const work = join(makeTempFolder(t), 'work');
    mkdirSync(join(work, 'deep'), { recursive: true });
    writeFileSync(join(work, 'deep/a.txt'), 'deep');
    const made = await makeWorkCopy(work, copy, () => false);
    assert.ok(made !== null);
    return made;
  };

  it('is looked at to its end while files in it come and go', { timeout: 120_000 }, async (t) => {
    const copy = await copied(t, join(makeTempFolder(t), 'copy'));
    // As what a command left running on a Mac does.
    const child = spawn('/bin/sh', ['-c', 'while :; do : > b; : > c; : > d; rm b c d; done'], { cwd: copy.copy });
    try {
      let met = 0;
      for (let round = 0; round < 20_000 && met < 200; round += 1) {
        const { written, deleted, closed } = await findChanges(copy, () => true);
        assert.deepEqual([deleted, closed], [[], []]);
        met += written.length;
        await putInPlace(copy, written);
        for (const name of written) rmSync(join(copy.folder, name), { force: true });
      }
      assert.ok(met > 0, 'none of them was ever met');
    } finally {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
  });

  it('with a folder that cannot be looked into says so, and calls nothing in it deleted', async (t) => {
    const top = makeTempFolder(t);
    let path = top;
    while (path.length < 3850) path = join(path, 'd'.repeat(199));
    const copy = await copied(t, join(path, 'd'.repeat(4050 - path.length - 1)));
    // Its own path is longer than any that can be named whole (path_resolution(7)).
    execFileSync('/bin/sh', ['-c', ': > "$1"', 'sh', 'x'.repeat(200)], { cwd: join(copy.copy, 'deep') });
    const { closed, deleted, written, keptBack } = await findChanges(copy, () => true);
    assert.deepEqual(
      { closed, deleted, written, keptBack },
      { closed: ['deep'], deleted: [], written: [], keptBack: [] },
    );
    assert.ok(isOver(await measureRoom([copy.copy]), SCRATCH_ROOM), 'it may be of any size');
    execFileSync('/bin/rm', ['-rf', top]);
  });
});
