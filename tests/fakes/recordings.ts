/** Runs in memory; a test can look at the events, pictures and recordings that were kept. */

import type { RunEvent } from '../../src/journal/events.ts';
import type { Recordings } from '../../src/journal/recordings.ts';
import { createFakeClock } from './clock.ts';
import { createFakeJournalStore, type FakeJournalStore } from './journal.ts';

export interface FakeRun {
  readonly store: FakeJournalStore<RunEvent>;
  readonly frames: ReadonlyMap<string, Uint8Array>;
  /** null until it was saved. */
  readonly recording: object | null;
  readonly report: string | null;
  /** null until it was asked for. */
  readonly trace: string | null;
}

export interface FakeRecordings extends Recordings {
  /** Runs by id. */
  readonly runs: ReadonlyMap<string, FakeRun>;
}

interface KeptRun {
  readonly store: FakeJournalStore<RunEvent>;
  readonly frames: Map<string, Uint8Array>;
  recording: object | null;
  report: string | null;
  trace: string | null;
}

/** `noteAppend` is called with each event that a run's journal took. */
export function createFakeRecordings(
  clock: { now(): number } = createFakeClock(),
  noteAppend: (runId: string, event: RunEvent) => void = () => undefined,
): FakeRecordings {
  const runs = new Map<string, KeptRun>();
  let newest = 0;
  const find = (runId: string): KeptRun => {
    const run = runs.get(runId);
    if (run === undefined) throw new Error(`there is no run ${runId}`);
    return run;
  };
  return {
    runs,
    async create() {
      newest = Math.max(newest, Number([...runs.keys()].at(-1) ?? 0)) + 1;
      const runId = String(newest).padStart(6, '0');
      const store = createFakeJournalStore<RunEvent>(clock, (event) => noteAppend(runId, event));
      runs.set(runId, { store, frames: new Map(), recording: null, report: null, trace: null });
      return { runId, journal: store.open() };
    },
    open: async (runId) => runs.get(runId)?.store.open() ?? null,
    read: async (runId) => structuredClone(runs.get(runId)?.store.events() ?? null),
    async *lines(runId, types) {
      for (const event of runs.get(runId)?.store.events() ?? []) if (types.has(event.type)) yield { ...event };
    },
    list: async () => [...runs.keys()],
    async saveFrame(runId, name, jpeg) {
      const { frames } = find(runId);
      const kind = name.endsWith('.gif') ? 'gif' : 'jpg';
      const plain = name.replace(/\.(?:jpg|gif)$/, '').replace(/[^A-Za-z0-9_-]+/g, '-') || 'frame';
      let free = plain.slice(0, 100);
      for (let copy = 2; frames.has(`${free}.${kind}`); copy += 1) free = `${plain.slice(0, 100)}-${copy}`;
      frames.set(`${free}.${kind}`, Uint8Array.from(jpeg));
      return `${free}.${kind}`;
    },
    readFrame: async (runId, name) => runs.get(runId)?.frames.get(name) ?? null,
    async saveRecording(runId, recording) {
      find(runId).recording = structuredClone(recording);
    },
    async saveReport(runId, html) {
      find(runId).report = html;
    },
    async saveTrace(runId, content) {
      find(runId).trace = content;
      return 'trace.json';
    },
    async readRecording(runId) {
      const recording = runs.get(runId)?.recording ?? null;
      return recording === null ? null : { ...structuredClone(recording) };
    },
    sizes: async () =>
      [...runs].map(([runId, { store, frames }]) => ({
        runId,
        bytes: JSON.stringify(store.events()).length + [...frames.values()].reduce((sum, jpeg) => sum + jpeg.length, 0),
        changedAt: Date.parse(store.events().at(-1)?.at ?? '') || clock.now(),
      })),
    remove: async (runId) => {
      newest = Math.max(newest, ...[...runs.keys()].map(Number));
      runs.delete(runId);
    },
    folder: (runId) => `/recordings/${runId}`,
  };
}
