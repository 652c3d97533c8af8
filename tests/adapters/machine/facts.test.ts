import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { createCommands } from '../../../adapters/machine/command.ts';
import { createLinuxMachine } from '../../../adapters/machine/linux.ts';
import { readProcessTable } from '../../../adapters/machine/process-table.ts';
import { until } from '../../support/until.ts';

const signal = new AbortController().signal;
const skip = process.platform === 'linux' ? false : 'reads /proc';
const machine = createLinuxMachine({ home: '/', user: 'person', session: () => ({}), isRoot: false });

describe('facts about a Linux machine', { skip }, () => {
  it('name the processes that run, by executable and by the name they show, and not those that ended', async (t) => {
    const child = spawn('sleep', ['30']);
    t.after(() => child.kill('SIGKILL'));
    await once(child, 'spawn');
    for (const name of ['sleep', 'Sleep', 'node', 'node']) assert.ok(await machine.facts.isRunning(name, signal), name);
    assert.equal(await machine.facts.isRunning('sleep and more', signal), false);
    const row = (await readProcessTable()).find(({ pid }) => pid === child.pid);
    assert.deepEqual(row?.names, ['sleep']);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(
      (await readProcessTable()).some(({ pid }) => pid === child.pid),
      false,
    );
  });

  it('tell whether something listens on a port, on either kind of address', async (t) => {
    for (const host of ['127.0.0.1', '::1']) {
      const server = createServer().listen(0, host);
      t.after(() => server.close());
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      assert.equal(await machine.facts.isListening(port, signal), true);
      server.close();
      await once(server, 'close');
      // The system may give the port to somebody else at once, for a while.
      await until(async () => !(await machine.facts.isListening(port, signal)), 'nobody listens there');
    }
  });
});

describe('a program run without a shell', { skip }, () => {
  const { run } = createCommands(readProcessTable);
  const command = (program: string, args: readonly string[], input = '', timeoutMs = 5000) =>
    run({ program, args, input, environment: {}, timeoutMs }, signal);

  it('gets its input and gives back output, errors and exit code apart', async () => {
    const result = await command('/bin/sh', ['-c', 'cat; echo oops >&2; exit 4'], 'in ä');
    assert.deepEqual(result, { exitCode: 4, output: 'in ä', errors: 'oops' });
    assert.equal((await command('/bin/true', [], 'x'.repeat(1_000_000))).exitCode, 0);
  });

  it('is ended at its time limit and on stop, and says what cannot be started', async () => {
    assert.equal((await command('/bin/sleep', ['30'], '', 100)).exitCode, null);
    const stop = new AbortController();
    const reason = new Error('stop');
    const running = run(
      { program: '/bin/sleep', args: ['30'], input: '', environment: {}, timeoutMs: 60_000 },
      stop.signal,
    );
    setTimeout(() => stop.abort(reason), 50);
    await assert.rejects(running, reason);
    await assert.rejects(command('/bin/no-such-program', []), { code: 'ENOENT' });
  });

  it('is not waited for longer than it runs, whatever it leaves behind', async () => {
    const start = performance.now();
    const { output } = await command('/bin/sh', ['-c', 'sleep 20 & echo $!'], '', 30_000);
    assert.ok(performance.now() - start < 10_000);
    process.kill(Number(output), 'SIGKILL');
  });

  it('is ended when all is closed', async () => {
    const commands = createCommands(readProcessTable);
    const request = { program: '/bin/sleep', args: ['30'], input: '', environment: {}, timeoutMs: 60_000 };
    const rejected = assert.rejects(commands.run(request, signal), /ending/);
    await commands.close();
    await rejected;
    await assert.rejects(commands.run(request, signal), /ending/);
  });
});
