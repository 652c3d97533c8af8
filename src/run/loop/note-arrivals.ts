/** Notes what appeared during the run, beside the ledger, by comparing each look with the one before. */
import type { Desktop } from '../../ports/desktop.ts';
import type { Observation } from '../../screen/observe.ts';
import type { RunControl } from '../control.ts';
import type { RunLog } from '../run-log.ts';
import { findArrivals, type SeenWindows } from './find-arrivals.ts';
import { findChangedFiles, type WatchFilesNeeds } from './watch-files.ts';

export interface ArrivalWatch {
  note(iteration: number, look: Pick<Observation, 'front' | 'address'>, run: NoteArrivalsNeeds): Promise<void>;
}

export interface NoteArrivalsNeeds extends Pick<RunLog, 'record' | 'state'>, WatchFilesNeeds {
  readonly desktop: Pick<Desktop, 'titles'>;
  readonly control: Pick<RunControl, 'signal'>;
}

const MOST_NOTED = 30;

export function createArrivalWatch(): ArrivalWatch {
  let before: SeenWindows | null = null;
  let acted = 0;
  const apps = new Set<string>();
  const files = new Map<string, string | null>();
  return {
    async note(iteration, { front, address }, { record, state, desktop, machine, control }) {
      const titles = await desktop.titles(control.signal).catch(() => {
        control.signal.throwIfAborted();
        return null;
      });
      const now = { app: front.app, title: front.title, address, titles };
      const { performed, said, arrivals, wishes } = state();
      // The next part of a plan counts from the beginning.
      const acts = performed.slice(performed.length < acted ? 0 : acted).map(({ action }) => action);
      const isByPerson = said.some(({ kind }) => kind === 'hand act');
      const all = performed.map(({ action }) => action);
      const changed = await findChangedFiles({ acts, all, wishes }, files, { machine, control });
      const arrived = new Set(arrivals.flatMap(({ kind, what }) => (kind === 'window' ? [what] : [])));
      const found = isByPerson ? [] : [...findArrivals(before, now, { acts, apps, arrived }), ...changed];
      for (const [index, one] of found.entries())
        if (arrivals.length + index < MOST_NOTED)
          record({ type: 'arrival.noted', arrival: arrivals.length + index + 1, iteration, ...one });
      if (acts.length > 0 && before !== null) apps.add(before.app);
      before = now;
      acted = performed.length;
    },
  };
}
