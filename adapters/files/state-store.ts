/** Small settings and pairings in one JSON file, through lowdb, written whole onto the disk. */
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Low } from 'lowdb';
import { z } from 'zod';
import type { StateStore } from '../../src/ports/state-store.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { SaidError, textOf } from '../../src/words/said-error.ts';
import { say } from '../../src/words/say.ts';
import { writeAtomically } from './atomic-write.ts';

const stateSchema = z.record(z.string(), z.unknown());
type State = Record<string, unknown>;

export interface OpenedStateStore {
  readonly store: StateStore;
  /** For the log and the person: a damaged file was set aside, and where it is; '' when all is well. */
  readonly damage: string;
}

/**
 * Opens the store at `path` (0600, its folder 0700), empty when there is no file. A file that cannot be understood is set aside as
 * `<path>.damaged-<time>` and an empty store takes its place. Rejects with a sentence when the file cannot be read at all.
 */
export async function createStateStore(path: string): Promise<OpenedStateStore> {
  let damage = '';
  const database = new Low<State>(
    {
      async read() {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const bytes = await readIfThere(path);
        if (bytes === null) return null;
        const state = parseState(bytes);
        if (state !== null) return state;
        const aside = `${path}.damaged-${new Date().toISOString().replaceAll(':', '')}`;
        await rename(path, aside);
        damage = `The settings in ${path} could not be understood. They were kept as ${aside}; Deskhand goes on without them, so pairings have to be made again.`;
        return null;
      },
      write: (state) =>
        writeAtomically(path, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, isExclusive: false }),
    },
    {},
  );
  await database.read().catch((error: unknown) => {
    throw new SaidError(say`The settings in ${path} could not be read: ${textOf(error)}.`, { cause: error });
  });

  let lastWrite: Promise<void> = Promise.resolve();
  const write = async (key: string, value: unknown): Promise<void> => {
    const before = database.data;
    const { [key]: _old, ...others } = before;
    database.data = value === undefined ? others : { ...others, [key]: value };
    try {
      await database.write();
    } catch (error) {
      database.data = before;
      throw new SaidError(say`The setting ${key} could not be saved: ${textOf(error)}.`, { cause: error });
    }
  };
  const store: StateStore = {
    get: (key) => (Object.hasOwn(database.data, key) ? structuredClone(database.data[key]) : undefined),
    async set(key, value) {
      const copy: unknown = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
      const mine = lastWrite.then(() => write(key, copy));
      lastWrite = mine.catch(() => undefined);
      await mine;
    },
  };
  return { store, damage };
}

/** Null when it is not a JSON object in UTF-8. */
function parseState(bytes: Uint8Array): State | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return stateSchema.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}

async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
