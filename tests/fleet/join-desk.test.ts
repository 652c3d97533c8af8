/** How long a line counts: ten minutes, whatever clock is set meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJoinDesk, LINE_MS } from '../../src/fleet/join-desk.ts';
import { proofOf } from '../../src/fleet/join-line.ts';
import { createFakeClock } from '../fakes/clock.ts';

const KEY = Buffer.alloc(32, 5);
const PUBLIC = `U${'A'.repeat(55)}`;
const request = { v: 1, do: 'join', name: 'studio', key: PUBLIC, proof: proofOf(KEY, 'join', 'studio', PUBLIC) };

function open() {
  const clock = createFakeClock();
  const letIn: string[] = [];
  const desk = createJoinDesk(
    {
      name: 'studio',
      key: KEY,
      clock,
      letIn: async (publicKey) => {
        letIn.push(publicKey);
        return 'jwt';
      },
      tell: () => undefined,
    },
    new AbortController().signal,
  );
  return { clock, desk, letIn };
}

test('a line counts until ten minutes are over, and not a moment longer', async () => {
  const inTime = open();
  await inTime.clock.advance(LINE_MS - 1);
  assert.equal((await inTime.desk.answer(request)).ok, true);
  const late = open();
  await late.clock.advance(LINE_MS);
  assert.deepEqual(await late.desk.ended, { kind: 'expired' });
  assert.deepEqual([await late.desk.answer(request), late.letIn], [{ ok: false, why: 'expired' }, []]);
});

test('a clock that is set back does not make a line count for longer, and one that slept wakes to an end', async () => {
  const back = open();
  back.clock.jump(-3 * LINE_MS);
  await back.clock.advance(LINE_MS);
  assert.deepEqual(await back.desk.answer(request), { ok: false, why: 'expired' });
  const slept = open();
  // Timers and the monotonic clock stood still.
  slept.clock.jump(3 * LINE_MS);
  assert.deepEqual([await slept.desk.answer(request), slept.letIn], [{ ok: false, why: 'expired' }, []]);
});
