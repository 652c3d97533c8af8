/** Builds the stand-in for a Mac's frameworks with gcc, once for these sources, and keeps it beside the packages. */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const SOURCES = ['mac.h', 'model.c', 'frameworks.c', 'screencapture.c'].map((name) => join(HERE, name));
const GCC = '/usr/bin/gcc';

/** Why nothing here can run: a reason for skipping, by name. On a Mac `npm run check:mac` asks the Mac itself. */
export const noMac: string | false =
  process.platform === 'darwin' ? 'a Mac needs no stand-in' : existsSync(GCC) ? false : `not installed: ${GCC}`;

export interface StandIn {
  readonly library: string;
  readonly screencapture: string;
}

export function buildStandIn(): StandIn {
  const hash = createHash('sha256');
  for (const source of SOURCES) hash.update(readFileSync(source));
  const folder = join(HERE, '../../../node_modules/.cache/stand-in-mac', hash.digest('hex').slice(0, 16));
  mkdirSync(folder, { recursive: true });
  const flags = ['-std=gnu11', '-Wall', '-O1'];
  return {
    library: make(folder, 'libmac.so', [
      ...flags,
      '-shared',
      '-fPIC',
      join(HERE, 'model.c'),
      join(HERE, 'frameworks.c'),
    ]),
    screencapture: make(folder, 'screencapture', [
      ...flags,
      join(HERE, 'screencapture.c'),
      join(HERE, 'model.c'),
      '-lm',
    ]),
  };
}

/** The file gets its name only when it is complete: other processes may build it at the same time. */
function make(folder: string, name: string, args: readonly string[]): string {
  const file = join(folder, name);
  if (existsSync(file)) return file;
  const part = `${file}.${randomUUID()}`;
  execFileSync(GCC, [...args, '-o', part]);
  renameSync(part, file);
  return file;
}
