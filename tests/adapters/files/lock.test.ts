import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { acquireLock, identifyProcess, readPsLine } from '../../../adapters/files/lock.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

/** A process that takes the lock, prints what it got, and keeps it until it is killed. */
function startHolder(folder: string): { readonly child: ChildProcess; readonly answer: Promise<string> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hold-lock.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, answer: once(child.stdout, 'data').then(([chunk]) => String(chunk).trim()) };
}

describe('the lock of a data folder', () => {
  it('is had by one at a time, and the refused one is told who has it', async (t) => {
    const folder = makeTempFolder(t);
    const first = await acquireLock(folder);
    const second = await acquireLock(folder);
    assert.ok(first.ok && !second.ok);
    assert.equal(second.pid, process.pid);
    assert.match(second.text, new RegExp(`already runs on .* as process ${process.pid}.*DATA_DIR`));
    first.release();
    first.release();
    const third = await acquireLock(folder);
    assert.ok(third.ok);
    third.release();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('of another process is respected while that lives, and free the moment it was killed', async (t) => {
    const folder = makeTempFolder(t);
    const { child, answer } = startHolder(folder);
    t.after(() => child.kill('SIGKILL'));
    assert.equal(await answer, 'ok');
    const refused = await acquireLock(folder);
    assert.ok(!refused.ok);
    assert.equal(refused.pid, child.pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const taken = await acquireLock(folder);
    assert.ok(taken.ok);
    taken.release();
  });

  it('left by a process whose number someone else has now is stale', async (t) => {
    const folder = makeTempFolder(t);
    writeFileSync(join(folder, `lock-${process.pid}-00000000-1`), '');
    writeFileSync(join(folder, 'lock-4194999-00000000-1'), '');
    writeFileSync(join(folder, 'settings.json'), '{}');
    const lock = await acquireLock(folder);
    assert.ok(lock.ok);
    assert.equal(readdirSync(folder).length, 2);
    lock.release();
    assert.deepEqual(readdirSync(folder), ['settings.json']);
  });

  it('is had by exactly one of several that start together', async (t) => {
    const folder = makeTempFolder(t);
    const holders = Array.from({ length: WITH_REPEATS ? 6 : 3 }, () => startHolder(folder));
    t.after(() =>
      holders.forEach(({ child }) => {
        child.kill('SIGKILL');
      }),
    );
    const answers = await Promise.all(holders.map(({ answer }) => answer));
    assert.equal(answers.filter((answer) => answer === 'ok').length, 1, answers.join());
  });
});

describe('the identity of a process', () => {
  it('stays the same while it lives and is nothing for one that has ended', async (t) => {
    const child = spawn('sleep', ['30']);
    t.after(() => child.kill('SIGKILL'));
    const pid = child.pid ?? 0;
    const identity = await identifyProcess(pid);
    assert.match(identity ?? '', /^[A-Za-z0-9-]+$/);
    assert.equal(await identifyProcess(pid), identity);
    assert.notEqual(await identifyProcess(process.pid), identity);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await identifyProcess(pid), null);
  });

  it('is read from ps on a Mac', () => {
    assert.equal(readPsLine('Ss   Sat Nov 21 08:04:05 2026    \n'), 'Sat-Nov-21-08-04-05-2026');
    assert.equal(readPsLine('Z    Sat Nov 21 08:04:05 2026\n'), null);
    assert.equal(readPsLine(''), null);
  });
});
