/** Values too long for a journal line: taken out and named by their hash, and put back when the line is read. */
import { createHash } from 'node:crypto';
import type { JournalEvent } from '../../src/ports/journal.ts';
import { encodeLine, MAX_LINE_BYTES } from './journal-line.ts';

/**
 * Stands in the line for a value that lies in a file beside the journal. The file is named `sha256` and holds the value as JSON in UTF-8,
 * `bytes` long. A value that merely looks like a reference is moved out too, so that reading is never in doubt.
 */
interface Reference {
  readonly sha256: string;
  readonly bytes: number;
}

export interface EncodedEvent {
  /** The line, its newline included. */
  readonly line: Uint8Array;
  /** What must lie beside the journal before the line may be trusted: file name → content. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** A string longer than this is moved when its line is too long; shorter ones stay readable in the line. */
const LONG_STRING_LENGTH = 1000;

/** The line of one event, its long values moved to files where it would not fit. Throws when it does not fit even so. */
export function encodeEvent(seq: number, at: string, event: JournalEvent): EncodedEvent {
  const moved = new Map<string, Uint8Array>();
  const move = (value: unknown): Reference => {
    const content = Buffer.from(JSON.stringify(value));
    const sha256 = createHash('sha256').update(content).digest('hex');
    moved.set(sha256, content);
    return { sha256, bytes: content.length };
  };
  for (const form of shorterForms(event, move)) {
    const line = encodeLine(seq, at, form);
    if (line === null) continue;
    if (moved.size === 0) return { line, files: moved };
    // A field that moved as a whole makes the files of its parts needless.
    const text = Buffer.from(line).toString();
    return { line, files: new Map([...moved].filter(([name]) => text.includes(name))) };
  }
  throw new RangeError(`a ${event.type} event does not fit into ${MAX_LINE_BYTES} bytes`);
}

/** The event as it is, then without its long strings, then without one more whole field at a time, the longest first. */
function* shorterForms(event: JournalEvent, move: (value: unknown) => Reference): Generator<JournalEvent> {
  yield hasLookalike(event) ? moveDeep(event, isReference, move) : event;
  const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > LONG_STRING_LENGTH;
  let shorter = moveDeep(event, (value) => isReference(value) || isLong(value), move);
  yield shorter;
  for (const [name, value] of fieldsBySize(event)) {
    shorter = { ...shorter, [name]: move(value) };
    yield shorter;
  }
}

export type RestoredEvent =
  | { readonly ok: true; readonly event: JournalEvent }
  | { readonly ok: false; readonly missing: string };

/** Puts moved values back. `read` gives a file's content by name, null when it is not there; a content of another hash counts as missing. */
export function restoreEvent(event: JournalEvent, read: (name: string) => Uint8Array | null): RestoredEvent {
  if (!hasLookalike(event)) return { ok: true, event };
  let missing = '';
  const restored = moveDeep(event, isReference, (value) => {
    const name = isReference(value) ? value.sha256 : '';
    const content = read(name);
    if (content !== null && createHash('sha256').update(content).digest('hex') === name) {
      return JSON.parse(Buffer.from(content).toString());
    }
    missing = name;
    return value;
  });
  return missing === '' ? { ok: true, event: restored } : { ok: false, missing };
}

/** Replaces every value below the top that `isMoved` picks, without looking into what was put in its place. */
function moveDeep(
  event: JournalEvent,
  isMoved: (value: unknown) => boolean,
  move: (value: unknown) => unknown,
): JournalEvent {
  const visit = (value: unknown): unknown => {
    if (isMoved(value)) return move(value);
    if (Array.isArray(value)) return value.map(visit);
    return typeof value === 'object' && value !== null ? mapFields(value, visit) : value;
  };
  return { ...mapFields(event, visit), type: event.type };
}

function mapFields(value: object, visit: (field: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, visit(field)]));
}

/** The event's own fields, the longest first. */
function fieldsBySize(event: JournalEvent): readonly (readonly [string, unknown])[] {
  const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;
  return Object.entries(event)
    .filter(([name]) => name !== 'type')
    .toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one));
}

function isReference(value: unknown): value is Reference {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  return (
    'sha256' in value &&
    typeof value.sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(value.sha256) &&
    'bytes' in value &&
    typeof value.bytes === 'number'
  );
}

/** A cheap first test: nearly no event has a field of that name. */
function hasLookalike(event: JournalEvent): boolean {
  return JSON.stringify(event).includes('"sha256":"');
}
