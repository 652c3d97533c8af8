/** The few file operations a journal's promises hang on; tests hand in ones that fail. */
import { fdatasync, ftruncateSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

export interface JournalDisk {
  /** Writes `bytes` at `position` of the open file and returns how many of them were written. */
  write(fd: number, bytes: Uint8Array, position: number): number;
  /** Cuts the file to `length` bytes. */
  truncate(fd: number, length: number): void;
  /** Resolves when what was written is on the disk; never blocks the event loop. */
  sync(fd: number): Promise<void>;
}

export const systemDisk: JournalDisk = {
  write: (fd, bytes, position) => writeSync(fd, bytes, 0, bytes.length, position),
  truncate: (fd, length) => ftruncateSync(fd, length),
  sync: promisify(fdatasync),
};

/** Writes all of it, however many calls that takes. */
export function writeAll(disk: JournalDisk, fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += disk.write(fd, bytes.subarray(done), position + done);
}
