/** The newest known version, stored so that the doctor can report it without the network. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../../config/schema.ts';
import { compareVersions } from '../../words/versions.ts';
import { versionOfDeskhand } from '../own-files.ts';
import { findUpdateSource } from './find-source.ts';

const knownSchema = z.object({ newest: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/) });

/**
 * With UPDATE_CHECK=on it is looked up at the source, otherwise the stored one is used; null: none is known. Rejects when the source cannot be
 * reached.
 */
export async function findNewerVersion(
  settings: Pick<Settings, 'UPDATE_CHECK' | 'UPDATE_SIGNERS'>,
  dataFolder: string,
  signal: AbortSignal,
): Promise<string | null> {
  const current = versionOfDeskhand();
  if (settings.UPDATE_CHECK === 'off') return readKnownVersion(dataFolder, current);
  const newest = await findUpdateSource(settings, dataFolder).peek(signal);
  keepKnownVersion(dataFolder, newest ?? current);
  return newest;
}

/** null: none is known that is newer than `current`. */
function readKnownVersion(dataFolder: string, current: string): string | null {
  try {
    const { newest } = knownSchema.parse(JSON.parse(readFileSync(fileIn(dataFolder), 'utf8')));
    return compareVersions(newest, current) > 0 ? newest : null;
  } catch {
    return null;
  }
}

export function keepKnownVersion(dataFolder: string, newest: string): void {
  const file = fileIn(dataFolder);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify({ newest })}\n`, { mode: 0o600 });
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'state', 'newest.json');
}
