/** Stops and limits that come although memory is swept while nobody listens, as it is in every long wait. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { anySignal, withLimit } from '../../../src/ports/waits/abort-signals.ts';

setFlagsFromString('--expose-gc');
const sweep: unknown = runInNewContext('gc');

function sweepMemory(): void {
  if (typeof sweep === 'function') sweep();
}

/** Aborts on the way, and is held by nobody afterwards. */
function abortedSoon(): AbortSignal {
  const over = new AbortController();
  setTimeout(() => over.abort(new Error('stopped')), 20);
  return anySignal(new AbortController().signal, over.signal);
}

test('what came while nobody looked or listened is still over after memory was swept', async () => {
  const late = withLimit(20, new AbortController().signal);
  const stopped = abortedSoon();
  const nested = anySignal(abortedSoon(), new AbortController().signal);
  await once(AbortSignal.timeout(40), 'abort');
  for (let count = 0; count < 5; count += 1) {
    sweepMemory();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.throws(() => late.throwIfAborted(), { name: 'TimeoutError' });
  assert.throws(() => stopped.throwIfAborted(), /stopped/);
  assert.throws(() => nested.throwIfAborted(), /stopped/);
});

test('what ends it sooner counts, with its own reason', () => {
  const over = new AbortController();
  const limited = withLimit(60_000, new AbortController().signal, over.signal);
  over.abort(new Error('stopped'));
  assert.equal(limited.reason.message, 'stopped');
});

test('what is over already is over', () => {
  assert.equal(withLimit(60_000, AbortSignal.abort(new Error('before'))).reason.message, 'before');
});
