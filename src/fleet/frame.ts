/** One message on the wire: four bytes with the length of a JSON text, the text, and behind it bytes that it names. */

export interface Frame {
  readonly json: unknown;
  readonly rest: Uint8Array;
}

const HEAD_BYTES = 4;

export function encodeFrame(json: object, rest: readonly Uint8Array[] = []): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const bytes = new Uint8Array(HEAD_BYTES + text.length + rest.reduce((sum, { length }) => sum + length, 0));
  new DataView(bytes.buffer).setUint32(0, text.length);
  bytes.set(text, HEAD_BYTES);
  let at = HEAD_BYTES + text.length;
  for (const one of rest) {
    bytes.set(one, at);
    at += one.length;
  }
  return bytes;
}

/** null: these are no frame. Never throws. */
export function decodeFrame(bytes: Uint8Array): Frame | null {
  if (bytes.length < HEAD_BYTES) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  if (length > bytes.length - HEAD_BYTES) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(HEAD_BYTES, HEAD_BYTES + length));
    return { json: JSON.parse(text), rest: bytes.subarray(HEAD_BYTES + length) };
  } catch {
    return null;
  }
}
