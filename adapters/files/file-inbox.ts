/** Files that people sent, in one folder that only the person can read. */
import { chmod, mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FileInbox } from '../../src/ports/file-inbox.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { SaidError, textOf } from '../../src/words/said-error.ts';
import { say } from '../../src/words/say.ts';
import { writeAtomically } from './atomic-write.ts';

const NAMES_TRIED = 1000;

export function createFileInbox(folder: string): FileInbox {
  return {
    async save(name, bytes, signal) {
      signal.throwIfAborted();
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await chmod(folder, 0o700);
        for (let number = 1; number <= NAMES_TRIED; number += 1) {
          const path = join(folder, numbered(name, number));
          if (await isWritten(path, bytes)) return path;
        }
      } catch (error) {
        throw new SaidError(say`${name} cannot be kept in ${folder}: ${textOf(error)}.`, { cause: error });
      }
      throw new SaidError(say`There are ${NAMES_TRIED} files named like ${name} in ${folder}; tidy it up.`);
    },
  };
}

/** False when there is such a file already. */
async function isWritten(path: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await writeAtomically(path, bytes, { mode: 0o600, isExclusive: true });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** `report.pdf`, `report-2.pdf`, … */
function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const ending = extname(name);
  return `${name.slice(0, name.length - ending.length)}-${number}${ending}`;
}
