import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, it } from 'node:test';
import { limitStart } from '../../../adapters/desktop/start-limit.ts';
import { until } from '../../support/until.ts';

describe('The time a process has to begin', () => {
  it('is over for one that does nothing', async () => {
    const idle = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    try {
      let isLate = false;
      limitStart(idle.pid, 300, () => {
        isLate = true;
      });
      await until(() => isLate, 'its time to be over');
    } finally {
      idle.kill('SIGKILL');
    }
  });

  it('does not run while it waits for a processor', async () => {
    const startedAt = performance.now();
    let waited = 1000;
    let isLate = false;
    limitStart(
      1,
      100,
      () => {
        isLate = true;
      },
      () => waited,
    );
    await until(() => performance.now() - startedAt > 600, 'more than its limit');
    assert.equal(isLate, false);
    waited = 0;
    await until(() => isLate, 'its time to be over');
  });

  it('is not over once it has begun', async () => {
    let isLate = false;
    const stop = limitStart(undefined, 50, () => {
      isLate = true;
    });
    stop();
    const startedAt = performance.now();
    await until(() => performance.now() - startedAt > 600, 'more than its limit');
    assert.equal(isLate, false);
  });
});
