/** Under a supervisor: what a restart cannot mend is said once and ends with success; everything else is restarted, but not for ever. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { EXIT, ExitError } from '../../src/bin/exit.ts';
import { openNotifier, runSupervised } from '../../src/bin/service/supervised.ts';
import { english } from '../../src/words/speak.ts';
import { ENTRY } from '../support/programs.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

describe('A start by a supervisor', () => {
  const begin = (dataFolder: string) => {
    let at = 1_000_000;
    const said: string[] = [];
    return {
      said,
      pass: (ms: number) => {
        at += ms;
      },
      run: (work: (isBack: boolean) => Promise<number>) =>
        runSupervised(work, { dataFolder, now: () => at, tell: (text) => void said.push(english(text)) }),
      starts: join(dataFolder, 'state', 'starts.json'),
    };
  };
  /** A crash: the process dies, so its promise never settles. */
  const crash = (): Promise<number> => new Promise(() => undefined);

  it('ends with 0 after a configuration error or a lacking program, with its one message', async (t) => {
    const { run, said, starts } = begin(makeTempFolder(t));
    for (const code of [EXIT.configuration, EXIT.lacking])
      assert.equal(await run(() => Promise.reject(new ExitError(code, `set the token ${code}`))), 0);
    assert.deepEqual(said, ['set the token 2', 'set the token 3']);
    assert.equal(existsSync(starts), false);
  });

  it('leaves any other failure to the supervisor', async (t) => {
    const { run, said } = begin(makeTempFolder(t));
    await assert.rejects(
      run(() => Promise.reject(new ExitError(EXIT.failure, 'replaced'))),
      /replaced/,
    );
    await assert.rejects(
      run(() => Promise.reject(new Error('a bug'))),
      /a bug/,
    );
    assert.deepEqual(said, []);
  });

  it('gives up after the third crash within a minute, and begins anew when it is started again', async (t) => {
    const { run, said, pass } = begin(makeTempFolder(t));
    for (let times = 0; times < 3; times += 1) {
      void run(crash);
      pass(10_000);
    }
    let began = 0;
    const works = async (): Promise<number> => {
      began += 1;
      return 0;
    };
    assert.equal(await run(works), 0);
    assert.deepEqual([began, said.length], [0, 1]);
    assert.match(said[0] ?? '', /ended 3 times within a minute/);
    assert.equal(await run(works), 0);
    assert.equal(began, 1, 'a person started it again');
  });

  it('knows whether the life before ended without being told to, however long ago', async (t) => {
    const { run, pass } = begin(makeTempFolder(t));
    const told: boolean[] = [];
    const works = async (isBack: boolean): Promise<number> => {
      told.push(isBack);
      return 0;
    };
    await run(works);
    void run(crash);
    pass(7_200_000);
    await run(works);
    await run(works);
    assert.deepEqual(told, [false, true, false]);
  });

  it('three crashes in an hour, or ends in order, are no reason to give up', async (t) => {
    const { run, said, pass, starts } = begin(makeTempFolder(t));
    for (let times = 0; times < 5; times += 1) {
      void run(crash);
      pass(31_000);
    }
    for (let times = 0; times < 5; times += 1) assert.equal(await run(async () => 0), 0);
    assert.deepEqual([said, existsSync(starts)], [[], false]);
    writeFileSync(starts, 'torn {');
    assert.equal(await run(async () => 0), 0, 'what cannot be read counts as nothing');
  });
});

describe('The commands themselves', () => {
  const call = (folder: string, env: Readonly<Record<string, string>>, ...words: readonly string[]) => {
    const plain = { PATH: process.env.PATH, HOME: folder, DATA_DIR: folder };
    const { status, stderr } = spawnSync(process.execPath, [ENTRY, ...words], {
      encoding: 'utf8',
      env: { ...plain, ...env },
    });
    return { status, stderr };
  };

  it('a start without any chat is a configuration error, and ends with 0 under a supervisor, its message in the log', (t) => {
    const folder = makeTempFolder(t);
    chmodSync(folder, 0o700);
    for (const [env, code] of [
      [{}, 2],
      [{ DESKHAND_SUPERVISED: 'systemd' }, 0],
    ] as const) {
      const { status, stderr } = call(folder, { WEB_CHAT: 'off', ...env }, 'start');
      assert.match(stderr, /No chat is left to start/);
      assert.equal(status, code);
    }
  });

  it('the service knows five words', (t) => {
    for (const words of [[], ['start'], ['install', 'twice']])
      assert.deepEqual(call(makeTempFolder(t), {}, 'service', ...words), {
        status: 2,
        stderr: 'npm run service takes one of install, status, logs, restart, uninstall.\n',
      });
  });
});

describe('What systemd is told', () => {
  it('that it works, and again and again that the event loop turns; programs that are started hear nothing of it', async (t) => {
    const folder = makeTempFolder(t);
    const [log, program] = [join(folder, 'told'), join(folder, 'notify')];
    writeFileSync(program, `#!/bin/sh\necho "$1 $NOTIFY_SOCKET" >> '${log}'\n`);
    chmodSync(program, 0o755);
    const env: Record<string, string | undefined> = { PATH: '/bin', NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '60000' };
    const notifier = openNotifier(env, program);
    assert.deepEqual(env, { PATH: '/bin' });
    const told = (): readonly string[] => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
    notifier?.ready();
    await until(() => told().includes('--ready /run/x'), 'the start to be told');
    await until(() => told().filter((line) => line === 'WATCHDOG=1 /run/x').length >= 3, 'the loop to be told');
    notifier?.end();
  });

  it('nothing where it did not start us', () => assert.equal(openNotifier({ PATH: '/bin' }), null));
});
