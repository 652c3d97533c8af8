/** Watches of the real bot on a real desktop: a small share of `npm run test:watches`, without its limits on time, which a busy machine breaks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../long/random.ts';
import { openWatchBench } from '../long/watch-rounds.ts';
import { startPhone } from '../support/phone.ts';
import { noX11 } from '../support/x11.ts';

const SIZE = { width: 1440, height: 900 };

test('a text that comes and a program that ends are told once each, beside a ticking clock, and no model is asked', {
  skip: noX11,
}, async (t) => {
  const seed = Date.now() % 1_000_000;
  const phone = await startPhone(t, { hasSessionBus: true, ...SIZE });
  const bench = await openWatchBench(phone, SIZE);
  try {
    await bench.setClock(true);
    const told = await bench.round(['text', 'ends'], 1, createRandom(seed));
    t.diagnostic(JSON.stringify({ seed, told }));
    assert.equal(told.length, 2);
    for (const { kind, afterMs, isFalse } of told) assert.ok(afterMs !== null && !isFalse, `${kind}, seed ${seed}`);
    assert.equal(bench.foundSoFar(), 2, 'each once');
    assert.equal(phone.anthropic.requests.length, 0);
  } finally {
    await bench.stop();
    await phone.close();
  }
});
