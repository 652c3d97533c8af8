/** The open file below a journal: appends that count whole or not at all, and syncs that are shared and honest after a failure. */
import { closeSync, fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SaidError } from '../../src/words/said-error.ts';
import { say } from '../../src/words/say.ts';
import { syncFolder } from './atomic-write.ts';
import { type JournalDisk, writeAll } from './journal-disk.ts';

export interface JournalFile {
  /** Synchronous. Throws the system's error; then the file counts as unchanged. */
  append(bytes: Uint8Array): void;
  /** The next sync covers this file beside the journal too. */
  include(path: string): void;
  /** Resolves when everything appended before the call is on the disk. */
  sync(): Promise<void>;
  /** Lets a running sync finish first. */
  close(): void;
}

/** `end` is the length of the open file: where the next line goes. */
export function createJournalFile(path: string, fd: number, end: number, disk: JournalDisk): JournalFile {
  let position = end;
  /** Whether the rest of a failed write may lie after `position`. */
  let hasTail = false;
  let isClosed = false;
  /** All lines since the last sync that succeeded: after a failed sync nobody knows what the system still holds of them. */
  let unproven: { readonly position: number; readonly bytes: Uint8Array }[] = [];
  let unprovenFiles: string[] = [];
  let isProven = false;
  let isNameProven = false;
  let hasFailed = false;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const cutTail = (): void => {
    if (hasTail) disk.truncate(fd, position);
    hasTail = false;
  };

  const prove = async (): Promise<void> => {
    if (isProven) return;
    const lines = unproven;
    const files = unprovenFiles;
    unproven = [];
    unprovenFiles = [];
    isProven = true;
    try {
      // A failed sync may have dropped what it could not write, and the next one would then succeed over a hole.
      if (hasFailed) for (const line of lines) writeAll(disk, fd, line.bytes, line.position);
      for (const file of files) await syncFile(file);
      await disk.sync(fd);
      expectThere(fd);
      if (!isNameProven || files.length > 0) await syncFolder(dirname(path));
      isNameProven = true;
      hasFailed = false;
    } catch (error) {
      unproven = [...lines, ...unproven];
      unprovenFiles = [...files, ...unprovenFiles];
      isProven = false;
      hasFailed = true;
      throw error;
    }
  };

  const start = (): Promise<void> => {
    running = prove().finally(() => {
      running = null;
      if (isClosed && next === null) closeSync(fd);
    });
    return running;
  };

  return {
    append(bytes) {
      cutTail();
      hasTail = true;
      try {
        writeAll(disk, fd, bytes, position);
      } catch (error) {
        try {
          cutTail();
        } catch {
          // Cutting is tried again before the next append, which then fails for this reason.
        }
        throw error;
      }
      hasTail = false;
      isProven = false;
      unproven.push({ position, bytes });
      position += bytes.length;
    },
    include(file) {
      unprovenFiles.push(file);
      isProven = false;
    },
    sync() {
      if (running === null) return start();
      // A running sync does not cover what was appended after it began.
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = null;
          return start();
        });
      return next;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      if (running === null) closeSync(fd);
    },
  };
}

/** Throws when the open file has lost its name: it would take every write, and no later process would find it. */
function expectThere(fd: number): void {
  if (fstatSync(fd).nlink === 0) throw new SaidError(say`it was removed or replaced: start Deskhand anew`);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}
