/** A file that a person allowed one command to make. */
import { rmSync, statSync, writeFileSync } from 'node:fs';

/** Makes an empty file, since only an existing file can be bound into the confined place; true when it was made here. */
export function makeFile(path: string): boolean {
  try {
    writeFileSync(path, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/** Removes a file that was made and not written to. */
export function dropUnused(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path, { force: true });
}
