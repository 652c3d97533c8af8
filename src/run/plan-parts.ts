/** The parts of a run's plan: those that are being worked on, and those that have ended. */
import type { RunState } from '../journal/run-state.ts';
import type { ActionRequest, Taken } from './act/action-request.ts';
import type { Activity } from './activity.ts';
import type { RunControl } from './control.ts';
import type { Budget } from './limits/budget.ts';
import type { LookMarks } from './perform/look-marks.ts';
import type { RunLog } from './run-log.ts';

export interface PlanParts {
  /** At most three, by their number; empty without a plan, and between two parts. */
  underWay(): readonly PartUnderWay[];
  /** The one that works the desktop; null: none does now. */
  onDesktop(): PartUnderWay | null;
  /** Parts that have ended, in the order of their ends. */
  done(): readonly RunState[];
  /** All parts, those at work included. */
  all(): readonly RunState[];
  begin(part: PartUnderWay): void;
  end(part: PartUnderWay): void;
}

/** The side of a running part that the rest of Deskhand may use. */
export interface PartUnderWay extends Pick<RunLog, 'state' | 'record'>, Hands {
  readonly budget: Pick<Budget, 'maxIterations'>;
  readonly control: Pick<RunControl, 'isWaiting'>;
  readonly activity: Pick<Activity, 'preview' | 'delay' | 'isChecking'>;
  /** Rights of a part without a screen; null: it works the desktop. */
  readonly beside: object | null;
}

/** Takes actions, and knows where the last one pointed. */
export interface Hands {
  readonly take: (request: ActionRequest) => Promise<Taken>;
  readonly marks: LookMarks;
}

export function createPlanParts(): PlanParts {
  const running = new Set<PartUnderWay>();
  const done: RunState[] = [];
  const underWay = (): readonly PartUnderWay[] =>
    [...running].sort((one, other) => (one.state().part?.index ?? 0) - (other.state().part?.index ?? 0));
  return {
    underWay,
    onDesktop: () => [...running].find(({ beside }) => beside === null) ?? null,
    done: () => done,
    all: () => (running.size === 0 ? done : [...done, ...underWay().map(({ state }) => state())]),
    begin(part) {
      running.add(part);
    },
    end(part) {
      if (running.delete(part)) done.push(part.state());
    },
  };
}
