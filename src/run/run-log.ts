/** What a run has done so far: its journal, and the state that follows from it. A journal that fails ends the run: there is no act without a durable intent. */
import type { RunEvent } from '../journal/events.ts';
import { evolve } from '../journal/evolve.ts';
import { type RunState, startingState } from '../journal/run-state.ts';
import type { Journal, Stamp } from '../ports/journal.ts';
import { textOf } from '../words/said-error.ts';
import type { RunControl } from './control.ts';

export interface RunLog {
  readonly runId: string;
  state(): RunState;
  /** Appends to the journal and evolves the state. Throws `JournalFailed` when the event cannot be written; the run is over then. */
  record(event: RunEvent): RunEvent & Stamp;
  /** Resolves when all recorded events are on the disk; rejects with `JournalFailed`. */
  sync(): Promise<void>;
}

export interface RunLogPorts {
  readonly journal: Pick<Journal<RunEvent>, 'append' | 'sync'>;
  readonly control: Pick<RunControl, 'stop'>;
  /** Called after every event. */
  readonly changed: () => void;
}

export function createRunLog(
  runId: string,
  { journal, control, changed }: RunLogPorts,
  begins: RunState = startingState,
): RunLog {
  let state = begins;
  const endRun = (error: unknown): void => control.stop({ kind: 'journal', detail: textOf(error) });
  return {
    runId,
    state: () => state,
    record(event) {
      let written: RunEvent & Stamp;
      try {
        written = journal.append(event);
      } catch (error) {
        endRun(error);
        throw error;
      }
      state = evolve(state, written);
      changed();
      return written;
    },
    async sync() {
      try {
        await journal.sync();
      } catch (error) {
        endRun(error);
        throw error;
      }
    },
  };
}
