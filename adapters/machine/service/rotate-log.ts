/** Keeps the log of a LaunchAgent small: launchd only ever adds to it. */
import { copyFileSync, statSync, truncateSync } from 'node:fs';

const MOST_BYTES = 5_000_000;

/** The old part lies beside it with `.1`, instead of the one before. A log that cannot be kept small is no reason not to start. */
export function rotateLog(file: string, most = MOST_BYTES): void {
  try {
    if (statSync(file).size <= most) return;
    copyFileSync(file, `${file}.1`);
    // launchd has it open and appends: a new file would stay empty.
    truncateSync(file, 0);
  } catch {
    // The log does not exist yet, or is not ours.
  }
}
