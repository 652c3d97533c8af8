/** Earlier runs from their recordings. */
import type { Stamp } from '../../ports/journal.ts';
import type { RunEvent } from '../events.ts';
import type { Recordings } from '../recordings.ts';
import { writeReport } from '../report/write-report.ts';
import { readParts } from '../whole-run.ts';
import type { RunHistory, RunSummary } from './run-history.ts';
import { buildTimeline, summarizeRun } from './timeline.ts';

/** Searching further back would hold up the answer. */
const SEARCHED = 500;

export function createRunHistory(recordings: Recordings): RunHistory {
  /** Parts of a run's plan. Only for a run with a plan, so that no other journals are read in vain. */
  const partsOf = async (runId: string, events: readonly (RunEvent & Stamp)[]) => {
    if (!events.some(({ type }) => type === 'plan.made')) return [];
    const parts = await readParts(runId, recordings).catch(() => []);
    return parts.map((part) => part.events);
  };
  return {
    async list(limit, words = '') {
      const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
      const newest = (await recordings.list()).slice(wanted.length === 0 ? -limit : -SEARCHED).reverse();
      const found: RunSummary[] = [];
      for (const runId of newest) {
        if (found.length === limit) break;
        const events = await recordings.read(runId).catch(() => null);
        if (events === null || events.length === 0) continue;
        const text = `${Number(runId)} ${summarizeRun(events).goal}`.toLowerCase();
        if (wanted.every((word) => text.includes(word)))
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
    // Rejects names with a folder in them.
    frame: (runId, name) => (/^[\w-]+\.jpg$/.test(name) ? recordings.readFrame(runId, name) : Promise.resolve(null)),
    report: (runId, language) => writeReport(runId, language, recordings),
    async remove(runId) {
      const events = (await recordings.read(runId)) ?? [];
      if (events.length === 0) return 'unknown';
      const parts = await readParts(runId, recordings);
      if (summarizeRun(events).outcome === null) return 'at work';
      // The run itself is removed last, so that it stays listed when a crash interrupts this.
      for (const part of parts) await recordings.remove(part.runId);
      await recordings.remove(runId);
      return 'removed';
    },
  };
}
