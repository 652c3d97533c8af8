/** The newest runs on the disk, for what is asked about them. */

import { evolve } from '../evolve.ts';
import type { Recordings } from '../recordings.ts';
import { type RunState, startingState } from '../run-state.ts';

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
