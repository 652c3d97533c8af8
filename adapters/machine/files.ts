/** View, create, replace, insert and undo: one careful step at a time on the person's files. */
import { mkdir, rmdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { MachineFiles, MachineResult } from '../../src/ports/machine.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { textOf } from '../../src/words/said-error.ts';
import { join, plural, say, type Text } from '../../src/words/say.ts';
import { createEditHistory, type FileChange, findChange, takeBack } from './edit-history.ts';
import { isTaken, readPathFacts, resolveLinks, toAbsolute } from './paths.ts';
import { type Edit, insertAfterLine, replaceOnce, splitLines } from './text-edit.ts';
import { readTextFile, replaceFile, writeNewFile } from './text-file.ts';
import { showFolder, showLines } from './view.ts';

/**
 * Paths: absolute, from `~`, or relative to the home folder. Links are followed and stay. `create` makes the folders that are missing.
 * Writes are whole or not at all, keep a file's mode and everything in it that was not to be changed. What the disk refuses is an answer.
 */
export function createFiles(home: string): MachineFiles {
  const history = createEditHistory();

  const edit = async (path: string, signal: AbortSignal, change: (text: string) => Edit): Promise<MachineResult> => {
    const place = await resolveLinks(path);
    const before = await readTextFile(place, signal);
    if (!before.ok) return refuse(path, before.why);
    const edited = change(before.text);
    if (!edited.ok) return refuse(path, edited.why);
    if (!edited.text.isWellFormed()) return refuse(path, HALF_CHARACTER);
    const after = Buffer.from(edited.text);
    signal.throwIfAborted();
    if (!(await replaceFile(place, after, before.found))) return refuse(path, CHANGED);
    const made = findChange(before.bytes, after);
    history.push(place, { ...made, madeFolders: null });
    return { ok: true, text: join([say`Changed ${path}.`, showAround(edited.text, after, made)], '\n') };
  };

  const takeBackCreate = async (place: string, change: FileChange): Promise<void> => {
    await unlink(place);
    for (const folder of (change.madeFolders ?? []).toReversed()) await rmdir(folder).catch(() => undefined);
  };

  const answer = async (
    given: string,
    signal: AbortSignal,
    act: (path: string) => Promise<MachineResult>,
  ): Promise<MachineResult> => {
    signal.throwIfAborted();
    if (given.includes('\0')) return refuse(given, say`its name holds a zero byte`);
    const path = toAbsolute(given, home);
    try {
      return await act(path);
    } catch (error) {
      signal.throwIfAborted();
      if (systemCode(error) === '') throw error;
      return refuse(path, textOf(error));
    }
  };

  const writing = new Map<string, Promise<unknown>>();
  /** One at a time on each file: parts of a plan may want the same one, and the later would undo the earlier. */
  const write = (given: string, signal: AbortSignal, act: (path: string) => Promise<MachineResult>) =>
    answer(given, signal, async (path) => {
      const place = await resolveLinks(path);
      const mine = (writing.get(place) ?? Promise.resolve()).then(() => {
        signal.throwIfAborted();
        return act(path);
      });
      const settled = mine.catch(() => undefined);
      writing.set(place, settled);
      try {
        return await mine;
      } finally {
        if (writing.get(place) === settled) writing.delete(place);
      }
    });

  return {
    view: (given, line, amount, signal) =>
      answer(given, signal, async (path) => {
        const { kind } = await readPathFacts(path);
        if (kind === 'folder') return { ok: true, text: `${path}\n${await showFolder(path, line, amount)}` };
        const file = await readTextFile(path, signal);
        if (!file.ok) return { ok: false, text: say`${path}: ${file.why}.` };
        const shown = showLines(file.text, line, amount);
        if (shown === null) {
          return { ok: false, text: say`${path} has only ${countLines(file.text)}.` };
        }
        return { ok: true, text: `${path}\n${shown}` };
      }),

    create: (given, text, signal) =>
      write(given, signal, async (path) => {
        if (!text.isWellFormed()) return refuse(path, HALF_CHARACTER);
        if (await isTaken(path))
          return refuse(path, say`it exists already; replace or insert text in it, or choose another name`);
        const place = await resolveLinks(path);
        const bytes = Buffer.from(text);
        const madeFolders = await makeFolders(dirname(place));
        await writeNewFile(place, bytes);
        history.push(place, { ...findChange(Buffer.alloc(0), bytes), madeFolders });
        const folder = madeFolders.at(-1);
        const made = say`Created ${path} (${countLines(text)})`;
        return { ok: true, text: folder === undefined ? say`${made}.` : say`${made} and the folder ${folder}.` };
      }),

    replace: (given, old, text, signal) =>
      write(given, signal, (path) => edit(path, signal, (before) => replaceOnce(before, old, text))),

    insert: (given, line, text, signal) =>
      write(given, signal, (path) => edit(path, signal, (before) => insertAfterLine(before, line, text))),

    undo: (given, signal) =>
      write(given, signal, async (path) => {
        const place = await resolveLinks(path);
        const change = history.last(place);
        if (change === null) return refuse(path, say`nothing that was done to it here is left to take back`);
        const now = await readTextFile(place, signal);
        if (!now.ok) return refuse(path, now.why);
        const before = takeBack(now.bytes, change);
        if (before === null) return refuse(path, CHANGED);
        signal.throwIfAborted();
        if (change.madeFolders !== null) await takeBackCreate(place, change);
        else if (!(await replaceFile(place, before, now.found))) return refuse(path, CHANGED);
        history.pop(place);
        const done =
          change.madeFolders === null ? say`The last change was taken back` : say`The file was new and is gone again`;
        return { ok: true, text: say`${path}: ${done}.` };
      }),
  };
}

const CHANGED = say`something else has changed it since; look at it again first`;
const HALF_CHARACTER = say`the text holds half a character`;
const LINES_AROUND = 3;

function refuse(path: string, why: Text): MachineResult {
  return { ok: false, text: say`${path}: ${why}. Nothing was changed.` };
}

function countLines(text: string): Text {
  const lines = splitLines(text).length;
  return plural(lines, say`1 line`, say`${lines} lines`);
}

/** Makes a folder and those above it; the ones it made, outermost first. */
async function makeFolders(folder: string): Promise<readonly string[]> {
  if (await isTaken(folder)) return [];
  const above = await makeFolders(dirname(folder));
  await mkdir(folder);
  return [...above, folder];
}

/** The changed lines with a few around them. */
function showAround(text: string, bytes: Uint8Array, change: Pick<FileChange, 'at' | 'added'>): string {
  const lineAt = (at: number): number => Buffer.from(bytes.subarray(0, at)).toString().split('\n').length;
  const first = Math.max(1, lineAt(change.at) - LINES_AROUND);
  const last = lineAt(change.at + change.added.length) + LINES_AROUND;
  return showLines(text, first, last - first + 1) ?? '';
}
