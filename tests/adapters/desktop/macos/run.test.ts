import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runProgram } from '../../../../adapters/desktop/macos/run.ts';

const never = new AbortController().signal;

it('hands input over and output back', async () => {
  assert.equal(await runProgram(['cat'], 'Grüße 😀', never), 'Grüße 😀');
  assert.equal(await runProgram(['true'], 'x'.repeat(1_000_000), never), '');
});

it('fails with what the program said', async () => {
  await assert.rejects(
    runProgram(['sh', '-c', 'echo not allowed >&2; exit 3'], '', never),
    /sh failed \(3\): not allowed/,
  );
  await assert.rejects(runProgram(['no-such-program'], '', never), /ENOENT/);
});

it('ends the program when it is stopped', async () => {
  const stop = new AbortController();
  const reason = new Error('stopped by the person');
  const running = runProgram(['sleep', '30'], '', stop.signal);
  setTimeout(() => stop.abort(reason), 30);
  await assert.rejects(running, (error) => error === reason);
});
