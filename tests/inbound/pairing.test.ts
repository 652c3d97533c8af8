/** Pairing by code: who is let in, how often one may try, and how a code ends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { createPairing, createPairingDesk, type Pairing } from '../../src/inbound/pairing.ts';
import { asWhy } from '../../src/journal/said.ts';
import type { Sender } from '../../src/ports/chat.ts';
import type { StateStore } from '../../src/ports/state-store.ts';
import { quoted } from '../../src/words/say.ts';
import { createFakeClock, type FakeClock } from '../fakes/clock.ts';
import { createFakeStateStore } from '../fakes/state-store.ts';

const MINUTE = 60_000;
const NEVER = new AbortController().signal;
const stranger = (id: number): Sender => ({ id: `telegram:${id}`, name: `Person ${id}`, language: '' });
const noGreeting = async (): Promise<void> => undefined;

interface Bench {
  readonly pairing: Pairing;
  readonly clock: FakeClock;
  readonly state: StateStore;
  /** Sends a text; ids that were greeted. */
  send(text: string, id?: number): Promise<readonly string[]>;
}

function bench(state: StateStore = createFakeStateStore()): Bench {
  const clock = createFakeClock();
  const pairing = createPairing(state, clock);
  return {
    pairing,
    clock,
    state,
    async send(text, id = 7) {
      const greeted: string[] = [];
      await pairing.tryCode(stranger(id), text, async (person) => void greeted.push(person.id));
      return greeted;
    },
  };
}

/** Code-shaped and never the code. */
function wrong(code: string): string {
  return [...code].map((letter) => (letter === 'C' ? 'D' : 'C')).join('');
}

describe('a pairing code', () => {
  it('is six letters and digits that nobody mixes up, different each time', () => {
    const { pairing } = bench();
    const codes = Array.from({ length: 500 }, () => pairing.begin(NEVER).code);
    assert.ok(codes.every((code) => /^[A-Z0-9]{6}$/.test(code) && !/[0O1IL2Z5S8BUAE]/.test(code)));
    assert.ok(new Set(codes).size > 495);
  });

  it('lets in whoever sends it, once, and greets them before the owner hears of it', async () => {
    const { pairing, state } = bench();
    const { code, ended } = pairing.begin(NEVER);
    const order: string[] = [];
    const told = ended.then((end) => void order.push(end.kind));
    await pairing.tryCode(stranger(7), ` ${code.toLowerCase()}\n`, async (person) => {
      await turn();
      order.push(`greeted ${person.id}`);
    });
    await told;
    assert.deepEqual(order, ['greeted telegram:7', 'paired']);
    assert.ok(pairing.isPaired('telegram:7') && !pairing.isPaired('telegram:8'));
    assert.equal(pairing.isOpen(), false);
    await pairing.tryCode(stranger(8), code, noGreeting);
    assert.equal(pairing.isPaired('telegram:8'), false, 'the code was used up');
    assert.ok(createPairing(state, createFakeClock()).isPaired('telegram:7'), 'after a restart, too');
  });

  it('lets one in of two who send it at the same moment', async () => {
    const { pairing } = bench();
    const { code } = pairing.begin(NEVER);
    await Promise.all([pairing.tryCode(stranger(7), code, noGreeting), pairing.tryCode(stranger(8), code, noGreeting)]);
    assert.equal(pairing.list().length, 1);
  });

  it('is over after five wrong ones, whoever sent them; words are no tries', async () => {
    const { pairing, send } = bench();
    const { code, ended } = pairing.begin(NEVER);
    for (let id = 1; id <= 4; id += 1) {
      assert.deepEqual(await send(wrong(code), id), []);
      for (const words of ['hello', `the code is ${code}`, '', '/start', `${code}${code}`, 'x'.repeat(100_000)])
        assert.deepEqual(await send(words, id), []);
    }
    assert.equal(pairing.isOpen(), true);
    await send(wrong(code));
    assert.deepEqual(await ended, { kind: 'tried' });
    assert.deepEqual(await send(code), []);
    assert.deepEqual(pairing.list(), []);
  });

  it('is good as the fifth try', async () => {
    const { pairing, send } = bench();
    const { code } = pairing.begin(NEVER);
    for (let tries = 0; tries < 4; tries += 1) await send(wrong(code));
    assert.deepEqual(await send(code), ['telegram:7']);
  });

  it('is over after ten minutes, also when the computer slept through them', async () => {
    const first = bench();
    const { code, ended } = first.pairing.begin(NEVER);
    await first.clock.advance(10 * MINUTE - 1);
    assert.equal(first.pairing.isOpen(), true);
    await first.clock.advance(1);
    assert.deepEqual(await ended, { kind: 'expired' });
    assert.deepEqual(await first.send(code), []);

    const second = bench();
    const other = second.pairing.begin(NEVER);
    second.clock.jump(10 * MINUTE);
    assert.deepEqual(await second.send(other.code), []);
    assert.deepEqual(await other.ended, { kind: 'expired' });
  });

  it('ends with the terminal that showed it, and with the next code', async () => {
    const { pairing, send } = bench();
    const terminal = new AbortController();
    const first = pairing.begin(terminal.signal);
    terminal.abort();
    assert.deepEqual(await first.ended, { kind: 'cancelled' });
    assert.deepEqual(await send(first.code), []);
    const second = pairing.begin(NEVER);
    const third = pairing.begin(NEVER);
    assert.deepEqual(await second.ended, { kind: 'cancelled' });
    assert.deepEqual(await send(second.code), []);
    assert.deepEqual(await send(third.code), ['telegram:7']);
  });

  it('lets nobody in when that cannot be kept', async () => {
    const state = { ...createFakeStateStore(), set: () => Promise.reject(new Error('the disk is full')) };
    const { pairing, send } = bench(state);
    const { code, ended } = pairing.begin(NEVER);
    assert.deepEqual(await send(code), []);
    assert.deepEqual(await ended, { kind: 'failed', ...asWhy(quoted('the disk is full')) });
    assert.equal(pairing.isPaired('telegram:7'), false);
    assert.deepEqual(await send(code), [], 'used up all the same');
  });

  it('is guessed by no text but itself', async () => {
    const { pairing, send } = bench();
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('\0', 'ССССС3', '𝐂𝐂𝐂𝐂𝐂𝟑'));
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const { code } = pairing.begin(NEVER);
        fc.pre(given.trim().toUpperCase() !== code);
        assert.deepEqual(await send(given), []);
      }),
    );
    assert.deepEqual(pairing.list(), []);
  });
});

describe('who is paired', () => {
  it('is nobody when what is kept cannot be understood', async () => {
    for (const value of ['telegram:7', [null, 7, { id: 7 }, 'telegram:7'], { id: 'telegram:7' }, undefined]) {
      const state = createFakeStateStore();
      await state.set('paired', value);
      const { pairing } = bench(state);
      assert.deepEqual(pairing.list(), []);
      assert.equal(pairing.isPaired('telegram:7'), false);
    }
  });

  it('is there once, and can be taken back', async () => {
    const { pairing, send } = bench();
    for (let times = 0; times < 2; times += 1) await send(pairing.begin(NEVER).code);
    assert.deepEqual(
      pairing.list().map(({ id, name }) => ({ id, name })),
      [{ id: 'telegram:7', name: 'Person 7' }],
    );
    assert.equal(await pairing.remove('telegram:8'), false);
    assert.equal(await pairing.remove('telegram:7'), true);
    assert.equal(pairing.isPaired('telegram:7'), false);
  });
});

describe('the desk', () => {
  it('opens doors for a code and looks again when it has ended or somebody was removed', async () => {
    const { pairing, send } = bench();
    const log: string[] = [];
    const desk = createPairingDesk({
      pairing,
      checkDoors: async () => void log.push(`door ${pairing.isOpen() ? 'wanted' : 'not wanted'}`),
      onRemoved: (id) => void log.push(`removed ${id}`),
      onPaired: () => void log.push('paired'),
    });
    const { code, ended } = await desk.begin(NEVER);
    await send(code);
    assert.equal((await ended).kind, 'paired');
    assert.equal(await desk.remove('telegram:7'), true);
    assert.deepEqual(log, ['door wanted', 'door not wanted', 'paired', 'removed telegram:7', 'door not wanted']);
  });

  it('leaves no code open that nobody could send', async () => {
    const { pairing } = bench();
    const checkDoors = (): Promise<void> => Promise.reject(new Error('another Deskhand has the token'));
    const desk = createPairingDesk({ pairing, checkDoors, onRemoved: () => undefined, onPaired: () => undefined });
    await assert.rejects(desk.begin(NEVER), /another Deskhand/);
    assert.equal(pairing.isOpen(), false);
  });
});
