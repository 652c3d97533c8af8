/** The line format of every journal (design, section 6): one event to one checked line of JSON, and a file of lines back to events. */
import { crc32 } from 'node:zlib';
import type { JournalEvent, Stamp } from '../../src/ports/journal.ts';

/** The longest line, its newline included. */
export const MAX_LINE_BYTES = 65_536;

/** An event as read back: its own fields without `seq`, `at` and `crc`. */
export interface DecodedLine extends Stamp {
  readonly event: JournalEvent;
}

export interface DecodedJournal {
  /** The longest valid prefix. */
  readonly lines: readonly DecodedLine[];
  /** Where that prefix ends; everything after it is to be cut off. */
  readonly validBytes: number;
  /** True when the last valid line is whole but for its newline. */
  readonly lacksNewline: boolean;
  /** Why the prefix ends where it ends, in words for a log; '' at the end of a sound file. */
  readonly problem: string;
}

const NEWLINE = 0x0a;
const CRC_LENGTH = ',"crc":"00000000"}'.length;
const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const RESERVED = ['seq', 'at', 'crc'];

/**
 * The line of one event with its newline; null when it would be longer than `MAX_LINE_BYTES`.
 * `at` is ISO 8601 UTC with milliseconds. Throws when the event has a field that is the line's own (`seq`, `at`, `crc`).
 */
export function encodeLine(seq: number, at: string, event: JournalEvent): Uint8Array | null {
  const taken = RESERVED.find((name) => Object.hasOwn(event, name));
  if (taken !== undefined) throw new TypeError(`an event cannot have a field of its own named ${taken}`);
  const { type, ...own } = event;
  const fields = JSON.stringify(own).slice(1, -1);
  const head = `{"seq":${seq},"at":${JSON.stringify(at)},"type":${JSON.stringify(type)}`;
  const body = Buffer.from(fields === '' ? head : `${head},${fields}`);
  if (body.length + CRC_LENGTH + 1 > MAX_LINE_BYTES) return null;
  return Buffer.concat([body, Buffer.from(`,"crc":"${checksum(body)}"}\n`)]);
}

/** Reads a journal's bytes up to the first line that is not sound: wrong checksum, gap in `seq`, invalid UTF-8 or JSON, torn end. */
export function decodeLines(bytes: Uint8Array): DecodedJournal {
  const lines: DecodedLine[] = [];
  let start = 0;
  let lacksNewline = false;
  while (start < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    const line = decodeLine(bytes.subarray(start, end), lines.length + 1);
    if (typeof line === 'string') {
      const what = newline === -1 ? `${line} (a torn end)` : line;
      return { lines, validBytes: start, lacksNewline, problem: `line ${lines.length + 1}: ${what}` };
    }
    lines.push(line);
    lacksNewline = newline === -1;
    start = newline === -1 ? end : end + 1;
  }
  return { lines, validBytes: start, lacksNewline, problem: '' };
}

/** One line without its newline, or what is wrong with it. */
function decodeLine(bytes: Uint8Array, expectedSeq: number): DecodedLine | string {
  if (bytes.length + 1 > MAX_LINE_BYTES) return 'longer than 64 KB';
  const body = bytes.subarray(0, Math.max(0, bytes.length - CRC_LENGTH));
  const end = String.fromCharCode(...bytes.subarray(body.length));
  if (end !== `,"crc":"${checksum(body)}"}`) return 'the checksum is wrong';
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null) return 'not valid JSON in UTF-8';
  if (!('seq' in value) || value.seq !== expectedSeq) return `out of order, number ${expectedSeq} was expected`;
  if (!('at' in value) || typeof value.at !== 'string' || !AT.test(value.at)) return 'without a time';
  if (!('type' in value) || typeof value.type !== 'string') return 'without a type';
  if (!('crc' in value)) return 'without a checksum';
  const { seq: _seq, at, crc: _crc, type, ...own } = value;
  return { seq: expectedSeq, at, event: { type, ...own } };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF_8.decode(bytes));
  } catch {
    return undefined;
  }
}

function checksum(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}
