/** What every clock must do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clock } from '../../src/ports/clock.ts';

export interface ClockBench {
  readonly clock: Clock;
  /** Lets at least this time go by. */
  pass(ms: number): Promise<void>;
}

export function testClockContract(name: string, make: () => ClockBench): void {
  describe(`clock contract: ${name}`, () => {
    it('moves both times on', async () => {
      const { clock, pass } = make();
      const before = { now: clock.now(), elapsed: clock.elapsed() };
      await pass(20);
      assert.ok(clock.now() - before.now >= 18);
      assert.ok(clock.elapsed() - before.elapsed >= 18);
    });

    it('ends a sleep when its time is over, not before', async () => {
      const { clock, pass } = make();
      let isOver = false;
      const sleep = clock.sleep(60, new AbortController().signal).then(() => {
        isOver = true;
      });
      await pass(5);
      assert.equal(isOver, false);
      await pass(80);
      await sleep;
      assert.equal(isOver, true);
    });

    it('never ends a sleep early, not by a fraction of a millisecond', async () => {
      const { clock, pass } = make();
      const sleeps = Array.from({ length: 300 }, async (_, place) => {
        const ms = 1 + (place % 29);
        const from = clock.elapsed();
        await clock.sleep(ms, new AbortController().signal);
        return clock.elapsed() - from - ms;
      });
      await pass(40);
      const early = (await Promise.all(sleeps)).filter((more) => more < 0);
      assert.deepEqual(early, []);
    });

    it('ends a sleep at once with the reason of its abort', async () => {
      const { clock } = make();
      const stop = new AbortController();
      const reason = new Error('stopped by the person');
      const sleep = clock.sleep(3_000_000_000, stop.signal);
      stop.abort(reason);
      await assert.rejects(sleep, reason);
      await assert.rejects(clock.sleep(0, stop.signal), reason);
    });
  });
}
