/** How much a run may keep in its scratch folder, over all of its commands together: no quota of the system counts a single folder. */
import { lstatSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say, type Text } from '../../src/words/say.ts';

/** Space used on the disk, so that holes in files do not count. */
export interface Room {
  readonly bytes: number;
  /** Files, folders, links and whatever else has a name. */
  readonly files: number;
}

export const SCRATCH_ROOM: Room = { bytes: 1024 ** 3, files: 20_000 };
export const NO_ROOM: Room = { bytes: 0, files: 0 };
const LIMITLESS: Room = { bytes: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY };

const BLOCK = 512;
/** A folder is looked at again after this, or four times as long as the look took. */
const LOOK_EVERY_MS = 250;
const FIRST_LOOK_MS = 100;

export interface RoomWatch {
  /** Aborts when the folder exceeds its limit. */
  readonly full: AbortSignal;
  stop(): void;
}

export function addRoom(one: Room, other: Room): Room {
  return { bytes: one.bytes + other.bytes, files: one.files + other.files };
}

export function isOver(found: Room, most: Room): boolean {
  return found.bytes > most.bytes || found.files > most.files;
}

/**
 * Of everything below these folders; stops once that is more than `most`. What goes meanwhile has no size, what cannot be looked
 * at or into is more than anything. Follows no link. Never rejects.
 */
export async function measureRoom(folders: readonly string[], most: Room = LIMITLESS): Promise<Room> {
  const waiting = [...folders];
  let found = NO_ROOM;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    try {
      for await (const entry of await opendir(folder)) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) waiting.push(path);
        found = addRoom(found, { bytes: bytesOf(path), files: 1 });
        if (isOver(found, most)) return found;
      }
    } catch (error) {
      if (!isGone(error)) return LIMITLESS;
    }
  }
  return found;
}

/**
 * Synchronous, since a thread takes ten times as long. An entry that cannot be looked at (name too long, folder closed) counts as too
 * large.
 */
function bytesOf(path: string): number {
  try {
    return lstatSync(path).blocks * BLOCK;
  } catch (error) {
    return isGone(error) ? 0 : Number.POSITIVE_INFINITY;
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

export function watchRoom(folder: string, most: Room): RoomWatch {
  const [full, stopped] = [new AbortController(), new AbortController()];
  const look = async (): Promise<void> => {
    // Most commands have ended by then, and are measured at their end.
    await sleep(FIRST_LOOK_MS, undefined, { signal: stopped.signal, ref: false });
    while (!stopped.signal.aborted) {
      const startedAt = performance.now();
      if (isOver(await measureRoom([folder], most), most)) return full.abort();
      const took = performance.now() - startedAt;
      await sleep(Math.max(LOOK_EVERY_MS, 4 * took), undefined, { signal: stopped.signal, ref: false });
    }
  };
  look().catch(() => undefined);
  return { full: full.signal, stop: () => stopped.abort() };
}

/** Half a sentence. */
export function sayFull({ bytes, files }: Room = SCRATCH_ROOM): Text {
  return say`its scratch folder came to more than ${bytes / 1024 ** 2} MB or ${String(files)} files in this run or could not be looked into, which ends a command; everything in that folder was deleted`;
}
