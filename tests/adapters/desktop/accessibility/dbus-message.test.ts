import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { encodeCall, encodeMethod, readMessage } from '../../../../adapters/desktop/accessibility/dbus-message.ts';
import { type DbusValue, decodeValues, encodeValues } from '../../../../adapters/desktop/accessibility/dbus-values.ts';

const BUS = { name: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus' };
const HELLO = encodeMethod({ interface: 'org.freedesktop.DBus', member: 'Hello', signature: '', values: [] });

/** A signature and values that fit it. */
const typed: fc.Arbitrary<{ readonly type: string; readonly value: DbusValue }> = fc.letrec<{
  any: { readonly type: string; readonly value: DbusValue };
}>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc
      .string({ unit: 'binary', maxLength: 300 })
      .filter((text) => text.isWellFormed() && !text.includes('\0'))
      .map((value) => ({ type: 's', value })),
    fc.integer({ min: 0, max: 255 }).map((value) => ({ type: 'y', value })),
    fc.integer().map((value) => ({ type: 'i', value })),
    fc.nat().map((value) => ({ type: 'u', value })),
    fc.boolean().map((value) => ({ type: 'b', value })),
    fc.double({ noNaN: true }).map((value) => ({ type: 'd', value })),
    tie('any').map(({ type, value }) => ({ type: 'v', value: [type, value] })),
    fc.tuple(tie('any'), fc.nat({ max: 5 })).map(([{ type, value }, count]) => ({
      type: `a${type}`,
      value: Array.from({ length: count }, () => value),
    })),
    fc.array(tie('any'), { minLength: 1, maxLength: 4 }).map((fields) => ({
      type: `(${fields.map(({ type }) => type).join('')})`,
      value: fields.map(({ value }) => value),
    })),
  ),
})).any;

describe('D-Bus messages', () => {
  it('what is written is read again, whatever the types', () => {
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 5 }), (parts) => {
        const signature = parts.map(({ type }) => type).join('');
        const values = parts.map(({ value }) => value);
        assert.deepEqual(decodeValues(signature, encodeValues(signature, values)), values);
      }),
    );
  });

  it('a call is the bytes the specification says', () => {
    // As dbus-send puts Hello on the wire, but for the order of the header fields, which is free.
    const bytes = encodeCall(1, BUS, HELLO);
    assert.equal(bytes.toString('latin1', 0, 4), 'l\u0001\u0000\u0001');
    assert.deepEqual([bytes.readUInt32LE(4), bytes.readUInt32LE(8), bytes.length % 8], [0, 1, 0]);
    assert.deepEqual([...bytes.subarray(16, 24)], [1, 1, 'o'.charCodeAt(0), 0, 21, 0, 0, 0]);
    assert.equal(bytes.toString('latin1', 24, 46), '/org/freedesktop/DBus\0');
  });

  it('the header of a call is a list of fields as every other program reads it, whatever the names', () => {
    const word = fc.stringMatching(/^[a-z]{1,40}$/);
    fc.assert(
      fc.property(word, word, word, fc.array(fc.nat(), { maxLength: 3 }), (name, path, member, values) => {
        const signature = 'u'.repeat(values.length);
        const method = encodeMethod({ interface: 'org.example', member, signature, values });
        const bytes = encodeCall(7, { name, path: `/${path}` }, method);
        const bodyStart = bytes.length - 4 * values.length;
        assert.equal(bodyStart % 8, 0);
        const [, , , , size, serial, fields] = decodeValues('yyyyuua(yv)', bytes.subarray(0, bodyStart));
        assert.deepEqual([size, serial], [4 * values.length, 7]);
        assert.deepEqual(fields, [
          [1, ['o', `/${path}`]],
          [6, ['s', name]],
          [2, ['s', 'org.example']],
          [3, ['s', member]],
          ...(values.length === 0 ? [] : [[8, ['g', signature]]]),
        ]);
        assert.deepEqual(decodeValues(signature, bytes.subarray(bodyStart)), values);
      }),
    );
  });

  it('messages are found in bytes however they are cut', () => {
    const bytes = Buffer.concat([reply(7, 's', ['hello']), reply(8, '(ii)u', [[1, -2], 3])]);
    fc.assert(
      fc.property(fc.nat({ max: bytes.length }), (cut) => {
        const found: unknown[] = [];
        let pending = Buffer.alloc(0);
        for (const chunk of [bytes.subarray(0, cut), bytes.subarray(cut)]) {
          pending = Buffer.concat([pending, chunk]);
          let read = 0;
          for (let next = readMessage(pending, read); next !== null; next = readMessage(pending, read)) {
            const { kind, replyTo, signature, body } = next.message;
            found.push([kind, replyTo, decodeValues(signature, body)]);
            read = next.end;
          }
          pending = pending.subarray(read);
        }
        assert.deepEqual(found, [
          ['reply', 7, ['hello']],
          ['reply', 8, [[1, -2], 3]],
        ]);
      }),
    );
  });

  it('an error carries its name', () => {
    const next = readMessage(reply(9, 's', ['no such thing'], 'org.freedesktop.DBus.Error.UnknownMethod'), 0);
    assert.equal(next?.message.kind, 'error');
    assert.equal(next?.message.errorName, 'org.freedesktop.DBus.Error.UnknownMethod');
  });

  it('bytes that are no message throw and end, they never loop', () => {
    assert.throws(() => readMessage(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 0));
    const huge = encodeCall(1, BUS, HELLO);
    huge.writeUInt32LE(0x7fff_ffff, 4);
    assert.throws(() => readMessage(huge, 0), /bytes/);
    for (const signature of ['a()', '(', 'a', 'ai)', 'z', '()']) {
      assert.throws(
        () => decodeValues(signature, Buffer.from([8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
        signature,
      );
    }
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('s', 'a(so)', 'v', 'a{sv}', '(iiii)', 'av'),
        (bytes, signature) => {
          try {
            decodeValues(signature, Buffer.from(bytes));
          } catch (error) {
            assert.ok(error instanceof Error);
          }
        },
      ),
    );
  });
});

/** A reply as another program would send it. */
function reply(to: number, signature: string, values: readonly DbusValue[], errorName = ''): Buffer {
  const body = encodeValues(signature, values);
  const fields = [[5, ['u', to]], [8, ['g', signature]], ...(errorName === '' ? [] : [[4, ['s', errorName]]])];
  const header = encodeValues('yyyyuua(yv)', [
    'l'.charCodeAt(0),
    errorName === '' ? 2 : 3,
    1,
    1,
    body.length,
    to + 100,
    fields,
  ]);
  return Buffer.concat([header, Buffer.alloc((8 - (header.length % 8)) % 8), body]);
}
