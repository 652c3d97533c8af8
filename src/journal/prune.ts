/** Deletes old recordings: those nothing was ever written to, those past their days, then the oldest until the rest fits. */
import type { Recordings, RunSize } from './recordings.ts';

export interface KeepLimits {
  /** RECORDINGS_KEEP_DAYS: runs that changed longer ago go. */
  readonly days: number;
  /** RECORDINGS_MAX_MB, in bytes: all runs together take no more than this. */
  readonly maxBytes: number;
}

const DAY_MS = 24 * 3_600_000;

/** Ids to remove, oldest first; never one of `unfinished`, nor the newest run with content, which people ask for. Pure. */
export function choosePruned(
  runs: readonly RunSize[],
  limits: KeepLimits,
  unfinished: ReadonlySet<string>,
  now: number,
): readonly string[] {
  const oldestFirst = runs.toSorted((one, other) => (one.runId < other.runId ? -1 : 1));
  const removable = oldestFirst.slice(0, -1).filter(({ runId }) => !unfinished.has(runId));
  const empty = oldestFirst.filter(({ runId, isLeftEmpty }) => isLeftEmpty === true && !unfinished.has(runId));
  const old = removable.filter(({ changedAt }) => now - changedAt > limits.days * DAY_MS);
  const chosen = new Set([...empty, ...old].map(({ runId }) => runId));
  let bytes = runs.reduce((sum, run) => sum + (chosen.has(run.runId) ? 0 : run.bytes), 0);
  for (const run of removable) {
    if (bytes <= limits.maxBytes) break;
    if (chosen.has(run.runId)) continue;
    chosen.add(run.runId);
    bytes -= run.bytes;
  }
  return oldestFirst.map(({ runId }) => runId).filter((runId) => chosen.has(runId));
}

/** Returns the number of removed runs. One that cannot be removed is reported and left for the next time. */
export async function pruneRecordings(
  recordings: Recordings,
  limits: KeepLimits,
  unfinished: ReadonlySet<string>,
  ports: { readonly now: number; readonly warn: (problem: string) => void },
): Promise<number> {
  let removed = 0;
  for (const runId of choosePruned(await recordings.sizes(), limits, unfinished, ports.now)) {
    try {
      await recordings.remove(runId);
      removed += 1;
    } catch (error) {
      ports.warn(`The old recording ${runId} could not be removed: ${String(error)}`);
    }
  }
  return removed;
}
