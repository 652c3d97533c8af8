/** D-Bus messages as bytes: method calls out, replies in (D-Bus Specification 0.42, "Message Protocol"). */
import { type DbusValue, encodeValues, missingTo } from './dbus-values.ts';

/** The part of a call that does not depend on its target. */
export interface Method {
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  /** The arguments. */
  readonly body: Buffer;
  /** Interface, member and signature as header fields. */
  readonly fields: Buffer;
}

export interface Incoming {
  readonly kind: 'reply' | 'error' | 'other';
  /** Serial of the call it answers; 0 when it answers none. */
  readonly replyTo: number;
  /** "org.freedesktop.DBus.Error.UnknownMethod"; '' when it is no error. */
  readonly errorName: string;
  readonly signature: string;
  readonly body: Buffer;
}

const METHOD_CALL = 1;
const METHOD_RETURN = 2;
const ERROR = 3;
const FIELD = { path: 1, interface: 2, member: 3, errorName: 4, replySerial: 5, destination: 6, signature: 8 } as const;
const PROTOCOL_VERSION = 1;
const LITTLE_ENDIAN = 'l'.charCodeAt(0);
const HEADER_BYTES = 16;
/** Code, and the signature of what follows, as a variant has it: length, type, zero. */
const FIELD_HEAD_BYTES = 4;
/** The specification allows 128 MiB; no answer to us is near that. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

export function encodeMethod(method: {
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  readonly values: readonly DbusValue[];
}): Method {
  const { interface: owner, member, signature, values } = method;
  const fields: readonly DbusValue[] = [
    [FIELD.interface, ['s', owner]],
    [FIELD.member, ['s', member]],
    ...(signature === '' ? [] : [[FIELD.signature, ['g', signature]]]),
  ];
  const body = encodeValues(signature, values);
  return { interface: owner, member, signature, body, fields: encodeValues('(yv)'.repeat(fields.length), fields) };
}

/** Encoded by hand and in one piece, since a look sends a thousand of these. */
export function encodeCall(
  serial: number,
  target: { readonly name: string; readonly path: string },
  method: Method,
): Buffer {
  const pathBytes = fieldBytes(target.path);
  const nameBytes = fieldBytes(target.name);
  const fieldsEnd = HEADER_BYTES + pathBytes + nameBytes + method.fields.length;
  const bodyStart = fieldsEnd + missingTo(8, fieldsEnd);
  const bytes = Buffer.alloc(bodyStart + method.body.length);
  bytes.set([LITTLE_ENDIAN, METHOD_CALL, 0, PROTOCOL_VERSION]);
  bytes.writeUInt32LE(method.body.length, 4);
  bytes.writeUInt32LE(serial, 8);
  bytes.writeUInt32LE(fieldsEnd - HEADER_BYTES, 12);
  writeField(bytes, HEADER_BYTES, FIELD.path, 'o', target.path);
  writeField(bytes, HEADER_BYTES + pathBytes, FIELD.destination, 's', target.name);
  bytes.set(method.fields, HEADER_BYTES + pathBytes + nameBytes);
  bytes.set(method.body, bodyStart);
  return bytes;
}

/** The length of a header field, with the padding to the next. */
function fieldBytes(text: string): number {
  const bytes = FIELD_HEAD_BYTES + 4 + Buffer.byteLength(text) + 1;
  return bytes + missingTo(8, bytes);
}

function writeField(bytes: Buffer, start: number, code: number, type: 's' | 'o', text: string): void {
  bytes.set([code, 1, type.charCodeAt(0), 0], start);
  bytes.writeUInt32LE(Buffer.byteLength(text), start + FIELD_HEAD_BYTES);
  bytes.write(text, start + FIELD_HEAD_BYTES + 4);
}

/** The message that begins at `start` and where it ends; null when it is not all there yet. Throws when these are no messages. */
export function readMessage(bytes: Buffer, start: number): { readonly message: Incoming; readonly end: number } | null {
  if (bytes.length - start < HEADER_BYTES) return null;
  if (bytes[start] !== LITTLE_ENDIAN) throw new Error('a D-Bus message of another byte order');
  const fieldsEnd = start + HEADER_BYTES + bytes.readUInt32LE(start + 12);
  const bodyStart = fieldsEnd + missingTo(8, fieldsEnd - start);
  const end = bodyStart + bytes.readUInt32LE(start + 4);
  if (end - start > MAX_MESSAGE_BYTES) throw new Error(`a D-Bus message of ${end - start} bytes`);
  if (bytes.length < end) return null;
  const kind = bytes[start + 1] === METHOD_RETURN ? 'reply' : bytes[start + 1] === ERROR ? 'error' : 'other';
  return { message: { kind, ...readFields(bytes, start, fieldsEnd), body: bytes.subarray(bodyStart, end) }, end };
}

/** The header fields that matter. All fields are texts, signatures or numbers. */
function readFields(bytes: Buffer, start: number, end: number): Pick<Incoming, 'replyTo' | 'errorName' | 'signature'> {
  const fields = { replyTo: 0, errorName: '', signature: '' };
  let at = start + HEADER_BYTES;
  while (at < end) {
    const code = bytes[at];
    const type = String.fromCharCode(bytes.readUInt8(at + 2));
    at += FIELD_HEAD_BYTES;
    if (type === 'u') {
      if (code === FIELD.replySerial) fields.replyTo = bytes.readUInt32LE(at);
      at += 4;
    } else {
      const sizeBytes = type === 'g' ? 1 : 4;
      const length = type === 'g' ? bytes.readUInt8(at) : bytes.readUInt32LE(at);
      if (code === FIELD.errorName) fields.errorName = bytes.toString('utf8', at + sizeBytes, at + sizeBytes + length);
      if (code === FIELD.signature) fields.signature = bytes.toString('utf8', at + sizeBytes, at + sizeBytes + length);
      at += sizeBytes + length + 1;
    }
    at += missingTo(8, at - start);
  }
  return fields;
}
