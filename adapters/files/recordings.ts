/** The folder of runs: `<folder>/000012/journal.jsonl`, its pictures and its recording.json beside it. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { runEventSchema } from '../../src/journal/events.ts';
import type { Recordings, RunSize } from '../../src/journal/recordings.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { JournalFailed } from '../../src/ports/journal.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { SaidError, textOf } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';
import { syncFolder, writeAtomically } from './atomic-write.ts';
import { openJournal } from './journal.ts';
import { type JournalDisk, systemDisk } from './journal-disk.ts';
import { streamLines } from './journal-lines.ts';
import { readJournal } from './read-journal.ts';

export interface RecordingsOptions {
  readonly folder: string;
  readonly clock: Clock;
  /** For tests: file operations that fail. */
  readonly disk?: JournalDisk;
}

const TRACE = 'trace.json';
const RUN_ID = /^\d{6}$/;
const NO_RUN = '000000';
const LAST_ID = 999_999;
/** In the folder of runs: the number of the newest run that was removed. */
const LAST_REMOVED = '.last-removed';
const recordingSchema = z.record(z.string(), z.unknown());
const FRAME_NAME_LENGTH = 100;

/**
 * Files are 0600, folders 0700. An id is never given twice.
 * Methods reject with a sentence for the person when the disk does not do its part.
 */
export function createRecordings({ folder, clock, disk = systemDisk }: RecordingsOptions): Recordings {
  const runFolder = (runId: string): string => join(resolve(folder), runId);
  const journalPath = (runId: string): string => join(runFolder(runId), 'journal.jsonl');
  /** Sizes by folder: one whose files have not changed is not measured again. */
  const measured = new Map<string, RunSize>();
  const madeHere = new Set<string>();
  const isRun = (runId: string): boolean => RUN_ID.test(runId) && existsSync(journalPath(runId));

  return {
    async create() {
      try {
        const runId = await makeRunFolder(resolve(folder));
        madeHere.add(runId);
        const journal = openJournal(journalPath(runId), runEventSchema, clock, disk);
        return { runId, journal };
      } catch (error) {
        if (error instanceof JournalFailed) throw error;
        throw new JournalFailed(
          say`No folder for the run could be made in ${folder}: ${textOf(error)}.`,
          systemCode(error),
          { cause: error },
        );
      }
    },
    async open(runId) {
      return isRun(runId) ? openJournal(journalPath(runId), runEventSchema, clock, disk) : null;
    },
    async read(runId) {
      return isRun(runId) ? (readJournal(journalPath(runId), runEventSchema)?.events ?? null) : null;
    },
    lines: (runId, types) => streamLines(journalPath(isRun(runId) ? runId : NO_RUN), types),
    async list() {
      return (await runFolders(folder)).filter(isRun);
    },
    async saveFrame(runId, name, jpeg) {
      for (let copy = 1; ; copy += 1) {
        const safe = frameName(name, copy);
        try {
          await writeFile(join(runFolder(checkId(runId)), safe), jpeg, { flag: 'wx', mode: 0o600 });
          return safe;
        } catch (error) {
          if (systemCode(error) !== 'EEXIST') throw failure(say`The picture ${safe} of run ${runId}`, error);
        }
      }
    },
    async readFrame(runId, name) {
      if (!RUN_ID.test(runId) || frameName(name, 1) !== name) return null;
      try {
        return await readFile(join(runFolder(runId), name));
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return null;
        throw error;
      }
    },
    async saveRecording(runId, recording) {
      const path = join(runFolder(checkId(runId)), 'recording.json');
      const content = `${JSON.stringify(recording, null, 2)}\n`;
      await writeAtomically(path, content, { mode: 0o600, isExclusive: false }).catch((error: unknown) => {
        throw failure(say`The recording of run ${runId}`, error);
      });
    },
    async saveReport(runId, html) {
      const path = join(runFolder(checkId(runId)), 'report.html');
      await writeAtomically(path, html, { mode: 0o600, isExclusive: false }).catch((error: unknown) => {
        throw failure(say`The report of run ${runId}`, error);
      });
    },
    async saveTrace(runId, content) {
      const path = join(runFolder(checkId(runId)), TRACE);
      await writeAtomically(path, content, { mode: 0o600, isExclusive: false }).catch((error: unknown) => {
        throw failure(say`The trace of run ${runId}`, error);
      });
      return TRACE;
    },
    async readRecording(runId) {
      if (!RUN_ID.test(runId)) return null;
      try {
        const value: unknown = JSON.parse(await readFile(join(runFolder(runId), 'recording.json'), 'utf8'));
        return recordingSchema.safeParse(value).data ?? null;
      } catch (error) {
        if (error instanceof SyntaxError || systemCode(error) === 'ENOENT') return null;
        throw error;
      }
    },
    async sizes() {
      const sizes: RunSize[] = [];
      for (const runId of await runFolders(folder)) {
        const size = await measureRun(runId, runFolder(runId), measured.get(runId) ?? null);
        if (size === null) continue;
        measured.set(runId, size);
        sizes.push(size.bytes === 0 && !madeHere.has(runId) ? { ...size, isLeftEmpty: true } : size);
      }
      return sizes;
    },
    async remove(runId) {
      measured.delete(runId);
      const path = runFolder(checkId(runId));
      if (existsSync(path) && runId === (await runFolders(folder)).at(-1))
        await writeAtomically(join(folder, LAST_REMOVED), runId, { mode: 0o600, isExclusive: false });
      await rm(path, { recursive: true, force: true });
    },
    folder: runFolder,
  };
}

/** Returns `known` when nothing was added since; null when the folder is gone. */
async function measureRun(runId: string, folder: string, known: RunSize | null): Promise<RunSize | null> {
  try {
    const { mtimeMs: changedAt } = await stat(folder);
    if (known !== null && known.changedAt === changedAt) return known;
    let bytes = 0;
    for (const name of await readdir(folder)) bytes += (await stat(join(folder, name))).size;
    return { runId, bytes, changedAt };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw new SaidError(say`The size of run ${runId} could not be read: ${textOf(error)}.`, { cause: error });
  }
}

/** Makes the folder after the highest one; its id. Two at once get two. */
async function makeRunFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const newest = Number((await runFolders(folder)).at(-1) ?? '0');
  const removed = Number(await readFile(join(folder, LAST_REMOVED), 'utf8').catch(() => '0')) || 0;
  for (let id = Math.max(newest, removed) + 1; id <= LAST_ID; id += 1) {
    const runId = String(id).padStart(6, '0');
    try {
      await mkdir(join(folder, runId), { mode: 0o700 });
      await syncFolder(folder);
      return runId;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
  }
  throw new SaidError(say`there are no run numbers left after ${LAST_ID}`);
}

async function runFolders(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && RUN_ID.test(entry.name))
      .map((entry) => entry.name)
      .toSorted();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** A plain file name that ends in .jpg, or in .gif where it did, and cannot be anything else in the folder; `copy` counts from 1. */
function frameName(name: string, copy: number): string {
  const kind = name.endsWith('.gif') ? 'gif' : 'jpg';
  const plain = name
    .replace(/\.(?:jpe?g|gif)$/i, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, FRAME_NAME_LENGTH);
  return `${plain === '' ? 'frame' : plain}${copy === 1 ? '' : `-${copy}`}.${kind}`;
}

function checkId(runId: string): string {
  if (!RUN_ID.test(runId)) throw new Error(`${JSON.stringify(runId)} is not the number of a run`);
  return runId;
}

function failure(what: Text, error: unknown): Error {
  return new SaidError(say`${what} could not be saved: ${textOf(error)}.`, { cause: error });
}
