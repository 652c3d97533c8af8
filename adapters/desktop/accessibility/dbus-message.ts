/**
 * D-Bus messages as bytes: method calls out, replies in (D-Bus Specification 0.42, "Message Protocol" and "Marshaling"). The libraries
 * for Node are unmaintained; this is the part of it that AT-SPI uses, little-endian, without file descriptors.
 */

/** An array, struct or dict entry is an array; a dict an array of entries; a variant its signature and its value. */
export type DbusValue = string | number | boolean | readonly DbusValue[];

export interface MethodCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  readonly body: Buffer;
}

export interface Incoming {
  readonly kind: 'reply' | 'error' | 'other';
  /** Serial of the call it answers; 0 when it answers none. */
  readonly replyTo: number;
  /** "org.freedesktop.DBus.Error.UnknownMethod"; '' when it is no error. */
  readonly errorName: string;
  /** Its arguments. Throws when they do not fit their own signature. */
  values(): readonly DbusValue[];
}

const METHOD_CALL = 1;
const METHOD_RETURN = 2;
const ERROR = 3;
const FIELD = { path: 1, interface: 2, member: 3, errorName: 4, replySerial: 5, destination: 6, signature: 8 } as const;
const PROTOCOL_VERSION = 1;
const LITTLE_ENDIAN = 'l'.charCodeAt(0);
const HEADER_BYTES = 16;
const PADDING = Buffer.alloc(8);
const TYPICAL_BYTES = 512;
/** The specification allows 128 MiB; no answer to us is near that. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

const ALIGNMENT: Readonly<Record<string, number>> = {
  ...{ y: 1, g: 1, v: 1, n: 2, q: 2, b: 4, i: 4, u: 4, h: 4, s: 4, o: 4, a: 4 },
  ...{ x: 8, t: 8, d: 8, '(': 8, '{': 8 },
};

/** The parts of one message, to be sent one after the other. */
export function encodeCall(serial: number, call: MethodCall): readonly Buffer[] {
  const fields: readonly DbusValue[] = [
    [FIELD.path, ['o', call.path]],
    [FIELD.destination, ['s', call.destination]],
    [FIELD.interface, ['s', call.interface]],
    [FIELD.member, ['s', call.member]],
    ...(call.signature === '' ? [] : [[FIELD.signature, ['g', call.signature]]]),
  ];
  const fixed = [LITTLE_ENDIAN, METHOD_CALL, 0, PROTOCOL_VERSION, call.body.length, serial];
  const header = encodeBody('yyyyuua(yv)', [...fixed, fields]);
  return [header, PADDING.subarray(0, missingTo(8, header.length)), call.body];
}

/** The first message in `bytes` and where it ends; null when it is not all there yet. Throws when these are no messages. */
export function readMessage(bytes: Buffer): { readonly message: Incoming; readonly end: number } | null {
  if (bytes.length < HEADER_BYTES) return null;
  if (bytes[0] !== LITTLE_ENDIAN) throw new Error('a D-Bus message of another byte order');
  const fieldBytes = bytes.readUInt32LE(12);
  const start = HEADER_BYTES + fieldBytes + missingTo(8, fieldBytes);
  const end = start + bytes.readUInt32LE(4);
  if (end > MAX_MESSAGE_BYTES) throw new Error(`a D-Bus message of ${end} bytes`);
  if (bytes.length < end) return null;
  // From the serial on, so that what is aligned in the message is aligned here.
  const header = decodeBody('ua(yv)', bytes.subarray(8, HEADER_BYTES + fieldBytes));
  const fields = new Map(asList(header[1]).map(readField));
  const kind = bytes[1] === METHOD_RETURN ? 'reply' : bytes[1] === ERROR ? 'error' : 'other';
  const body = bytes.subarray(start, end);
  const message: Incoming = {
    kind,
    replyTo: Number(fields.get(FIELD.replySerial) ?? 0),
    errorName: String(fields.get(FIELD.errorName) ?? ''),
    values: () => decodeBody(String(fields.get(FIELD.signature) ?? ''), body),
  };
  return { message, end };
}

function readField(field: DbusValue): [DbusValue | undefined, DbusValue | undefined] {
  const [code, variant] = asList(field);
  return [code, asList(variant)[1]];
}

/** Throws when a value does not fit the signature. */
export function encodeBody(signature: string, values: readonly DbusValue[]): Buffer {
  let bytes = Buffer.allocUnsafe(TYPICAL_BYTES);
  let length = 0;
  /** Room for so many bytes more, to be written. */
  const take = (size: number): number => {
    if (length + size > bytes.length) bytes = Buffer.concat([bytes], 2 * (length + size));
    length += size;
    return length - size;
  };
  const align = (alignment: number): void => {
    const start = take(missingTo(alignment, length));
    bytes.fill(0, start, length);
  };
  const writeByte = (value: number): void => {
    const start = take(1);
    bytes.writeUInt8(value, start);
  };
  const writeWord = (value: number): void => {
    const start = take(4);
    bytes.writeUInt32LE(value >>> 0, start);
  };
  const writeText = (text: string): void => {
    const start = take(Buffer.byteLength(text));
    bytes.write(text, start);
    writeByte(0);
  };
  const write = (type: string, value: DbusValue | undefined): void => {
    const code = type.charAt(0);
    align(alignmentOf(code));
    switch (code) {
      case 'y':
        writeByte(Number(value));
        return;
      case 'b':
      case 'i':
      case 'u':
        writeWord(Number(value));
        return;
      case 'd': {
        const start = take(8);
        bytes.writeDoubleLE(Number(value), start);
        return;
      }
      case 's':
      case 'o':
        writeWord(Buffer.byteLength(String(value)));
        writeText(String(value));
        return;
      case 'g':
        writeByte(String(value).length);
        writeText(String(value));
        return;
      case 'v': {
        const [inner, held] = asList(value);
        write('g', inner);
        write(String(inner), held);
        return;
      }
      case 'a': {
        const item = type.slice(1);
        const size = take(4);
        align(alignmentOf(item.charAt(0)));
        const start = length;
        for (const entry of asList(value)) write(item, entry);
        bytes.writeUInt32LE(length - start, size);
        return;
      }
      case '(':
      case '{':
        for (const [index, field] of fieldsOf(type).entries()) write(field, asList(value)[index]);
        return;
      default:
        throw new Error(`D-Bus type "${code}" is not written here`);
    }
  };
  for (const [index, type] of splitTypes(signature).entries()) write(type, values[index]);
  return bytes.subarray(0, length);
}

/** Throws when the bytes do not fit the signature. */
export function decodeBody(signature: string, body: Buffer): readonly DbusValue[] {
  let at = 0;
  const take = (bytes: number): number => {
    at += bytes;
    return at - bytes;
  };
  const readText = (length: number): string => {
    const start = take(length + 1);
    return body.toString('utf8', start, start + length);
  };
  const read = (type: string): DbusValue => {
    const code = type.charAt(0);
    at += missingTo(alignmentOf(code), at);
    switch (code) {
      case 'y':
        return body.readUInt8(take(1));
      case 'b':
        return body.readUInt32LE(take(4)) !== 0;
      case 'n':
        return body.readInt16LE(take(2));
      case 'q':
        return body.readUInt16LE(take(2));
      case 'i':
        return body.readInt32LE(take(4));
      case 'u':
      case 'h':
        return body.readUInt32LE(take(4));
      case 'x':
        return Number(body.readBigInt64LE(take(8)));
      case 't':
        return Number(body.readBigUInt64LE(take(8)));
      case 'd':
        return body.readDoubleLE(take(8));
      case 's':
      case 'o':
        return readText(body.readUInt32LE(take(4)));
      case 'g':
        return readText(body.readUInt8(take(1)));
      case 'v': {
        const inner = readText(body.readUInt8(take(1)));
        return [inner, read(inner)];
      }
      case 'a': {
        const item = type.slice(1);
        const bytes = body.readUInt32LE(take(4));
        at += missingTo(alignmentOf(item.charAt(0)), at);
        const end = at + bytes;
        const items: DbusValue[] = [];
        while (at < end) items.push(read(item));
        return items;
      }
      default:
        return fieldsOf(type).map(read);
    }
  };
  return splitTypes(signature).map(read);
}

const knownSignatures = new Map<string, readonly string[]>();

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
  knownSignatures.set(signature, types);
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

function missingTo(alignment: number, length: number): number {
  return (alignment - (length % alignment)) % alignment;
}

function asList(value: DbusValue | undefined): readonly DbusValue[] {
  if (!Array.isArray(value)) throw new Error('a D-Bus value of another shape than its signature');
  return value;
}
