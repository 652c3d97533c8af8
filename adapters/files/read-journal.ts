/** Reads a journal's file: the longest valid prefix, as events of a schema. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import type { JournalEvent, Stamp } from '../../src/ports/journal.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { type DecodedLine, decodeLines } from './journal-line.ts';
import { restoreEvent } from './long-values.ts';

export interface ReadJournal<E> {
  readonly events: readonly (E & Stamp)[];
  /** The sequence number of the last valid line; 0 when there is none. */
  readonly lastSeq: number;
  /** The file's bytes, and how many of them are valid lines. */
  readonly bytes: Uint8Array;
  readonly validBytes: number;
  readonly lacksNewline: boolean;
  /** In words for a log; '' when all is sound. */
  readonly damage: string;
}

/**
 * Null when there is no such file. A sound line whose event the schema does not know (written by a newer Deskhand), or whose long
 * value is gone, is left out and named in `damage`; it does not end the prefix, so nothing written after it is lost.
 */
export function readJournal<E extends JournalEvent>(path: string, schema: z.ZodType<E>): ReadJournal<E> | null {
  const bytes = readIfThere(path);
  if (bytes === null) return null;
  const decoded = decodeLines(bytes);
  const damages: string[] = [];
  const events: (E & Stamp)[] = [];
  for (const line of decoded.lines) {
    const event = readEvent(line, schema, dirname(path));
    if (typeof event === 'string') damages.push(`line ${line.seq} was left out: ${event}`);
    else events.push({ ...event, seq: line.seq, at: line.at });
  }
  if (decoded.problem !== '') {
    damages.push(`${bytes.length - decoded.validBytes} bytes were left out from ${decoded.problem}`);
  }
  return {
    events,
    lastSeq: decoded.lines.length,
    bytes,
    validBytes: decoded.validBytes,
    lacksNewline: decoded.lacksNewline,
    damage: damages.join('; '),
  };
}

/** The event, or why there is none. */
function readEvent<E>(line: DecodedLine, schema: z.ZodType<E>, folder: string): E | string {
  const restored = restoreEvent(line.event, (name) => readIfThere(join(folder, name)));
  if (!restored.ok) return `its long value ${restored.missing} is missing`;
  const parsed = schema.safeParse(restored.event);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return `${JSON.stringify(line.event.type)} is not understood (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''})`;
}

function readIfThere(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
