/** State of a run's plan: its parts, those begun, and the results of those that ended. Pure. */
import type { Stamp } from '../ports/journal.ts';
import type { RunEvent } from './events.ts';
import type { OutcomeKind } from './outcome.ts';
import type { AgreedPart, LeftPlan, PartResult } from './plan-events.ts';

export interface BegunPart {
  readonly part: number;
  readonly attempt: number;
  readonly run: string;
  /** null: under way, or interrupted. */
  readonly ended: { readonly outcome: OutcomeKind; readonly result: PartResult } | null;
}

export interface PlanState {
  readonly parts: readonly AgreedPart[];
  /** In the order in which they began; a repeated part is listed once for each try. */
  readonly begun: readonly BegunPart[];
  /** What an earlier run did of the plan. */
  readonly before: Pick<LeftPlan, 'done' | 'cut'>;
}

type PlanEvent = Extract<RunEvent, { readonly type: 'plan.agreed' | 'part.begun' | 'part.ended' }> & Stamp;

const NOTHING_BEFORE: PlanState['before'] = { done: [], cut: [] };

export function foldPlan(plan: PlanState | null, event: PlanEvent): PlanState | null {
  if (event.type === 'plan.agreed') {
    const { begun = [], before = NOTHING_BEFORE } = plan ?? {};
    return { parts: event.parts, begun, before };
  }
  if (plan === null) return null;
  const { part, attempt, run } = event;
  if (event.type === 'part.begun') return { ...plan, begun: [...plan.begun, { part, attempt, run, ended: null }] };
  const { outcome, result } = event;
  return {
    ...plan,
    begun: plan.begun.map((one) => (one.run === run ? { ...one, ended: { outcome, result } } : one)),
  };
}

export function takePlan({ parts, done, cut }: LeftPlan): PlanState {
  return { parts, begun: [], before: { done, cut } };
}

/** Whether it ended verified, or done without anybody who could check it. */
export function isGood(outcome: OutcomeKind): boolean {
  return outcome === 'verified' || outcome === 'unverified';
}

/** The plan for a run that continues this one. `didOf`: known acts of an interrupted part. */
export function leavePlan({ parts, begun, before }: PlanState, didOf: (run: string) => string): LeftPlan {
  const done = [...before.done];
  const cut: { part: number; did: string }[] = [];
  for (const { number } of parts) {
    const last = begun.findLast(({ part }) => part === number);
    if (last?.ended != null && isGood(last.ended.outcome))
      done.push({ part: number, checked: last.ended.outcome === 'verified', result: last.ended.result });
    else if (last !== undefined) cut.push({ part: number, did: didOf(last.run) });
  }
  const again = before.cut.filter(({ part }) => !begun.some((one) => one.part === part));
  return { parts: [...parts], done, cut: [...cut, ...again] };
}
