/** Files on their way in parts: as many as a machine likes one after the other, and what nobody goes on with makes room. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createParts, PART_BYTES, type Parts } from '../../../adapters/fleet/parts.ts';
import { createRemoteChat } from '../../../adapters/fleet/remote-chat.ts';
import { PROTOCOL } from '../../../src/fleet/wire.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { PLAIN } from '../../support/plain-message.ts';

const WHOLE = PART_BYTES + 10;

test('a machine gets any number of files, and may ask for the last part of the newest ones again', () => {
  const parts = createParts(createFakeClock());
  const ids = Array.from({ length: 100 }, (_, nth) => {
    const id = parts.keep('studio', new Uint8Array(WHOLE).fill(nth));
    assert.ok(id !== null, `file ${nth}`);
    assert.equal(parts.get('studio', id, 0)?.length, PART_BYTES);
    assert.equal(parts.get('studio', id, PART_BYTES)?.length, 10);
    return id;
  });
  for (const [nth, id] of ids.slice(-10).entries()) assert.equal(parts.get('studio', id, PART_BYTES)?.[0], 90 + nth);
});

test('files that are under way are never given up for another', () => {
  const parts = createParts(createFakeClock());
  const ids = fill(parts);
  assert.equal(parts.put('studio', 'one more', 0, WHOLE, new Uint8Array(PART_BYTES)), false);
  assert.equal(parts.keep('studio', new Uint8Array(1)), null);
  for (const id of ids) assert.equal(parts.put('studio', id, PART_BYTES, WHOLE, new Uint8Array(10)), true);
  for (const id of ids) assert.equal(parts.whole('studio', id)?.length, WHOLE);
});

test('what nobody went on with for a minute makes room, and no sooner', async () => {
  const clock = createFakeClock();
  const parts = createParts(clock);
  const [slow = '', ...left] = fill(parts);
  await clock.advance(50_000);
  assert.equal(parts.put('studio', slow, PART_BYTES, WHOLE, new Uint8Array(5)), true);
  assert.equal(parts.keep('studio', new Uint8Array(1)), null);
  await clock.advance(15_000);
  for (const [nth] of left.entries()) assert.ok(parts.keep('studio', new Uint8Array(1)) !== null, `file ${nth}`);
  assert.equal(parts.keep('studio', new Uint8Array(1)), null);
  assert.equal(parts.put('studio', slow, PART_BYTES + 5, WHOLE, new Uint8Array(5)), true);
});

test('a message that is tried again goes by the same parts', async () => {
  const asked: string[] = [];
  const chat = createRemoteChat({
    platform: 'telegram',
    async ask(what, body, _rest, schema) {
      if (what === 'chat') return null;
      asked.push(JSON.stringify(body));
      return { body: schema.parse({ v: PROTOCOL, machine: 'studio', isKnown: true }), rest: new Uint8Array() };
    },
    hello: () => null,
    isConnected: () => true,
    lastContactAt: () => null,
  });
  const message = { ...PLAIN, file: { name: 'film.mp4', bytes: new Uint8Array(2 * PART_BYTES) } };
  const thread = { platform: 'telegram', key: 'there', isGroup: false } as const;
  const tryIt = () => chat.post(thread, message, new AbortController().signal);
  assert.equal((await tryIt()).result, 'later');
  assert.equal((await tryIt()).result, 'later');
  assert.equal(asked.length, 4);
  assert.deepEqual(asked.slice(2), asked.slice(0, 2));
});

/** Begins as many files as fit. */
function fill(parts: Parts): readonly string[] {
  const ids = Array.from({ length: 16 }, (_, nth) => `file ${nth}`);
  for (const id of ids) assert.equal(parts.put('studio', id, 0, WHOLE, new Uint8Array(PART_BYTES)), true);
  return ids;
}
