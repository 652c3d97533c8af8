/** The vault: markdown notes in one folder, and nothing outside it, by whatever path it is asked for. */
import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ReadNote, Vault, WrittenNote } from '../../src/ports/vault.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { SaidError, textOf } from '../../src/words/said-error.ts';
import { plural, say, type Text } from '../../src/words/say.ts';
import { writeAtomically } from './atomic-write.ts';
import { mergeNote } from './merge-note.ts';
import { createNoteList, LARGEST_NOTE_BYTES } from './note-list.ts';
import { checkNotePath, foldName, isSameName } from './vault-path.ts';

/** What a new vault holds (design, section 6). */
const FOLDERS = ['Identity', 'Knowledge', 'Memory', 'Tasks', 'Context', 'Daily'];
const NOTES = {
  'Identity/user-profile.md': '# User profile\n',
  'Identity/instructions.md': '# Standing instructions\n',
  'Current Status.md': '# Current status\n',
  'Active Tasks.md': '# Active tasks\n',
  'Tasks/task-log.md': '# Task log\n',
  'Context/recent-actions.md': '# Recent actions\n',
};

type Place =
  | { readonly ok: true; readonly path: string; readonly found: Stats | null }
  | { readonly ok: false; readonly text: Text };

/** Somebody else saved the note between our look and our write. */
class NoteChanged extends SaidError {
  override readonly name = 'NoteChanged';
}

/** The names of temporary files, as `writeAtomically` makes them. */
const LEFTOVER = /(?:^|\/)\.deskhand-[0-9a-f-]{36}\.tmp$/;

/** Tries when the note changes during a write: Obsidian saves every two seconds while a person types. */
const TRIES = 5;

/**
 * Opens the vault in `folder` and makes what is missing of its layout (files 0600, folders 0700); what is there stays as it is.
 * Notes reached through a link, symbolic or hard, are refused, and so are hidden ones, other files than .md, and a name that differs
 * from an existing one only in case. `read` gives a note's whole text, at most 1 MiB.
 */
export async function createVault(folder: string): Promise<Vault> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const root = await realpath(folder);
  await removeLeftovers(root);
  const list = createNoteList(root);
  let last: Promise<unknown> = Promise.resolve();

  /** One change of the vault at a time; what the person does meanwhile is seen by `check`. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = last.then(act);
    last = mine.catch(() => undefined);
    return mine;
  };

  const change = async (
    path: string,
    make: (present: string | null) => string | null,
    signal: AbortSignal,
  ): Promise<WrittenNote> => {
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const place = await findNote(root, path);
      if (!place.ok) return { ...place, content: null };
      const present = place.found === null ? null : await readNote(place.path, path, place.found);
      if (present?.ok === false) return { ...present, content: null };
      const text = make(present?.text ?? null);
      if (text === null || text === present?.text)
        return { ok: true, text: say`${path} stays as it is.`, content: text };
      try {
        return await replace(place, path, text);
      } catch (error) {
        if (!(error instanceof NoteChanged) || attempt === TRIES) throw error;
      }
    }
  };

  for (const name of FOLDERS) await mkdir(join(root, name), { recursive: true, mode: 0o700 });
  for (const [path, text] of Object.entries(NOTES)) {
    if (await exists(join(root, path))) continue;
    await answer(path, () => change(path, (present) => present ?? text, new AbortController().signal));
  }

  return {
    async read(path, signal) {
      signal.throwIfAborted();
      const { ok, text, content } = await answer(path, async () => {
        const place = await findNote(root, path);
        if (!place.ok) return { ...place, content: null };
        if (place.found === null) return refuse(say`There is no note ${path}.`);
        const read = await readNote(place.path, path, place.found);
        return read.ok ? { ok: true, text: '', content: read.text } : refuse(read.text);
      });
      return ok ? { ok, text: content ?? '' } : { ok, text };
    },
    write: (path, text, base, signal) =>
      inTurn(async () => {
        signal.throwIfAborted();
        if (!text.isWellFormed()) return refuse(say`The text holds half a character; nothing was written.`);
        let present: string | null = null;
        let isMerged = false;
        const written = await answer(path, () =>
          change(
            path,
            (found) => {
              present = found;
              const merged = combine(text, base, found);
              isMerged = merged !== null && merged !== text;
              return merged ?? found;
            },
            signal,
          ),
        );
        if (!written.ok) return written;
        if (combine(text, base, present) !== null)
          return isMerged
            ? { ...written, text: say`${written.text} What the person changed meanwhile is kept.` }
            : written;
        if (base === null)
          return refuse(say`There is a note ${path} already. Read it first, then write it as a whole.`);
        return writeBeside(path, text, signal);
      }),
    update: (path, make, signal) => inTurn(() => answer(path, () => change(path, make, signal))),
    notes: (signal) => list(signal),
  };

  /** The person's version stays under the name; ours gets one of its own. */
  async function writeBeside(path: string, text: string, signal: AbortSignal): Promise<WrittenNote> {
    const stamp = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '');
    const copy = path.replace(/\.md$/, ` (Deskhand ${stamp}).md`);
    const { ok, text: said } = await answer(copy, () => change(copy, () => text, signal));
    if (!ok) return refuse(said);
    return { ok: true, text: say`The person changed ${path} meanwhile; what you wrote is in ${copy}.`, content: null };
  }
}

function refuse(text: Text): WrittenNote {
  return { ok: false, text, content: null };
}

/** The text to write into the note; null when the person's version cannot be merged with it. */
function combine(text: string, base: string | null, present: string | null): string | null {
  if (present === null) return base === null ? text : null;
  if (present === base || present === text) return text;
  return base === null ? null : mergeNote(base, text, present);
}

/** Puts the text in place unless the note changed since it was looked at. */
async function replace(place: Place & { readonly ok: true }, path: string, text: string): Promise<WrittenNote> {
  const { found } = place;
  await mkdir(dirname(place.path), { recursive: true, mode: 0o700 });
  const check = async (): Promise<void> => {
    if (found === null) return;
    const { ino, mtimeMs, size } = await lstat(place.path).catch((error: unknown) => {
      throw new NoteChanged(say`${path} is gone`, { cause: error });
    });
    if (ino !== found.ino || mtimeMs !== found.mtimeMs || size !== found.size)
      throw new NoteChanged(say`${path} was changed just now`);
  };
  try {
    const mode = found === null ? 0o600 : found.mode & 0o777;
    await writeAtomically(place.path, text, { mode, isExclusive: found === null, check });
  } catch (error) {
    if (found === null && systemCode(error) === 'EEXIST') throw new NoteChanged(say`${path} was made just now`);
    throw error;
  }
  const count = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const lines = plural(count, say`1 line`, say`${count} lines`);
  return {
    ok: true,
    text: found === null ? say`Created ${path} (${lines}).` : say`Wrote ${path} (${lines}).`,
    content: text,
  };
}

/** Walks the path name by name, so that no link and no second spelling is ever followed. */
async function findNote(root: string, path: string): Promise<Place> {
  const checked = checkNotePath(path);
  if (!checked.ok) return checked;
  const refusal = (why: Text): Place => ({ ok: false, text: say`${path} cannot be used: ${why}.` });
  let place = root;
  let found: Stats | null = await lstat(root);
  for (const [index, segment] of checked.segments.entries()) {
    const names: readonly string[] = found === null ? [] : await readdir(place);
    const name = names.find((one) => one === segment) ?? names.find((one) => isSameName(one, segment));
    const twin = names.find((one) => foldName(one) === foldName(segment));
    if (name === undefined && twin !== undefined)
      return refusal(say`it is spelled ${JSON.stringify(twin)} in the vault`);
    place = join(place, name ?? segment);
    found = name === undefined ? null : await lstat(place);
    if (found === null) continue;
    if (found.isSymbolicLink()) return refusal(say`${JSON.stringify(segment)} is a link`);
    const isNote = index === checked.segments.length - 1;
    if (!isNote && !found.isDirectory()) return refusal(say`${JSON.stringify(segment)} is not a folder`);
    if (isNote && !found.isFile()) return refusal(say`it is not a file`);
    if (isNote && found.nlink > 1) return refusal(say`the same file has another name elsewhere (a hard link)`);
  }
  return { ok: true, path: place, found };
}

async function readNote(place: string, path: string, found: Stats): Promise<ReadNote> {
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { ino, dev, size } = await file.stat();
    if (ino !== found.ino || dev !== found.dev)
      return { ok: false, text: say`${path} was changed just now; try again.` };
    if (size > LARGEST_NOTE_BYTES) return { ok: false, text: say`${path} is larger than 1 MiB and is not read.` };
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.readFile()) };
  } catch (error) {
    if (systemCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return { ok: false, text: say`${path} is not text in UTF-8.` };
    throw error;
  } finally {
    await file.close();
  }
}

/** A refusal by the disk becomes an answer instead of an error. */
async function answer(path: string, act: () => Promise<WrittenNote>): Promise<WrittenNote> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof NoteChanged) return refuse(say`${error.text}, again and again; nothing was written.`);
    if (systemCode(error) === '') throw error;
    return refuse(say`${path} cannot be used: ${textOf(error)}.`);
  }
}

/** Temporary files of a killed Deskhand; only one process at a time works on a data folder. */
async function removeLeftovers(root: string): Promise<void> {
  const names = await readdir(root, { recursive: true, encoding: 'utf8' }).catch(() => []);
  for (const name of names.filter((one) => LEFTOVER.test(one))) await unlink(join(root, name)).catch(() => undefined);
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
