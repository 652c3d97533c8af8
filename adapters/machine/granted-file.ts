/** A file that a person allowed one command to make. */
import { rmSync, statSync, writeFileSync } from 'node:fs';

/** A file that is yet to come can be given only once it is there; true when it was made. */
export function makeFile(path: string): boolean {
  try {
    writeFileSync(path, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/** One that was made and not written to. */
export function dropUnused(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path, { force: true });
}
