/** The vault: markdown notes in one folder, and nothing outside it, by whatever path it is asked for. */
import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MachineResult } from '../../src/ports/machine.ts';
import type { Vault } from '../../src/ports/vault.ts';
import { countOf } from '../../src/words/amounts.ts';
import { sayDiskTrouble, systemCode } from '../../src/words/disk-trouble.ts';
import { writeAtomically } from './atomic-write.ts';
import { checkNotePath, foldName, isSameName } from './vault-path.ts';

const LARGEST_NOTE_BYTES = 1_048_576;

/** What a new vault holds (design, section 6). */
const FOLDERS = ['Identity', 'Knowledge', 'Memory', 'Tasks', 'Context', 'Daily'];
const NOTES = {
  'Identity/user-profile.md': '# User profile\n',
  'Current Status.md': '# Current status\n',
  'Active Tasks.md': '# Active tasks\n',
  'Tasks/task-log.md': '# Task log\n',
  'Context/recent-actions.md': '# Recent actions\n',
};

type Place =
  | { readonly ok: true; readonly path: string; readonly found: Stats | null }
  | { readonly ok: false; readonly text: string };

/**
 * Opens the vault in `folder` and makes what is missing of its layout (files 0600, folders 0700); what is there stays as it is.
 * Notes reached through a link, symbolic or hard, are refused, and so are hidden ones, other files than .md, and a name that differs
 * from an existing one only in case. `read` gives a note's whole text, at most 1 MiB.
 */
export async function createVault(folder: string): Promise<Vault> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const root = await realpath(folder);

  const write = async (path: string, text: string, isExclusive: boolean): Promise<MachineResult> => {
    const place = await findNote(root, path);
    if (!place.ok) return place;
    if (!text.isWellFormed()) return { ok: false, text: 'The text holds half a character; nothing was written.' };
    await mkdir(dirname(place.path), { recursive: true, mode: 0o700 });
    const mode = place.found === null ? 0o600 : place.found.mode & 0o777;
    await writeAtomically(place.path, text, { mode, isExclusive });
    const lines = countOf(text.split('\n').length - (text.endsWith('\n') ? 1 : 0), 'line');
    return { ok: true, text: `${place.found === null ? 'Made' : 'Wrote'} ${path} (${lines}).` };
  };

  for (const name of FOLDERS) await mkdir(join(root, name), { recursive: true, mode: 0o700 });
  for (const [path, text] of Object.entries(NOTES)) {
    if (!(await exists(join(root, path)))) await answer(path, () => write(path, text, true));
  }

  return {
    async read(path, signal) {
      signal.throwIfAborted();
      return answer(path, async () => {
        const place = await findNote(root, path);
        if (!place.ok) return place;
        if (place.found === null) return { ok: false, text: `There is no note ${path}.` };
        return readNote(place.path, path, place.found);
      });
    },
    async write(path, text, signal) {
      signal.throwIfAborted();
      return answer(path, () => write(path, text, false));
    },
  };
}

/** Walks the path name by name, so that no link and no second spelling is ever followed. */
async function findNote(root: string, path: string): Promise<Place> {
  const checked = checkNotePath(path);
  if (!checked.ok) return checked;
  const refuse = (why: string): Place => ({ ok: false, text: `${path} cannot be used: ${why}.` });
  let place = root;
  let found: Stats | null = await lstat(root);
  for (const [index, segment] of checked.segments.entries()) {
    const names: readonly string[] = found === null ? [] : await readdir(place);
    const name = names.find((one) => one === segment) ?? names.find((one) => isSameName(one, segment));
    const twin = names.find((one) => foldName(one) === foldName(segment));
    if (name === undefined && twin !== undefined) return refuse(`it is spelled ${JSON.stringify(twin)} in the vault`);
    place = join(place, name ?? segment);
    found = name === undefined ? null : await lstat(place);
    if (found === null) continue;
    if (found.isSymbolicLink()) return refuse(`${JSON.stringify(segment)} is a link`);
    const isNote = index === checked.segments.length - 1;
    if (!isNote && !found.isDirectory()) return refuse(`${JSON.stringify(segment)} is not a folder`);
    if (isNote && !found.isFile()) return refuse('it is not a file');
    if (isNote && found.nlink > 1) return refuse('the same file has another name elsewhere (a hard link)');
  }
  return { ok: true, path: place, found };
}

async function readNote(place: string, path: string, found: Stats): Promise<MachineResult> {
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { ino, dev, size } = await file.stat();
    if (ino !== found.ino || dev !== found.dev) return { ok: false, text: `${path} was changed just now; try again.` };
    if (size > LARGEST_NOTE_BYTES) return { ok: false, text: `${path} is larger than 1 MiB and is not read.` };
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.readFile()) };
  } catch (error) {
    if (systemCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return { ok: false, text: `${path} is not text in UTF-8.` };
    throw error;
  } finally {
    await file.close();
  }
}

/** What the disk refuses is an answer too. */
async function answer(path: string, act: () => Promise<MachineResult>): Promise<MachineResult> {
  try {
    return await act();
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return { ok: false, text: `${path} cannot be used: ${sayDiskTrouble(error)}.` };
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
