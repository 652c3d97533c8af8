/** A process that is killed takes along what it started, and nothing else. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { until } from '../../support/until.ts';

/** Starts three groups of two processes each, holds the first two, lets go of the second, and tells of them once they run. */
const HOLDER = `
  import { spawn } from 'node:child_process';
  import { once } from 'node:events';
  import { createLifeline } from ${JSON.stringify(new URL('../../../adapters/machine/lifeline.ts', import.meta.url).href)};
  const start = (command) => spawn('/bin/sh', ['-c', command], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const groups = [start('trap "" TERM; echo; sleep 61 & sleep 61; sleep 61'), start('echo; sleep 62 & sleep 62; true'), start('echo; sleep 63; true')];
  const lifeline = createLifeline();
  lifeline.open();
  lifeline.hold(groups[0].pid);
  lifeline.hold(groups[1].pid);
  lifeline.letGo(groups[1].pid);
  process.on('SIGTERM', () => { lifeline.close(); process.exit(0); });
  await Promise.all(groups.map(({ stdout }) => once(stdout, 'data')));
  process.stdout.write(JSON.stringify(groups.map(({ pid }) => pid)) + '\\n');
  setInterval(() => undefined, 1000);
`;

async function startHolder(): Promise<{ readonly holder: ChildProcess; readonly groups: readonly number[] }> {
  const holder = spawn(process.execPath, ['--input-type=module', '-e', HOLDER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = await once(holder.stdout, 'data');
  return { holder, groups: JSON.parse(String(chunk)) };
}

function isThere(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  test(`after ${signal} the held group is gone, also when it ignores the first signal; the others stay`, async () => {
    const { holder, groups } = await startHolder();
    const [held = 0, letGo = 0, never = 0] = groups;
    try {
      holder.kill(signal);
      await until(() => !isThere(held), 'the held group to be gone');
      assert.deepEqual([letGo, never].map(isThere), [true, true]);
    } finally {
      for (const group of groups) if (isThere(group)) process.kill(-group, 'SIGKILL');
    }
  });
}
