/**
 * Keeps the person's files private from other users of the computer: files 0600, folders 0700. Wrong modes are repaired, or refused with a sentence.
 */
import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../words/disk-trouble.ts';
import { textOf } from '../words/said-error.ts';
import { join as joinTexts, say, type Text } from '../words/say.ts';
import { EXIT, ExitError } from './exit.ts';

export interface PrivatePlaces {
  /** Checked with everything below them; links inside are not followed. Missing ones are skipped. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Everything that others may not see of a data folder, and the settings' file. */
export function privatePlaces(dataFolder: string, envFile: string): PrivatePlaces {
  const folders = ['state', 'recordings', 'vault', 'inbox', 'plugins', join('skills', 'own')];
  return { folders: folders.map((name) => join(dataFolder, name)), files: [envFile] };
}

const OTHERS = 0o077;
const NAMED = 3;

/**
 * Synchronous: it comes before anything is opened, and ten thousand files take a twentieth of a second. `tell` gets one line when
 * something was mended. Ends with exit code 2 for what cannot be mended.
 */
export function checkPrivate({ folders, files }: PrivatePlaces, tell: (text: Text) => void): void {
  const mended: string[] = [];
  for (const file of files) {
    const path = realPath(file);
    if (path !== null) mend(path, mended);
  }
  for (const folder of folders) {
    const path = realPath(folder);
    if (path !== null) walk(path, mended);
  }
  if (mended.length === 0) return;
  const rest = mended.length - NAMED;
  const names = joinTexts([...mended.slice(0, NAMED), ...(rest > 0 ? [say`${rest} more`] : [])], ', ');
  tell(say`Others on this computer could read what is yours alone. That is fixed: ${names}.`);
}

function walk(path: string, mended: string[]): void {
  if (mend(path, mended)?.isDirectory() !== true) return;
  for (const entry of attempt(path, () => readdirSync(path, { withFileTypes: true }))) {
    if (entry.isDirectory()) walk(join(path, entry.name), mended);
    else if (entry.isFile()) mend(join(path, entry.name), mended);
  }
}

/** Null when it has gone meanwhile. */
function mend(path: string, mended: string[]): Stats | null {
  const stats = attempt(path, () => lstatSync(path, { throwIfNoEntry: false })) ?? null;
  if (stats === null || (stats.mode & OTHERS) === 0) return stats;
  attempt(path, () => chmodSync(path, stats.mode & 0o700));
  // Some file systems accept the call without storing modes.
  if ((lstatSync(path).mode & OTHERS) !== 0) throw refusal(path, say`its file system keeps no permissions`);
  mended.push(path);
  return stats;
}

/** null when nothing is there; a data folder that is no folder is reported when it is opened. */
function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return null;
    throw refusal(path, textOf(error), error);
  }
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw refusal(path, textOf(error), error);
  }
}

function refusal(path: string, why: Text, cause?: unknown): ExitError {
  return new ExitError(
    EXIT.configuration,
    say`Others on this computer could read ${path}, and that cannot be changed: ${why}. Make it yours alone (sudo chown -R "$USER" it, then chmod -R go= it), or set DATA_DIR to a folder that is.`,
    { cause },
  );
}
