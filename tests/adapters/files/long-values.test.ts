import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeLines, MAX_LINE_BYTES } from '../../../adapters/files/journal-line.ts';
import { encodeEvent, restoreEvent } from '../../../adapters/files/long-values.ts';
import type { JournalEvent } from '../../../src/ports/journal.ts';

const AT = '2026-11-21T08:00:00.000Z';
type AnyEvent = JournalEvent & { readonly [field: string]: unknown };

function roundTrip(event: AnyEvent) {
  const { line, files } = encodeEvent(1, AT, event);
  const decoded = decodeLines(line).lines[0]?.event;
  assert.ok(decoded);
  return { line, files, inLine: decoded, restored: restoreEvent(decoded, (name) => files.get(name) ?? null) };
}

describe('long values of an event', () => {
  it('stay in the line while they fit', () => {
    const event = { type: 'a', text: 'x'.repeat(60_000) };
    assert.equal(roundTrip(event).files.size, 0);
  });

  it('go to a file named by the hash of its content, short ones beside them stay readable', () => {
    const text = 'é'.repeat(200_000);
    const event = { type: 'action.intended', step: '1.0', action: { action: 'file_create', path: '/a', text } };
    const { files, inLine, restored } = roundTrip(event);
    const [name, content] = [...files][0] ?? [];
    assert.equal(name, createHash('sha256').update(JSON.stringify(text)).digest('hex'));
    assert.deepEqual(Buffer.from(content ?? []).toString(), JSON.stringify(text));
    assert.deepEqual(inLine, {
      ...event,
      action: { ...event.action, text: { sha256: name, bytes: content?.length } },
    });
    assert.deepEqual(restored, { ok: true, event });
  });

  it('of many small parts move as whole fields, largest first', () => {
    const event = {
      type: 'a',
      small: Array.from({ length: 100 }, () => 'word'),
      large: Array.from({ length: 20_000 }, () => 'word'),
    };
    const { inLine, restored } = roundTrip(event);
    assert.ok('small' in inLine && Array.isArray(inLine.small));
    assert.deepEqual(restored, { ok: true, event });
  });

  it('that hold long strings among many small parts come back whole', () => {
    const parts = Array.from({ length: 9000 }, (_, index) => (index % 10 === 0 ? 'y'.repeat(1200) : 'word'));
    const event = { type: 'a', parts: [...parts, { sha256: 'b'.repeat(64), bytes: 1 }] };
    const { files, restored } = roundTrip(event);
    assert.equal(files.size, 1);
    assert.deepEqual(restored, { ok: true, event });
  });

  it('that only look like a reference come back as they were', () => {
    const lookalike = { sha256: 'a'.repeat(64), bytes: 3 };
    const event = { type: 'a', one: lookalike, deep: [{ two: lookalike }] };
    assert.deepEqual(roundTrip(event).restored, { ok: true, event });
  });

  it('that are gone or were changed are named', () => {
    const event = { type: 'a', text: 'x'.repeat(70_000) };
    const { inLine, files } = roundTrip(event);
    const name = [...files.keys()][0];
    assert.deepEqual(
      restoreEvent(inLine, () => null),
      { ok: false, missing: name },
    );
    assert.deepEqual(
      restoreEvent(inLine, () => Buffer.from('"other"')),
      { ok: false, missing: name },
    );
  });

  it('of any mixture fit the line and come back', () => {
    const size = fc.constantFrom(0, 10, 999, 1001, 40_000, 70_000);
    const value = size.chain((length) =>
      fc.oneof(
        fc.constant('\ud83d'.repeat(length)),
        fc.constant(Array.from({ length: Math.floor(length / 10) }, () => 'ä'.repeat(9))),
      ),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 5 }), value, { maxKeys: 6 }), (fields) => {
        const event = { ...fields, type: 'a' };
        const { line, restored } = roundTrip(event);
        assert.ok(line.length <= MAX_LINE_BYTES);
        assert.deepEqual(restored, { ok: true, event });
      }),
      { numRuns: 40 },
    );
  });

  it('refuses what cannot fit even so', () => {
    assert.throws(() => encodeEvent(1, AT, { type: 'x'.repeat(MAX_LINE_BYTES) }), RangeError);
  });
});
