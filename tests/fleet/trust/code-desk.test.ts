/** A code counts once, for one open question, on one machine; whoever guesses, replays, races or waits gets nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type CodeState,
  type CodeStore,
  createCodeDesk,
  FREE_TRIES,
  lockAfter,
  MOST_LOCK_MS,
  type Ticket,
  type Tried,
} from '../../../src/fleet/trust/code-desk.ts';
import { codeOf, STEP_MS, stepAt } from '../../../src/fleet/trust/totp.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const SECRET = 'ab'.repeat(20);
const OTHER = 'cd'.repeat(20);
const MINUTE_MS = 60_000;
const PURPOSE = { runId: '000012', hash: 'a1' };

function openDesk({ secret = SECRET, drift = 0 } = {}) {
  const clock = createFakeClock();
  let kept: CodeState | null = { v: 1, secret, drift, lastStep: 0, wrong: 0, lockedUntil: 0 };
  const writes: CodeState[] = [];
  const store: CodeStore = {
    read: () => Promise.resolve(kept),
    async write(state) {
      await Promise.resolve();
      kept = state;
      writes.push(state);
    },
  };
  const desk = createCodeDesk(store, clock);
  const phone = (aheadMs = drift * STEP_MS): string =>
    codeOf(Buffer.from(secret, 'hex'), stepAt(clock.now() + aheadMs));
  return { clock, store, writes, desk, phone, again: () => createCodeDesk(store, clock), kept: () => kept };
}

/** Never what the phone shows, nor what it showed or shows next. */
const wrongFor = (desk: ReturnType<typeof openDesk>): string => {
  const right = [-1, 0, 1].map((away) => desk.phone(away * STEP_MS));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '444444';
};

test('the right code closes its question, and is used up on the disk before it counts', async () => {
  const { desk, phone, writes, kept } = openDesk();
  const ticket = desk.open(PURPOSE, 3 * MINUTE_MS);
  assert.equal(await desk.try(ticket, PURPOSE, phone()), 'right');
  assert.equal(kept()?.wrong, 0);
  assert.ok((kept()?.lastStep ?? 0) > 0);
  assert.deepEqual(
    writes.map(({ wrong }) => wrong),
    [1, 0],
  );
  assert.equal(await desk.try(ticket, PURPOSE, phone()), 'closed');
});

test('of answers that come at once, exactly one is right', async () => {
  for (const count of [2, 3, 10]) {
    const { desk, phone } = openDesk();
    const ticket = desk.open(PURPOSE, 3 * MINUTE_MS);
    const came = await Promise.all(Array.from({ length: count }, () => desk.try(ticket, PURPOSE, phone())));
    assert.deepEqual(
      came.filter((one) => one === 'right'),
      ['right'],
    );
  }
});

test('a code that was taken is not taken again: not for the next question, not one step later, not after a restart', async () => {
  const { desk, phone, clock, again } = openDesk();
  const code = phone();
  assert.equal(await desk.try(desk.open(PURPOSE, MINUTE_MS), PURPOSE, code), 'right');
  const second = { runId: '000013', hash: 'b2' };
  assert.equal(await desk.try(desk.open(second, MINUTE_MS), second, code), 'used');
  await clock.advance(STEP_MS);
  const restarted = again();
  assert.equal(await restarted.try(restarted.open(second, MINUTE_MS), second, code), 'used');
  assert.equal(await restarted.try(restarted.open(second, MINUTE_MS), second, phone()), 'right');
});

test('a code counts for the one question that is open: not for another run, another act, an earlier or a late one', async () => {
  const { desk, phone, clock } = openDesk();
  const ticket = desk.open(PURPOSE, 3 * MINUTE_MS);
  assert.equal(await desk.try(ticket, { ...PURPOSE, runId: '000013' }, phone()), 'closed');
  assert.equal(await desk.try(ticket, { ...PURPOSE, hash: 'a2' }, phone()), 'closed');
  const later = desk.open({ runId: '000012', hash: 'c3' }, 3 * MINUTE_MS);
  assert.equal(await desk.try(ticket, PURPOSE, phone()), 'closed');
  await clock.advance(3 * MINUTE_MS);
  assert.equal(await desk.try(later, later.purpose, phone()), 'expired');
  const forged: Ticket = { id: 'x', purpose: PURPOSE };
  assert.equal(await desk.try(forged, PURPOSE, phone()), 'closed');
});

test('a wall clock that is set does not open a question again', async () => {
  const { desk, phone, clock } = openDesk();
  const ticket = desk.open(PURPOSE, MINUTE_MS);
  await clock.advance(2 * MINUTE_MS);
  clock.jump(-10 * MINUTE_MS);
  assert.equal(await desk.try(ticket, PURPOSE, phone()), 'expired');
});

test('the code of another machine is wrong here', async () => {
  const [here, there] = [openDesk(), openDesk({ secret: OTHER })];
  assert.equal(await here.desk.try(here.desk.open(PURPOSE, MINUTE_MS), PURPOSE, there.phone()), 'wrong');
});

test('a phone whose clock is minutes apart works once it was set up so, and one step of drift is followed', async () => {
  for (const drift of [-12, -3, 4, 20]) {
    const { desk, phone, clock, kept } = openDesk({ drift });
    assert.equal(await desk.try(desk.open(PURPOSE, MINUTE_MS), PURPOSE, phone()), 'right');
    await clock.advance(5 * MINUTE_MS);
    assert.equal(await desk.try(desk.open(PURPOSE, MINUTE_MS), PURPOSE, phone((drift + 1) * STEP_MS)), 'right');
    assert.equal(kept()?.drift, drift + 1);
    await clock.advance(5 * MINUTE_MS);
    assert.equal(await desk.try(desk.open(PURPOSE, MINUTE_MS), PURPOSE, phone((drift - 2) * STEP_MS)), 'wrong');
  }
});

test('guesses lock it, longer each time, over restarts; even the right code waits then', async () => {
  const own = openDesk();
  const tryOnce = async (code: string): Promise<Tried> => {
    const desk = own.again();
    return await desk.try(desk.open(PURPOSE, MINUTE_MS), PURPOSE, code);
  };
  for (let guess = 1; guess < FREE_TRIES; guess += 1) assert.equal(await tryOnce(wrongFor(own)), 'wrong');
  assert.equal(await tryOnce(wrongFor(own)), 'locked');
  let lockMs = 15 * MINUTE_MS;
  for (let round = 0; round < 10; round += 1) {
    assert.equal(await tryOnce(own.phone()), 'locked');
    await own.clock.advance(lockMs - 1);
    assert.equal(await tryOnce(own.phone()), 'locked');
    await own.clock.advance(1);
    assert.equal(await tryOnce(wrongFor(own)), 'locked');
    lockMs = Math.min(MOST_LOCK_MS, lockMs * 2);
  }
  await own.clock.advance(lockMs);
  assert.equal(await tryOnce(own.phone()), 'right');
  assert.equal(await tryOnce(wrongFor(own)), 'wrong');
});

test('a year of guessing finds a code less than once in five hundred', () => {
  let tries = 0;
  for (let at = 0; at < 365 * 24 * 60 * MINUTE_MS; tries += 1) at += Math.max(1, lockAfter(tries + 1));
  assert.ok(tries < 400, `${tries}`);
  // Codes of three time steps are valid at each moment.
  assert.ok((tries * 3) / 1e6 < 1 / 500);
});

test('a clock that was set back does not lock it for longer than a day', async () => {
  const own = openDesk();
  own.clock.jump(365 * 24 * 60 * MINUTE_MS);
  for (let guess = 0; guess < FREE_TRIES; guess += 1)
    await own.desk.try(own.desk.open(PURPOSE, MINUTE_MS), PURPOSE, wrongFor(own));
  own.clock.jump(-365 * 24 * 60 * MINUTE_MS);
  const state = await own.desk.state();
  assert.ok(state !== 'none' && state.lockedUntil - own.clock.now() <= MOST_LOCK_MS);
});

test('without a code that is set up, or with a file that nobody understands, nothing is right', async () => {
  const clock = createFakeClock();
  const desk = createCodeDesk({ read: () => Promise.resolve(null), write: () => Promise.resolve() }, clock);
  assert.equal(await desk.state(), 'none');
  assert.equal(await desk.try(desk.open(PURPOSE, MINUTE_MS), PURPOSE, '123456'), 'none');
});

test('a disk that takes nothing makes no code right', async () => {
  const own = openDesk();
  const full: CodeStore = { read: own.store.read, write: () => Promise.reject(new Error('ENOSPC')) };
  const desk = createCodeDesk(full, own.clock);
  const ticket = desk.open(PURPOSE, MINUTE_MS);
  await assert.rejects(desk.try(ticket, PURPOSE, own.phone()));
  await assert.rejects(desk.try(ticket, PURPOSE, own.phone()));
});

test('whatever is tried in whatever order: each step’s code counts at most once, and only for a question that is open', async () => {
  const act = fc.oneof(
    fc.record({
      do: fc.constant('open' as const),
      hash: fc.constantFrom('a', 'b'),
      ms: fc.integer({ min: 1, max: 4 * MINUTE_MS }),
    }),
    fc.record({
      do: fc.constant('try' as const),
      ticket: fc.nat(5),
      hash: fc.constantFrom('a', 'b'),
      step: fc.integer({ min: -3, max: 3 }),
    }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 2 * MINUTE_MS }) }),
    fc.record({ do: fc.constant('jump' as const), ms: fc.integer({ min: -2 * MINUTE_MS, max: 2 * MINUTE_MS }) }),
    fc.record({ do: fc.constant('restart' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      const own = openDesk();
      let { desk } = own;
      const tickets: { readonly ticket: Ticket; readonly until: number; isOpen: boolean }[] = [];
      const taken = new Set<string>();
      for (const one of acts) {
        if (one.do === 'open') {
          for (const ticket of tickets) ticket.isOpen = false;
          const ticket = desk.open({ runId: 'r', hash: one.hash }, one.ms);
          tickets.push({ ticket, until: own.clock.elapsed() + one.ms, isOpen: true });
        } else if (one.do === 'wait') await own.clock.advance(one.ms);
        else if (one.do === 'jump') own.clock.jump(one.ms);
        else if (one.do === 'restart') {
          desk = own.again();
          for (const ticket of tickets) ticket.isOpen = false;
        } else {
          const chosen = tickets.at(-1 - one.ticket);
          if (chosen === undefined) continue;
          const code = own.phone(one.step * STEP_MS);
          const came = await desk.try(chosen.ticket, { runId: 'r', hash: one.hash }, code);
          if (came !== 'right') continue;
          assert.ok(chosen.isOpen && chosen.ticket.purpose.hash === one.hash && own.clock.elapsed() < chosen.until);
          assert.ok(!taken.has(code), 'twice');
          taken.add(code);
          chosen.isOpen = false;
        }
      }
    }),
    { numRuns: 300 },
  );
});
