import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  findKeyReader,
  parsePsTerminals,
  readTerminalProcesses,
  type TerminalProcess,
} from '../../../adapters/machine/key-reader.ts';
import { until } from '../../support/until.ts';
import { noX11, startTestDisplay, type TestDisplay } from '../../support/x11.ts';

const never = new AbortController().signal;
const noXterm = existsSync('/usr/bin/xterm') ? false : 'not installed: xterm';

describe('Who reads the keys of a real terminal', { skip: noX11 || noXterm }, () => {
  let display: TestDisplay;
  let folder: string;
  before(async () => {
    display = await startTestDisplay();
    folder = await mkdtemp(join(tmpdir(), 'deskhand-keys-'));
  });
  after(async () => {
    await display?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens a terminal that runs this, and asks until the answer is the wanted one. */
  async function untilRead(args: readonly string[], wanted: string): Promise<void> {
    const child = spawn('/usr/bin/xterm', args, { env: display.env, stdio: 'ignore' });
    try {
      let kind = '';
      const look = async (): Promise<boolean> => {
        ({ kind } = findKeyReader(child.pid ?? 0, await readTerminalProcesses(never)));
        return kind === wanted || sleep(50, false);
      };
      await until(look, () => `the keys to be read by: ${wanted}, not ${kind}: ${args.join(' ')}`);
    } finally {
      child.kill('SIGKILL');
    }
  }

  it('an interactive shell at its prompt', async () => {
    await untilRead(['-e', '/bin/bash', '--login'], 'shell');
    await untilRead(['-e', '/bin/bash', '-i'], 'shell');
  });

  it('a program in front of a shell, a script, a command, another program, a shell within a shell', async () => {
    const script = join(folder, 'ask.sh');
    await writeFile(script, '#!/bin/bash\nread -r line; eval "$line"\n', { mode: 0o755 });
    const inShell = join(folder, 'rc');
    await writeFile(inShell, 'cat\n');
    for (const args of [
      ['-e', '/bin/bash', script],
      ['-e', script],
      ['-e', '/bin/bash', '-c', 'read -r line; eval "$line"; true'],
      ['-e', '/bin/bash', '--rcfile', inShell, '-i'],
      ['-e', '/bin/cat'],
      ['-e', '/bin/bash', '--norc', '-c', '/bin/bash --norc -i; true'],
    ])
      await untilRead(args, 'other');
  });
});

const process = (more: Partial<TerminalProcess>): TerminalProcess => ({
  ...{ pid: 20, parent: 10, group: 20, session: 20, tty: '34816', foreground: 20, startedAt: 1000 },
  ...{ executable: '/usr/bin/bash', args: ['bash'] },
  ...more,
});

it('a window whose terminal device is not certain is unknown', () => {
  const one = process({});
  const other = process({ pid: 30, group: 30, session: 30, foreground: 30, tty: '34817' });
  assert.deepEqual(findKeyReader(10, [one]), { kind: 'shell', startedAt: 1000 });
  assert.deepEqual(findKeyReader(10, [one, other]), { kind: 'unknown' }, 'two tabs');
  assert.deepEqual(findKeyReader(11, [one]), { kind: 'unknown' }, 'a server of another process');
  assert.deepEqual(findKeyReader(10, [process({ pid: 21, session: 19 })]), { kind: 'unknown' }, 'no leader');
});

it('a shell of somebody else, a script, a reader beside it count as another program', () => {
  for (const more of [
    { executable: '/home/ada/bin/bash' },
    { executable: '/usr/bin/bash', args: ['bash', 'setup'] },
    { executable: '/usr/bin/bash', args: ['bash', '-ic', 'read x'] },
    { executable: '/usr/bin/bash', args: ['bash', '--init-file', 'x'] },
    { executable: '/usr/bin/python3.11', args: ['bash'] },
    { foreground: 44 },
  ])
    assert.deepEqual(findKeyReader(10, [process(more)]), { kind: 'other' }, JSON.stringify(more));
  const beside = process({ pid: 21, parent: 20 });
  assert.deepEqual(findKeyReader(10, [process({}), beside]), { kind: 'other' });
});

it('what ps tells on a Mac', () => {
  const output = [
    '  500     1   500      0 Ss   ??       /System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal /System/Applications/Terminal',
    '  510   500   510    511 Ss   ttys001  /usr/bin/login login -pf ada',
    '  511   510   511    511 S+   ttys001  -zsh -zsh',
  ].join('\n');
  assert.deepEqual(findKeyReader(500, parsePsTerminals(output)), { kind: 'shell', startedAt: null });
  const inFront = `${output.replaceAll('    511 S', '    512 S')}\n  512   511   512    512 S+   ttys001  /usr/bin/python3 python3`;
  assert.deepEqual(findKeyReader(500, parsePsTerminals(inFront)), { kind: 'other' });
});
