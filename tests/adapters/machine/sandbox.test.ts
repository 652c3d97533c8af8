/** The sandbox around shell commands: what it keeps commands from, what goes on as ever, and what an approved command may have. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLinuxMachine } from '../../../adapters/machine/linux.ts';
import { readProcessTable } from '../../../adapters/machine/process-table.ts';
import { bubblewrap, openSandbox, type Sandbox, seatbelt } from '../../../adapters/machine/sandbox.ts';
import { findPlaces } from '../../../adapters/machine/sandbox-places.ts';
import { NEEDED_IN_HOME, SHOWN_IN_HOME } from '../../../adapters/machine/sandbox-rules.ts';
import type { ShellResult } from '../../../src/ports/machine.ts';
import { SECRETS_IN_HOME } from '../../../src/safety/places/secret-places.ts';
import { say } from '../../../src/words/say.ts';
import { english } from '../../../src/words/speak.ts';
import { testMachineContract } from '../../contracts/machine.ts';
import { toldOf } from '../../support/notes-of.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

interface TestContext {
  after(act: () => void | Promise<void>): void;
}

const signal = new AbortController().signal;
const SECRET = 'the secret itself';
/** Paths below the home folder, as programs spell them. */
const SECRETS = [
  '.ssh/id_ed25519',
  '.aws/credentials',
  '.gnupg/private-keys-v1.d/a.key',
  '.netrc',
  '.config/google-chrome/Default/Cookies',
  '.config/BraveSoftware/Brave-Browser/Login Data',
  '.mozilla/firefox/x.default/logins.json',
  '.local/share/keyrings/login.keyring',
  '.password-store/mail.gpg',
  '.bash_history',
  'Library/Keychains/login.keychain-db',
];

const probe = await openSandbox({ platform: 'linux', home: '/', root: '/nowhere', dataDir: '/nowhere' });
const skip = process.platform !== 'linux' ? 'bubblewrap is for Linux' : probe.lack === '' ? false : english(probe.lack);

/** The arguments of a process; '' when it has ended. */
function readArguments(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

async function open(t: TestContext, dataName = 'data') {
  const folder = makeTempFolder(t);
  const home = join(folder, 'home');
  const root = join(home, 'deskhand');
  const dataDir = dataName === '' ? root : join(folder, dataName);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const path of SECRETS) put(join(home, path), SECRET);
  for (const path of [
    'state/inbox.jsonl',
    'recordings/000001/journal.jsonl',
    'skills/own/mine.md',
    'vault/note.md',
    'inbox/a',
  ])
    put(join(dataDir, path), `of ${path}`);
  if (dataDir !== root) put(join(dataDir, '.env'), 'of .env');
  for (const path of ['.env', '.env.example', 'package.json', 'src/safety/gate.ts', 'skills/demo.md'])
    put(join(root, path), `of ${path}`);
  put(join(home, 'notes.txt'), 'plain');
  const sandbox = await openSandbox({ platform: 'linux', home, root, dataDir });
  const machine = createLinuxMachine({ home, user: 'person', session: () => ({}), isRoot: false, sandbox });
  t.after(() => machine.close());
  const run = (
    command: string,
    also: { readonly cwd?: string; readonly isApproved?: boolean } = {},
  ): Promise<ShellResult> => machine.shell({ command, cwd: home, timeoutMs: 10_000, ...also }, signal);
  return { home, root, dataDir, sandbox, machine, run };
}

describe('inside bubblewrap', { skip }, () => {
  it('no secret can be read, by any of its names', async (t) => {
    const { home, run } = await open(t);
    symlinkSync(join(home, '.ssh'), join(home, 'link'));
    const paths = [
      ...SECRETS.map((path) => join(home, path)),
      join(home, 'link/id_ed25519'),
      `/proc/self/root${home}/.ssh/id_ed25519`,
    ];
    for (const path of paths) {
      const { output, exitCode } = await run(`cat '${path}'`);
      assert.ok(exitCode !== 0 && !output.includes(SECRET), `${path}: ${output}`);
    }
    const all = await run(`grep -rl '${SECRET}' . ; find . -name 'id_*' -o -name 'Cookies'`);
    assert.doesNotMatch(all.output, /^\.\//m);
  });

  for (const dataName of ['data', '']) {
    it(`nothing of Deskhand's own can be changed, and its keys and state not be read (${dataName || 'data in its own folder'})`, async (t) => {
      const { root, dataDir, run } = await open(t, dataName);
      const own = [
        ...['package.json', 'src/safety/gate.ts', 'skills/demo.md', '.env'].map((path) => join(root, path)),
        ...['state/inbox.jsonl', 'recordings/000001/journal.jsonl', 'skills/own/mine.md'].map((path) =>
          join(dataDir, path),
        ),
      ];
      for (const path of own) {
        const before = readFileSync(path, 'utf8');
        const { exitCode } = await run(
          `echo changed > '${path}'; rm -f '${path}'; mv '${path}' '${dataDir}/../moved'; mv '${dirname(path)}' '${dirname(path)}x'; chmod 777 '${path}'; ln -sf /etc '${path}'; echo again > '${path}'`,
        );
        assert.notEqual(exitCode, 0, path);
        assert.equal(readFileSync(path, 'utf8'), before, path);
      }
      for (const path of [
        join(root, 'skills/evil.md'),
        join(dataDir, 'skills/own/evil.md'),
        join(dataDir, 'state/x'),
        join(root, '.env.local'),
      ]) {
        await run(`echo evil > '${path}'`);
        assert.equal(existsSync(path), false, path);
      }
      for (const path of [join(root, '.env'), join(dataDir, '.env'), join(dataDir, 'state/inbox.jsonl')])
        assert.ok(
          !(await run(`cat '${path}'`)).output.includes(`of ${path.endsWith('.env') ? '.env' : 'state'}`),
          path,
        );
      assert.equal((await run(`cat '${root}/.env.example' '${dataDir}/recordings/000001/journal.jsonl'`)).exitCode, 0);
    });
  }

  it('everything else goes on as ever: files, notes, the person’s own name, processes, ports', async (t) => {
    const { home, dataDir, run } = await open(t);
    assert.equal((await run('cat notes.txt; echo more >> notes.txt; mkdir new; echo x > new/y')).output, 'plain');
    assert.equal(readFileSync(join(home, 'notes.txt'), 'utf8'), 'plainmore\n');
    assert.equal((await run(`echo changed > '${dataDir}/vault/note.md'; echo x > '${dataDir}/inbox/b'`)).exitCode, 0);
    assert.equal(readFileSync(join(dataDir, 'vault/note.md'), 'utf8'), 'changed\n');
    const whoami = execFileSync('/usr/bin/id', ['-u']).toString();
    assert.equal((await run('id -u')).output, whoami);
    assert.ok((await run('ls /proc')).output.split('\n').includes(String(process.pid)));
    const file = join(dirname(home), 'elsewhere');
    assert.equal((await run(`echo x > '${file}' && touch /tmp`)).exitCode, 0);
    assert.ok(existsSync(file));
  });

  it('cannot be taken down from inside, and reaches no memory, environment or folder of a process outside', async (t) => {
    const { home, root, run } = await open(t);
    const tries = [
      `umount '${home}/.ssh'`,
      `umount -l '${root}'`,
      `mount -o remount,rw '${root}'`,
      `mount --bind / /mnt`,
      `unshare -Ur sh -c "umount -l '${home}/.ssh'; cat '${home}/.ssh/id_ed25519'"`,
      `nsenter -t ${process.pid} -m cat '${home}/.ssh/id_ed25519'`,
      `cat /proc/${process.pid}/environ`,
      `head -c 10 /proc/${process.pid}/mem`,
      `cat '/proc/${process.pid}/root${home}/.ssh/id_ed25519'`,
      `cat '/proc/${process.pid}/cwd/package.json'`,
    ];
    for (const command of tries) {
      const { output, exitCode } = await run(command);
      assert.ok(exitCode !== 0 && !output.includes(SECRET), `${command}: ${output}`);
    }
    assert.ok(!(await run(`cat '${home}/.ssh/id_ed25519'`)).output.includes(SECRET));
  });

  it('is for what nobody approved; an approved command may have what it names, and no more', async (t) => {
    const { home, root, dataDir, run } = await open(t);
    const key = join(home, '.ssh/id_ed25519');
    assert.ok(!(await run(`cat ${key}`)).output.includes(SECRET));
    for (const command of [
      `cat ${key}`,
      'cat ~/.ssh/id_ed25519',
      'cat "$HOME/.ssh/id_ed25519"',
      'cd .ssh; cat id_ed25519',
    ])
      assert.equal((await run(command, { isApproved: true })).output, SECRET, command);
    assert.equal((await run('cat id_ed25519', { isApproved: true, cwd: join(home, '.ssh') })).output, SECRET);
    const both = await run(`cat ${key} ${home}/.aw?/credentials`, { isApproved: true });
    assert.equal(both.output.replace(SECRET, '').includes(SECRET), false, 'a pattern names nothing');
    const script = join(home, 'innocent.sh');
    writeFileSync(script, `cat '${key}' '${dataDir}/state/inbox.jsonl'; echo x > '${root}/package.json'`);
    assert.doesNotMatch((await run(`bash ${script}`, { isApproved: true })).output, /secret itself|of state/);
    assert.equal(readFileSync(join(root, 'package.json'), 'utf8'), 'of package.json');
    await run(`echo mine > ${dataDir}/skills/own/mine.md`, { isApproved: true });
    assert.equal(readFileSync(join(dataDir, 'skills/own/mine.md'), 'utf8'), 'mine\n');
    await run('echo better > package.json', { isApproved: true, cwd: root });
    assert.equal(readFileSync(join(root, 'package.json'), 'utf8'), 'better\n');
    assert.ok(!(await run('cat .e*', { isApproved: true, cwd: root })).output.includes('of .env\n'));
  });

  it('opens what an approved program lives from, and lets out what cannot work inside', async (t) => {
    const { home, sandbox, run } = await open(t);
    const rule = async (command: string, isApproved: boolean): Promise<string> =>
      (await sandbox.wrap({ command, cwd: home, timeoutMs: 1, isApproved })).argv.join(' ');
    assert.match(await rule('git push', false), /\.ssh/);
    assert.doesNotMatch(await rule('git push', true), /\.ssh/);
    assert.match(await rule('git push', true), /\.aws.*\.mozilla|\.mozilla.*\.aws/);
    assert.doesNotMatch(await rule('/usr/bin/ssh host', true), /\.ssh/);
    assert.equal(await rule('sudo ls', true), '');
    assert.notEqual(await rule('sudo ls', false), '');
    assert.notEqual(await rule('echo sudoku', true), '');
    assert.equal((await run('unshare -r id -u', { isApproved: true })).output, '0\n');
  });

  it('ends with its command: at the time limit, on stop, and what went on in the background', async (t) => {
    const { home, machine, run } = await open(t);
    /** The places whose arguments name this home: other bots on the machine have places, too. */
    const findPlaces = async (): Promise<readonly number[]> =>
      (await readProcessTable())
        .filter(({ names, pid }) => names.includes('bwrap') && readArguments(pid).includes(home))
        .map(({ pid }) => pid);
    const pidFile = join(home, 'pid');
    const isWritten = (): boolean => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n');
    const readPid = async (): Promise<number> => {
      await until(isWritten, 'the command to write its number');
      return Number(readFileSync(pidFile, 'utf8'));
    };
    const untilGone = async (pid: number, when: string): Promise<void> => {
      const isGone = async (): Promise<boolean> => !(await readProcessTable()).some((row) => row.pid === pid);
      await until(async () => (await isGone()) || sleep(20, false), `the command to be gone ${when}`);
    };
    const limited = await machine.shell(
      {
        command: `trap '' TERM; (trap '' TERM; sh -c 'echo $PPID > pid; sleep 60; :') & wait`,
        cwd: home,
        timeoutMs: 400,
      },
      signal,
    );
    assert.ok(limited.isTimedOut);
    // A busy machine may have come to the limit before the command came to write this.
    if (isWritten()) await untilGone(await readPid(), 'at the limit');
    await run('rm -f pid');
    const stop = new AbortController();
    const running = machine.shell({ command: 'echo $$ > pid; sleep 60; :', cwd: home, timeoutMs: 60_000 }, stop.signal);
    const pid = await readPid();
    stop.abort(new Error('stop'));
    await assert.rejects(running, /stop/);
    await untilGone(pid, 'on stop');
    await run('rm pid');
    // The process has the name sleep only once it has become that program.
    const becomes = 'until [ "$(cat /proc/$!/comm)" = sleep ]; do :; done';
    const left = await run(`sleep 60 & echo $! > pid; ${becomes}; echo started`);
    assert.match(toldOf(left), /^started\n\[still running in the background: sleep;/);
    const background = await readPid();
    assert.ok(
      (await readProcessTable()).some((row) => row.pid === background),
      'it is the number that everybody sees',
    );
    await machine.close();
    await untilGone(background, 'with the machine');
    assert.deepEqual(await findPlaces(), []);
  });

  it('says that it stood in the way when a command failed at it', async (t) => {
    const { root, run } = await open(t);
    const failed = await run(`echo x > ${root}/package.json`);
    assert.match(toldOf(failed), /Read-only file system\n\[the sandbox may have stopped it; keys, /);
    assert.deepEqual(
      failed.notes?.flat().flatMap(({ text, isForModel }) => (isForModel === true ? [] : [text])),
      [say`the sandbox may have stopped it`],
      'what a person reads',
    );
    assert.doesNotMatch(toldOf(await run('cat none')), /sandbox/);
    assert.doesNotMatch(toldOf(await run('echo permission denied')), /sandbox/);
  });

  it('tells exit codes and the folder as without it', async (t) => {
    const { home, run } = await open(t);
    const codes: (number | null)[] = [];
    for (const command of ['exit 7', 'kill -9 $$', 'kill $$', 'no-such-program', 'echo "open'])
      codes.push((await run(command)).exitCode);
    assert.deepEqual(codes, [7, 137, 143, 127, 2]);
    assert.equal((await run('mkdir sub; cd sub; false')).cwd, join(home, 'sub'));
    assert.equal((await run('cd sub && pwd', { cwd: home })).output, `${join(home, 'sub')}\n`);
  });

  it('costs a few milliseconds a command', async (t) => {
    const { home, sandbox, run } = await open(t);
    const COMMANDS = WITH_REPEATS ? 15 : 9;
    const medianMs = async (act: () => Promise<unknown>): Promise<number> => {
      const all: number[] = [];
      for (let count = 0; count < COMMANDS; count += 1) {
        const startedAt = performance.now();
        await act();
        all.push(performance.now() - startedAt);
      }
      return all.toSorted((one, other) => one - other)[(COMMANDS - 1) / 2] ?? 0;
    };
    const bare = createLinuxMachine({ home, user: 'person', session: () => ({}), isRoot: false });
    t.after(() => bare.close());
    const request = { command: 'true', cwd: home, timeoutMs: 10_000 };
    const without = await medianMs(() => bare.shell(request, signal));
    const inside = await medianMs(() => run('true'));
    const finding = await medianMs(() => sandbox.wrap(request));
    t.diagnostic(
      `median of true: ${without.toFixed(1)} ms without, ${inside.toFixed(1)} ms inside, ${finding.toFixed(1)} ms of them to find the places`,
    );
    assert.ok(inside < without + 400);
  });
});

testMachineContractInside();

function testMachineContractInside(): void {
  if (skip !== false) return;
  testMachineContract('Linux, in the sandbox', async (t) => {
    const home = makeTempFolder(t);
    const folder = join(home, 'work');
    mkdirSync(folder);
    const sandbox = await openSandbox({ platform: 'linux', home, root: '/nowhere', dataDir: '/nowhere' });
    const machine = createLinuxMachine({ home, user: 'person', session: () => ({}), isRoot: false, sandbox });
    t.after(() => machine.close());
    return { machine, folder };
  });
}

describe('what a command is kept from', () => {
  it('is found on the disk: whatever the case, links followed, what is not there left out', async (t) => {
    const { home, root, dataDir } = await open(t);
    const shared = join(makeTempFolder(t), 'keys');
    mkdirSync(shared);
    symlinkSync(shared, join(home, '.kube'));
    const places = await findPlaces({ home, root, dataDir }, { command: 'true', cwd: home });
    const rules = new Map(places?.map(({ path, rule }) => [path, rule]));
    assert.equal(rules.get(join(home, '.config/BraveSoftware')), 'hidden');
    assert.equal(rules.get(join(home, 'Library/Keychains')), 'hidden');
    assert.equal(rules.get(shared), 'hidden');
    assert.equal(rules.get(root), 'kept');
    assert.equal(rules.get(dataDir), 'kept');
    assert.equal(rules.get(join(dataDir, 'vault')), 'open');
    assert.equal(rules.get(join(dataDir, 'state')), 'hidden');
    assert.equal(rules.get(join(root, '.env')), 'hidden');
    assert.equal(rules.has(join(root, '.env.example')), false);
    assert.equal(rules.has(join(home, '.azure')), false);
    const order = places?.map(({ path }) => path) ?? [];
    assert.ok(order.indexOf(dataDir) < order.indexOf(join(dataDir, 'vault')), 'the outer one first');
  });

  it('is never the home folder itself, even when data lies in it', async (t) => {
    const { home, root } = await open(t);
    mkdirSync(join(home, 'state'));
    mkdirSync(join(home, 'recordings'));
    const places = await findPlaces({ home, root, dataDir: home }, { command: 'true', cwd: home });
    const rules = new Map(places?.map(({ path, rule }) => [path, rule]));
    assert.equal(rules.has(home), false);
    assert.equal(rules.get(join(home, 'state')), 'hidden');
    assert.equal(rules.get(join(home, 'recordings')), 'kept');
  });

  it('has only known names in its rules', () => {
    const unknown = [...SHOWN_IN_HOME, ...Object.values(NEEDED_IN_HOME).flat()].filter(
      (place) => !SECRETS_IN_HOME.includes(place),
    );
    assert.deepEqual(unknown, []);
  });
});

describe('the profile for a Mac', () => {
  const places = [
    { path: '/Users/p/deskhand', isFolder: true, rule: 'kept' },
    { path: '/Users/p/deskhand/vault', isFolder: true, rule: 'open' },
    { path: '/Users/p/deskhand/.env', isFolder: false, rule: 'hidden' },
    { path: '/Users/p/Library/Application Support/a "b" \\c', isFolder: true, rule: 'hidden' },
  ] as const;

  it('allows all but the places, the inner ones last', () => {
    const [program, flag, profile] = seatbelt(places);
    assert.deepEqual([program, flag], ['/usr/bin/sandbox-exec', '-p']);
    assert.deepEqual(profile?.split('\n'), [
      '(version 1)',
      '(allow default)',
      '(deny file-write* (subpath "/Users/p/deskhand"))',
      '(allow file-write* (subpath "/Users/p/deskhand/vault"))',
      '(deny file-read* file-write* (literal "/Users/p/deskhand/.env"))',
      '(deny file-read* file-write* (subpath "/Users/p/Library/Application Support/a \\"b\\" \\\\c"))',
    ]);
  });

  it('says the same as the arguments for bubblewrap', () => {
    assert.deepEqual(bubblewrap(places).slice(7), [
      ...['--ro-bind', '/Users/p/deskhand', '/Users/p/deskhand'],
      ...['--bind', '/Users/p/deskhand/vault', '/Users/p/deskhand/vault'],
      ...['--ro-bind', '/dev/null', '/Users/p/deskhand/.env'],
      ...['--perms', '0500', '--tmpfs', places[3].path, '--remount-ro', places[3].path],
      '--',
    ]);
  });
});

describe('where there is no sandbox', () => {
  it('that is one sentence, and commands run all the same', async () => {
    const none: Sandbox = await openSandbox({ platform: 'macos', home: '/', root: '/nowhere', dataDir: '/nowhere' });
    if (process.platform === 'darwin') return;
    assert.equal(
      english(none.lack),
      'Shell commands run without a sandbox, guarded by my check alone: /usr/bin/sandbox-exec is not there.',
    );
    assert.deepEqual((await none.wrap({ command: 'true', cwd: '/', timeoutMs: 1 })).argv, []);
  });
});
