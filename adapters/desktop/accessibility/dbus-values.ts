/**
 * Values of D-Bus as bytes and back (D-Bus Specification 0.42, "Marshaling"), little-endian, without file descriptors. The libraries
 * for Node are unmaintained; this is the part that AT-SPI needs.
 */

/** An array, struct or dict entry is an array; a dict an array of entries; a variant its signature and its value. */
export type DbusValue = string | number | boolean | readonly DbusValue[];

const ALIGNMENT: Readonly<Record<string, number>> = {
  ...{ y: 1, g: 1, v: 1, n: 2, q: 2, b: 4, i: 4, u: 4, h: 4, s: 4, o: 4, a: 4 },
  ...{ x: 8, t: 8, d: 8, '(': 8, '{': 8 },
};
const TYPICAL_BYTES = 128;

/** Throws when a value does not fit the signature. */
export function encodeValues(signature: string, values: readonly DbusValue[]): Buffer {
  const writer = { bytes: Buffer.alloc(TYPICAL_BYTES), length: 0 };
  for (const [index, type] of splitTypes(signature).entries()) write(writer, type, values[index]);
  return writer.bytes.subarray(0, writer.length);
}

/** Throws when the bytes do not fit the signature. */
export function decodeValues(signature: string, bytes: Buffer): readonly DbusValue[] {
  const reader = { bytes, at: 0 };
  return splitTypes(signature).map((type) => read(reader, type));
}

export function missingTo(alignment: number, length: number): number {
  return (alignment - (length % alignment)) % alignment;
}

interface Writer {
  bytes: Buffer;
  length: number;
}

/** Reserves `size` bytes, zeros until written, and returns their offset. */
function take(writer: Writer, size: number): number {
  const start = writer.length;
  writer.length += size;
  if (writer.length > writer.bytes.length) writer.bytes = Buffer.concat([writer.bytes], 2 * writer.length);
  return start;
}

function writeText(writer: Writer, text: string): void {
  const start = take(writer, Buffer.byteLength(text) + 1);
  writer.bytes.write(text, start);
}

function writeWord(writer: Writer, value: number): void {
  const start = take(writer, 4);
  writer.bytes.writeUInt32LE(value >>> 0, start);
}

function write(writer: Writer, type: string, value: DbusValue | undefined): void {
  const code = type.charAt(0);
  take(writer, missingTo(alignmentOf(code), writer.length));
  switch (code) {
    case 'y': {
      const start = take(writer, 1);
      writer.bytes.writeUInt8(Number(value), start);
      return;
    }
    case 'b':
    case 'i':
    case 'u':
      writeWord(writer, Number(value));
      return;
    case 'd': {
      const start = take(writer, 8);
      writer.bytes.writeDoubleLE(Number(value), start);
      return;
    }
    case 's':
    case 'o':
      writeWord(writer, Buffer.byteLength(String(value)));
      writeText(writer, String(value));
      return;
    case 'g':
      write(writer, 'y', String(value).length);
      writeText(writer, String(value));
      return;
    case 'v': {
      const [inner, held] = asList(value);
      write(writer, 'g', inner);
      write(writer, String(inner), held);
      return;
    }
    case 'a': {
      const item = type.slice(1);
      const size = take(writer, 4);
      take(writer, missingTo(alignmentOf(item.charAt(0)), writer.length));
      const start = writer.length;
      for (const entry of asList(value)) write(writer, item, entry);
      writer.bytes.writeUInt32LE(writer.length - start, size);
      return;
    }
    case '(':
    case '{':
      for (const [index, field] of fieldsOf(type).entries()) write(writer, field, asList(value)[index]);
      return;
    default:
      throw new Error(`D-Bus type "${code}" is not written here`);
  }
}

interface Reader {
  readonly bytes: Buffer;
  at: number;
}

function advance(reader: Reader, size: number): number {
  reader.at += size;
  return reader.at - size;
}

function readText(reader: Reader, length: number): string {
  const start = advance(reader, length + 1);
  return reader.bytes.toString('utf8', start, start + length);
}

function read(reader: Reader, type: string): DbusValue {
  const { bytes } = reader;
  const code = type.charAt(0);
  reader.at += missingTo(alignmentOf(code), reader.at);
  switch (code) {
    case 'y':
      return bytes.readUInt8(advance(reader, 1));
    case 'b':
      return bytes.readUInt32LE(advance(reader, 4)) !== 0;
    case 'n':
      return bytes.readInt16LE(advance(reader, 2));
    case 'q':
      return bytes.readUInt16LE(advance(reader, 2));
    case 'i':
      return bytes.readInt32LE(advance(reader, 4));
    case 'u':
    case 'h':
      return bytes.readUInt32LE(advance(reader, 4));
    case 'x':
      return Number(bytes.readBigInt64LE(advance(reader, 8)));
    case 't':
      return Number(bytes.readBigUInt64LE(advance(reader, 8)));
    case 'd':
      return bytes.readDoubleLE(advance(reader, 8));
    case 's':
    case 'o':
      return readText(reader, bytes.readUInt32LE(advance(reader, 4)));
    case 'g':
      return readText(reader, bytes.readUInt8(advance(reader, 1)));
    case 'v': {
      const inner = readText(reader, bytes.readUInt8(advance(reader, 1)));
      return [inner, read(reader, inner)];
    }
    case 'a': {
      const item = type.slice(1);
      const size = bytes.readUInt32LE(advance(reader, 4));
      reader.at += missingTo(alignmentOf(item.charAt(0)), reader.at);
      const end = reader.at + size;
      const items: DbusValue[] = [];
      while (reader.at < end) items.push(read(reader, item));
      return items;
    }
    default:
      return fieldsOf(type).map((field) => read(reader, field));
  }
}

const knownSignatures = new Map<string, readonly string[]>();
/** Signatures come from other programs too; they must not fill the memory. */
const MAX_KNOWN = 200;

/** "a(so)u" → ["a(so)", "u"]. */
function splitTypes(signature: string): readonly string[] {
  const known = knownSignatures.get(signature);
  if (known !== undefined) return known;
  const types: string[] = [];
  let start = 0;
  let depth = 0;
  for (const [index, code] of [...signature].entries()) {
    if (code === '(' || code === '{') depth += 1;
    if (code === ')' || code === '}') depth -= 1;
    if (code === 'a' || depth > 0) continue;
    types.push(signature.slice(start, index + 1));
    start = index + 1;
  }
  if (start < signature.length || depth !== 0) throw new Error(`"${signature}" is no D-Bus signature`);
  if (knownSignatures.size < MAX_KNOWN) knownSignatures.set(signature, types);
  return types;
}

function fieldsOf(struct: string): readonly string[] {
  const fields = splitTypes(struct.slice(1, -1));
  if (fields.length === 0) throw new Error('a D-Bus struct without fields');
  return fields;
}

function alignmentOf(code: string): number {
  const alignment = ALIGNMENT[code];
  if (alignment === undefined) throw new Error(`"${code}" is no D-Bus type`);
  return alignment;
}

function asList(value: DbusValue | undefined): readonly DbusValue[] {
  if (!Array.isArray(value)) throw new Error('a D-Bus value of another shape than its signature');
  return value;
}
