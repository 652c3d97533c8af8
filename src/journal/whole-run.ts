/** Which runs belong together: a run, the earlier runs it went on from, the parts of its plan, which are runs of their own; and the newest. */
import type { Stamp } from '../ports/journal.ts';
import type { RunEvent } from './events.ts';
import { evolve } from './evolve.ts';
import type { Recordings } from './recordings.ts';
import { type RunState, startingState } from './run-state.ts';

export interface RunEvents {
  readonly runId: string;
  readonly events: readonly (RunEvent & Stamp)[];
}

type Readable = Pick<Recordings, 'read' | 'list'>;

/** The parts of a plan in their order; none for a run without one. They have the numbers that follow the run's own. */
export async function readParts(runId: string, recordings: Readable): Promise<readonly RunEvents[]> {
  const parts: RunEvents[] = [];
  for (const id of (await recordings.list()).filter((one) => one > runId)) {
    const events = (await recordings.read(id)) ?? [];
    const [created] = events;
    if (created?.type !== 'run.created' || created.part?.of !== runId) break;
    parts.push({ runId: id, events });
  }
  return parts;
}

/** A run's events with those of its parts; null when there is no such run. */
export async function readWhole(runId: string, recordings: Readable): Promise<readonly (RunEvent & Stamp)[] | null> {
  const own = await recordings.read(runId);
  if (own === null) return null;
  return [...own, ...(await readParts(runId, recordings)).flatMap((part) => part.events)];
}

export interface EarlierRuns {
  /** Oldest first. */
  readonly runs: readonly RunEvents[];
  /** Number of the run that is no longer kept; null when all are there. */
  readonly missing: string | null;
}

/** The runs that this one continues, with their parts. */
export async function readEarlier(events: readonly RunEvent[], recordings: Readable): Promise<EarlierRuns> {
  const runs: RunEvents[] = [];
  let next = continuedBy(events);
  while (next !== null) {
    const found = await recordings.read(next);
    if (found === null) return { runs, missing: next };
    runs.unshift({ runId: next, events: found }, ...(await readParts(next, recordings)));
    next = continuedBy(found);
  }
  return { runs, missing: null };
}

function continuedBy(events: readonly RunEvent[]): string | null {
  const [created] = events;
  return created?.type === 'run.created' ? (created.continues?.run ?? null) : null;
}

/** The run under way or last ended, with its parts when it has a plan; none before the first. */
export async function findNewestRuns(recordings: Recordings): Promise<readonly string[]> {
  const runs = await recordings.list();
  const newest = runs.at(-1);
  if (newest === undefined) return [];
  const [created] = (await recordings.read(newest)) ?? [];
  const first = created?.type === 'run.created' && created.part !== undefined ? created.part.of : newest;
  return runs.filter((run) => run >= first);
}

/** The newest run of earlier lives; null when there is none. */
export async function readNewestRun(recordings: Recordings): Promise<RunState | null> {
  const newest = (await recordings.list()).at(-1);
  const events = newest === undefined ? null : await recordings.read(newest);
  return events === null || events.length === 0 ? null : events.reduce(evolve, startingState);
}
