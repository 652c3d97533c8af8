/** Statistics of acts over all kept runs: each journal is read once in a process, and only counts are kept. */
import { type ActCounts, type AppCounts, addCounts, COUNTED, countRun, sumCounts } from './app-stats.ts';
import type { Recordings } from './recordings.ts';

/** One application over all runs. */
export interface AppRecord {
  /** '' for acts that use no application. */
  readonly app: string;
  /** Runs with an act there. */
  readonly runs: number;
  readonly all: ActCounts;
  /** Most tried first. */
  readonly actions: readonly (readonly [action: string, counts: ActCounts])[];
}

export interface ActStatistics {
  readonly runs: number;
  /** Most tried first. */
  readonly apps: readonly AppRecord[];
}

export interface ActRecords {
  read(): Promise<ActStatistics>;
}

/** Older runs say little about the present applications; and the counts stay below a few megabytes. */
const MOST_RUNS = 5000;
/** Number of journals read before other work gets a turn. */
const AT_ONCE = 8;

/** `pause`: gives other work a turn. */
export function createActRecords(
  recordings: Pick<Recordings, 'list' | 'lines'>,
  pause: () => Promise<void>,
): ActRecords {
  let known: ReadonlyMap<string, AppCounts> = new Map();
  let reading: Promise<ActStatistics> | null = null;

  const readAll = async (): Promise<ActStatistics> => {
    const seen = new Map<string, AppCounts>();
    const all = (await recordings.list()).slice(-MOST_RUNS);
    const [newest = ''] = all.slice(-1);
    let streamed = 0;
    for (const runId of all) {
      let counts = known.get(runId);
      if (counts === undefined) {
        counts = await countRun(recordings.lines(runId, COUNTED));
        streamed += 1;
        if (streamed % AT_ONCE === 0) await pause();
      }
      seen.set(runId, counts);
    }
    // The newest may still be under way.
    known = new Map([...seen].filter(([runId]) => runId !== newest));
    return gather([...seen.values()]);
  };
  return {
    read() {
      reading ??= readAll().finally(() => {
        reading = null;
      });
      return reading;
    },
  };
}

function gather(runs: readonly AppCounts[]): ActStatistics {
  const apps = new Map<string, { runs: number; readonly actions: Map<string, ActCounts> }>();
  for (const counts of runs)
    for (const [app, ofRun] of counts) {
      const known = apps.get(app) ?? { runs: 0, actions: new Map<string, ActCounts>() };
      apps.set(app, known);
      known.runs += 1;
      for (const [action, one] of ofRun) {
        const before = known.actions.get(action);
        known.actions.set(action, before === undefined ? one : addCounts(before, one));
      }
    }
  return {
    runs: runs.filter((counts) => counts.size > 0).length,
    apps: [...apps]
      .map(([app, { runs: inRuns, actions }]) => ({
        app,
        runs: inRuns,
        all: sumCounts(actions.values()),
        actions: [...actions].toSorted(([, one], [, other]) => other.tried - one.tried),
      }))
      .toSorted((one, other) => other.all.tried - one.all.tried),
  };
}
