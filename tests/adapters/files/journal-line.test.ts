import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { decodeLines, encodeLine, MAX_LINE_BYTES } from '../../../adapters/files/journal-line.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';

const AT = '2026-11-21T08:00:00.000Z';

function write(count: number): { readonly bytes: Buffer; readonly ends: readonly number[] } {
  const lines = Array.from({ length: count }, (_, index) => encode(index + 1, { type: 'hint', text: `${index}ä😀"` }));
  const ends: number[] = [];
  for (const line of lines) ends.push((ends.at(-1) ?? 0) + line.length);
  return { bytes: Buffer.concat(lines), ends };
}

function encode(seq: number, event: { readonly type: string; readonly [field: string]: unknown }): Uint8Array {
  const line = encodeLine(seq, AT, event);
  assert.ok(line);
  return line;
}

describe('a journal line', () => {
  it('is JSON with seq, at and type first and the checksum over everything before it last', () => {
    const line = Buffer.from(encode(7, { type: 'run.paused', why: 'ö' })).toString();
    const body = `{"seq":7,"at":"${AT}","type":"run.paused","why":"ö"`;
    assert.equal(line, `${body},"crc":"${crc32(body).toString(16).padStart(8, '0')}"}\n`);
  });

  it('carries an event without fields of its own', () => {
    const decoded = decodeLines(encode(1, { type: 'run.started' }));
    assert.deepEqual(decoded.lines, [{ seq: 1, at: AT, event: { type: 'run.started' } }]);
  });

  it('refuses a field that is the line’s own', () => {
    for (const name of ['seq', 'at', 'crc']) assert.throws(() => encode(1, { type: 'x', [name]: 1 }), TypeError);
  });

  it('may be 64 KB with its newline, not a byte more', () => {
    const spare = MAX_LINE_BYTES - encode(1, { type: 'x', text: '' }).length;
    assert.equal(encode(1, { type: 'x', text: 'a'.repeat(spare) }).length, MAX_LINE_BYTES);
    assert.equal(encodeLine(1, AT, { type: 'x', ...{ text: 'a'.repeat(spare + 1) } }), null);
    assert.equal(decodeLines(encode(1, { type: 'x', text: 'a'.repeat(spare) })).lines.length, 1);
  });

  it('brings any JSON back as it was, lone surrogates and strange names included', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '0', 'a\nb', '\ud800', 'type2'));
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\ud83d', '\ude00\ud83d', '\u2028', '\0', '\ufeff'),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(name, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(text, name, value, (type, field, content) => {
        fc.pre(!['seq', 'at', 'crc', 'type'].includes(field));
        const event = Object.defineProperty({ type }, field, { value: content, enumerable: true });
        const decoded = decodeLines(encode(1, event));
        assert.equal(decoded.problem, '');
        assert.deepEqual(decoded.lines[0]?.event, JSON.parse(JSON.stringify(event)));
      }),
      { numRuns: WITH_REPEATS ? 500 : 150 },
    );
  });
});

describe('a damaged journal', () => {
  it('cut at any byte keeps exactly the events that are whole', () => {
    const { bytes, ends } = write(WITH_REPEATS ? 200 : 24);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const decoded = decodeLines(bytes.subarray(0, cut));
      // A line that lacks only its newline is proven by its checksum.
      const whole = ends.filter((end) => end - 1 <= cut).length;
      assert.equal(decoded.lines.length, whole, `cut at ${cut}`);
      assert.equal(decoded.lacksNewline, whole > 0 && cut === (ends[whole - 1] ?? 0) - 1);
      assert.equal(decoded.validBytes, decoded.lacksNewline ? cut : (ends[whole - 1] ?? 0));
      assert.equal(decoded.problem === '', decoded.validBytes === cut);
    }
  });

  it('with a flipped bit keeps everything before that line and nothing after', () => {
    const { bytes, ends } = write(60);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
        const decoded = decodeLines(flipped);
        const before = ends.filter((end) => end <= at).length;
        assert.equal(decoded.lines.length, before);
        assert.notEqual(decoded.problem, '');
        assert.equal(decoded.validBytes, before === 0 ? 0 : ends[before - 1]);
      }),
      { numRuns: WITH_REPEATS ? 1000 : 400 },
    );
  });

  it('says what is wrong in words', () => {
    const first = encode(1, { type: 'a' });
    const problem = (...parts: readonly (Uint8Array | string)[]): string =>
      decodeLines(Buffer.concat(parts.map((part) => Buffer.from(part)))).problem;
    assert.match(problem(first, encode(3, { type: 'b' })), /line 2: out of order, number 2 was expected/);
    assert.match(problem(first, '\n'), /line 2: the checksum is wrong/);
    assert.match(problem(first, Buffer.from(encode(2, { type: 'b' })).subarray(0, 20)), /line 2: .*torn end/);
    assert.match(problem(seal('{"seq":1,"at":"2026-11-21T08:00:00.000Z","type":"\xff"', 'latin1')), /JSON in UTF-8/);
    assert.match(problem(seal('{"seq":1,"at":"yesterday","type":"a"')), /without a time/);
    assert.match(problem(seal('{"seq":1,"at":"2026-11-21T08:00:00.000Z"')), /without a type/);
    assert.match(problem(seal(`{"seq":1,"at":"${AT}","type":"a","x":"${'y'.repeat(MAX_LINE_BYTES)}"`)), /64 KB/);
  });
});

function seal(body: string, encoding: BufferEncoding = 'utf8'): Buffer {
  const bytes = Buffer.from(body, encoding);
  return Buffer.concat([bytes, Buffer.from(`,"crc":"${crc32(bytes).toString(16).padStart(8, '0')}"}\n`)]);
}
