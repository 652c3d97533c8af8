/** Readers of the machine: run by their words, without a shell, and with what others keep on their command lines hidden. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, it } from 'node:test';
import { hideSecretArguments } from '../../../adapters/machine/hide-arguments.ts';
import { createLinuxMachine } from '../../../adapters/machine/linux.ts';
import { createMacMachine } from '../../../adapters/machine/mac.ts';
import { openSandbox } from '../../../adapters/machine/sandbox.ts';
import type { Machine } from '../../../src/ports/machine.ts';
import { readMachineReader } from '../../../src/safety/shell/machine-readers.ts';
import { english } from '../../../src/words/speak.ts';
import { judgeShell, openTestGate } from '../../safety/open-test-gate.ts';
import { measureProcessorMs } from '../../support/processor-time.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const signal = new AbortController().signal;
const place = { run: '000001', shown: [], grants: [], isProven: true };

interface TestContext {
  after(act: () => void | Promise<void>): void;
}

async function open(t: TestContext, platform: 'linux' | 'macos' = 'linux'): Promise<Machine> {
  const home = makeTempFolder(t);
  const sandbox = await openSandbox({ platform: 'linux', home, root: '/nowhere', dataDir: '/nowhere' });
  const machine =
    platform === 'linux'
      ? createLinuxMachine({ home, user: 'person', session: () => ({}), isRoot: false, sandbox })
      : createMacMachine({ home, user: 'person', sandbox });
  t.after(() => machine.close());
  return machine;
}

describe('a reader of the machine', { skip: process.platform !== 'linux' ? 'these are Linux programs' : false }, () => {
  it('sees the processes of the machine, which the confined place does not', async (t) => {
    const machine = await open(t);
    const other = spawn('/bin/sleep', ['613'], { stdio: 'ignore' });
    t.after(() => void other.kill('SIGKILL'));
    const ask = async (reader: readonly string[], command = ''): Promise<string> =>
      (await machine.shell({ command, cwd: machine.home, timeoutMs: 20_000, reader, place }, signal)).output;
    assert.match(
      await ask(['ps', '-o', 'pid,args', '-p', String(other.pid)]),
      new RegExp(`${other.pid} +/bin/sleep 613`),
    );
    assert.match(await ask(['ps', '-eo', 'pid,args'], 'grep "sleep 613" | head -1'), new RegExp(`^ *${other.pid} `));
    assert.match(await ask(['df', '-h', '/']), /Filesystem/);
    assert.match(await ask(['uptime']), /load average/);
    assert.match(await ask(['ss', '-ltn']), /State/);
  });

  it('is no shell: its words mean nothing but themselves', async (t) => {
    const machine = await open(t);
    const { output } = await machine.shell(
      {
        command: '',
        cwd: machine.home,
        timeoutMs: 20_000,
        reader: ['uname', '$(touch x); touch y', '; touch z'],
        place,
      },
      signal,
    );
    assert.match(output, /extra operand|Try/);
    assert.equal(english((await machine.files.view(machine.home, 1, 10, signal)).text).includes(' x'), false);
  });

  it('hands on what it prints to the rest of the line, which runs in the place', async (t) => {
    const machine = await open(t);
    if (!machine.hasPlace) return t.skip('no place here');
    const { output } = await machine.shell(
      {
        command: 'cat; ls /proc | grep -cE "^[0-9]+$"',
        cwd: machine.home,
        timeoutMs: 20_000,
        reader: ['uname'],
        place,
      },
      signal,
    );
    const [system, count] = output.split('\n');
    assert.equal(system, 'Linux');
    assert.ok(Number(count) < 10);
  });

  it('does not show what others keep on their command lines', async (t) => {
    const machine = await open(t);
    const other = spawn('/bin/sh', ['-c', 'sleep 617; : --password=hunter2 https://me:hunter3@host/'], {
      stdio: 'ignore',
    });
    t.after(() => void other.kill('SIGKILL'));
    const { output } = await machine.shell(
      { command: 'grep 617', cwd: machine.home, timeoutMs: 20_000, reader: ['ps', '-eo', 'args'], place },
      signal,
    );
    assert.match(output, /sleep 617/);
    assert.doesNotMatch(output, /hunter/);
  });
});

describe('what of a command is a reader', () => {
  it('one program by its name with words that are what they are, and what reads from it', () => {
    const home = '/home/person';
    assert.deepEqual(readMachineReader('ps aux', home), { argv: ['ps', 'aux'], rest: '' });
    assert.deepEqual(readMachineReader('/usr/bin/ss -tln | grep ":80 "', home), {
      argv: ['ss', '-tln'],
      rest: 'grep ":80 "',
    });
    assert.deepEqual(readMachineReader('df -h "/mnt/my disk" | tail -1 | cut -c1-4', home), {
      argv: ['df', '-h', '/mnt/my disk'],
      rest: 'tail -1 | cut -c1-4',
    });
    // By itself it asks name servers who the other computers are.
    assert.deepEqual(readMachineReader('lsof -i :80', home), { argv: ['lsof', '-n', '-i', ':80'], rest: '' });
    for (const command of [
      'ls',
      'ps aux; rm x',
      'ps aux && ls',
      'ps $X',
      'ps *',
      'PATH=/tmp ps',
      'ps > file',
      'ps < file',
      '/tmp/ps aux',
      './ps',
      'echo x | ps',
      '$(ps)',
      'ps aux &',
      '(ps aux)',
      '! ps aux',
      'ps "$(id)"',
    ])
      assert.equal(readMachineReader(command, home), null, command);
  });

  it('those that would ask name servers, read a file of their choice or change something ask first', async () => {
    const gate = await openTestGate();
    for (const command of [
      'hostname -f',
      'hostname --fqdn',
      'hostname -A | cat',
      'ip -r route',
      'ip l s eth0 down',
      'ifconfig -a down',
      'last -d',
      'last -ad',
      'last -f ~/.netrc',
      'who --lookup',
      'who ~/.netrc',
      'users ~/.ssh/config',
      'ss dst abcd1',
      'ss abcd1',
      'sysctl kern.maxproc:5',
      'systemctl --user cat backup',
      'systemctl show -p SetCredential x',
    ])
      assert.match(judgeShell(gate, command).risk, /high|critical/, command);
    for (const command of ['hostname', 'hostname -I', 'who am i', 'last reboot', 'ss -tn dev = eth0', 'ip -br a s'])
      assert.equal(judgeShell(gate, command).risk, 'safe', command);
  });

  it('environments and secrets of processes ask first', async () => {
    const gate = await openTestGate();
    for (const command of ['ps e', 'ps auxe', 'ps auxewww', 'ps -E', 'ps -eo pid,environ', 'ps -o env'])
      assert.match(judgeShell(gate, command).risk, /high|critical/, command);
    for (const command of ['ps aux', 'ps -ef', 'top -b -n1', 'ss -tlnp', 'df -h', 'free -m', 'uptime', 'lsblk', 'who'])
      assert.equal(judgeShell(gate, command).risk, 'safe', command);
  });

  it('hides passwords, tokens and the like, and nothing else', () => {
    for (const [line, hidden] of [
      ['mysqld --password=abc --port=3', 'mysqld --password=[hidden] --port=3'],
      ['app --api-key abc -v', 'app --api-key [hidden] -v'],
      ['env GITHUB_TOKEN=ghx node a.js', 'env GITHUB_TOKEN=[hidden] node a.js'],
      ['curl -u me:abc https://a/', 'curl -u me:[hidden] https://a/'],
      ['git clone https://me:abc@host/x', 'git clone https://me:[hidden]@host/x'],
      ['mysql -uroot -pabc db', 'mysql -uroot -p[hidden] db'],
      ['env {"GITHUB_TOKEN": "ghx", "HOME": "/root"}', 'env {"GITHUB_TOKEN": "[hidden]", "HOME": "/root"}'],
      ['app --auth-required\n2 [kthreadd]', 'app --auth-required\n2 [kthreadd]'],
      ['Authorization: Bearer', 'Authorization: [hidden]'],
      ["curl -H 'Authorization: Bearer abc' x", "curl -H 'Authorization: Bearer [hidden]' x"],
      ['sshpass -p abc ssh host', 'sshpass -p [hidden] ssh host'],
      ['env AWS_SECRET_ACCESS_KEY=abc aws', 'env AWS_SECRET_ACCESS_KEY=[hidden] aws'],
      ['app --access-key "abc" DB_PWD=abc PWD=/home', 'app --access-key "[hidden]" DB_PWD=[hidden] PWD=/home'],
      ['curl --user me:abc https://a/', 'curl --user me:[hidden] https://a/'],
      ['\t\tNPM_TOKEN => abc\n\t\tPATH => /bin', '\t\tNPM_TOKEN => [hidden]\n\t\tPATH => /bin'],
      ['ssh -p 22 host; node server.js --port 80', 'ssh -p 22 host; node server.js --port 80'],
    ] as const)
      assert.equal(hideSecretArguments(line), hidden);
  });

  it('takes no longer for a hostile list of processes than for twice the time of half of it', () => {
    for (const piece of ['://a', 'mysql ', 'a-', '-u a', 'password ', 'mysql x', '://a:b', 'token =>', 'pass  -p']) {
      const takeMs = (length: number): number => {
        const text = piece.repeat(length / piece.length);
        return measureProcessorMs(() => hideSecretArguments(text));
      };
      takeMs(20_000);
      const [half, whole] = [takeMs(100_000), takeMs(200_000)];
      assert.ok(whole < 6 * half + 200, `${piece}: ${half} and ${whole} ms`);
    }
  });
});
