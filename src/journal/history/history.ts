/** Earlier runs from their recordings. */
import type { Stamp } from '../../ports/journal.ts';
import type { RunEvent } from '../events.ts';
import type { Recordings } from '../recordings.ts';
import { readParts } from '../whole-run.ts';
import type { RunHistory, RunSummary } from './run-history.ts';
import { buildTimeline, summarizeRun } from './timeline.ts';

export function createRunHistory(recordings: Recordings): RunHistory {
  /** Only a plan has parts: no other run's neighbors are read for nothing. */
  const partsOf = async (runId: string, events: readonly (RunEvent & Stamp)[]) => {
    if (!events.some(({ type }) => type === 'plan.made')) return [];
    const parts = await readParts(runId, recordings).catch(() => []);
    return parts.map((part) => part.events);
  };
  return {
    async list(limit) {
      const newest = (await recordings.list()).slice(-limit).reverse();
      const found: RunSummary[] = [];
      for (const runId of newest) {
        const events = await recordings.read(runId).catch(() => null);
        if (events !== null && events.length > 0)
          found.push({ ...summarizeRun(events, await partsOf(runId, events)), runId });
      }
      return found;
    },
    async read(runId, language) {
      const events = await recordings.read(runId);
      return events === null || events.length === 0
        ? null
        : buildTimeline(events, await partsOf(runId, events), language);
    },
    // A name with a folder in it is nobody's picture.
    frame: (runId, name) => (/^[\w-]+\.jpg$/.test(name) ? recordings.readFrame(runId, name) : Promise.resolve(null)),
  };
}
