/** What a certificate is written in: DER (ITU-T X.690), as much of it as ours need. */

const CONSTRUCTED = 0x20;
const CONTEXT = 0x80;

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
export const set = (...parts: readonly Buffer[]): Buffer => tagged(0x31, Buffer.concat(parts));
export const octets = (content: Buffer): Buffer => tagged(0x04, content);
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text, 'utf8'));
export const TRUE = tagged(0x01, Buffer.from([0xff]));

/** `[number]`, wrapped around something whole. */
export const explicit = (number: number, content: Buffer): Buffer => tagged(CONTEXT | CONSTRUCTED | number, content);
/** `[number]` in the place of its own tag. */
export const implicit = (number: number, content: Buffer): Buffer => tagged(CONTEXT | number, content);

/** A number that is not negative, most significant byte first. */
export function integer(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const least = first < 0 ? Buffer.from([0]) : bytes.subarray(first);
  return tagged(0x02, (least[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.from([0]), least]) : least);
}

/** `unused`: bits at the end that do not count. */
export function bits(content: Buffer, unused = 0): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([unused]), content]));
}

/** `1.2.840.10045.2.1`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** Seconds, UTC. RFC 5280, 4.1.2.5: two digits of the year before 2050, four from then on. */
export function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return digits < '2050' ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits));
}

function base128(number: number): readonly number[] {
  const groups = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}
