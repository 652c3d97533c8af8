/** A run with all that belongs to it: the earlier runs it went on from, and the parts of its plan, which are runs of their own. */
import type { Stamp } from '../ports/journal.ts';
import type { RunEvent } from './events.ts';
import type { Recordings } from './recordings.ts';

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
  /** The number of the one that is not kept any more; null when all are there. */
  readonly missing: string | null;
}

/** The runs this one goes on from, with their parts. */
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
