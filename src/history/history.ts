/** Earlier runs from their recordings. */
import type { Recordings } from '../ports/recordings.ts';
import type { RunHistory, RunSummary } from '../ports/run-history.ts';
import { buildTimeline, summarizeRun } from './timeline.ts';

export function createRunHistory(recordings: Recordings): RunHistory {
  return {
    async list(limit) {
      const newest = (await recordings.list()).slice(-limit).reverse();
      const found: RunSummary[] = [];
      for (const runId of newest) {
        const events = await recordings.read(runId).catch(() => null);
        if (events !== null && events.length > 0) found.push({ ...summarizeRun(events), runId });
      }
      return found;
    },
    async read(runId, language) {
      const events = await recordings.read(runId);
      return events === null || events.length === 0 ? null : buildTimeline(events, language);
    },
    // A name with a folder in it is nobody's picture.
    frame: (runId, name) => (/^[\w-]+\.jpg$/.test(name) ? recordings.readFrame(runId, name) : Promise.resolve(null)),
  };
}
