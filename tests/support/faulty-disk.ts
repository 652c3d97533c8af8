/** A disk for journals that counts its operations and goes wrong at the n-th: an error, or the end of the process. */
import { type JournalDisk, systemDisk } from '../../adapters/files/journal-disk.ts';

export interface DiskFault {
  /** The first operation that goes wrong, counted from 1. */
  readonly at: number;
  /** How many go wrong, one after the other. */
  readonly times: number;
  /** `die`: the process is killed before the operation; `tear`: after half of the bytes of a write. */
  readonly what: 'die' | 'tear' | 'ENOSPC' | 'EIO' | 'EACCES';
}

export interface FaultyDisk extends JournalDisk {
  /** Writes, cuts and syncs so far. */
  operations(): number;
}

export function createFaultyDisk(fault: DiskFault | null): FaultyDisk {
  let count = 0;
  const next = (): DiskFault['what'] | null => {
    count += 1;
    return fault !== null && count >= fault.at && count < fault.at + fault.times ? fault.what : null;
  };
  const goWrong = (what: DiskFault['what']): void => {
    if (what === 'die' || what === 'tear') process.kill(process.pid, 'SIGKILL');
    else throw Object.assign(new Error(`${what}: scripted`), { code: what });
  };
  return {
    operations: () => count,
    write(fd, bytes, position) {
      const what = next();
      if (what === 'tear') systemDisk.write(fd, bytes.subarray(0, Math.ceil(bytes.length / 2)), position);
      if (what !== null) goWrong(what);
      return systemDisk.write(fd, bytes, position);
    },
    truncate(fd, length) {
      const what = next();
      if (what !== null) goWrong(what);
      systemDisk.truncate(fd, length);
    },
    async sync(fd) {
      const what = next();
      if (what !== null) goWrong(what);
      await systemDisk.sync(fd);
    },
  };
}
