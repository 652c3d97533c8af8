/** The parts of a run's plan: the one that is being worked on, and those that have ended. */
import type { RunState } from '../journal/run-state.ts';
import type { ActionRequest, Taken } from './act/action-request.ts';
import type { Budget } from './limits/budget.ts';
import type { LookMarks } from './perform/look-marks.ts';
import type { RunLog } from './run-log.ts';

export interface PlanParts {
  /** null: there is none, or none now. */
  current(): PartUnderWay | null;
  /** Those that have ended, in order. */
  done(): readonly RunState[];
  /** All of them, the one under way included. */
  all(): readonly RunState[];
  begin(part: PartUnderWay): void;
  end(state: RunState): void;
}

/** The side of a running part that the rest of Deskhand may use. */
export interface PartUnderWay extends Pick<RunLog, 'state' | 'record'>, Hands {
  readonly budget: Pick<Budget, 'maxIterations'>;
}

/** Takes actions, and knows where the last one pointed. */
export interface Hands {
  readonly take: (request: ActionRequest) => Promise<Taken>;
  readonly marks: LookMarks;
}

export function createPlanParts(): PlanParts {
  let current: PartUnderWay | null = null;
  const done: RunState[] = [];
  return {
    current: () => current,
    done: () => done,
    all: () => (current === null ? done : [...done, current.state()]),
    begin(part) {
      current = part;
    },
    end(state) {
      current = null;
      done.push(state);
    },
  };
}
