/** A journal in a file, opened at its longest valid prefix. */
import { closeSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import type { Clock } from '../../src/ports/clock.ts';
import { type Journal, type JournalEvent, JournalFailed, type Stamp } from '../../src/ports/journal.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { textOf } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';
import { writeAtomically } from './atomic-write.ts';
import { type JournalDisk, systemDisk } from './journal-disk.ts';
import { createJournalFile } from './journal-file.ts';
import { encodeEvent } from './long-values.ts';
import { type ReadJournal, readJournal } from './read-journal.ts';

/**
 * Opens the journal at `path`, or makes it (0600, its folder 0700). What follows the longest valid prefix is cut off; when that is more
 * than a torn last line, the file as it was is kept beside it as `<path>.damaged`. Throws `JournalFailed` when the file cannot be used.
 * One opener at a time: the data folder's lock sees to that.
 */
export function openJournal<E extends JournalEvent>(
  path: string,
  schema: z.ZodType<E>,
  clock: Clock,
  disk: JournalDisk = systemDisk,
): Journal<E> {
  const folder = dirname(path);
  const { file, found, damage, lastSeq } = openRead(path, schema, disk);
  let seq = lastSeq;
  let isClosed = false;

  return {
    found,
    damage,
    append(event) {
      if (isClosed) throw new JournalFailed(say`The journal ${path} is closed.`, 'EBADF');
      const at = new Date(clock.now()).toISOString();
      const { line, files } = encodeEvent(seq + 1, at, event);
      attempt(path, 'written', () => {
        for (const [name, content] of files) {
          saveBeside(join(folder, name), content);
          file.include(join(folder, name));
        }
        file.append(line);
      });
      seq += 1;
      return { ...event, seq, at };
    },
    async sync() {
      if (isClosed) throw new JournalFailed(say`The journal ${path} is closed.`, 'EBADF');
      await file.sync().catch((error: unknown) => {
        throw failure(path, 'synced', error);
      });
    },
    close() {
      isClosed = true;
      file.close();
    },
  };
}

/** A function of its own, so that the closures of `openJournal` do not keep all that was read in memory. */
function openRead<E extends JournalEvent>(path: string, schema: z.ZodType<E>, disk: JournalDisk) {
  const read = attempt(path, 'read', () => readJournal(path, schema));
  const fd = attempt(path, 'opened', () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, read === null ? 'wx+' : 'r+', 0o600);
  });
  const file = createJournalFile(path, fd, read?.validBytes ?? 0, disk);
  try {
    if (read !== null) attempt(path, 'repaired', () => repair(path, fd, read, disk));
    if (read?.lacksNewline) attempt(path, 'repaired', () => file.append(Buffer.from('\n')));
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return { file, found: read?.events ?? [], damage: read?.damage ?? '', lastSeq: read?.lastSeq ?? 0 };
}

/**
 * Rewrites the journal at `path` with only the events `keep` returns, numbered anew, their times kept; whole or not at all. Resolves to
 * what was lost with it, '' when nothing was: lines that were not understood are kept beside it, as `<path>.damaged`. A journal with
 * another damage stays as it is: opening it reports and mends that. Call before `openJournal`.
 */
export async function compactJournal<E extends JournalEvent>(
  path: string,
  schema: z.ZodType<E>,
  keep: (events: readonly (E & Stamp)[]) => readonly (E & Stamp)[],
): Promise<string> {
  const read = attempt(path, 'read', () => readJournal(path, schema));
  if (read === null || read.validBytes < read.bytes.length) return '';
  const kept = keep(read.events);
  if (kept.length === read.lastSeq && kept.every((event, index) => event === read.events[index])) return '';
  if (read.damage !== '') attempt(path, 'compacted', () => saveBeside(`${path}.damaged`, read.bytes));
  const lines = kept.map(({ seq: _seq, at, ...event }, index) => encodeEvent(index + 1, at, event).line);
  await writeAtomically(path, Buffer.concat(lines), { mode: 0o600, isExclusive: false }).catch((error: unknown) => {
    throw failure(path, 'compacted', error);
  });
  return read.damage;
}

/** Cuts off what is not valid; more than a torn last line is kept for whoever wants to look. */
function repair(path: string, fd: number, read: ReadJournal<JournalEvent>, disk: JournalDisk): void {
  const tail = read.bytes.subarray(read.validBytes);
  if (tail.includes(0x0a)) writeFileSync(`${path}.damaged`, read.bytes, { mode: 0o600 });
  if (tail.length > 0) disk.truncate(fd, read.validBytes);
}

/** Visible only whole; on the disk with the journal's next sync. */
function saveBeside(path: string, content: Uint8Array): void {
  writeFileSync(`${path}.tmp`, content, { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}

function attempt<T>(path: string, what: keyof typeof FAILURES, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw failure(path, what, error);
  }
}

/** The sentence for each step that failed. */
const FAILURES = {
  read: (path: string, why: Text) => say`The journal ${path} could not be read: ${why}.`,
  opened: (path: string, why: Text) => say`The journal ${path} could not be opened: ${why}.`,
  repaired: (path: string, why: Text) => say`The journal ${path} could not be repaired: ${why}.`,
  written: (path: string, why: Text) => say`The journal ${path} could not be written: ${why}.`,
  synced: (path: string, why: Text) => say`The journal ${path} could not be put onto the disk: ${why}.`,
  compacted: (path: string, why: Text) => say`The journal ${path} could not be compacted: ${why}.`,
} as const;

function failure(path: string, what: keyof typeof FAILURES, error: unknown): JournalFailed {
  return new JournalFailed(FAILURES[what](path, textOf(error)), systemCode(error), { cause: error });
}
