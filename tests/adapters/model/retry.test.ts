import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readRetryAfter } from '../../../adapters/model/failures.ts';
import {
  OutOfAttempts,
  PROBE_LIMITS,
  RETRY_LIMITS,
  type RetryLimits,
  type Verdict,
  withRetries,
} from '../../../adapters/model/retry.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const quiet = new AbortController().signal;
const again = (waitMs: number | null = null): Verdict => ({ kind: 'again', why: 'busy', waitMs });

/** Lets time pass on a clock of its own until the attempts are over. */
async function run(
  attempt: (elapsed: number, signal: AbortSignal, noteSign: () => void, clock: Clock) => Promise<string>,
  judge: (error: unknown) => Verdict = () => again(),
  random = 0.5,
  limits: Partial<RetryLimits> = {},
): Promise<{ readonly outcome: string | Error; readonly waits: readonly number[]; readonly elapsed: number }> {
  const clock = createFakeClock();
  const waits: number[] = [];
  let outcome: string | Error | null = null;
  withRetries(
    (signal, noteSign) => attempt(clock.elapsed(), signal, noteSign, clock),
    clock.elapsed(),
    { ...RETRY_LIMITS, ...limits },
    { clock, random: () => random, judge, onWait: (_, waitMs) => void waits.push(waitMs) },
    quiet,
  ).then(
    (value) => {
      outcome = value;
    },
    (error) => {
      outcome = error;
    },
  );
  while (outcome === null) await clock.advance(500);
  return { outcome, waits, elapsed: clock.elapsed() };
}

describe('The retry layer', () => {
  it('survives an outage of a minute, and is back within 20 s of its end', async () => {
    for (const random of [0, 0.5, 0.99]) {
      const { outcome, elapsed } = await run(
        async (now) => {
          if (now < 60_000) throw new Error('529');
          return 'answer';
        },
        () => again(),
        random,
      );
      assert.equal(outcome, 'answer');
      assert.ok(elapsed <= 80_000, `${elapsed}`);
    }
  });

  it('waits longer each time, up to a limit, never the same for two clients', async () => {
    const { outcome, waits, elapsed } = await run(async () => Promise.reject(new Error('529')));
    assert.ok(outcome instanceof OutOfAttempts);
    assert.match(outcome.message, /busy/);
    assert.deepEqual(waits.slice(0, 6), [750, 1500, 3000, 6000, 12_000, 12_000]);
    assert.ok(elapsed <= 180_000);
    const other = await run(
      async () => Promise.reject(new Error('529')),
      () => again(),
      0,
    );
    assert.deepEqual(other.waits.slice(0, 3), [500, 1000, 2000]);
  });

  it('waits what the server asks for at least, but never longer than the cap', async () => {
    const asked = [5000, 0, 172_800_000];
    let index = 0;
    const { outcome, waits } = await run(
      async () => (index >= asked.length ? 'answer' : Promise.reject(new Error('429'))),
      () => again(asked[index++] ?? null),
    );
    assert.equal(outcome, 'answer');
    // A Retry-After of nothing must not become a storm: the usual pause is the least.
    assert.deepEqual(waits, [5000, 1500, 30_000]);
  });

  it('gives up a silent attempt and makes it again', async () => {
    let attempts = 0;
    const { outcome, elapsed } = await run(async (_, signal) => {
      attempts += 1;
      if (attempts === 2) return 'answer';
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    });
    assert.equal(outcome, 'answer');
    assert.ok(elapsed >= 60_000 && elapsed < 65_000);
  });

  it('does not take an attempt for silent that gives a sign now and then', async () => {
    let attempts = 0;
    const { outcome, elapsed } = await run(async (_, signal, noteSign, clock) => {
      attempts += 1;
      for (let sign = 0; sign < 4; sign += 1) {
        await clock.sleep(40_000, signal);
        noteSign();
      }
      return 'answer';
    });
    assert.equal(outcome, 'answer');
    assert.equal(attempts, 1);
    assert.ok(elapsed >= 160_000 && elapsed <= 165_000);
  });

  it('a single attempt is enough when no more are wanted', async () => {
    const { outcome, waits } = await run(async () => Promise.reject(new Error('529')), undefined, 0.5, PROBE_LIMITS);
    assert.ok(outcome instanceof OutOfAttempts);
    assert.deepEqual(waits, []);
  });

  it('is over in three minutes, however the attempts fail', async () => {
    const { outcome, elapsed } = await run(
      (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    );
    assert.ok(outcome instanceof OutOfAttempts);
    assert.match(outcome.message, /no answer within \d+ s/);
    assert.ok(elapsed <= 181_000);
  });

  it('names what failed, not the end of its own patience', async () => {
    const { outcome } = await run(async (now, signal) => {
      if (now < 160_000) throw new Error('529');
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    });
    assert.ok(outcome instanceof OutOfAttempts);
    assert.equal(outcome.message, 'busy');
  });

  it('hands a final failure on as it is', async () => {
    const wrongKey = new Error('401');
    const { outcome, waits } = await run(
      async () => Promise.reject(wrongKey),
      () => ({ kind: 'final' }),
    );
    assert.equal(outcome, wrongKey);
    assert.deepEqual(waits, []);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const read = (fields: Record<string, string>): number | null => readRetryAfter(new Headers(fields), now);

  it('is seconds, a date, or milliseconds in a header of its own', () => {
    assert.equal(read({ 'retry-after': '7' }), 7000);
    assert.equal(read({ 'retry-after': ' 0.5 ' }), 500);
    assert.equal(read({ 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }), 30_000);
    assert.equal(read({ 'retry-after': '7', 'retry-after-ms': '250' }), 250);
  });

  it('is ignored when it makes no sense', () => {
    for (const value of ['', '0', '-3', 'soon', 'NaN', 'Infinity', '1e400', 'Sat, 21 Nov 2026 11:00:00 GMT']) {
      assert.equal(read({ 'retry-after': value }), null, value);
    }
    assert.equal(read({}), null);
  });

  it('is never less than nothing, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (value) => {
        const wait = read({ 'retry-after': value, 'retry-after-ms': value });
        assert.ok(wait === null || (Number.isFinite(wait) && wait > 0));
      }),
    );
  });
});
