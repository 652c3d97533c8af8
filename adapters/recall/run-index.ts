/** The index of one embedder over the recordings: derived from them, brought up to them, and made anew when it is damaged. */
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalIndex } from 'vectra';
import { z } from 'zod';
import type { Recalled } from '../../src/ports/recall.ts';
import { createAtomicStorage } from './atomic-storage.ts';
import type { Embedder } from './embedder.ts';

export interface RunIndex {
  query(text: string): Promise<readonly Recalled[]>;
  /** Adds new runs; resolves to the number of runs in the index. */
  refresh(): Promise<number>;
  rebuild(): Promise<number>;
}

/** Below this two requests have little to do with each other (design issue 9). */
const LEAST_SIMILARITY = 0.5;
/** The most similar runs that are looked at, since the same request may have been made many times, and the most distinct ones returned. */
const CANDIDATES = 200;
const MOST = 5;
/** Runs that are embedded and written together; a rebuild that is cut short keeps what it has. */
const BATCH = 250;
const RUN_ID = /^\d{6}$/;

const recordingSchema = z.object({ request: z.string().min(1) });
interface Metadata extends Record<string, string> {
  readonly request: string;
}

/** `recordings`: the folder of runs; the index lies below it, in `index/`. */
export async function openRunIndex(recordings: string, embedder: Embedder): Promise<RunIndex> {
  const folder = join(recordings, 'index', embedder.folder);
  const file = join(folder, 'index.json');
  const storage = createAtomicStorage();
  let index = new LocalIndex<Metadata>(folder, undefined, storage);
  let seenAt = 0;

  /** Somebody else may have written it: `npm run index` beside a bot. */
  const open = async (): Promise<LocalIndex<Metadata>> => {
    const changedAt = await changeTime(file);
    if (changedAt !== seenAt) index = new LocalIndex<Metadata>(folder, undefined, storage);
    if (seenAt === 0) await removeLeftovers(folder);
    if (changedAt === null) await makeEmpty();
    else if (!(await isSound())) {
      await rm(folder, { recursive: true, force: true });
      await makeEmpty();
    }
    seenAt = (await changeTime(file)) ?? 0;
    return index;
  };

  const makeEmpty = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    index = new LocalIndex<Metadata>(folder, undefined, storage);
    await index.createIndex({ version: 1 });
  };

  const isSound = async (): Promise<boolean> => {
    try {
      const items = await index.listItems();
      return items.every(({ id, vector, metadata }) => {
        return RUN_ID.test(id) && vector.length === embedder.dimensions && typeof metadata.request === 'string';
      });
    } catch {
      return false;
    }
  };

  const refresh = async (): Promise<number> => {
    const opened = await open();
    const known = new Set((await opened.listItems()).map(({ id }) => id));
    const runs = await listRuns(recordings);
    const there = new Set(runs);
    const gone = [...known].filter((id) => !there.has(id));
    if (gone.length > 0) await opened.deleteItems(gone);
    const missing = runs.filter((id) => !known.has(id));
    let count = known.size - gone.length;
    for (let at = 0; at < missing.length; at += BATCH) {
      const items = await Promise.all(missing.slice(at, at + BATCH).map((id) => readItem(recordings, id, embedder)));
      const added = items.filter((item) => item !== null);
      if (added.length > 0) await opened.batchInsertItems(added);
      count += added.length;
    }
    seenAt = (await changeTime(file)) ?? 0;
    return count;
  };

  return {
    refresh,
    async rebuild() {
      await rm(folder, { recursive: true, force: true });
      return refresh();
    },
    async query(text) {
      const vector = await embedder.embed(text);
      if (vector.every((value) => value === 0)) return [];
      const found = await (await open()).queryItems([...vector], '', CANDIDATES);
      return keepLatest(
        found
          .filter(({ score }) => score >= LEAST_SIMILARITY)
          .map(({ item, score }) => ({ runId: item.id, request: item.metadata.request, similarity: score })),
      ).slice(0, MOST);
    },
  };
}

/** Of the runs with the same request only the newest; the most similar first. */
function keepLatest(found: readonly Recalled[]): readonly Recalled[] {
  const latest = new Map<string, Recalled>();
  for (const one of found) {
    const key = one.request.trim().toLowerCase();
    const other = latest.get(key);
    if (other === undefined || other.runId < one.runId) latest.set(key, one);
  }
  return [...latest.values()].toSorted(
    (one, other) => other.similarity - one.similarity || (one.runId < other.runId ? 1 : -1),
  );
}

async function listRuns(recordings: string): Promise<readonly string[]> {
  const names = await readdir(recordings).catch(() => []);
  return names.filter((name) => RUN_ID.test(name)).toSorted();
}

/** null for a run without a recording: it did not end, or was not to be recorded. */
async function readItem(recordings: string, id: string, embedder: Embedder) {
  try {
    const value: unknown = JSON.parse(await readFile(join(recordings, id, 'recording.json'), 'utf8'));
    const recording = recordingSchema.safeParse(value);
    if (!recording.success) return null;
    const { request } = recording.data;
    return { id, vector: [...(await embedder.embed(request))], metadata: { request } };
  } catch {
    return null;
  }
}

/** Removes temporary files of a write that was killed. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (/^\..*\.tmp$/.test(name)) await rm(join(folder, name), { force: true });
}

async function changeTime(path: string): Promise<number | null> {
  return await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
}
