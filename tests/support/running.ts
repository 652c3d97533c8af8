/** What runs on the machine, by its command line. */
import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process is there that was started with these words. */
export function isRunning(command: string): boolean {
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(command);
    } catch {
      return false;
    }
  });
}
